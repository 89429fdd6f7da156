"""The title of the window and the meta tags of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from sphinx_docsjson.html.template_data import MetaTag

if TYPE_CHECKING:
    from collections.abc import Mapping

OPEN_GRAPH_PREFIXES = ("og:", "article:", "fb:")
PASSED_ON = ("og:", "twitter:", "article:", "robots")


def plain(title: str) -> str:
    """Return a title that Sphinx rendered as HTML as text."""
    return Markup(title).striptags()


def window_title(title: str, site_name: str) -> str:
    """Return the title of the window: that of the page, then the name of the site."""
    text = plain(title)
    return f"{text} — {site_name}" if text and text != site_name else site_name


def head_tags(
    title: str,
    *,
    front: Mapping[str, str],
    is_written: bool,
    site_name: str,
    site_description: str | None,
    site_tags: Mapping[str, str],
    url: str | None,
    on_read_the_docs: bool,
) -> tuple[MetaTag, ...]:
    """Return the meta tags of a page.

    The page's own front matter beats the tags of the whole site, and both beat what is derived.

    :param front: the front matter of the page, names in lower case.
    :param is_written: whether somebody wrote the page; one that Sphinx makes, such as an index,
        is described by its title where nobody described the site.
    :param url: the canonical address of the page.
    """
    description = front.get("description") or site_description or ""
    if not description and not is_written:
        description = window_title(title, site_name)
    tags = {
        "description": description,
        "og:title": plain(title) or site_name,
        "og:description": description,
        "og:site_name": site_name,
        "og:type": "website",
        "og:url": url or "",
        "twitter:card": "summary",
        "keywords": front.get("keywords", ""),
        "generator": "sphinx-docsjson",
    }
    tags |= {name: value for name, value in site_tags.items() if name != "canonical"}
    tags |= {name: value for name, value in front.items() if name.startswith(PASSED_ON)}
    if on_read_the_docs:
        tags["readthedocs-addons-api-version"] = "1"
    return tuple(
        MetaTag(kind=_kind(name), name=name, content=value)
        for name, value in tags.items()
        if value
    )


def _kind(name: str) -> str:
    return "property" if name.startswith(OPEN_GRAPH_PREFIXES) else "name"
