"""What is gone from the sources is gone from the output."""

from __future__ import annotations

import json

import pytest

API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {
        "/a": {"get": {"summary": "Get a", "responses": {"200": {"description": "ok"}}}},
        "/b": {"get": {"summary": "Get b", "responses": {"200": {"description": "ok"}}}},
    },
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_removed_page_leaves_no_file(site, builder: str):
    files = {"index.md": "# Start\n", "guide/gone.md": "# Gone\n", "stay.rst": "Stay\n====\n"}
    conf = {"html_copy_source": True}
    built = site(dict(files), builder, conf=conf)
    gone = [path for path in built.outdir.rglob("*") if "gone" in path.as_posix()]
    assert {path.suffix for path in gone if path.is_file()} >= {".html", ".md", ".txt"}
    (built.srcdir / "guide/gone.md").unlink()
    del files["guide/gone.md"]
    built = site(files, builder, srcdir=built.srcdir, conf=conf)
    left = [path for path in built.outdir.rglob("*gone*") if path.is_file()]
    assert left == []
    assert (built.outdir / ("stay.html" if builder == "html" else "stay/index.html")).is_file()


def test_a_page_in_another_syntax_leaves_no_source(site):
    files = {"index.rst": "Start\n=====\n", "guide/a.rst": "A\n=\n"}
    conf = {"html_copy_source": True}
    built = site(dict(files), conf=conf)
    for name in files:
        (built.srcdir / name).unlink()
    built = site({"guide/a.md": "# A\n"}, srcdir=built.srcdir, conf=conf)  # the root is generated
    sources = {path.relative_to(built.outdir).as_posix() for path in built.outdir.rglob("*.txt")}
    kept = {name for name in sources if name.startswith("_sources/")}
    assert kept == {"_sources/guide/a.md.txt"}


def test_sources_are_copied_where_a_theme_links_to_them_or_conf_py_asks(site):
    files = {"index.md": "# Start\n"}
    name = "_sources/index.md.txt"
    for conf in ({"html_copy_source": True}, {"html_theme": "alabaster"}):
        built = site(dict(files), conf=conf)
        assert (built.outdir / name).is_file()
    former = site(dict(files), conf={"html_copy_source": True})
    built = site(dict(files), srcdir=former.srcdir)
    assert not (built.outdir / name).exists()


def test_a_removed_operation_leaves_no_file(site):
    files = {"index.md": "# Start\n", "api.json": json.dumps(API)}
    config = {"openapi": "api.json"}
    built = site(dict(files), config=config)
    before = {path.relative_to(built.outdir).as_posix() for path in built.outdir.rglob("*get-b*")}
    assert any(name.endswith(".html") for name in before)
    smaller = {**API, "paths": {"/a": API["paths"]["/a"]}}  # type: ignore[index]
    built = site({**files, "api.json": json.dumps(smaller)}, config=config, srcdir=built.srcdir)
    after = [path for path in built.outdir.rglob("*get-b*") if path.is_file()]
    assert after == []
    assert list(built.outdir.rglob("*get-a*.html"))
