"""The foot of a page: authors, contributors, related pages, last change, feedback."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util.i18n import format_date

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.source_files import location_of_field
from sphinx_docsjson.compat.sphinx import catalogue_code
from sphinx_docsjson.html.header_footer import source_url
from sphinx_docsjson.html.meta import page_date
from sphinx_docsjson.html.template_data import Author, Changed, Label, ShownLink
from sphinx_docsjson.i18n import _
from sphinx_docsjson.navigation.tree import is_true, resolve_page
from sphinx_docsjson.pages.project import is_generated
from sphinx_docsjson.urls import is_external, safe_url, why_refused
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set
    from datetime import datetime

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.html.shared import SiteData
    from sphinx_docsjson.html.template_data import SiteAddresses
    from sphinx_docsjson.navigation.nav import Nav, NavView
    from sphinx_docsjson.theme_options import ThemeOptions


# Who wrote a page, and which pages it leads to, as its front matter says.


def authors(meta: Mapping[str, Any]) -> tuple[Author, ...]:
    """Return the authors of a page: names, or objects with ``name`` and ``url``."""
    found = []
    for item in _listed(meta.get("authors")):
        fields = item if isinstance(item, dict) else {"name": item}
        name = str(fields.get("name") or fields.get("title") or "").strip()
        url = safe_url(str(fields.get("url") or fields.get("href") or ""))
        if name:
            found.append(Author(name=name, url=url or None))
    return tuple(found)


def related(
    app: Sphinx,
    docname: str,
    meta: Mapping[str, Any],
    nav: Nav | None,
    addresses: SiteAddresses,
) -> tuple[ShownLink, ...]:
    """Return the pages that ``related`` of a page names: paths, or ``title: path``.

    A page that does not exist, and an address that is not allowed, is reported and left out.
    """
    found = []
    for title, href, target in named_related(app.env.found_docs, meta):
        url = addresses.link(href) if target or is_external(href) else None
        if url is None:
            what = f"{href!r} is left out: {why_refused(href)}" if is_external(href) else ""
            warn(
                Warn.FRONT_MATTER,
                f"related: {what or f'there is no page {href!r}'}. Write the path of a page from "
                "the folder of docs.json, or an https:// address",
                location=location_of_field(app.env, docname, "related"),
            )
            continue
        label = title or (nav.info(target).title if nav and target else "") or href
        found.append(ShownLink(label=label, url=url))
    return tuple(found)


def named_related(
    documents: Set[str], meta: Mapping[str, Any]
) -> Iterator[tuple[str, str, str | None]]:
    """Yield title, address and, of a page of the site, document of each related page."""
    for title, href in _related(_listed(meta.get("related"))):
        path = "" if is_external(href) else href.partition("#")[0]
        yield title, href, resolve_page(path, documents) if path else None


def _related(items: list[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        if isinstance(item, dict):
            yield from ((str(title), str(href).strip()) for title, href in item.items() if href)
        elif str(item).strip():
            yield "", str(item).strip()


def _listed(value: Any) -> list[Any]:
    """Return the items of a field, which MyST keeps as JSON where it reads the page."""
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        with suppress(ValueError):
            value = read_json(value)
    if isinstance(value, str):
        value = [name for name in value.split(",") if name.strip() not in ("", "false")]
    if isinstance(value, dict):
        value = [value]
    items = value if isinstance(value, list) else []
    return [item.strip() if isinstance(item, str) else item for item in items if item]


# When a page was changed, and where a reader says what is wrong with it.


def changed(
    app: Sphinx, data: SiteData, pagename: str, front: Mapping[str, str], nav_view: NavView | None
) -> Changed | None:
    """Return when a page was last changed, if the site or the page wants that shown."""
    wanted = is_true(front["timestamp"]) if "timestamp" in front else data.site.timestamps
    path = source_path(app, pagename)
    date = page_date(front, path, data.change_dates) if wanted and path else None
    if date is None:
        return None
    day = written_date(app.config, nav_view, date)
    return Changed(text=str(_("Last changed on %s")) % day, date=date.date().isoformat())


def written_date(config: Config, nav_view: NavView | None, date: datetime | None = None) -> str:
    """Return a date, or that of the build, as the language of a page writes it."""
    language = nav_view.language if nav_view else None
    return format_date(
        config.html_last_updated_fmt or "%b %d, %Y",
        date=date,
        language=catalogue_code(language) if language else config.language,
        local_time=date is None and not config.html_last_updated_use_utc,
    )


WORDS, SIGNS = 220, 450
"""How many words, or signs of a script without spaces, are read in a minute."""

_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def reading_time(doctree: nodes.document | None) -> tuple[Label, ...]:
    """Return the label with the minutes that a page takes to read; none without a document."""
    if doctree is None:
        return ()
    text = doctree.astext()
    signs = len(_SIGNS.findall(text))
    words = len(_SIGNS.sub(" ", text).split())
    minutes = max(1, round(words / WORDS + signs / SIGNS))
    return (Label(kind="reading", text=str(_("%s min read")) % minutes),)


def edit_url(source: str | None, options: ThemeOptions, data: SiteData) -> str | None:
    """Return where a reader edits the source of a page, if the site wants that shown."""
    wanted = data.site.feedback.suggest_edit or options.use_edit_page_button
    return source_url("edit", source, options, data) if wanted and source else None


def source_path(app: Sphinx, pagename: str) -> str | None:
    """Return the source file of a page below the source directory; generated ones have none."""
    source, srcdir = Path(app.env.doc2path(pagename)), Path(app.srcdir)
    if is_generated(app, pagename) or not (source.is_file() and source.is_relative_to(srcdir)):
        return None
    return source.relative_to(srcdir).as_posix()


def issue_url(data: SiteData, pagename: str, title: str) -> str | None:
    """Return where a reader opens an issue about a page."""
    if not data.site.feedback.raise_issue or data.repository is None:
        return None
    return data.repository.issue_url(title or pagename, pagename)
