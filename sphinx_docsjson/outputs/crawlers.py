"""The indexes of a site: ``llms.txt``, ``llms-full.txt``, sitemap, robots file, catalogues."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING
from urllib.parse import quote
from xml.sax.saxutils import escape

from docutils import nodes
from sphinx.util import logging

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.compat.builders import add_message
from sphinx_docsjson.compat.docutils import forget_bytes
from sphinx_docsjson.html.author_files import is_own_file
from sphinx_docsjson.html.meta import announced_uri
from sphinx_docsjson.navigation.toctrees import first_page_of
from sphinx_docsjson.outputs.llms import (
    DESCRIPTION_LIMIT,
    Index,
    IndexEntry,
    IndexPart,
    adopted_pages,
    full_text,
    index_files,
    is_indexed,
    outline_of,
    plain,
    says_no,
    short,
    tokens,
    with_links_from_root,
)
from sphinx_docsjson.outputs.markdown.writer import twin_name, twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.translation import site_domain
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.outputs.llms import Outline
    from sphinx_docsjson.site.model import Site


# The indexes of a site: ``llms.txt``, ``llms-full.txt``, sitemap, robots file.

logger = logging.getLogger(__name__)


def setup_indexes(app: Sphinx) -> None:
    """Register the settings."""
    for name, text in (
        ("docsjson_llms_txt", "Write llms.txt, the index of all pages for agents."),
        ("docsjson_llms_full", "Write llms-full.txt, all pages in one file."),
        ("docsjson_sitemap", "Write sitemap.xml and robots.txt."),
        ("docsjson_discovery", "Write the skills and the catalogue of APIs below .well-known."),
    ):
        app.add_config_value(name, True, "html", bool, description=text)


def announce_indexes(app: Sphinx) -> None:
    """Let links refer to generated files, such as ``llms.txt``."""
    names = the_build(app.config).names_in_root
    if app.config.docsjson_llms_txt:
        names.add("llms.txt")
        if app.config.docsjson_llms_full and has_twins(app):
            names.add("llms-full.txt")
    if app.config.docsjson_sitemap:
        names.add("robots.txt")
        if base_url(app.config):
            names.add("sitemap.xml")


def write_indexes(app: Sphinx, _failure: Exception | None) -> None:
    """Write all files that are made of all pages."""
    if app.builder.name not in HTML_BUILDERS:
        return
    build = the_build(app.config)
    outline = outline_of(build.nav, build.full_site, app.env.metadata, app.env.toctree_includes)
    files: dict[str, str | Iterator[str]] = {}
    if app.config.docsjson_llms_txt and "sphinx_llms_txt" not in app.extensions:
        files |= llms_files(app, build.full_site, outline)
        if app.config.docsjson_llms_full and has_twins(app):
            files["llms-full.txt"] = llms_full(app, build.full_site, outline)
    base = base_url(app.config)
    if app.config.docsjson_sitemap and "sphinx_sitemap" not in app.extensions:
        pages = (*outline.pages, *outline.others)
        if base:
            files["sitemap.xml"] = sitemap_text(
                base + announced_uri(app.builder.get_target_uri(docname), build.full_site)
                for docname in pages
            )
        files["robots.txt"] = robots_text(
            f"{base}sitemap.xml" if base else None, build.full_site.content_signals
        )
    for name, text in files.items():
        publish(app, name, text)


def publish(app: Sphinx, name: str, text: str | bytes | Iterator[str]) -> None:
    """Write an output file, unless the author has one of the same name."""
    target = app.outdir / name
    target.parent.mkdir(parents=True, exist_ok=True)
    own = authors_file(app, name)
    if is_authors(app, target):
        return
    if own is not None:
        if own.resolve() != target.resolve():
            copyfile(own, target)
    elif isinstance(text, bytes):
        target.write_bytes(text)
    else:
        with target.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(map(well_formed, [text] if isinstance(text, str) else text))
    the_build(app.config).published.add(Path(target))


def authors_file(app: Sphinx, name: str) -> Path | None:
    """Return the author's own file: beside docs.json, or by ``html_extra_path``."""
    beside = app.srcdir / name
    candidates = [beside] if is_own_file(app.srcdir, beside) else []
    for entry in app.config.html_extra_path:
        path = app.confdir / entry
        candidates.append(path / name if path.is_dir() else path)
    return next(
        (path for path in candidates if path.name == Path(name).name and path.is_file()), None
    )


