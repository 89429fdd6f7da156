"""What a build knows of the checks that AFDocs asks of a published site.

The checks are off unless ``docsjson_agent_checks`` is on. Each kind of warning is called as the
check of AFDocs (https://agentdocsspec.com, version 0.6.0), with its limits. What depends on the
host is not looked at, and what the writer of twins warrants, such as closed fences, has no check.
Neither has what AFDocs cannot see in pages of Sphinx: long tables, and JSON in highlighted code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.outputs.crawlers import authors_file
from sphinx_docsjson.outputs.llms import NAME, outline_of
from sphinx_docsjson.outputs.markdown.writer import twin_name
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.site.model import CONFIG_NAMES
from sphinx_docsjson.steps import Turn, add_step
from sphinx_docsjson.version import __version__
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

MOST_CHARACTERS = 50_000
"""Characters of a text that all agents read to its end."""

MOST_BYTES = 1_000_000
"""Bytes of a page that all agents load; some stop here."""

MOST_CHARACTERS = 50_000
"""Characters of a text that agents read before they cut it; AFDocs takes the same."""

LEAST_COVERED = 0.95
POINTER = "/llms.txt"

_LINK = re.compile(r"(?<![!\\])\[(?:[^\\\[\]\n]|\\.)*+\]\(<?([^)>\s]{1,2000}+)>?[^)\n]{0,2000}+\)")


@dataclass(frozen=True, kw_only=True, slots=True)
class BuiltPage:
    """A page as it was written.

    :param url: its address, relative to the root of the site.
    :param twin: its Markdown, or ``None`` where there is none.
    """

    docname: str
    url: str
    html: str
    twin: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class BuiltSite:
    """What was written, as agents meet it.

    :param base: the address of the site, or ``""``.
    :param index: the text of ``llms.txt``, or ``None`` where there is none.
    :param published: whether there is a file at a path of the site.
    """

    base: str
    index: str | None
    pages: tuple[BuiltPage, ...]
    published: Callable[[str], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class AgentFinding:
    """What a check found.

    :param page: the document that it is about, or ``""``.
    :param line: the line of ``llms.txt``, where it is about that.
    """

    kind: Warn
    message: str
    page: str = ""
    line: int = 0


def findings(site: BuiltSite) -> Iterator[AgentFinding]:
    """Yield what agents will stumble over; each kind of each page once."""
    if site.index is None:
        yield AgentFinding(
            kind=Warn.AGENT_LLMS_TXT_EXISTS,
            message="there is no llms.txt: take docsjson_llms_txt = False out of conf.py",
        )
    else:
        yield from of_index(site, site.index)
    if not site.base and any("](" in (page.twin or "") for page in site.pages):
        yield AgentFinding(
            kind=Warn.AGENT_MARKDOWN_LINK_PORTABILITY,
            message="links in Markdown twins and llms.txt are relative, and there is no sitemap, "
            "as nobody says where the site is read: set html_baseurl",
        )
    if site.pages and not any(page.twin for page in site.pages):
        yield AgentFinding(
            kind=Warn.AGENT_MARKDOWN_URL_SUPPORT,
            message="no page is written as Markdown: take docsjson_markdown_twins = False out of "
            "conf.py",
        )
    for page in site.pages:
        yield from of_page(site, page)


def of_index(site: BuiltSite, text: str) -> Iterator[AgentFinding]:
    """Yield what is wrong with ``llms.txt``."""
    lines = text.split("\n")
    if len(text) > MOST_CHARACTERS:
        yield AgentFinding(
            kind=Warn.AGENT_LLMS_TXT_SIZE,
            message=f"llms.txt has {len(text):,} characters, and agents read "
            f"{MOST_CHARACTERS:,}: lead to one file for each part",
            line=1,
        )
    first = next((line for line in lines if line.strip()), "")
    headings = [line for line in lines if re.match(r"#{1,6}\s", line)]
    links = [
        (number, found[1])
        for number, line in enumerate(lines, start=1)
        for found in _LINK.finditer(line)
    ]
    missing = {
        "a first line with the name, '# Acme'": first.startswith("# "),
        "a line that says what it is about, '> …' (`description` in docs.json)": any(
            line.lstrip().startswith("> ") for line in lines
        ),
        "a heading above its links": len(headings) > 1,
        "links": bool(links),
    }
    for what, there in missing.items():
        if not there:
            message = f"llms.txt has no {what.removeprefix('a ')}"
            yield AgentFinding(kind=Warn.AGENT_LLMS_TXT_VALID, message=message, line=1)
    own = {
        (number, unquote(url.removeprefix(site.base).partition("#")[0]))
        for number, url in links
        if site.base and url.startswith(site.base)
    }
    for number, path in sorted(own):
        if not site.published(path):
            yield AgentFinding(
                kind=Warn.AGENT_LLMS_TXT_LINKS_RESOLVE,
                message=f"llms.txt leads to '{path}', which the site does not have",
                line=number,
            )
    named = {path for _number, path in own}
    if site.base and NAME not in {path.rpartition("/")[2] for path in named}:
        known = [p for p in site.pages if {p.url, twin_name(p.docname)} & named]
        if site.pages and len(known) < LEAST_COVERED * len(site.pages):
            yield AgentFinding(
                kind=Warn.AGENT_LLMS_TXT_COVERAGE,
                message=f"llms.txt names {len(known)} of {len(site.pages)} pages: take your own "
                "away, or add the others",
                line=1,
            )


def of_page(site: BuiltSite, page: BuiltPage) -> Iterator[AgentFinding]:
    """Yield what is wrong with one page."""
    size = len(page.html.encode("utf-8", "replace"))
    if size > MOST_BYTES:
        yield AgentFinding(
            kind=Warn.AGENT_PAGE_SIZE_TRANSFER,
            message=f"the page has {size:,} bytes, and some agents load {MOST_BYTES:,}: divide it",
            page=page.docname,
        )
    if site.index is not None and POINTER not in page.html and f'"{NAME}"' not in page.html:
        yield AgentFinding(
            kind=Warn.AGENT_LLMS_TXT_DIRECTIVE_HTML,
            message="the page does not lead to llms.txt: a template or theme leaves the link out",
            page=page.docname,
        )
    if page.twin is None:
        return
    if site.index is not None and POINTER not in page.twin and site.base:
        yield AgentFinding(
            kind=Warn.AGENT_LLMS_TXT_DIRECTIVE_MD,
            message="the Markdown of the page does not lead to llms.txt: take docsjson_llms_txt = "
            "False out of conf.py",
            page=page.docname,
        )
    if len(page.twin) > MOST_CHARACTERS:
        yield AgentFinding(
            kind=Warn.AGENT_PAGE_SIZE_MARKDOWN,
            message=f"the page has {len(page.twin):,} characters as Markdown, and agents read "
            f"{MOST_CHARACTERS:,}: divide it",
            page=page.docname,
        )


# What was written, and where what is found is said.


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting and add the step."""
    app.add_config_value(
        "docsjson_agent_checks",
        False,
        "",
        bool,
        description="Check what agents stumble over, as AFDocs does.",
    )
    add_step(
        app,
        "build-finished",
        Turn.AFTER,
        check_for_agents,
        "what agents will stumble over is said",
    )
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}


