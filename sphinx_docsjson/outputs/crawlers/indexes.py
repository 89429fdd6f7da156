"""When the build is finished: writes ``llms.txt``, ``llms-full.txt``, sitemap and robots file.

All of them are made in the main process out of the environment and of the twins on disk, so they
are right after an incremental build too. A file of the author with the same name wins.
"""

from __future__ import annotations

import posixpath
from pathlib import Path
from shutil import copyfile
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx.util import logging

from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.files.extra_files import is_authors
from sphinx_docsjson.outputs.crawlers.announced_pages import outline_of
from sphinx_docsjson.outputs.crawlers.llms import (
    Index,
    IndexEntry,
    IndexPart,
    index_files,
    plain,
    short,
)
from sphinx_docsjson.outputs.crawlers.llms_full import full_text
from sphinx_docsjson.outputs.crawlers.sitemap import robots_text, sitemap_text
from sphinx_docsjson.outputs.markdown.twin_addresses import twin_name, twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.text.surrogates import well_formed
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinx.application import Sphinx

    from sphinx_docsjson.outputs.crawlers.announced_pages import Outline
    from sphinx_docsjson.site.model import Site

logger = logging.getLogger(__name__)


def setup_indexes(app: Sphinx) -> None:
    """Register the settings."""
    for name, text in (
        ("docsjson_llms_txt", "Write llms.txt, the index of all pages for agents."),
        ("docsjson_llms_full", "Write llms-full.txt, all pages in one file."),
        ("docsjson_sitemap", "Write sitemap.xml and robots.txt."),
    ):
        app.add_config_value(name, True, "html", bool, description=text)


def announce_indexes(app: Sphinx) -> None:
    """Let links know which of the files there will be."""
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
    outline = outline_of(build.nav, build.placed, app.env.metadata, app.env.toctree_includes)
    files: dict[str, str | Iterator[str]] = {}
    if app.config.docsjson_llms_txt and "sphinx_llms_txt" not in app.extensions:
        files |= llms_files(app, build.placed, outline)
        if app.config.docsjson_llms_full and has_twins(app):
            files["llms-full.txt"] = llms_full(app, build.placed, outline)
    base = base_url(app.config)
    if app.config.docsjson_sitemap and "sphinx_sitemap" not in app.extensions:
        pages = (*outline.pages, *outline.others)
        if base:
            files["sitemap.xml"] = sitemap_text(
                base + app.builder.get_target_uri(docname) for docname in pages
            )
        files["robots.txt"] = robots_text(f"{base}sitemap.xml" if base else None)
    for name, text in files.items():
        publish(app, name, text)


def publish(app: Sphinx, name: str, text: str | Iterator[str]) -> None:
    """Write an output file, unless the author has one of the same name."""
    target = app.outdir / name
    target.parent.mkdir(parents=True, exist_ok=True)
    own = authors_file(app, name)
    if is_authors(app, target):
        return
    if own is None:
        with target.open("w", encoding="utf-8") as file:
            file.writelines(map(well_formed, [text] if isinstance(text, str) else text))
    elif own.resolve() != target.resolve():
        copyfile(own, target)
    the_build(app.config).published.add(Path(target))


def authors_file(app: Sphinx, name: str) -> Path | None:
    """Return the author's own file: beside docs.json, or by ``html_extra_path``."""
    candidates = [app.srcdir / name]
    for entry in app.config.html_extra_path:
        path = app.confdir / entry
        candidates.append(path / name if path.is_dir() else path)
    return next(
        (path for path in candidates if path.name == Path(name).name and path.is_file()), None
    )


def llms_files(app: Sphinx, site: Site, outline: Outline) -> Mapping[str, str]:
    """Return path → text of ``llms.txt`` and, for long sites, of the files it leads to."""
    base = base_url(app.config)
    twins = has_twins(app)

    def address(path: str) -> str:
        return base + path

    def entry_of(docname: str) -> IndexEntry:
        front = app.env.metadata.get(docname, {})
        path = twin_path(docname) if twins else app.builder.get_target_uri(docname)
        return IndexEntry(
            title=page_title(app, docname),
            url=address(path),
            notes=short(str(front.get("description", ""))),
        )

    index = Index(name=site.name, summary=summary(app, site), notes=notes(app, site), parts=())
    specs = IndexPart(title="OpenAPI", entries=tuple(openapi_entries(app, address)))
    optional = IndexPart(
        title="Optional",
        entries=tuple(IndexEntry(title=label, url=href) for label, href in outline.links),
    )
    return index_files(index, outline, entry_of, address, tail=(specs, optional))


def page_title(app: Sphinx, docname: str) -> str:
    """Return the title of a page."""
    front = app.env.metadata.get(docname, {})
    return str(front.get("title") or the_build(app.config).nav.info(docname).title)


def summary(app: Sphinx, site: Site) -> str:
    """Return one line about the site: its description, else that of its first page."""
    if site.description:
        return short(site.description)
    root = app.config.root_doc
    return short(str(app.env.metadata.get(root, {}).get("description", "")))


def notes(app: Sphinx, site: Site) -> tuple[str, ...]:
    """Return the paragraphs before the sections."""
    lines = [plain(text) for text in site.agent_instructions]
    if app.config.docsjson_llms_full and has_twins(app):
        lines.append(f"All pages in one file: {base_url(app.config)}llms-full.txt")
    return tuple(lines)


def openapi_entries(app: Sphinx, address: Callable[[str], str]) -> list[IndexEntry]:
    """Return the files of APIs that readers can have."""
    reference = the_build(app.config).reference
    return [
        IndexEntry(
            title=posixpath.basename(file.path),
            url=file.path if is_external(file.path) else address(quote(file.path)),
        )
        for files in reference.downloads.values()
        for file in files
    ]


def llms_full(app: Sphinx, site: Site, outline: Outline) -> Iterator[str]:
    """Return all announced pages as one text in pieces, out of the twins on disk."""
    base = base_url(app.config)
    pages = _twins(app, outline, base)
    return full_text(site.name, summary(app, site), pages, absolute=bool(base))


def _twins(app: Sphinx, outline: Outline, base: str) -> Iterator[tuple[str, str]]:
    """Yield the address and the twin of each announced page."""
    for docname in outline.pages:
        twin = app.outdir / twin_name(docname)
        if twin.is_file():
            source = base + app.builder.get_target_uri(docname)
            yield source or quote(docname), twin.read_text(encoding="utf-8")
        else:
            logger.debug("[docsjson] %s has no twin", docname)
