"""RSS 2.0 feeds for pages with updates.

It is below the address of the page (``changelog/rss.xml``) and holds what the page says, so that
two builds of one source give the same bytes. Source: RSS 2.0 (rssboard.org).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin
from xml.sax.saxutils import escape, quoteattr

from babel import Locale, UnknownLocaleError
from docutils import nodes

from sphinx_docsjson.base.messages import read_json, well_formed
from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.base.titles import title_of, title_text
from sphinx_docsjson.build import base_url, shown_build
from sphinx_docsjson.components.families.updates import DESCRIPTION, LABEL, TAGS, update
from sphinx_docsjson.components.paper import has_class
from sphinx_docsjson.html.own_paths import image_address
from sphinx_docsjson.outputs.page_outputs import add_page_files
from sphinx_docsjson.outputs.twins import HTML_BUILDERS
from sphinx_docsjson.steps import Turn, add_step, with_theme
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""What XML 1.0 cannot hold, even as a reference."""

_NUMBERS = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?![\d.])")
_DAY_FIRST = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DAY = re.compile(r"(?<![\d.])([0-3]?\d)(?:st|nd|rd|th)?(?!\d|\.\d)")

_TAGS_OF = {
    nodes.paragraph: "p",
    nodes.bullet_list: "ul",
    nodes.enumerated_list: "ol",
    nodes.list_item: "li",
    nodes.strong: "strong",
    nodes.emphasis: "em",
    nodes.literal: "code",
    nodes.literal_block: "pre",
    nodes.block_quote: "blockquote",
    nodes.title: "h3",
    nodes.rubric: "h3",
}
"""What a reader of feeds shows; of other nodes it gets what is in them."""

_LEFT_OUT = (nodes.comment, nodes.raw, nodes.target, nodes.substitution_definition)


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedEntry:
    """An update as a feed has it.

    :param url: its address, which is also its id.
    :param date: when it was, at midnight UTC; ``None`` where it does not say so.
    :param content: HTML without ids, classes and styles, whose addresses are whole.
    """

    title: str
    url: str
    date: datetime | None
    tags: tuple[str, ...]
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Feed:
    """The updates of a page, in its order."""

    title: str
    description: str
    url: str
    language: str
    entries: tuple[FeedEntry, ...]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the step and the files."""
    add_page_files(app, lambda docname: [feed_name(docname)])
    add_step(
        app,
        "html-page-context",
        Turn.AFTER,
        write_feeds,
        "write the RSS feed of a changelog",
        when=with_theme,
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def write_feeds(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Write the feed of a page with updates, and name it in its head.

    Templates are given ``dj_feed``, its address, where the page shows it.
    """
    if app.builder.name not in HTML_BUILDERS or not isinstance(doctree, nodes.document):
        return
    name, base = feed_name(pagename), base_url(app.config)
    path, found = app.outdir / name, list(doctree.findall(update))
    if not found or not base:
        if not is_authors(app, path):
            path.unlink(missing_ok=True)
        return
    feed, address = read_feed(app, pagename, context, found), base + quote(name)
    if not is_authors(app, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rss_text(feed, address), encoding="utf-8", newline="\n")
    link = (
        '<link rel="alternate" type="application/rss+xml" '
        f'title={quoteattr(feed.title)} href="{escape(address)}">'
    )
    context["metatags"] = f"{context.get('metatags', '')}\n  {link}"
    if str(context.get("meta", {}).get("rss", "")).lower() == "true":
        context["dj_feed"] = address


def feed_name(docname: str) -> str:
    """Return the path of the feed of a page below the output folder."""
    folder = docname.removesuffix("index").rstrip("/") if docname.endswith("index") else docname
    return "/".join(filter(None, (folder, "rss.xml")))


def read_feed(app: Sphinx, docname: str, context: dict[str, Any], updates: list[update]) -> Feed:
    """Return the updates of a page. The date of one that has none is that of the one before."""
    build = shown_build(app.config)
    front = app.env.metadata.get(docname, {})
    page = base_url(app.config) + app.builder.get_target_uri(docname)
    title = title_of(app.env, docname)
    language = str(context.get("language") or app.config.language or "en")
    content = _Content(page, base_url(app.config), partial(image_address, app.builder))
    entries = tuple(_entry(each, page, language, content) for each in updates)
    return Feed(
        title=f"{title} — {build.site.name}" if build else title,
        description=str(front.get("description") or title),
        url=page,
        language=language.replace("_", "-"),
        entries=entries,
    )


def _entry(node: Any, page: str, language: str, content: _Content) -> FeedEntry:
    label = description = ""
    anchor = next(iter(node["ids"]), "")
    tags: list[str] = []
    body: list[nodes.Node] = []
    for child in node.children:
        if has_class(child, LABEL):
            label, anchor = title_text(child), next(iter(child["ids"]), anchor)
        elif has_class(child, DESCRIPTION):
            description = title_text(child)
        elif has_class(child, TAGS):
            tags = [each.astext() for each in child.findall(nodes.inline)]
        else:
            body.append(child)
    own = _own_words(node.get("feed", ""))
    dates = (date_in(text, language) for text in (node.get("date", ""), label, description))
    return FeedEntry(
        title=own.get("title") or " — ".join(filter(None, (label, description))) or page,
        url=f"{page}#{anchor}" if anchor else page,
        date=next((date for date in dates if date), None),
        tags=tuple(tags),
        content=f"<p>{escape(own['description'])}</p>"
        if own.get("description")
        else "".join(map(content.html, body)),
    )


