"""Values of theme options → data. Pure; what a value must be is said by :class:`WrongValue`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_docsjson.site.appearance import Icon
from sphinx_docsjson.urls import safe_source, safe_url

BUTTONS = ("view", "edit")

DRAWN = frozenset(
    {
        *("navbar-logo", "navbar-nav", "navbar-icon-links", "theme-switcher", "search-button"),
        *("search-button-field", "search-field", "icon-links", "version-switcher", "copyright"),
        *("sphinx-version", "theme-version", "last-updated", "page-toc", "edit-this-page"),
        *("sourcelink", "sidebar-ethical-ads", "sidebar-nav-bs", "sidebar-collapse"),
        *("breadcrumbs", "prev-next", "indices"),
    }
)
"""Templates of pydata-sphinx-theme for parts that the theme has at places of its own."""

_SIZES = re.compile(r"fa-(?:\d*x[sl]?|[sl]g|\d+x|fw|li|ul|spin|pulse|border)$")
_STYLES = {
    **{f"fa-{style}": style for style in ("brands", "regular", "solid")},
    "fab": "brands",
    "far": "regular",
    "fas": "solid",
    "fa": None,
}


class WrongValue(Exception):
    """A value that an option cannot have; the text says what to write."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlainLink:
    """A link with a text."""

    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class IconLink:
    """A link with an icon; its name is read out."""

    name: str
    url: str
    icon: Icon


@dataclass(frozen=True, kw_only=True, slots=True)
class PictureLogo:
    """The logo of pydata-sphinx-theme: pictures by their path from conf.py, a text, a link."""

    light: str | None = None
    dark: str | None = None
    text: str | None = None
    link: str | None = None


def text(value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise WrongValue(f"write a text in quotes, not {value!r}")
    return value


def flag(value: Any) -> bool:
    """Return a yes or no; ``-D`` and theme.toml write it as a text."""
    named = {"true": True, "1": True, "yes": True, "on": True}
    named |= {"false": False, "0": False, "no": False, "off": False}
    if isinstance(value, bool):
        return value
    if str(value).lower() in named:
        return named[str(value).lower()]
    raise WrongValue(f"write True or False, not {value!r}")


def number(value: Any) -> int:
    """Return a number from 0 on."""
    if not isinstance(value, bool) and re.fullmatch(r"\d{1,3}", str(value)):
        return int(value)
    raise WrongValue(f"write a number such as 2, not {value!r}")


def address(value: Any) -> str:
    """Return an address that a link may have."""
    url = safe_url(text(value))
    if url is None:
        raise WrongValue(f"{value!r} is not allowed in a link; write an address with https://")
    return url


def page_address(value: Any) -> str:
    """Return the address of the source of a page, with ``{filename}`` for its path."""
    url = address(value)
    if "{filename}" not in url or re.search(r"[{}]", url.replace("{filename}", "")):
        raise WrongValue(f"write {{filename}} where the path of the page stands, not {value!r}")
    return url


def feedback_address(value: Any) -> str:
    """Return where readers say whether a page helped; ``{answer}`` and ``{page}`` may be in it."""
    url = address(value)
    if re.search(r"[{}]", url.replace("{answer}", "").replace("{page}", "")):
        raise WrongValue(f"only {{answer}} and {{page}} are known in it, not {value!r}")
    return url


def buttons(value: Any) -> tuple[str, ...]:
    """Return the buttons above a page."""
    found = tuple(map(text, _list(value, "a list of 'view' and 'edit'")))
    if not set(found) <= set(BUTTONS):
        raise WrongValue(f"write a list of 'view' and 'edit', not {value!r}")
    return tuple(dict.fromkeys(found))


def plain_links(value: Any) -> tuple[PlainLink, ...]:
    """Return links: ``[{"name": …, "url": …}]``."""
    rows = _rows(value)
    return tuple(PlainLink(name=row["name"], url=address(row["url"])) for row in rows)


def icon_links(value: Any) -> tuple[IconLink, ...]:
    """Return links with icons, as Furo (``html``, ``class``) or pydata (``icon``) write them."""
    return tuple(
        IconLink(name=row["name"], url=address(row["url"]), icon=_icon(row))
        for row in _rows(value)
    )


def picture_logo(value: Any) -> PictureLogo:
    """Return the logo: ``{"image_light": …, "image_dark": …, "text": …, "link": …}``."""
    if not isinstance(value, Mapping):
        raise WrongValue(f"write {{'image_light': …, 'image_dark': …, 'text': …}}, not {value!r}")
    light, dark = (_picture(value.get(name)) for name in ("image_light", "image_dark"))
    return PictureLogo(
        light=light or dark,
        dark=dark or light,
        text=text(value["text"]) if value.get("text") else None,
        link=address(value["link"]) if value.get("link") else None,
    )


def templates(value: Any) -> tuple[str, ...]:
    """Return names of templates; those of parts that the theme draws itself are left out."""
    return own_templates(parts(value))


def own_templates(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names without those of parts that the theme draws itself."""
    return tuple(name for name in names if name not in DRAWN)


def parts(value: Any) -> tuple[str, ...]:
    """Return names of templates without their suffix."""
    written = value.split(",") if isinstance(value, str) else value
    names = [text(name).strip() for name in _list(written, "a list of names of templates")]
    if wrong := next((name for name in names if not re.fullmatch(r"[\w./-]+", name)), None):
        raise WrongValue(f"{wrong!r} is no name of a template; write one such as 'legal.html'")
    return without_suffix(names)


def without_suffix(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of templates as they are with and without ``.html``."""
    return tuple(name.removesuffix(".html") for name in names)


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise WrongValue(f"write {what}, not {value!r}")
    return list(value)


def _rows(value: Any) -> list[Mapping[str, str]]:
    """Return the entries of a list of links, each with a name and an address."""
    rows = _list(value, "a list of {'name': …, 'url': …}")
    for row in rows:
        if not (
            isinstance(row, Mapping)
            and all(isinstance(row.get(key), str) and row[key] for key in ("name", "url"))
        ):
            raise WrongValue(f"each entry needs 'name' and 'url' as texts, not {row!r}")
    return rows


def _picture(value: Any) -> str | None:
    if not value:
        return None
    url = safe_source(text(value), picture=True)
    if url is None:
        raise WrongValue(f"{value!r} is no picture that a page may load")
    return url


def _icon(row: Mapping[str, Any]) -> Icon:
    """Return the icon of a link: SVG text, a picture, or a name of Font Awesome."""
    html, name = row.get("html") or "", row.get("icon") or row.get("class") or ""
    if html:
        return Icon(name=text(html).strip())
    if row.get("type") in {"local", "url"}:
        return Icon(name=text(name) if "://" in name else f"/{text(name).lstrip('/')}")
    style, found = None, ""
    for part in text(name).split():
        if part in _STYLES:
            style = _STYLES[part]
        elif part.startswith("fa-") and not _SIZES.match(part):
            found = part.removeprefix("fa-")
        elif "fa" not in part:
            found = found or part
    return Icon(name=found or "link", type=style, library="fontawesome")
