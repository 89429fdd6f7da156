"""The rules of ``.mintignore`` are those of ``.gitignore``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_docsjson.pages.ignored import parse_rules, read_rules
from tests._support.seeds import seed
from tests.pages import git_rules


def test_generated_rules_are_read_as_by_git():
    if reason := git_rules.missing():
        pytest.skip(reason)

    assert list(git_rules.differences(git_rules.generated(300, seed=seed(1)))) == []


@pytest.mark.parametrize(
    ("rules", "path", "is_folder", "ignored"),
    [
        ("a", "x/a", False, True),
        ("/a", "x/a", False, False),
        ("a/", "a", False, False),
        ("a/", "x/a", True, True),
        ("x/a", "y/x/a", False, False),
        ("*.md", "x/y.md", False, True),
        ("x/**", "x/y/z", False, True),
        ("x/**", "x", True, False),
        ("**/z", "x/y/z", False, True),
        ("x/**/z", "x/z", False, True),
        ("[^ab].md", "b.md", False, False),
        ("[[:upper:]]*", "README.md", False, True),
        (r"[\]]", "]", False, True),
        ("a[", "a[", False, False),
        ("a\\", "a\\", False, False),
        (r"\#x", "#x", False, True),
        ("a\\ ", "a ", False, True),
        ("a\u2028", "a\u2028", False, True),
        # What the pieces of pathspec answer otherwise than git:
        ("*\n!*/", "x", True, False),
        ("*\n!*/\n!*.md", "x/a.md", False, False),
        ("!*\n[a-c]", "x/a", True, True),
        ("*.md\n!/docs/", "docs/a.md", False, True),
        # Git counts bytes, and would say no:
        ("?.md", "é.md", False, True),
    ],
)
def test_rules_are_those_of_gitignore(rules, path, is_folder, ignored):
    assert parse_rules(rules).match(path, is_folder=is_folder) is ignored


def test_a_file_in_an_ignored_folder_is_not_taken_back():
    assert parse_rules("drafts/\n!drafts/a.md").ignores_file("drafts/a.md")


def test_no_file_no_text_and_a_byte_order_mark_are_no_trouble(tmp_path):
    file = tmp_path / ".mintignore"
    assert read_rules(file).rules == ()
    file.write_bytes(b"\xff\xfe\x00")
    assert read_rules(file).rules == ()
    file.write_bytes(b"\xef\xbb\xbfa.md\r\n")
    assert read_rules(file).match("a.md", is_folder=False)


@given(st.text(alphabet="ab*?[]!^-:/\\ é\n", max_size=30))
def test_no_line_of_mintignore_breaks_a_build(text):
    assert parse_rules(text).match("some/path.md", is_folder=False) in (True, False)
