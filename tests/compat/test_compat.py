"""A build works when all that we touch of other packages has another name, and loses little.

On each supported release of Sphinx and docutils, as the other tests. ``python -m tests.compat``
renames one thing at a time.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.renaming import TOUCHES
from tests.compat.site import Result, build

AT_NIGHT = pytest.mark.nightly

WEB = [name for name in TOUCHES if name not in {"msg_origin", "build_content"}]

LOST = {
    "raw_config": ("first.html", 'Link to this heading">¶<'),
    "post_transforms": ("first.html", 'href="second.html#a-place"><span class="xref myst">'),
    "render_partial": ("index.html", "On this page"),
    "templates": ("404.html", "<html"),
    "tex2mathml": ("first.html", "<math"),
    "directives": ("first.html", "sd-card-title"),
    "roles": ("second.html", "their badge"),
}
"""What stands in a file of the site, and not when the thing of that name is renamed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compat")


@pytest.fixture(scope="module")
def usual(folder: Path) -> Result:
    return build(folder, "html")


@pytest.fixture(scope="module")
def later(folder: Path) -> Result:
    return build(folder, "html", *WEB)


def test_the_site_comes_to_all_that_is_lost(usual):
    assert usual.code == 0
    for file, words in LOST.values():
        assert words in usual.text(file), (file, words)


def test_a_site_is_built_with_packages_in_which_everything_has_another_name(usual, later):
    assert later.code == 0, later.log
    pages = {path.relative_to(usual.folder) for path in usual.folder.rglob("*.html")}
    assert len(pages) > 6
    there = {path.relative_to(later.folder) for path in later.folder.rglob("*.html")}
    assert pages - there == {Path("404.html")}


@pytest.mark.parametrize("name", LOST)
def test_this_is_what_is_lost(later, name):
    file, words = LOST[name]

    assert words not in later.text(file)


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("index.html", "What stands below the title."),
        ("first.html", "What stands below the title."),
        ("first.html", "A card"),
        ("first.html", "answer"),
        ("second.html", "charging"),
        ("hosted.html", "Part."),
        ("hosted.html", "Deep"),
        ("api-reference/list-orders.html", "limit"),
        ("api-reference/list-orders.md", "limit"),
        ("second.md", "written by its extension"),
        ("llms.txt", "The first page"),
    ],
)
def test_this_stays(usual, later, page, words):
    assert words in usual.text(page)
    assert words in later.text(page)


@pytest.mark.parametrize(
    ("builder", "names", "file", "lost"),
    [
        pytest.param(*("gettext", ["msg_origin"], "docsjson.pot", "msgid"), marks=AT_NIGHT),
        ("epub", ["build_content"], "content.opf", 'properties="mathml"'),
        pytest.param(
            *("latex", ["hypertarget", "in_title", "no_latex_floats"], "compat.tex", ""),
            marks=AT_NIGHT,
        ),
    ],
)
def test_other_formats_are_written_too(folder, builder, names, file, lost):
    """Nothing but *lost* is not there; what a format says stays."""
    usual, later = build(folder, builder), build(folder, builder, *names)

    assert (usual.code, later.code) == (0, 0), later.log
    assert lost in usual.text(file)
    assert not lost or lost not in later.text(file)
