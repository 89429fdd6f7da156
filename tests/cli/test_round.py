"""What comes next in a build that is kept: by the order of its steps, whatever changes between."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.cli.serve.application import Due, Meaning, Round

PAGES = {"one", "two", "three"}


def step(now: Round, *, has_more: bool = False) -> Due:
    """Do the step that is due, as the process that builds does; return which it was."""
    due = now.due
    if due is Due.BEGIN:
        now.begun(PAGES)
    elif due in {Due.LOOK, Due.READ}:
        now.reads(all_files=due is Due.LOOK)
        now.read({"one"}, PAGES, every_page=False)
    elif due is Due.WRITE:
        now.todo.clear()
        now.did_write()
    elif due is Due.CHECK:
        now.due = Due.END
    elif due is Due.END:
        now.ended(has_more=has_more)
    return due


def until_rest(now: Round) -> list[Due]:
    done = []
    while now.due is not Due.NOTHING:
        done.append(step(now))
    return done


def test_a_first_build_does_every_step_once_and_an_edit_only_the_last_ones():
    now = Round()
    assert until_rest(now) == [Due.BEGIN, Due.LOOK, Due.WRITE, Due.CHECK, Due.END]
    now.note("one.md", Meaning.READ)
    assert until_rest(now) == [Due.READ, Due.WRITE, Due.CHECK, Due.END]


def test_what_nobody_told_of_is_looked_for():
    now = Round(due=Due.END)
    step(now, has_more=True)
    assert until_rest(now) == [Due.LOOK, Due.WRITE, Due.CHECK, Due.END]


def test_a_style_is_written_into_every_page():
    now = Round(due=Due.NOTHING)
    now.note("own.css", Meaning.EVERY_PAGE)
    assert step(now) is Due.BEGIN
    now.todo.clear()
    step(now)
    assert now.todo == PAGES


def test_a_change_between_two_pages_keeps_the_others_to_be_written():
    now = Round(due=Due.WRITE, todo={"two", "three"})
    now.note("one.md", Meaning.READ)
    now.did_write()
    assert now.due is Due.READ
    step(now)
    assert (now.due, now.todo) == (Due.WRITE, PAGES)


def test_a_document_that_is_gone_is_not_written():
    now = Round(due=Due.READ, todo={"two"})
    now.reads(all_files=False)
    now.read({"one"}, {"one"}, every_page=False)
    assert now.todo == {"one"}


def test_an_error_leaves_nothing_to_do_and_what_has_begun_is_not_used_again():
    for due, then in ((Due.BEGIN, Due.NOTHING), (Due.LOOK, Due.MEND), (Due.WRITE, Due.MEND)):
        now = Round(due=due, todo={"one"}, changed={"one.md"})
        now.failed()
        assert (now.due, now.todo, now.changed) == (then, set(), set())


@given(st.lists(st.sampled_from(Meaning), max_size=6), st.integers(0, 8))
def test_every_change_is_read_and_written_before_there_is_rest(meanings, steps):
    now = Round()
    for _ in range(steps):
        if now.due is not Due.NOTHING:
            step(now)
    for meaning in meanings:
        now.note("file", meaning)
    if any(meaning is not Meaning.NOTHING for meaning in meanings):
        assert now.changed
        assert now.due >= Due.READ
    until_rest(now)
    assert not now.changed
    assert not now.todo
