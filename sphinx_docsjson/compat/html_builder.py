"""Parts of pages as the HTML builder of Sphinx makes them, and what it makes them with."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import compact_paragraph
from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.highlighting import PygmentsBridge


def title_html(builder: Builder, title: nodes.Element) -> str:
    """Return a title as HTML, as Sphinx gives it to templates; else its words."""
    return _partial(builder, title, "title") or escape(title.astext(), quote=False)


def contents_html(builder: Builder, env: BuildEnvironment, docname: str) -> str:
    """Return the contents of a page as HTML, as Sphinx gives it to templates; else none."""
    try:
        from sphinx.environment.adapters.toctree import document_toc
    except ImportError:
        return ""
    tags: Any = getattr(builder, "tags", None)
    return _partial(builder, document_toc(env, docname, tags), "fragment")


def _partial(builder: Builder, node: nodes.Node, part: str) -> str:
    render: Any = getattr(builder, "render_partial", None)
    return str(render(node)[part]) if render is not None else ""


def write_titles_once(builder: Builder) -> None:
    """Let the builder remember the HTML of titles: each stands on its page and on two others.

    It makes a document with all its transforms for each, and has no other way to say what a title
    is. The lists of contents, one a page, are written without it when they hold links and words
    only. Where it makes them elsewhere, this time is lost.
    """
    given: Any = getattr(builder, "render_partial", None)
    if given is None or hasattr(given, "docsjson_given"):
        return
    known: dict[str, dict[str, str]] = {}
    compared = 0

    def render_partial(node: nodes.Node | None) -> dict[str, str]:
        nonlocal compared
        listed = _plain_contents(node) if compared >= 0 else None
        if listed is not None and compared < MANY_COMPARED:
            made = given(node)
            compared = compared + 1 if made["fragment"] == f"{listed}\n" else -1
            return dict(made)
        if listed is not None:
            return {"fragment": f"{listed}\n", "title": ""}
        words = _plain_title(node)
        if words is None:
            return dict(given(node))
        if words not in known:
            known[words] = dict(given(node))  # Sphinx 8 gives the same one each time
        return dict(known[words])

    render_partial.docsjson_given = given  # type: ignore[attr-defined]
    setattr(builder, "render_partial", render_partial)  # noqa: B010 (mypy: it is a method)


MANY_COMPARED = 8
"""So many lists of contents are written both ways: another translator may write them otherwise."""


def _plain_contents(listed: nodes.Node | None) -> str | None:
    """Return a list of links as Sphinx writes it; ``None`` where there is anything else."""
    if type(listed) is not nodes.bullet_list or any(listed.attributes.values()):
        return None
    parts = ["<ul>\n"]
    for item in listed.children:
        if type(item) is not nodes.list_item or any(item.attributes.values()):
            return None
        parts.append("<li>")
        for child in item.children:
            if isinstance(child, compact_paragraph):
                html = _plain_link(child)
                parts.append(html or "")
            else:
                html = _plain_contents(child)
                parts.append(f"{html}\n" if html else "")
            if html is None:
                return None
        parts.append("</li>\n")
    return "".join((*parts, "</ul>"))


LINK = {"internal", "refuri", "anchorname"}
_AS_IS = re.compile(r"""[^<>&"'@\\]*""")
"""What no writer has to write in another way."""


def _plain_link(paragraph: nodes.Element) -> str | None:
    """Return the link of an entry; ``None`` where it is more than a link around words."""
    link = paragraph.children[0] if len(paragraph.children) == 1 else None
    if type(link) is not nodes.reference or any(paragraph.attributes.values()):
        return None
    words = link.children[0] if len(link.children) == 1 else None
    given = {name for name, value in link.attributes.items() if value}
    if type(words) is not nodes.Text or given - LINK or not link.get("internal"):
        return None
    uri = link.get("refuri", "")
    if not uri or not _AS_IS.fullmatch(uri) or not _AS_IS.fullmatch(words):
        return None
    return f'<a class="reference internal" href="{uri}">{words}</a>'


def _plain_title(node: nodes.Node | None) -> str | None:
    """Return the words of a title that is nothing but words."""
    if type(node) is not nodes.title or any(node.attributes.values()):
        return None
    child = node.children[0] if len(node.children) == 1 else None
    return str(child) if type(child) is nodes.Text else None


def following_document(builder: Builder, docname: str) -> str | None:
    """Return the document that Sphinx links to as the next one; where that is unknown, none."""
    related = getattr(builder, "relations", {}).get(docname)
    return related[2] if related else None


def render_template(builder: Builder, name: str, context: dict[str, Any]) -> str | None:
    """Return what a template of the theme makes of *context*, where the builder has a theme.

    ``html-collect-pages`` is the public way, but gives a page the whole frame of the others.
    """
    render: Any = getattr(getattr(builder, "templates", None), "render", None)
    return None if render is None else str(render(name, context))


def highlighter_of(translator: Any) -> Any:
    """Return what highlights code for a translator, or ``None`` where it is kept elsewhere."""
    return getattr(translator, "highlighter", None)


def replace_highlighter(
    builder: Builder, make: Callable[[PygmentsBridge], PygmentsBridge]
) -> None:
    """Let *make* replace what highlights code, where there is one style of code.

    Sphinx has a setting for the style, and none for the writer. Where the builder keeps it
    elsewhere, code has an element around every word, and lexers are made for every block.
    """
    used = getattr(builder, "highlighter", None)
    is_alone = getattr(builder, "dark_highlighter", None) is None
    if isinstance(builder, StandaloneHTMLBuilder) and used is not None and is_alone:
        builder.highlighter = make(used)


def stem_once(builder: Builder) -> None:
    """Let the search index remember the stem of each word; it forgets them after each page.

    7 % of a build. Where the language or its method is elsewhere, only this time is lost.
    """
    language: Any = getattr(getattr(builder, "indexer", None), "lang", None)
    stem = getattr(language, "stem", None)
    if stem is not None:
        vars(language).setdefault("stem", cache(stem))


def make_no_index(builder: Builder) -> None:
    """Keep the builder from making Sphinx's index of the search, which no page would read.

    It looks at ``search`` when it begins to write, and would warn of an index that is not there;
    the page and what announces it are written by the same flag later: see :func:`have_search`.
    Where the flag is another one, the index is made for nothing.
    """
    if getattr(builder, "search", False) is True:
        vars(builder)["search"] = False


def have_search(builder: Builder) -> None:
    """Let the builder write the page of the search after :func:`make_no_index`."""
    vars(builder).pop("search", None)


def searchindex_file(builder: Builder) -> Path:
    """Return where Sphinx's index is, or would be."""
    return builder.outdir / str(getattr(builder, "searchindex_filename", "searchindex.js"))