def llms_files(app: Sphinx, site: Site, outline: Outline) -> Mapping[str, str]:
    """Return path → text of ``llms.txt`` and, for long sites, of the files it leads to."""
    base = base_url(app.config)

    def address(path: str) -> str:
        return base + path

    index = Index(name=site.name, summary=summary(app, site), notes=notes(app, site), parts=())
    optional = IndexPart(
        title="Optional",
        entries=tuple(IndexEntry(title=label, url=href) for label, href in outline.links),
    )

    def tokens_of(docname: str) -> int:
        twin = app.outdir / twin_name(docname)
        return tokens(twin.stat().st_size) if twin.is_file() else 0

    return index_files(
        index,
        outline,
        lambda name: index_entry(app, name, base),
        address,
        tokens_of=tokens_of,
        tail=(optional,),
    )


def index_entry(app: Sphinx, docname: str, base: str | None = None) -> IndexEntry:
    """Return a page as an item of an index: its title, its twin and its description.

    :param base: the address of the site, by who knows it.
    """
    front = app.env.metadata.get(docname, {})
    path = twin_path(docname) if has_twins(app) else app.builder.get_target_uri(docname)
    return IndexEntry(
        title=title_of(app.env, docname),
        url=(base_url(app.config) if base is None else base) + path,
        notes=short(str(front.get("description", ""))),
    )


def summary(app: Sphinx, site: Site) -> str:
    """Return one line about the site: its description, else that of its first page.

    If neither has one, it is the first text of the first page, else its contents.
    """
    root = app.config.root_doc
    described = site.description or str(app.env.metadata.get(root, {}).get("description", ""))
    return short(described) or short(first_words(app, root)) or f"Documentation of {site.name}."


LEAST_SAID = 20
"""A paragraph of fewer characters, such as a word of welcome, says nothing about a site."""


def first_words(app: Sphinx, docname: str) -> str:
    """Return the first sentences of a page that are in no component."""
    first = first_page_of(app, docname) or docname
    if first not in app.env.all_docs:
        return ""
    doctree = app.env.get_doctree(first)
    forget_bytes(app.env, first)
    for paragraph in doctree.findall(nodes.paragraph):
        shown = paragraph.deepcopy()
        for unsaid in list(shown.findall(_is_unsaid)):
            unsaid.parent.remove(unsaid)
        text = " ".join(shown.astext().split())
        is_of_page = isinstance(paragraph.parent, nodes.section | nodes.document)
        if is_of_page and len(text) >= LEAST_SAID and text.endswith((".", "!", "。", "！")):
            end = text.rfind(". ", 0, DESCRIPTION_LIMIT)
            return text if len(text) <= DESCRIPTION_LIMIT or end < 0 else text[: end + 1]
    return ""


def _is_unsaid(node: nodes.Node) -> bool:
    return isinstance(node, nodes.raw | nodes.image | nodes.Invisible)


def notes(app: Sphinx, site: Site) -> tuple[str, ...]:
    """Return the paragraphs before the sections."""
    base = base_url(app.config)
    lines = [plain(text) for text in site.agent_instructions]
    if app.config.docsjson_llms_full and has_twins(app):
        lines.append(f"All pages in one file: {base}llms-full.txt")
    # No links: the targets of an index are treated as pages.
    if described := openapi_entries(app, lambda path: base + path):
        lines.append(f"Descriptions of the API: {', '.join(entry.url for entry in described)}")
    return tuple(lines)


