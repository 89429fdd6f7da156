"""Each field of each kind of entry of the navigation has its effect on a page.

``test_newest.py`` holds :data:`ROWS` against the fields that the newest format knows.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from sphinx_docsjson.ext.search.answers import WrittenIndex, answer
from tests._support.building import Built, build_site
from tests.site.every_entry import AWAY, KINDS, LINKS, Entries, fields_of, site

AUTODOC = {"extensions": ["sphinx_docsjson", "sphinx.ext.autodoc"]}

QUICK = ("version",)
"""The kinds that are tried with every change; the others are at night."""

PLACES = {
    "anchor": ".dj-anchors a",
    "group": ".dj-group-title",
    "item": ".dj-tab-list a, [data-switch=item] .dj-switch-list a",
    "page": ".dj-subgroup-title",
    "tab": "header .dj-tab",
    **{
        kind: f"[data-switch={kind}] .dj-switch-list a"
        for kind in ("dropdown", "language", "product", "version")
    },
}
"""A kind of entry → where a page shows its entries."""

ROWS = {f"@{kind}.{field}": (kind, field) for kind in KINDS for field in fields_of(kind)}


@lru_cache(maxsize=16)
def _parsed(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


class Seen:
    """What a reader sees of the entries of a kind."""

    def __init__(self, built: Built, kind: str) -> None:
        """Look at a site."""
        self.built, self.kind = built, kind
        self.labels = Entries(kind).labels

    def page(self, name: str):
        """Return a page of the entries."""
        return _parsed(self.built.outdir / f"{self.kind}s/{name}.html")

    def entry(self, field: str, on: str = "plain"):
        """Return the entry that has a field, as another page shows it."""
        label = self.labels[field]
        return next(
            (
                each
                for each in self.page(on).select(PLACES[self.kind])
                if each.get("data-choice") == label or each.get_text(" ", strip=True) == label
            ),
            None,
        )

    def inside(self, field: str, kind: str) -> list[str]:
        """Return what is shown of the entries inside the entry that has a field."""
        return [
            each.get("data-choice") or each.get_text(" ", strip=True)
            for each in self.page(field).select(PLACES[kind])
        ]

    def is_open(self, field: str, page: str) -> bool:
        """Whether the entry that has a field is marked on a page of it."""
        label = self.labels[field]
        marked = _parsed(self.built.outdir / f"{page}.html").select(
            "[aria-current], [data-active]"
        )
        return any(label in (m.get("data-choice"), m.get_text(" ", strip=True)) for m in marked)


def holds(seen: Seen, field: str) -> bool:
    """Whether a field has its effect."""
    kind, built = seen.kind, seen.built
    match field.partition(".")[0]:
        case "align":
            return "dj-tab-end" in seen.entry(field)["class"]
        case "anchors" | "dropdowns" | "products" | "tabs" | "versions" as name:
            inner = [f"Inner {name} 1", f"Inner {name} 2"]
            return set(inner) <= set(seen.inside(name, name[:-1]))
        case "asyncapi" | "openapi" | "sdk" as name:
            page, folder = {
                "asyncapi": ("websockets/plant-watered", "events"),
                "openapi": ("list-plants", "api"),
                "sdk": ("textwrap", "sdk"),
            }[name]
            file = f"{kind}-{folder}/{page}"
            if kind in ("group", "page"):
                return bool(seen.page(name).select(f"a[href='../{file}.html']"))
            return seen.is_open(name, file)
        case "banner" | "navbar" | "footer" as name:
            selector = {"banner": "#dj-banner", "navbar": ".dj-toplink", "footer": "footer a"}[
                name
            ]
            return bool(seen.page(name).select(selector)) and not seen.page("plain").select(
                selector
            )
        case "boost":
            return found(built, f"{kind}s/boost") == 5
        case "color":
            return "#0a5f38" in built.text("_static/docsjson-site.css")
        case "default":
            # An index for readers names the pages of the default alone.
            index = built.text("llms.txt")
            return f"({kind}s/default.md)" in index and f"({kind}s/plain.md)" not in index
        case "description":
            return bool(seen.page("plain").find(string=f"What {kind} says"))
        case "directory":
            listed = seen.page("listing").select(".dj-listing a")
            return [each.get_text() for each in listed] == [f"Page {kind} listed"]
        case "expanded":
            open_ones = seen.page("plain").select("details[open] > .dj-subgroup-title")
            return f"Inner {kind}" in [each.get_text() for each in open_ones]
        case "global":
            away = {a["href"] for a in seen.page("global").select(f"a[href^='{AWAY}/{kind}-']")}
            others = seen.page("plain").select(f"a[href^='{AWAY}/{kind}-']")
            return away == {f"{AWAY}/{kind}-{name}" for name in LINKS} and not others
        case "groups":
            return set(seen.inside("groups", "group")) >= {"Inner groups 1", "Inner groups 2"}
        case "hidden":
            return seen.entry("hidden") is None and not found(built, f"{kind}s/hidden")
        case "href":
            return seen.entry("href")["href"] == f"{AWAY}/{kind}"
        case "icon":
            return seen.entry("icon").find("svg") is not None
        case "languages":
            return {"he", "ar"} <= set(seen.inside("languages", "language"))
        case "menu":
            return set(seen.inside("menu", "item")) >= {"Inner menu 1", "Inner menu 2"}
        case "name":
            return bool(seen.page("plain").find(string="What readers see"))
        case "pages":
            return f"../{kind}s/pages.html" in [
                a["href"] for a in seen.page("pages").select("#dj-sidebar a")
            ]
        case "root":
            # A nested group is opened by its name, so that its page is the first of its entries.
            shown = seen.page("plain").find(string=f"{kind} root")
            link = shown.find_parent("a") or shown.find_next("a")
            return link["href"] == f"../{kind}s/root.html"
        case "searchable":
            return seen.entry("searchable") is None and found(built, f"{kind}s/searchable")
        case "tag":
            return "Fresh" in [each.get_text() for each in seen.page("plain").select(".dj-tag")]
        case own:
            return own in ("group", kind) and seen.entry(own) is not None
    return False


def found(built: Built, docname: str) -> float:
    """Return how much a page counts in the search, 0 where it is not found."""
    folder = built.outdir / "_static/search"
    index = WrittenIndex(lambda name: (folder / name).read_text("utf-8"))
    kind, _, field = docname.partition("/")
    for page in answer(index, f"Word{kind.removesuffix('s')}{field}"):
        if page.shown[0] == f"{docname}.html":
            return float(index.first["boosts"].get(str(page.page), 1))
    return 0


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """A site with some kinds of entries."""
    return build_site(tmp_path_factory.mktemp("entries") / "site", site(QUICK), conf=AUTODOC)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A site with all kinds of entries."""
    return build_site(tmp_path_factory.mktemp("entries") / "site", site(), conf=AUTODOC)


@pytest.mark.parametrize("row", [row for row, (kind, _field) in ROWS.items() if kind in QUICK])
def test_the_field_of_an_entry_has_its_effect(quick, row):
    assert holds(Seen(quick, ROWS[row][0]), ROWS[row][1])


@pytest.mark.nightly
@pytest.mark.parametrize("row", ROWS)
def test_the_field_of_each_entry_has_its_effect(whole, row):
    assert holds(Seen(whole, ROWS[row][0]), ROWS[row][1])


def test_entries_give_no_message(quick):
    assert quick.warning_lines == []


@pytest.mark.nightly
def test_no_entry_gives_a_message(whole):
    # Every kind of entry documents the same module, of which Sphinx warns.
    twice = "duplicate object description of textwrap"
    assert [line for line in whole.warning_lines if twice not in line] == []