def check_for_agents(app: Sphinx, _failure: Exception | None) -> None:
    """Report what agents will stumble over, where the setting asks for it."""
    if app.config.docsjson_agent_checks and app.builder.name in HTML_BUILDERS:
        for found in findings(built_site(app)):
            warn(found.kind, found.message, location=_place(app, found))


def built_site(app: Sphinx) -> BuiltSite:
    """Return what was written for the pages that are announced."""
    build = the_build(app.config)
    outline = outline_of(build.nav, build.full_site, app.env.metadata, app.env.toctree_includes)
    builder: Any = app.builder

    def text(path: Path) -> str | None:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None

    def published(path: str) -> bool:
        here = app.outdir / path
        ends = ("", ".html", "/index.html")
        return (
            any(here.with_name(f"{here.name}{end}").is_file() for end in ends[:2])
            or (here / "index.html").is_file()
        )

    pages = tuple(
        BuiltPage(
            docname=docname,
            url=app.builder.get_target_uri(docname),
            html=text(Path(builder.get_outfilename(docname))) or "",
            twin=text(app.outdir / twin_name(docname)) if has_twins(app) else None,
        )
        for docname in outline.pages
    )
    return BuiltSite(
        base=base_url(app.config),
        index=text(app.outdir / NAME),
        pages=pages,
        published=published,
    )


def _place(app: Sphinx, found: AgentFinding) -> tuple[str, int | None] | str | None:
    """Return the file and the line of a finding: what its reader edits."""
    if found.page:
        written = Path(app.env.doc2path(found.page)).is_relative_to(app.srcdir)
        return (found.page, 1) if written else found.page
    own = authors_file(app, NAME)
    if found.line and own is not None:
        return (str(own), found.line)
    config = next((p for n in CONFIG_NAMES if (p := app.srcdir / n).is_file()), None)
    return str(config) if config is not None else None