def openapi_entries(app: Sphinx, address: Callable[[str], str]) -> list[IndexEntry]:
    """Return the files of APIs that readers can have."""
    return [
        IndexEntry(
            title=posixpath.basename(path),
            url=path if is_external(path) else address(quote(path)),
        )
        for path in the_build(app.config).description_files()
    ]


def llms_full(app: Sphinx, site: Site, outline: Outline) -> Iterator[str]:
    """Return all announced pages as one text in pieces, out of the twins on disk."""
    base = base_url(app.config)
    pages = _twins(app, outline, base)
    return full_text(site.name, summary(app, site), pages)


def _twins(app: Sphinx, outline: Outline, base: str) -> Iterator[tuple[str, str]]:
    """Yield the address and the twin of each announced page."""
    for docname in outline.pages:
        twin = app.outdir / twin_name(docname)
        if twin.is_file():
            source = base + app.builder.get_target_uri(docname)
            text = twin.read_text(encoding="utf-8")
            yield source or quote(docname), with_links_from_root(text, twin_path(docname), base)
        else:
            logger.debug("[docsjson] %s has no twin", docname)


# The texts of ``sitemap.xml`` (sitemaps.org 0.9) and of ``robots.txt`` (RFC 9309). Pure.

_NOT_IN_A_LINE = re.compile(
    '[\\s\x00-\x20\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff<>"\\\\^`{|}]'
)
"""What no URL has, and what ends a line or is not a character of XML."""

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)


def sitemap_text(addresses: Iterable[str]) -> str:
    """Return a sitemap of pages, by their absolute addresses."""
    entries = "".join(
        f"  <url><loc>{escape(encoded(address))}</loc></url>\n"
        for address in dict.fromkeys(addresses)
    )
    return f"{_HEAD}{entries}</urlset>\n"


def robots_text(sitemap: str | None, signals: Mapping[str, bool] | None = None) -> str:
    """Return a robots file that lets everyone in and names the sitemap.

    :param signals: what the pages may be used for (contentsignals.org).
    """
    said = ", ".join(f"{name}={'yes' if yes else 'no'}" for name, yes in (signals or {}).items())
    lines = ["User-agent: *", *([f"Content-Signal: {said}"] if said else []), "Allow: /"]
    if sitemap:
        lines += ["", f"Sitemap: {encoded(sitemap)}"]
    return "\n".join(lines) + "\n"


def encoded(url: str) -> str:
    """Return an absolute URL on one line, with what no URL has percent-encoded."""
    return _NOT_IN_A_LINE.sub(lambda found: quote(found[0], errors="replace"), url)


# Which pages the search of the site finds: the same that are announced elsewhere.
#
# Sphinx leaves a page out of its index when its front matter says ``nosearch``; our mark
# beside it tells the two apart, because the environment is kept from build to build.

MARK = "docsjson-nosearch"


def mark_pages(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say ``nosearch`` for each page that the search leaves out."""
    build = the_build(app.config)
    adopted = adopted_pages(build.nav, env.toctree_includes)
    for docname in env.found_docs:
        front = env.metadata[docname]
        if MARK in front:
            del front[MARK]
            front.pop("nosearch", None)
        positions = build.nav.tree.positions(adopted.get(docname, docname))
        found = is_indexed(front, positions, build.site) and not says_no(front, "searchable")
        if not found and "nosearch" not in front:
            front["nosearch"] = front[MARK] = ""
    return []


# The texts of ``docs.json`` in the catalogues for translators, beside those of documents.


def extract_site_texts(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Add the texts of ``docs.json`` to the catalogues that the gettext builder writes."""
    if app.builder.name != "gettext" or not the_build(app.config).improves_books:
        return []
    build, domain = the_build(app.config), site_domain(app.config)
    for text, places in build.texts.messages.items():
        for file, line in places:
            uid = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
            add_message(app.builder, domain, text, (str(build.srcdir / file), line), uid=uid)
    return []
