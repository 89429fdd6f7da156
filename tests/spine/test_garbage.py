"""A build changes when Python looks for garbage, and where."""

import gc
import weakref

from sphinx_docsjson.performance import NEW_OBJECTS, Apart, freeze_gc


def test_python_looks_seldom_during_a_build_and_as_before_afterwards(site, monkeypatch):
    before = gc.get_threshold()
    told = []
    change = gc.set_threshold
    monkeypatch.setattr(gc, "set_threshold", lambda *new: (told.append(new), change(*new)))

    site({"index.md": "# Start\n"})

    assert told == [(max(NEW_OBJECTS, before[0]), *before[1:]), before]
    assert gc.get_threshold() == before


class Loop:
    """Garbage that only a search for cycles finds."""

    def __init__(self) -> None:
        self.me = self


def test_what_one_build_set_apart_is_looked_at_when_the_next_begins(site):
    gc.unfreeze()  # whatever an earlier test has set apart
    loop = Loop()
    known = weakref.ref(loop)
    freeze_gc(None)
    del loop
    gc.collect()
    assert known() is not None

    site({"index.md": "# Start\n"})
    assert known() is None


def test_what_a_host_program_has_set_apart_stays_apart(site, monkeypatch):
    monkeypatch.setattr(Apart, "by_us", False)
    gc.unfreeze()
    gc.freeze()
    before = gc.get_freeze_count()
    try:
        site({"index.md": "# Start\n"})
        site({"index.md": "# Start\n"})
        assert 0.9 * before < gc.get_freeze_count() <= before
    finally:
        gc.unfreeze()
