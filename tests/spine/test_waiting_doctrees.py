"""Pages wait in files between reading and writing, not in memory."""

import json

from sphinx.environment import BuildEnvironment

from sphinx_docsjson import performance
from tests._support.building import build_site

SPECIFICATION = {
    "openapi": "3.1.0",
    "info": {"title": "Cards", "version": "1"},
    "paths": {
        f"/cards/{number}": {"get": {"summary": f"Card {number}", "responses": {}}}
        for number in range(3)
    },
}
FILES = {
    "docs.json": '{"name": "T", "api": {"openapi": "api.json"}, "navigation": ["index"]}',
    "index.md": "# Written\n",
    "api.json": json.dumps(SPECIFICATION),
}


def test_pages_wait_in_their_files(tmp_path, monkeypatch):
    waiting = {"something else"}
    check = BuildEnvironment.check_consistency

    def noted(env):
        waiting.clear()
        waiting.update(env._write_doc_doctree_cache)
        check(env)

    monkeypatch.setattr(BuildEnvironment, "check_consistency", noted)
    built = build_site(tmp_path / "site", FILES)

    assert waiting == set()
    assert built.app.env._pickled_doctree_cache == {}


def test_pages_are_the_same_where_they_wait_in_memory(tmp_path, monkeypatch):
    some = build_site(tmp_path / "some", FILES)
    monkeypatch.setattr(performance, "keep_in_files", lambda _env: None)
    every = build_site(tmp_path / "every", FILES)

    pages = {path.relative_to(some.outdir) for path in some.outdir.rglob("*.html")}
    assert len(pages) > 3
    for page in pages:
        assert (some.outdir / page).read_text() == (every.outdir / page).read_text()
