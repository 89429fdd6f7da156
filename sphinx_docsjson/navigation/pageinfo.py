"""What the navigation shows of a page: its label, icon, badge and method."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.site.appearance import Icon
from sphinx_docsjson.site.page_names import title_from_name
from sphinx_docsjson.text.http_methods import METHOD
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Mapping

_METHOD = re.compile(rf"(?:^|\s)({METHOD}|(?i:webhook))\s+\S")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageInfo:
    """What the navigation knows about a page beside its place.

    :param title: the heading of the page.
    :param label: how the page is named in the navigation: ``sidebarTitle``, else the title.
    :param method: the HTTP method of the operation that the page documents.
    :param url: the external address that the page's entry leads to.
    :param hidden: built and reachable, but neither listed nor a neighbour.
    """

    title: str
    label: str
    icon: Icon | None = None
    tag: str | None = None
    deprecated: bool = False
    method: str | None = None
    url: str | None = None
    hidden: bool = False
    pagination: bool = True


def page_info(docname: str, title: str, metadata: Mapping[str, object]) -> PageInfo:
    """Return what the navigation shows of the page *docname*.

    :param title: the title as plain text; empty when the page has none.
    :param metadata: the front matter as Sphinx keeps it: names with string values.
    """
    front = {name.casefold(): str(value).strip() for name, value in metadata.items()}
    heading = title or title_from_name(docname)
    return PageInfo(
        title=heading,
        label=front.get("sidebartitle") or heading,
        icon=_icon(front),
        tag=front.get("tag") or None,
        deprecated=is_true(front.get("deprecated")),
        method=None if is_true(front.get("hideapimarker")) else _method(front),
        url=_external(front.get("url")),
        hidden=is_true(front.get("hidden")),
        pagination=not is_true(front.get("hidefooterpagination")),
    )


def is_true(value: str | None) -> bool:
    """Whether a front matter value means yes; a name without a value does."""
    return value is not None and value.casefold() in {"true", "yes", "on", "1", ""}


def _icon(front: Mapping[str, str]) -> Icon | None:
    name = front.get("icon")
    return Icon(name=name, type=front.get("icontype") or None) if name else None


def _method(front: Mapping[str, str]) -> str | None:
    """Return the method named in ``openapi: spec GET /x`` or ``api: POST https://…``."""
    for field in ("openapi", "api"):
        match = _METHOD.search(front.get(field, ""))
        if match:
            return match.group(1).upper()
    return None


def _external(value: str | None) -> str | None:
    if not value or not is_external(value):
        return None
    return safe_url(value)
