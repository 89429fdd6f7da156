"""Operations stand in the sidebar of their division, and readers come to every generated page."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.pages.navigation import with_operations
from sphinx_docsjson.ext.openapi.pages.reference import OwnPages
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import Kind, PageEntry
from tests._support.seeds import seed as usual_seed
from tests.openapi.reach_oracle import KINDS, divisions, entries, loose, operations, reached

OK = {"responses": {"200": {"description": "Fine."}}}


def api(*paths):
    """A description: the first path with a tag, the others with another one."""
    return {
        "openapi": "3.1.0",
        "info": {"title": paths[0].strip("/").title(), "version": "1"},
        "paths": {p: {"get": {"tags": ["One" if p == paths[0] else "Two"], **OK}} for p in paths},
    }


APIS = {"a.json": api("/cats", "/dogs/{id}", "/owls"), "b.json": api("/cats", "/trees")}
PAGES = [f"p{number}" for number in range(40)]


def placed(folder, navigation, **config):
    """The pages that operations get in a site, without a build."""
    for name, data in APIS.items():
        (folder / name).write_text(json.dumps(data), encoding="utf-8")
    found = {"name": "T", "navigation": navigation, **config}
    (folder / "docs.json").write_text(json.dumps(found), encoding="utf-8")
    site = load_site(folder).site
    specs = [specification(load(name, folder).document, name) for name in APIS]
    named = site.openapi.sources if site.openapi else ()
    return with_operations(site, specs, OwnPages(documents=frozenset(PAGES)), named)


def lacking(result, navigation):
    """What the oracle expects in each division and our navigation has not."""
    shown = {name: (op.method, loose(op.path)) for name, (_spec, op) in result.pages.items()}
    files = {name: spec.key for name, (spec, _op) in result.pages.items()}
    ways = {}
    for above, node in result.site.navigation.walk():
        labels = tuple(part.label for part in above[1:])
        for length in range(len(labels) + 1) if isinstance(node, PageEntry) else ():
            ways.setdefault(labels[:length], set()).add(node.path)
    for part in divisions(navigation):
        here = ways.get(part.way, set())
        wanted = dict.fromkeys(op for _file, op in entries(part.data))
        chosen = any(file is None for file, _op in entries(part.data, below=False))
        for file in part.files if not chosen else ():
            wanted |= operations(APIS[file])
        for op in wanted:
            names = [name for name in here if shown.get(name) == op]
            if not names:
                yield f"{part.way}: {op} is missing"
            folders = [part.directory] if part.directory and part.is_alone else []
            own = [name for name in names if files[name] in part.files]
            if folders and own and not any(name.startswith(f"{folders[0]}/") for name in own):
                yield f"{part.way}: {own} is not in {folders[0]}"


@pytest.mark.parametrize("inside", ["groups", "pages", "tabs", "anchors", "versions"])
@pytest.mark.parametrize("field", [key for key in KINDS if key != "groups"])
def test_a_division_with_a_file_keeps_what_is_in_it_and_gets_its_operations(
    tmp_path, field, inside
):
    data = {KINDS[field]: "en", "openapi": {"source": "a.json", "directory": "ref"}}
    if inside == "pages":
        data["pages"] = ["p1"]
    else:
        data[inside] = [{KINDS[inside]: "Inner", "pages": ["p1"]}]
    other = {KINDS[field]: "fr", "pages": ["p2"]}
    navigation = {field: [data, other]}
    if field == "menu":
        navigation = {"tabs": [{"tab": "Around", **navigation}]}
    result = placed(tmp_path, navigation)

    assert [*lacking(result, navigation)] == []
    assert {"ref/one/get-cats", "ref/two/get-dogs", "ref/two/get-owls"} <= result.pages.keys()
    nav = Nav(result.site, {*PAGES, *result.pages, *result.about})
    assert {*result.pages, *result.about, "p1", "p2"} <= reached(nav)


def test_a_group_keeps_its_pages_before_its_operations(tmp_path):
    group = {"group": "G", "pages": ["p1"], "openapi": "b.json"}
    result = placed(tmp_path, {"groups": [group]})

    (shown,) = result.site.navigation.children
    assert shown.children[0].path == "p1"
    assert {*result.pages} == {"api-reference/one/get-cats", "api-reference/two/get-trees"}


def test_chosen_operations_leave_the_others_out_but_those_of_a_named_file_do_not(tmp_path):
    tab = {"tab": "T", "openapi": "a.json", "groups": [{"group": "G", "pages": ["GET /owls"]}]}
    assert len(placed(tmp_path, {"tabs": [tab]}).pages) == 1

    tab["groups"][0]["pages"] = ["b.json GET /trees"]
    assert len(placed(tmp_path, {"tabs": [tab]}).pages) == 4


def test_two_divisions_of_one_file_have_pages_in_their_own_folders(tmp_path):
    tabs = [
        {"tab": name, "openapi": {"source": "b.json", "directory": name}, "pages": [page]}
        for name, page in (("one", "p1"), ("two", "p2"))
    ]
    result = placed(tmp_path, {"tabs": tabs})

    assert {"one/one/get-cats", "two/one/get-cats"} <= result.pages.keys()
    assert [*lacking(result, {"tabs": tabs})] == []


def navigations():
    """Shapes of ``navigation``: divisions in each other, with files, pages and operations."""
    source = st.sampled_from(["a.json", "b.json", ["a.json", "b.json"]])
    folder = st.sampled_from(["x", "y/z", None])
    named = st.builds(lambda s, d: {"source": s, "directory": d} if d else s, source, folder)
    entry = st.sampled_from(["page", "page", "page", "GET /cats", "b.json GET /trees"])

    def division(field, inner):
        return st.tuples(inner, st.none() | named).map(
            lambda pair: (field, {**pair[0], **({"openapi": pair[1]} if pair[1] else {})})
        )

    pages = st.lists(entry, min_size=1, max_size=3).map(lambda found: {"pages": found})
    group = division("groups", pages)
    inner = pages | st.lists(group, min_size=1, max_size=2).map(_merged)
    divided = [key for key in KINDS if key not in ("groups", "languages", "menu")]
    for _depth in range(2):
        deeper = st.sampled_from(divided)
        inner = inner | deeper.flatmap(
            lambda key, below=inner: st.lists(division(key, below), min_size=1, max_size=2)
        ).map(_merged)
    top = st.sampled_from([*divided, "languages"])
    return top.flatmap(lambda key: st.lists(division(key, inner), min_size=1, max_size=2)).map(
        _merged
    )


def _merged(found):
    return {found[0][0]: [data for _key, data in found]}


def numbered(data, pages, labels, kind="navigation"):
    """Give each part a label and each page a name of its own."""
    out = {}
    for key, value in data.items():
        if key in KINDS:
            out[key] = [numbered(item, pages, labels, key) for item in value]
        elif key == "pages":
            out[key] = [next(pages) if item == "page" else item for item in value]
        else:
            out[key] = value
    if kind != "navigation":
        out[KINDS[kind]] = next(labels) if kind != "languages" else ["en", "fr"][next(labels.two)]
    return out


class _Labels:
    """Labels that differ, and the numbers of languages."""

    def __init__(self):
        self.number = 0
        self.two = iter((0, 1))

    def __next__(self):
        self.number += 1
        return f"L{self.number}"


def opens_elsewhere(nav, name):
    """Whether the first page of its division stands in another one before, as its author wants.

    Entries of two divisions may choose one operation for one folder, which is one page.
    """
    (chain,) = {position.chain for position in nav.tree.positions(name)}
    first = nav.tree.contents(chain[-1]).pages[0]
    return all(position.chain != chain for position in nav.tree.positions(first))


@seed(usual_seed(27))
@settings(max_examples=40, deadline=None, database=None)
@given(shape=navigations())
def test_readers_come_to_every_generated_page_of_any_navigation(shape, tmp_path_factory):
    navigation = numbered(shape, iter(PAGES), _Labels())
    result = placed(tmp_path_factory.mktemp("site"), navigation)

    assert [*lacking(result, navigation)] == []
    nav = Nav(result.site, {*PAGES, *result.pages, *result.about})
    listed = reached(nav)
    made = {*result.pages, *result.about} - listed
    assert [name for name in made if not opens_elsewhere(nav, name)] == []


@pytest.mark.parametrize("field", ["products", "dropdowns", "tabs", "versions"])
def test_a_page_in_two_divisions_does_not_keep_readers_from_the_second(tmp_path, field):
    first = {KINDS[field]: "One", "pages": ["GET /cats", "p2"]}
    second = {KINDS[field]: "Two", "pages": ["GET /cats", "p1"], "openapi": "b.json"}
    result = placed(tmp_path, {field: [first, second]})

    nav = Nav(result.site, {*PAGES, *result.pages, *result.about})
    assert {*result.pages, *result.about, "p1", "p2"} <= reached(nav)
    for page in ("p2", "api-reference/one/get-cats"):  # one is in the first only, one in both
        (choice,) = (
            each
            for each in nav.choices(nav.tree.positions(page)[0], Kind(KINDS[field]))
            if each.label == "Two"
        )
        opened = [place.chain[1].label for place in nav.tree.positions(choice.docname)]
        assert "Two" in opened


@pytest.mark.parametrize("inside", ["tabs", "versions", "groups"])
def test_a_file_at_the_top_is_reached_from_every_kind_of_navigation(tmp_path, inside):
    navigation = {
        inside: [{KINDS[inside]: name, "pages": [f"p{n}"]} for n, name in enumerate("ab")]
    }
    (tmp_path / "a.json").write_text(json.dumps(APIS["a.json"]))
    result = placed(tmp_path, navigation, openapi="a.json")
    site = result.site
    result = with_operations(
        site,
        [specification(APIS["a.json"], "a.json")],
        OwnPages(documents=frozenset(PAGES)),
        ["a.json"],
    )

    nav = Nav(result.site, {*PAGES, *result.pages, *result.about})
    assert result.pages
    assert {*result.pages, *result.about} <= reached(nav)
