"""What is wrong in a page is said in every build, whether the page is read again or not."""

from __future__ import annotations

import shutil

import pytest

from tests._support.building import build_site
from tests.navigation.sites import docs_json, page

PAGES = [{"group": "Use", "pages": ["index", "ours", "myst", "both", "one", "other"]}]
FILES = {
    "docs.json": docs_json(PAGES),
    "index.md": page("Index", "[nothing](/nowhere)"),
    "ours.md": page("Ours", '<Card titel="x">Text</Card>'),
    "myst.md": page("MyST", "```{nonsense}\n```\n\n{ref}`nowhere`"),
    "both.md": page("Both", "```{include} part.txt\n```"),
    "part.txt": "{doc}`nothing`\n\n```python\n$ ?\n```\n",
    "one.md": page("One", "(twice)=\n## Twice"),
    "other.md": page("Other", "(twice)=\n## Twice"),
    "orphan.rst": "Orphan\n======\n\n.. nonsense::\n",
}
KINDS = ("docsjson.link", "docsjson.attribute", "myst.", "ref.", "docutils", "misc.highlighting")


def said(built) -> list[str]:
    return sorted(built.warning_lines)


@pytest.mark.parametrize("parallel", [1, 3])
def test_a_build_that_reads_nothing_says_what_the_one_before_said(tmp_path, parallel):
    first = build_site(tmp_path / "source", FILES, parallel=parallel)
    again = build_site(tmp_path / "source", {}, parallel=parallel)

    assert said(again) == said(first)
    assert "0 added, 0 changed" in again.status
    assert all(kind in first.warnings for kind in KINDS)
    assert ("duplicate label" in first.warnings) == (parallel == 1)  # a process sees its own pages


def test_a_message_goes_with_its_mistake(tmp_path):
    source = tmp_path / "source"
    build_site(source, FILES)
    (source / "myst.md").unlink()
    (source / "one.md").unlink()
    pages = [{"group": "Use", "pages": ["index", "ours", "both", "other"]}]
    mended = {
        "docs.json": docs_json(pages),
        "ours.md": page("Ours"),
        "part.txt": "Nothing is wrong.\n",
    }
    build_site(source, mended)

    again = build_site(source, {})
    clean = build_site(source, {}, outdir=tmp_path / "clean")
    assert said(again) == said(clean)
    assert "docsjson.link" in again.warnings


def test_messages_name_files_where_they_are_now(tmp_path):
    first = build_site(tmp_path / "here" / "source", FILES)
    shutil.copytree(tmp_path / "here", tmp_path / "there")

    again = build_site(tmp_path / "there" / "source", {})
    assert "0 added, 0 changed" in again.status
    assert said(again) == said(first)


def test_what_is_suppressed_now_is_not_said(tmp_path):
    build_site(tmp_path / "source", FILES)
    again = build_site(tmp_path / "source", {}, conf={"suppress_warnings": ["docsjson", "ref"]})

    assert "docsjson." not in again.warnings
    assert "misc.highlighting" in again.warnings


def test_without_docs_json_sphinx_says_what_it_says(tmp_path):
    files = {"index.rst": "Title\n=====\n\n:ref:`nowhere`\n"}
    assert "nowhere" in build_site(tmp_path / "source", files).warnings
    assert build_site(tmp_path / "source", {}).warnings == ""
