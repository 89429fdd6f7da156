"""Generates the style sheets of a site: its colours, fonts, images and icons. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.source_files import find_extra_file
from sphinx_docsjson.base.theme_files import write_if_new
from sphinx_docsjson.build import shown_build
from sphinx_docsjson.html.header_footer import exists
from sphinx_docsjson.html.template_data import Favicon
from sphinx_docsjson.site.colors import (
    BADGE_TINT,
    Rgb,
    best_text_on,
    constant_colors,
    lent_palette,
    make_palette,
)
from sphinx_docsjson.site.model import OWN_FONTS, ColorPair, Colors, Gradient, ImagePair
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx.application import Sphinx

    from sphinx_docsjson.site.colors import Mode
    from sphinx_docsjson.site.model import Font, Fonts, LayoutTheme, Site, TileColor
    from sphinx_docsjson.theme_options import ThemeOptions


# The generated style sheets: the colours, fonts and pictures of one site. Pure.

SITE_CSS = "docsjson-site.css"

STAND_INS = (
    '"Like Inter", "Like Inter too", "Like Inter on Linux", ui-sans-serif, system-ui, sans-serif'
)
FALLBACK_FONTS = f'"Inter", {STAND_INS}'


@dataclass(frozen=True, kw_only=True, slots=True)
class _Modes:
    """The selectors of a page in a mode: light, dark, and dark because the system is.

    ``printed_dark`` are the pages that are dark on paper, too.
    """

    light: str
    dark: str
    system: str
    printed_dark: str = ""


_OURS = _Modes(
    light=':root{0},\nhtml[data-mode="light"]{0}',
    dark='html[data-mode="dark"]{0}',
    system="html:not([data-mode]){0}",
)
_OTHERS = _Modes(
    light=":root{0}",
    dark='body[data-theme="dark"]{0}',
    printed_dark=':is(html[data-theme="dark"], [data-mode="dark"]){0}',
    system=':root:has(body[data-theme="auto"]), :root[data-mode="auto"]{0}',
)
"""How Furo, pydata-sphinx-theme and those like them say which mode it is; Furo prints light."""


def lent_tokens(colors: Colors) -> str:
    """Return the colours of our components on pages of another theme."""
    blocks = ["@layer dj.tokens {", f":root {{{_declarations(_constants())} }}"]
    for mode in ("light", "dark"):
        palette = lent_palette(colors, mode).properties
        blocks.append(_for_mode(mode, _tokens(palette), modes=_OTHERS))
    return "\n".join([*blocks, "}"]) + "\n"


def site_css(
    site: Site,
    *,
    tiles: Iterable[TileColor] = (),
    images: Mapping[Mode, str] | None = None,
    options: ThemeOptions | None = None,
) -> str:
    """Return the style sheet of a site.

    :param tiles: the colours of the anchors, in the order of their numbers:
        ``dj-anchor-color-0`` and on.
    :param images: the background picture of each mode, relative to the sheet.
    :param options: what conf.py chose; it wins over ``docs.json``.
    """
    blocks = [*_font_faces(site.fonts), "@layer dj.tokens {"]
    families = _layout_tokens(site.layout) | _font_families(site.fonts)
    blocks.append(f":root {{{_declarations(families | _constants())} }}")
    for mode in ("light", "dark"):
        declarations = {"color-scheme": mode, **_properties(site, mode, images or {})}
        blocks += [_for_mode(mode, declarations)]
    if options is not None:
        blocks += _chosen_variables(options)
    blocks.append("}")
    if options is not None and options.show_toc_level is not None:
        blocks.append(_contents_rule(options.show_toc_level))
    rules = [_tile_rules(number, color) for number, color in enumerate(tiles)]
    if rules:
        blocks += ["@layer dj.layout {", *rules, "}"]
    return "\n".join(blocks) + "\n"


def _properties(site: Site, mode: Mode, images: Mapping[Mode, str]) -> dict[str, str]:
    palette = make_palette(
        site.colors,
        mode,
        dark_code=site.code_mode == "dark",
        code=site.code_themes.get(mode),
    )
    properties = _tokens(palette.properties)
    if mode in images:
        properties["--dj-background-image"] = f'url("{_css_string(images[mode])}")'
    if site.colors.anchors is not None:
        properties |= _tile(site.colors.anchors, mode)
    if site.banner is not None and site.banner.color is not None:
        ground = getattr(site.banner.color, mode)
        properties["--dj-banner"] = Rgb.from_hex(ground).hex
        properties["--dj-on-banner"] = best_text_on(Rgb.from_hex(ground)).hex
    return properties


def _chosen_variables(options: ThemeOptions) -> list[str]:
    """Return the variables of conf.py, behind those that they replace."""
    chosen: tuple[tuple[Mode, Mapping[str, str]], ...] = (
        ("light", options.light_css_variables),
        ("dark", options.dark_css_variables),
    )
    return [_for_mode(mode, variables) for mode, variables in chosen if variables]


def _contents_rule(levels: int) -> str:
    """Return the rule that hides headings below some levels in the contents list."""
    return f"@layer dj.layout {{ .dj-toc {'ul ' * (levels + 1)}{{ display: none; }} }}"


def _tokens(values: Mapping[str, str]) -> dict[str, str]:
    return {f"--dj-{name}": value for name, value in values.items()}


def _constants() -> dict[str, str]:
    return _tokens({"badge-tint": f"{BADGE_TINT:.0%}", **constant_colors()})


def _layout_tokens(theme: LayoutTheme) -> dict[str, str]:
    """Return the sizes and the font of a layout theme."""
    fonts = {"--dj-font-sans": "var(--dj-font-mono)"} if theme.font == "mono" else {}
    return _tokens(theme.sizes) | fonts


def _for_mode(
    mode: Mode, declarations: Mapping[str, str], selector: str = "", modes: _Modes = _OURS
) -> str:
    """Return rules for a mode: chosen on the page, or of the system when nothing is chosen.

    Paper is light, whatever a reader prefers on screen.
    """
    body = _declarations(declarations)
    if mode == "light":
        return f"{modes.light.format(selector)} {{{body} }}"
    chosen, system = modes.dark.format(selector), modes.system.format(selector)
    rules = [
        f"@media screen {{ {chosen} {{{body} }} }}",
        f"@media screen and (prefers-color-scheme: dark) {{ {system} {{{body} }} }}",
    ]
    if modes.printed_dark:
        rules.insert(0, f"{modes.printed_dark.format(selector)} {{{body} }}")
    return "\n".join(rules)


def _declarations(properties: Mapping[str, str]) -> str:
    return "".join(f" {name}: {value};" for name, value in properties.items())


def _font_faces(fonts: Fonts) -> list[str]:
    """Return the rules that load the font files of the site."""
    faces = []
    for font in dict.fromkeys((fonts.heading, fonts.body)):
        if font is None or not font.source:
            continue
        source = font.source if is_external(font.source) else f"../{font.source.lstrip('/')}"
        form = f' format("{font.format}")' if font.format else ""
        weight = str(font.weight) if font.weight else "100 900"
        faces.append(
            f'@font-face {{ font-family: "{_css_string(font.family)}"; font-display: swap; '
            f'font-weight: {weight}; src: url("{_css_string(source)}"){form}; }}'
        )
    return faces


def seen_modes(site: Site) -> tuple[Mode, ...]:
    """Return the modes that readers can see: one, when it is set and the switch is hidden."""
    forced = site.appearance.default if site.appearance.toggle_hidden else None
    return ("light", "dark") if forced is None else (forced,)


@lru_cache(maxsize=8)
def theme_colors(colors: Colors, modes: tuple[Mode, ...]) -> tuple[tuple[str, str], ...]:
    """Return each mode with the colour of the ground, which browsers draw their frame in."""
    return tuple((mode, make_palette(colors, mode).properties["bg"]) for mode in modes)


def own_font(font: Font) -> str | None:
    """Return which font of the theme a font by its name is, if it is one."""
    names = (name for name in OWN_FONTS if name.casefold() == font.family.casefold())
    return None if font.source else next(names, None)


_WEIGHTS_OF = {
    "sans": ("--dj-text-weight",),
    "heading": ("--dj-title-weight", "--dj-heading-weight"),
}
_STACKS = dict(zip(OWN_FONTS, (FALLBACK_FONTS, "var(--dj-font-mono)"), strict=True))

_BY_KIND = frozenset({"-apple-system", "system-ui", "sans-serif", "serif", "monospace", "cursive"})
"""What CSS writes without quotes, beside ``ui-`` and so on."""


def _font_families(fonts: Fonts) -> dict[str, str]:
    """Return the fonts of the site before those of the theme.

    While its file is loading, the theme's own font is not loaded.
    """
    families = {}
    for name, font in (("sans", fonts.body), ("heading", fonts.heading)):
        if font is not None:
            others = STAND_INS if font.source else FALLBACK_FONTS
            named = f'"{_css_string(font.family)}"'
            if font.family.casefold() in _BY_KIND or font.family.startswith("ui-"):
                named = _css_string(font.family)
            own = own_font(font)
            families[f"--dj-font-{name}"] = _STACKS[own] if own else f"{named}, {others}"
            for weight in _WEIGHTS_OF[name] if font.text_weight else ():
                families[weight] = str(font.text_weight)
    return families


def _tile_rules(number: int, color: TileColor) -> str:
    selector = f" .dj-anchor-color-{number}"
    rules = [_for_mode("light", _tile(color, "light"), selector)]
    if isinstance(color, ColorPair):
        rules.append(_for_mode("dark", _tile(color, "dark"), selector))
    return "\n".join(rules)


def _tile(color: TileColor, mode: Mode) -> dict[str, str]:
    """Return the background of an icon tile, and the colour of the icon on it."""
    if isinstance(color, Gradient):
        start, end = Rgb.from_hex(color.start), Rgb.from_hex(color.end)
        ground = f"linear-gradient(135deg, {start.hex}, {end.hex})"
        return {"--dj-tile": ground, "--dj-on-tile": best_text_on(start.mixed(end, 0.5)).hex}
    flat = Rgb.from_hex(color if isinstance(color, str) else getattr(color, mode))
    return {"--dj-tile": flat.hex, "--dj-on-tile": best_text_on(flat).hex}


def _css_string(text: str) -> str:
    """Return *text* so that it cannot end the string it is in."""
    return "".join(c if c.isalnum() or c in " -_./:%?=&~" else f"\\{ord(c):x} " for c in text)


# The icons of the window: those that a site names, or one made of its name and its colour.

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

    A file that does not exist is omitted. If no icon is left, one is made for the site, unless the
    project has the file that browsers request, or an extension links its own.

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
        if (build := shown_build(app.config)) is not None:
            build.published.add(target)


def made_icon(site: Site) -> str:
    """Return the icon of a site as SVG: the first letter of its name on its colour.

    A name that does not begin with a letter or digit gets a book instead.
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