def _own_words(written: str) -> dict[str, str]:
    """Return ``title`` and ``description`` of the attribute ``rss``."""
    with suppress(ValueError):
        found = read_json(written)
        if isinstance(found, dict):
            return {key: value for key, value in found.items() if isinstance(value, str)}
    return {"title": written} if written.strip() not in ("", "true", "false") else {}


def date_in(text: str, language: str = "en") -> datetime | None:
    """Return the day that a label names, the first of a month where it names no day.

    Known are ``2026-03-09``, ``2026-03``, ``9.3.2026``, and the names of months in English and in
    *language*: ``March 9, 2026``, ``9 March 2026``, ``Mar 2026``.
    """
    if found := _NUMBERS.search(text):
        return _day(int(found[1]), int(found[2]), int(found[3] or 1))
    if found := _DAY_FIRST.search(text):
        return _day(int(found[3]), int(found[2]), int(found[1]))
    year = _YEAR.search(text)
    if year is None:
        return None
    for word in _WORD.findall(text):
        month = _months(language).get(word.casefold()) or _months("en").get(word.casefold())
        if month:
            day = _DAY.search(text[: year.start()]) or _DAY.search(text[year.end() :])
            return _day(int(year[0]), month, int(day[1]) if day else 1)
    return None


def _day(year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, tzinfo=UTC)
    except ValueError:
        return None


def _months(language: str) -> dict[str, int]:
    """Return the names of months, long and short, in a language → number."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return {}
    return {
        name.rstrip(".").casefold(): number
        for context in ("format", "stand-alone")
        for width in ("wide", "abbreviated")
        for number, name in locale.months[context][width].items()
    }


class _Content:
    """Nodes → HTML with whole addresses.

    :param image_path: URI of a picture → path of its copy from the root of the output.
    """

    def __init__(self, page: str, base: str, image_path: Callable[[str], str | None]) -> None:
        self._page = page
        self._base = base
        self._image_path = image_path

    def html(self, node: nodes.Node) -> str:
        """Return a node and what is in it."""
        return "".join(self._parts(node))

    def _parts(self, node: nodes.Node) -> Iterator[str]:
        stack: list[nodes.Node | str] = [node]
        while stack:
            each = stack.pop()
            if isinstance(each, nodes.Text):  # which is also a str
                yield escape(each.astext())
            elif isinstance(each, str):
                yield each
            elif isinstance(each, nodes.image):
                yield self._image(each)
            elif isinstance(each, nodes.Element) and not isinstance(each, _LEFT_OUT):
                begin, end = self._around(each)
                stack.extend((end, *reversed(each.children), begin))

    def _around(self, node: nodes.Element) -> tuple[str, str]:
        if isinstance(node, nodes.reference):
            target = node.get("refuri") or f"#{node.get('refid', '')}"
            return f"<a href={quoteattr(urljoin(self._page, target))}>", "</a>"
        name = next((tag for kind, tag in _TAGS_OF.items() if isinstance(node, kind)), "")
        return (f"<{name}>", f"</{name}>") if name else ("", "")

    def _image(self, node: nodes.image) -> str:
        uri = node["uri"]
        copy = self._image_path(uri)
        address = f"{self._base}{copy}" if copy else urljoin(self._page, uri)
        return f"<img src={quoteattr(address)} alt={quoteattr(node.get('alt', ''))}/>"


def rss_text(feed: Feed, address: str) -> str:
    """Return a feed as RSS 2.0."""
    items = "".join(
        "<item>\n"
        f"<title>{_text(entry.title)}</title>\n"
        f"<link>{_text(entry.url)}</link>\n"
        f'<guid isPermaLink="true">{_text(entry.url)}</guid>\n'
        + (f"<pubDate>{format_datetime(entry.date)}</pubDate>\n" if entry.date else "")
        + "".join(f"<category>{_text(tag)}</category>\n" for tag in entry.tags)
        + f"<description>{_text(entry.content)}</description>\n</item>\n"
        for entry in feed.entries
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n'
        f"<title>{_text(feed.title)}</title>\n"
        f"<link>{_text(feed.url)}</link>\n"
        f"<description>{_text(feed.description)}</description>\n"
        f"<language>{_text(feed.language)}</language>\n"
        f'<atom:link href={quoteattr(address)} rel="self" type="application/rss+xml"/>\n'
        f"{items}</channel>\n</rss>\n"
    )


def _text(text: str) -> str:
    """Return *text* as XML has it between two tags."""
    return escape(_NO_XML.sub("", well_formed(text)))
