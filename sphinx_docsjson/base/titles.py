"""The text of a heading, without icons and other decoration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markupsafe import Markup
from sphinx.addnodes import compact_paragraph, only, pending_xref

from sphinx_docsjson.base.files import title_from_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


AUTHORS_WORDS = "authors_words"
"""The attribute of a node that a component made: what its author wrote of the words in it."""

NO_TITLE = "<no title>"
"""What Sphinx calls a page without a heading."""

_LEFT_OUT = (
    nodes.raw,
    nodes.image,
    nodes.Invisible,
    nodes.footnote_reference,
    nodes.citation_reference,
    nodes.system_message,
)
_UNWRAPPED = (
    nodes.reference,
    nodes.target,
    nodes.problematic,
    nodes.abbreviation,
    pending_xref,
)


_ALT = re.compile(r"""\balt=(["'])(.*?)\1""", re.DOTALL)
CODE = re.compile(r"(`++[^`]++`++)")
"""A code span in a title of front matter."""
_MARKS = re.compile(r"(?<![\w*`])(\*{1,2}|`+)(?=\S)([^*`]+)(?<=\S)\1(?![\w*`])")
_MARKUP = re.compile(
    r"<!(?:--|–)[^<>]*+>|<(?:br|img|wbr)\b[^<>]*+>"
    r"|<(?P<name>a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span"
    r"|strike|strong|sub|sup|time|tt|u|var)(?:\s[^<>]*+)?>(?P<inner>[^<]*+)</(?P=name)\s*+>",
    re.IGNORECASE,
)
"""A comment, an element without content, or the innermost pair of tags."""

_DEEPEST = 6
"""How deep elements are nested in a title."""


def title_text(title: nodes.Node | None) -> str:
    """Return the words of a heading as plain text on one line."""
    if title is None:
        return ""
    words = " ".join("".join(node.astext() for node in title_nodes(title)).split())
    return "" if words == NO_TITLE else words


def title_nodes(title: nodes.Node) -> list[nodes.Node]:
    """Return a copy of what a heading says, for lists and links that repeat it.

    It has no ids, links, notes, pictures or raw markup. A picture counts by its alternative text,
    and what a component says by itself counts, where the heading has no other words.
    """
    if words_of(title.children).strip():
        found = _copies(title.children)
        for place, strip in ((0, str.lstrip), (-1, str.rstrip)):
            if isinstance(found[place], nodes.Text):
                found[place] = nodes.Text(strip(str(found[place])))
        return found
    words = " ".join(" ".join(map(_instead, title.children)).split())
    return [nodes.Text(words)] if words else []


def words_of(children: Iterable[nodes.Node]) -> str:
    """Return what the author wrote of nodes in a heading, space and all."""
    return "".join(node.astext() for node in _copies(children))


def _copies(children: Iterable[nodes.Node]) -> list[nodes.Node]:
    return [copy for child in children for copy in _copy(child)]


def _copy(node: Any) -> list[nodes.Node]:
    if isinstance(node, nodes.Text):
        return [node.copy()]
    if AUTHORS_WORDS in node:
        return [nodes.Text(node[AUTHORS_WORDS])] if node[AUTHORS_WORDS] else []
    inner = [] if isinstance(node, _LEFT_OUT) else _copies(node.children)
    if not inner or isinstance(node, _UNWRAPPED):
        return inner
    copy = node.copy()
    copy["ids"] = []
    copy += inner
    return [copy]


def _instead(node: Any) -> str:
    """Return what a node says that has no words of the author."""
    if isinstance(node, nodes.image):
        return str(node.get("alt", ""))
    if isinstance(node, nodes.raw):
        return _text_of_html(node.astext()) if "html" in node.get("format", "") else ""
    if isinstance(node, nodes.Text):
        return str(node)
    return "" if isinstance(node, _LEFT_OUT) else "".join(map(_instead, node.children))


def _text_of_html(html: str) -> str:
    return " ".join((Markup(html).striptags(), *(found[2] for found in _ALT.finditer(html))))


def without_tags(text: str) -> str:
    """Return a title of front matter without comments and the tags of inline HTML.

    What is in backticks stays, and so does what is not a pair of tags: ``List<T>`` is a name.
    """
    parts = CODE.split(text)
    for place in range(0, len(parts), 2):
        for _ in range(_DEEPEST):
            parts[place] = _MARKUP.sub(lambda found: found["inner"] or "", parts[place])
    return " ".join("".join(parts).split()) if len(parts) > 1 or "<" in text else text


def plain_line(text: str) -> str:
    """Return a title of front matter, one line of Markdown with HTML in it, as plain text."""
    return _MARKS.sub(r"\2", without_tags(text))


def title_of(env: BuildEnvironment, docname: str) -> str:
    """Return the title of a page as plain text; empty where it has none."""
    return title_text(env.titles.get(docname))


def _sections(around: nodes.Element) -> Iterator[nodes.section]:
    for node in around.children:
        if isinstance(node, nodes.section):
            yield node
        if isinstance(node, nodes.section | only):
            yield from _sections(node)


def shorten_titles(app: Sphinx, doctree: nodes.document) -> None:
    """Reduce the copies of headings in Sphinx's titles, contents and labels to their words.

    A page without a heading has the title of its front matter, else that of its file.
    """
    env, docname = app.env, app.env.docname
    headings: dict[str, Any] = {}
    of_page = [""]
    for section in _sections(doctree):
        if section.children and isinstance(section[0], nodes.title):
            # Sphinx's copy of any other heading stays: extensions may have changed that since.
            inner = section[0].findall(nodes.Element)
            if any(AUTHORS_WORDS in node or isinstance(node, _LEFT_OUT) for node in inner):
                headings |= dict.fromkeys([*of_page, *section["ids"]], section[0])
            of_page = []
    title, longtitle = env.titles[docname], env.longtitles[docname]
    title[:] = title_nodes(headings.get("", title))
    if not title_text(title):
        own = plain_line(str(env.metadata[docname].get("title") or ""))
        title[:] = [nodes.Text(own or title_from_name(docname))]
    if longtitle is not title:
        longtitle[:] = title_nodes(longtitle)
    for entry in env.tocs[docname].findall(compact_paragraph):
        for link in entry.findall(nodes.reference):
            link[:] = title_nodes(headings.get(link.get("anchorname", "")[1:], link))
    for name, value in env.metadata[docname].items():
        if name.casefold() in ("title", "sidebartitle") and isinstance(value, str):
            env.metadata[docname][name] = plain_line(value)
    labels = env.domains.standard_domain.labels
    for name, is_explicit in doctree.nametypes.items():
        page, anchor, words = labels.get(name, ("", "", "")) if is_explicit else ("", "", "")
        if page == docname and anchor in headings:
            labels[name] = (page, anchor, title_text(headings[anchor]) or words)
