"""A large site takes both processors, and its files are the same."""

from __future__ import annotations

from functools import wraps

import pytest
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms.images import BaseImageConverter

from sphinx_docsjson.compat.large_sites import can_resolve_elsewhere
from tests._support.building import build_site


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


def test_extensions_see_the_class_of_builder_that_sphinx_has(tmp_path):
    built = build_site(tmp_path / "site", site(), outdir=tmp_path / "one")

    assert type(built.app.builder) is StandaloneHTMLBuilder
