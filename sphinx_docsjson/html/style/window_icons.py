"""The icons of the window: those that a site names, or one made of its name and its colour."""

from __future__ import annotations

import unicodedata
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.build import build_of
from sphinx_docsjson.files.extra_files import find_extra_file
from sphinx_docsjson.files.theme_files import write_if_new
from sphinx_docsjson.html.surroundings import exists
from sphinx_docsjson.html.template_data import Favicon
from sphinx_docsjson.site.appearance import ImagePair
from sphinx_docsjson.site.colors import Rgb, best_text_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from sphinx_docsjson.site.model import Site

MADE_ICON = "_static/docsjson-icon.svg"
"""The icon that is made for a site without one."""

UNASKED = "favicon.ico"
"""What browsers ask the root of a host for where a page names no icon."""

LINKED = ('rel="icon"', 'rel="shortcut icon"')
"""How extensions write that they link an icon."""

_BOOK = (
    '<path fill="none" stroke="{ink}" stroke-width="2" stroke-linejoin="round" '
    'd="M16 11c-2-1.7-5-2-8-2v13c3 0 6 .3 8 2 2-1.7 5-2 8-2V9c-3 0-6 .3-8 2zm0 0v13"/>'
)
_LETTER = (
    '<text x="16" y="23.8" text-anchor="middle" font-size="22" font-weight="600" '
    'font-family="ui-sans-serif, system-ui, sans-serif" fill="{ink}">{letter}</text>'
)


def window_icons(
    app: Sphinx,
    site: Site,
    address: Callable[[str], str],
    *,
    conf_icon: str | None,
    head: str = "",
) -> tuple[Favicon, ...]:
    """Return the icons of the window; one that conf.py names beats those of ``docs.json``.

    A file that does not exist is left out. Where no icon is left, the site has one made for it,
    unless the project has what browsers ask for, or an extension links its own.

    :param address: returns the address of a file by its path from the root of the site.
    :param conf_icon: the address of the icon that conf.py names.
    :param head: what extensions put into the head of the page.
    """
    if conf_icon:
        return (Favicon(url=conf_icon),)
    pair = site.favicon or ImagePair(light="", dark="")
    paths = {"light": pair.light, "dark": pair.dark}
    found = {mode: path for mode, path in paths.items() if exists(path, Path(app.srcdir))}
    if len(set(found.values())) == 2:
        return tuple(
            Favicon(url=address(path), media=f"(prefers-color-scheme: {mode})")
            for mode, path in found.items()
        )
    if found:
        return (Favicon(url=address(next(iter(found.values())))),)
    has_own = any(rel in head for rel in LINKED) or find_extra_file(
        Path(app.confdir), app.config, UNASKED
    )
    return () if has_own else (Favicon(url=address(MADE_ICON)),)


def write_made_icon(app: Sphinx, site: Site) -> None:
    """Write the icon that is made for a site, if its pages show it."""
    icons = window_icons(app, site, str, conf_icon=app.config.html_favicon)
    if icons == (Favicon(url=MADE_ICON),):
        target = Path(app.outdir) / MADE_ICON
        write_if_new(target, made_icon(site))
        if (build := build_of(app.config)) is not None:
            build.published.add(target)


def made_icon(site: Site) -> str:
    """Return the icon of a site as SVG: the first letter of its name on its colour.

    A name that begins with neither a letter nor a digit has a book instead.
    """
    ground = Rgb.from_hex(site.colors.primary)
    ink = best_text_on(ground).hex
    letter = first_letter(site.name)
    sign = _LETTER.format(ink=ink, letter=escape(letter)) if letter else _BOOK.format(ink=ink)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" rx="7" fill="{ground.hex}"/>{sign}</svg>\n'
    )


def first_letter(name: str) -> str:
    """Return the letter or digit that *name* begins with, as a capital, or nothing."""
    first = unicodedata.normalize("NFC", name).strip()[:1]
    capital = first.upper()
    return (capital if len(capital) == 1 else first) if first.isalnum() else ""
