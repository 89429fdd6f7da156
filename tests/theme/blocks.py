"""The blocks of the templates of a theme, and child templates that override each of them."""

from __future__ import annotations

from pathlib import Path

import sphinx
from jinja2 import Environment, nodes

BASIC = Path(sphinx.__file__).parent / "themes" / "basic"
OURS = Path(__file__).resolve().parents[2] / "theme"


def blocks_of(template: Path) -> list[str]:
    """Return the names of the blocks that a template declares, in their order."""
    tree = Environment(extensions=["jinja2.ext.i18n"]).parse(template.read_text("utf-8"))
    return [block.name for block in tree.find_all(nodes.Block)]


def mark(block: str) -> str:
    return f"<!--marks {block}-->"


def child(block: str, *, keeps: bool) -> str:
    """Return a template that puts a mark into a block, beside what is there or in its place."""
    inner = f"{{{{ super() }}}}{mark(block)}" if keeps else mark(block)
    return f'{{% extends "!page.html" %}}{{% block {block} %}}{inner}{{% endblock %}}'


def overriding_each(blocks: list[str], templates: Path) -> dict[str, str]:
    """Write a child template for each block; return a page for each, which is drawn by it.

    ``page.html`` chooses the template by the name of the page: ``sidebar1-keeps`` and so on.
    """
    (templates / "page.html").write_text('{% extends "child-" ~ pagename ~ ".html" %}')
    pages = {}
    for block in blocks:
        for way in ("keeps", "replaces"):
            name = f"{block.replace('_', '-')}-{way}"
            text = child(block, keeps=way == "keeps")
            (templates / f"child-{name}.html").write_text(text)
            pages[f"{name}.rst"] = f"{block}\n{'=' * 30}\n\nText.\n\nPart\n----\n\nText.\n"
    return pages
