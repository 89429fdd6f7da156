"""The first page of VitePress and Starlight, which stands in its front matter, as components.

https://vitepress.dev/reference/default-theme-home-page,
https://starlight.astro.build/reference/frontmatter/#hero
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.cli.convert_code import attribute
from sphinx_docsjson.cli.init_files import scalar
from sphinx_docsjson.cli.other_tools import text_in
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sphinx_docsjson.cli.other_tools import FoundSite

TOOLS = frozenset({"VitePress", "Starlight"})

_FIELD = re.compile(r"([A-Za-z][\w-]*+):")
_LAYOUTS = {"layout": "home", "template": "splash"}
"""Fields that say that a page is a first page; its hero says so here."""

MOST = 3
"""Cards of a row."""


def with_hero(
    head: str, fields: Mapping[str, Any], page: Path, site: FoundSite
) -> tuple[str, list[str]] | None:
    """Return the front matter of a first page and the lines of its components.

    :param head: the block of the front matter as it is written.
    :return: nothing for any other page.
    """
    hero, features = mapping(fields.get("hero")), items(fields.get("features"))
    if site.tool not in TOOLS or not (hero or features):
        return None
    made = list(_hero(hero, text_in(fields, "title"), page, site)) if hero else []
    if features:
        made += ["", *_features(features)]
    head = _without(head, fields)
    if "title" not in fields and (name := text_in(hero, "text") or text_in(hero, "name")):
        head = head.replace("---\n", f"---\ntitle: {scalar(name)}\n", 1)
    return head, made


def _without(head: str, fields: Mapping[str, Any]) -> str:
    """Return front matter without the fields that became components; other lines stay."""
    gone = {"hero", "features"} | {n for n, value in _LAYOUTS.items() if fields.get(n) == value}
    kept, dropped = [], False
    for line in head.split("\n"):
        if found := _FIELD.match(line):
            dropped = found[1] in gone
        elif line.startswith("---"):
            dropped = False
        if not dropped:
            kept.append(line)
    return "\n".join(kept)


def _hero(hero: Mapping[str, Any], title: str, page: Path, site: FoundSite) -> Iterator[str]:
    name, text = text_in(hero, "name"), text_in(hero, "text")
    shown = text or name or text_in(hero, "title")
    image = hero.get("image")
    given = {"src": image} if isinstance(image, str) else mapping(image)
    light = text_in(given, "light") or text_in(given, "src") or text_in(given, "file")
    told = (
        attribute("eyebrow", name if text and name != title else "")
        + attribute("title", shown if shown != title and title else "")
        + attribute("description", text_in(hero, "tagline"))
        + attribute("img", _picture(light, page, site))
        + attribute("imgDark", _picture(text_in(given, "dark"), page, site))
        + attribute("alt", text_in(given, "alt"))
    )
    yield f"<Hero{told}>"
    for number, action in enumerate(map(mapping, items(hero.get("actions")))):
        label, link = text_in(action, "text").strip(), text_in(action, "link")
        if label and link:
            look = text_in(action, "theme") or text_in(action, "variant")
            first = look in ("brand", "primary") or (not look and not number)
            told = attribute("href", link) + attribute("variant", "" if first else "secondary")
            yield f"  <Button{told}>{label}</Button>"
    yield "</Hero>"


def _picture(path: str, page: Path, site: FoundSite) -> str:
    for folder in site.static:
        if path.startswith("/") and (folder / path.lstrip("/")).is_file():
            return relative_path(folder / path.lstrip("/"), page.parent)
    if path and (is_external(path) or (page.parent / path).is_file()):
        return path
    return ""


def _features(features: Sequence[Any]) -> Iterator[str]:
    columns = min(MOST, len(features))
    yield f"<CardGroup cols={{{columns}}}>"
    for feature in map(mapping, features):
        icon = feature.get("icon")
        sign = (
            f"{icon} " if isinstance(icon, str) and len(icon) <= 8 and not icon.isascii() else ""
        )
        link = text_in(feature, "link")
        title = f"{sign}{text_in(feature, 'title')}"
        yield f"  <Card{attribute('title', title)}{attribute('href', link)}>"
        details, more = text_in(feature, "details").strip(), text_in(feature, "linkText")
        yield from (f"    {each}" for each in (details, more if link else "") if each)
        yield "  </Card>"
    yield "</CardGroup>"
