"""A large site takes less memory and both processors, and its files are the same."""

from __future__ import annotations

import pickle
from functools import wraps
from types import SimpleNamespace

import pytest
from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms.images import BaseImageConverter

from sphinx_docsjson.compat.large_sites import (
    StoredContents,
    can_resolve_elsewhere,
    store_contents,
)
from sphinx_docsjson.performance import number_contents
from tests._support.building import build_site

MANY = 3 * StoredContents.NODES


def contents(title):
    return nodes.bullet_list("", nodes.list_item("", nodes.paragraph("", title)))


def many():
    return {f"page{number}": contents(f"Title {number}") for number in range(MANY)}


def written(kept):
    return [(name, each.pformat()) for name, each in kept.items()]


def test_contents_of_pages_are_what_they_were_and_few_are_nodes():
    kept = StoredContents(many())
    again = pickle.loads(pickle.dumps(kept))

    assert written(kept) == written(again) == written(many())
    assert len(vars(kept)["_nodes"]) == len(vars(again)["_nodes"]) == StoredContents.NODES
    assert kept.pop("page3").astext() == "Title 3"
    assert "page3" not in kept
    assert kept.get("page3") is None
    assert len(kept) == MANY - 1


def test_what_is_changed_in_contents_is_kept_when_others_are_asked_for():
    kept = StoredContents(many())
    kept["page0"][0][0]["classes"].append("mine")
    for name in kept:
        assert kept[name].astext()

    assert kept["page0"][0][0]["classes"] == ["mine"]


def test_contents_are_nodes_where_sections_get_numbers():
    env = SimpleNamespace(tocs=many(), numbered_toctrees={"index"})
    store_contents(env)
    assert isinstance(env.tocs, StoredContents)
    number_contents(None, env)

    assert type(env.tocs) is dict
    assert written(env.tocs) == written(many())


def site():
    names = ["index", *(f"page{number}" for number in range(8))]
    head = "---\ntitle: The {0}\n---\n\n## A part of {0}\n\n"
    text = 'A [link](page1.md), [none](nowhere.md) and "quotes".\n\n![Picture](grey{1}.svg)\n'
    pages = {f"{name}.md": (head + text).format(name, n % 3) for n, name in enumerate(names)}
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="1"/>'
    pictures = {f"grey{n}.svg": picture.format(n + 1) for n in range(3)}
    return {
        "docs.json": f'{{"name": "T", "navigation": {names}}}'.replace("'", '"'),
        **pages,
        **pictures,
    }


def files_of(built):
    return {
        str(path.relative_to(built.outdir)): path.read_bytes()
        for path in built.outdir.rglob("*")
        if path.is_file() and path.name != ".buildinfo"
    }


def test_two_processes_resolve_the_pages_that_they_write_and_write_what_one_does(
    tmp_path, monkeypatch
):
    here = []
    given = BuildEnvironment.get_and_resolve_doctree

    @wraps(given)
    def counted(self, docname, *args, **kwargs):
        here.append(docname)
        return given(self, docname, *args, **kwargs)

    monkeypatch.setattr(BuildEnvironment, "get_and_resolve_doctree", counted)
    folder = tmp_path / "site"
    one = build_site(folder, site(), outdir=tmp_path / "one")
    alone = here[:]
    here.clear()
    two = build_site(folder, site(), outdir=tmp_path / "two", parallel=2)

    assert len(alone) == 9
    assert here == ["index"]
    assert files_of(one) == files_of(two)
    assert sum(name.startswith("grey") for name in files_of(two)) == 3
    assert one.warning_lines == two.warning_lines != []


class Converter(BaseImageConverter):
    """An extension that gives images names when pages are resolved."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("site"), site()).app


def test_pages_are_resolved_where_sphinx_does_it_if_an_extension_may_count_on_it(app):
    assert can_resolve_elsewhere(app)

    listener = app.connect("doctree-resolved", lambda *_: None)
    assert not can_resolve_elsewhere(app)
    app.disconnect(listener)

    app.registry.post_transforms.append(Converter)
    assert not can_resolve_elsewhere(app)
    app.registry.post_transforms.remove(Converter)

    app.builder.indexer = object()
    assert not can_resolve_elsewhere(app)
    app.builder.indexer = None
    assert can_resolve_elsewhere(app)
