"""Admonitions that are not ours to draw."""

from __future__ import annotations

import pytest

TODO = "T\n=\n\n.. todo:: Nobody is told.\n\n.. todolist::\n\n.. note:: Seen.\n"


@pytest.mark.parametrize("shown", [False, True])
def test_notes_of_what_is_to_do_are_seen_where_the_project_shows_them(site, shown: bool):
    conf = {"extensions": ["sphinx_docsjson", "sphinx.ext.todo"], "todo_include_todos": shown}
    built = site({"index.rst": TODO}, conf=conf)
    assert built.warning_lines == []
    for name in ("index.html", "index.md", "llms-full.txt"):
        assert ("Nobody is told" in built.text(name)) is shown, name
        assert "Seen." in built.text(name)


BOX = """
from docutils import nodes
from docutils.parsers.rst import Directive

class Box(Directive):
    has_content = True

    def run(self):
        box = nodes.admonition()
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box]

def setup(app):
    app.add_directive("box", Box)
"""


def test_a_box_without_a_title_gets_none(site, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "box_without_title.py").write_text(BOX)
    conf = {"extensions": ["sphinx_docsjson", "box_without_title"]}
    built = site({"index.rst": "T\n=\n\n.. box::\n\n   Inside.\n"}, conf=conf)
    assert built.article("index").select_one(".admonition").get_text(strip=True) == "Inside."
