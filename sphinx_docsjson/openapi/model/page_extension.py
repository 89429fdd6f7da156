"""What an operation says of its own page: ``x-mint`` and ``x-badges``. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson.openapi.reading.lenient import items, mapping, text, texts
from sphinx_docsjson.site.page_names import page_path
from sphinx_docsjson.urls import is_external

OWN = frozenset({"api", "asyncapi", "myst", "hidden"})
"""Fields of the front matter that no description sets, beside those that bind a page."""

_NAME = re.compile(r"[A-Za-z][\w:.-]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageExtension:
    """What ``x-mint`` asks for.

    :param href: the path of the page from the root of the site; nothing: where it would be.
    :param front: fields of its front matter.
    :param content: text in the Markdown of pages, between the head and the fields.
    :param restricted: only readers in some group are led to the page.
    """

    href: str = ""
    front: Mapping[str, Any] = field(default_factory=dict)
    content: str = ""
    restricted: bool = False


def page_extension(extensions: Mapping[str, Any]) -> PageExtension:
    """Return what the ``x-mint`` of an operation asks for; what is no page's is left out."""
    raw = mapping(extensions.get("x-mint"))
    href = text(raw.get("href")).strip()
    return PageExtension(
        href="" if is_external(href) else page_path(href) or "",
        front={
            name: value
            for name, value in mapping(raw.get("metadata")).items()
            if _NAME.fullmatch(name) and not name.startswith("openapi") and name.lower() not in OWN
        },
        content=text(raw.get("content")),
        restricted=bool(texts(raw.get("groups"))),
    )


def badges_of(extensions: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words of ``x-badges``."""
    found = (text(mapping(badge).get("name")) for badge in items(extensions.get("x-badges")))
    return tuple(words for words in found if words)
