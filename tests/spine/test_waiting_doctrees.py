"""Generated pages wait in files between reading and writing, those of authors in memory."""

import json

from sphinx.environment import BuildEnvironment

from sphinx_docsjson import waiting_doctrees
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


def test_generated_pages_wait_in_their_files_and_written_ones_in_memory(tmp_path, monkeypatch):
    waiting = set()
    check = BuildEnvironment.check_consistency

    def noted(env):
        waiting.update(env._write_doc_doctree_cache)
        check(env)

    monkeypatch.setattr(BuildEnvironment, "check_consistency", noted)
    built = build_site(tmp_path / "site", FILES)

    assert waiting == {"index"}
    assert not {name for name in built.app.env._pickled_doctree_cache if "card" in name}


def test_pages_are_the_same_where_all_of_them_wait_in_memory(tmp_path, monkeypatch):
    some = build_site(tmp_path / "some", FILES)
    monkeypatch.setattr(waiting_doctrees, "keep_in_files", lambda _env, _documents: None)
    every = build_site(tmp_path / "every", FILES)

    pages = {path.relative_to(some.outdir) for path in some.outdir.rglob("*card*.html")}
    assert len(pages) == 3
    for page in pages:
        assert (some.outdir / page).read_text() == (every.outdir / page).read_text()
