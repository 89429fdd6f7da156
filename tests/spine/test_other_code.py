"""What other code kept is not read: not even a doctree that cannot be read any more."""

from __future__ import annotations

import json

import sphinx_docsjson
from sphinx_docsjson.version import code_digest
from tests._support.building import build_site

FILES = {
    "docs.json": json.dumps({"name": "A", "navigation": [{"group": "A", "pages": ["index"]}]}),
    "index.md": "# First\n\nSee [](second.md).\n",
    "second.md": "# Second\n",
}


def test_a_changed_renamed_or_new_file_is_other_code(tmp_path):
    (tmp_path / "a.py").write_text("A = 1\n")
    digests = [code_digest(tmp_path)]
    for change in (
        lambda: (tmp_path / "a.py").write_text("A = 2\n"),
        lambda: (tmp_path / "a.py").rename(tmp_path / "b.py"),
        lambda: (tmp_path / "c.py").write_text(""),
    ):
        change()
        code_digest.cache_clear()
        digests.append(code_digest(tmp_path))
    code_digest.cache_clear()

    assert len(set(digests)) == 4


def test_pages_that_other_code_read_are_read_again(tmp_path, monkeypatch):
    build_site(tmp_path / "src", FILES)
    doctrees = tmp_path / "src-out" / "doctrees"
    for file in doctrees.rglob("*.doctree"):
        file.write_bytes(b"of a class that is gone")
    (tmp_path / "src" / "index.md").touch()
    monkeypatch.setattr(sphinx_docsjson, "env_version", lambda: 1)
    built = build_site(tmp_path / "src", FILES)

    assert built.warning_lines == []
    assert "Second" in (built.outdir / "index.html").read_text()
