"""The options in ``html_theme_options``, also under the names of Furo and PyData."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints
from weakref import WeakKeyDictionary

from sphinx_docsjson.base.files import file_below
from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.source_files import location_of_setting
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.site.colors import Rgb, best_text_on
from sphinx_docsjson.site.model import Icon
from sphinx_docsjson.urls import is_external, safe_source, safe_url
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config


# Values of theme options → data. Pure; what a value must be is said by :class:`WrongValue`.

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Edition:
    """Another version or language of the documentation, or the one that is read.

    :param url: ``{page}`` stands for the address of the page.
    :param key: what tells it apart: the number of a version, the code of a language.
    """

    name: str
    url: str
    key: str = ""
    current: bool = False
    preferred: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class VersionFile:
    """The ``switcher`` of pydata-sphinx-theme: a file of versions, and which of them this is."""

    path: str
    match: str = ""


def text(value: Any) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise WrongValue(f"write a string in quotes, not {value!r}")
    return value


def flag(value: Any) -> bool:
    """Return a yes or no; ``-D`` and theme.toml write it as a text."""
    for answer, names in ((True, "true 1 yes on"), (False, "false 0 no off")):
        if str(value).lower() in names.split():
            return answer
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
        raise WrongValue(f"write {{filename}} where the path of the page goes, not {value!r}")
    return url


def feedback_address(value: Any) -> str:
    """Return where readers rate a page; ``{answer}``, ``{reason}`` and ``{page}`` may be in it."""
    url = address(value)
    if re.search(r"[{}]", re.sub(r"\{(?:answer|reason|page)\}", "", url)):
        known = "{answer}, {reason} and {page}"
        raise WrongValue(f"only {known} can be used in it, not {value!r}")
    return url


def buttons(value: Any) -> tuple[str, ...]:
    """Return the buttons above a page."""
    found = tuple(map(text, _list(value, "a list of 'view' and 'edit'")))
    if not set(found) <= set(BUTTONS):
        raise WrongValue(f"write a list of 'view' and 'edit', not {value!r}")
    return tuple(dict.fromkeys(found))


def one_button(value: Any) -> tuple[str, ...]:
    """Return the button above a page, as earlier releases of Furo name it."""
    return buttons([value])


def plain_links(value: Any) -> tuple[PlainLink, ...]:
    """Return links: ``[{"name": …, "url": …}]``."""
    rows = _rows(value)
    return tuple(PlainLink(name=row["name"], url=address(row["url"])) for row in rows)


def editions(value: Any) -> tuple[Edition, ...]:
    """Return versions or languages: ``[{"name": …, "url": …, "version": …, "current": …}]``.

    ``switcher.json`` of pydata-sphinx-theme has the same entries; a name may be left out there.
    """
    found = []
    for row in _list(value, "a list of {'name': …, 'url': …}"):
        if not isinstance(row, Mapping):
            raise WrongValue(f"each entry needs 'name' and 'url' as strings, not {row!r}")
        key = row.get("version") or row.get("code") or ""
        given = {"name": row.get("name") or key, "url": row.get("url")}
        (entry,) = _rows([given])
        url = entry["url"].replace("{page}", "")
        if address(url) != url or re.search(r"[{}]", url):
            raise WrongValue(f"only {{page}} can be used in the address {entry['url']!r}")
        found.append(
            Edition(
                name=entry["name"],
                url=entry["url"],
                key=text(key),
                current=bool(row.get("current")),
                preferred=bool(row.get("preferred")),
            )
        )
    return tuple(found)


def version_file(value: Any) -> VersionFile:
    """Return the switcher: ``{"json_url": …, "version_match": …}``, whose file is of the project.

    A file on another host would be loaded by every page, which our pages never do.
    """
    if not isinstance(value, Mapping) or not isinstance(value.get("json_url"), str):
        raise WrongValue(f"write {{'json_url': …, 'version_match': …}}, not {value!r}")
    path = value["json_url"]
    if is_external(path):
        raise WrongValue(
            f"pages load nothing from other hosts, so {path!r} is not read; name a file of the "
            "project, or list the versions in 'versions'"
        )
    return VersionFile(path=path, match=str(value.get("version_match") or ""))


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
    """Return names of templates; those of parts that the theme draws itself are omitted."""
    return own_templates(parts(value))


def own_templates(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names without those of parts that the theme draws itself."""
    return tuple(name for name in names if name not in DRAWN)


def parts(value: Any) -> tuple[str, ...]:
    """Return names of templates without their suffix."""
    written = value.split(",") if isinstance(value, str) else value
    names = [text(name).strip() for name in _list(written, "a list of names of templates")]
    if wrong := next((name for name in names if not re.fullmatch(r"[\w./-]+", name)), None):
        raise WrongValue(f"{wrong!r} is not a template name; write one such as 'legal.html'")
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
            raise WrongValue(f"each entry needs 'name' and 'url' as strings, not {row!r}")
    return rows


def _picture(value: Any) -> str | None:
    if not value:
        return None
    url = safe_source(text(value), picture=True)
    if url is None:
        raise WrongValue(f"{value!r} is not an image that a page may load")
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


# CSS variables that conf.py sets per mode → custom properties of our style sheet. Pure.

BRAND = "color-brand-primary"
OURS: Mapping[str, tuple[str, ...]] = {
    f"--{BRAND}": ("--dj-brand", "--dj-button", "--dj-primary"),
    "--color-brand-content": ("--dj-primary",),
    "--color-link": ("--dj-primary",),
    "--color-background-primary": ("--dj-bg",),
    "--color-background-secondary": ("--dj-surface",),
    "--color-background-border": ("--dj-border",),
    "--color-foreground-primary": ("--dj-text",),
    "--color-foreground-secondary": ("--dj-text-muted",),
    "--color-foreground-muted": ("--dj-text-faint",),
    "--color-foreground-border": ("--dj-border-strong",),
    "--color-card-background": ("--dj-surface-raised",),
    "--color-code-background": ("--dj-code-bg",),
    "--color-code-foreground": ("--dj-code-text",),
    "--color-announcement-background": ("--dj-banner",),
    "--color-announcement-text": ("--dj-on-banner",),
    **{
        f"--color-admonition-title--{kind}": (f"--dj-{kind}",)
        for kind in ("note", "tip", "warning", "danger")
    },
    "--font-stack": ("--dj-font-sans",),
    "--font-stack--headings": ("--dj-font-heading",),
    "--font-stack--monospace": ("--dj-font-mono",),
}
"""Variables of Furo that mean what one of ours does; they keep their own name as well."""


_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")


_NAME = re.compile(r"[A-Za-z_][\w-]*")
_ENDS_A_VALUE = re.compile(r"[;{}<>\\\x00-\x1f]|/\*")


def css_variables(value: Any) -> dict[str, str]:
    """Return the declarations for a mapping of names, with or without ``--``, to values.

    :raises WrongValue: when a name is none, or a value would not end where it should.
    """
    if not isinstance(value, Mapping):
        raise WrongValue(f"write {{'color-brand-primary': '#0a7d63'}}, not {value!r}")
    found: dict[str, str] = {}
    # The brand is the accent, too, where no other variable says what that is.
    for key, written in sorted(value.items(), key=lambda item: BRAND not in str(item[0])):
        name = str(key).removeprefix("--")
        if not _NAME.fullmatch(name):
            raise WrongValue(f"{key!r} is not the name of a CSS variable")
        content = str(written).strip()
        if isinstance(written, bool) or not isinstance(written, str | int | float):
            raise WrongValue(f"write the value of {key!r} as a string, not {written!r}")
        if not is_one_value(content):
            raise WrongValue(
                f"the value of {key!r} is not one CSS value: {content!r}; write it without "
                "';', braces, angle brackets, backslashes and comments, and close each quote"
            )
        found |= dict.fromkeys((*OURS.get(f"--{name}", ()), f"--{name}"), content)
    # What is made from colours, unless it is set as well. Text on a colour is black or white.
    made: dict[str, str] = {}
    if "--dj-primary" in found:
        made["--dj-primary-soft"] = "color-mix(in srgb, var(--dj-primary) 10%, var(--dj-bg))"
    for name in ("primary", "button"):
        if _HEX.fullmatch(color := found.get(f"--dj-{name}", "")):
            made[f"--dj-on-{name}"] = best_text_on(Rgb.from_hex(color)).hex
    return made | found


def is_one_value(text: str) -> bool:
    """Whether nothing in *text* ends the declaration that it is the value of."""
    if not text or _ENDS_A_VALUE.search(text):
        return False
    open_brackets, quote = [], ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([":
            open_brackets.append(")" if character == "(" else "]")
        elif character in ")]" and (not open_brackets or open_brackets.pop() != character):
            return False
    return not open_brackets and not quote


# What a project chose by ``html_theme_options``, read once per build.


@dataclass(frozen=True, kw_only=True)
class ThemeOptions:
    """The options by their names; what is not set is left to ``docs.json``.

    ``docs/configure/theme-options.md`` says what each does, and which theme it comes from.
    """

    announcement: Annotated[str | None, text] = None
    light_css_variables: Annotated[Mapping[str, str], css_variables] = field(default_factory=dict)
    dark_css_variables: Annotated[Mapping[str, str], css_variables] = field(default_factory=dict)
    light_logo: Annotated[str | None, text] = None
    dark_logo: Annotated[str | None, text] = None
    logo: Annotated[PictureLogo | None, picture_logo] = None
    logo_link: Annotated[str | None, address] = None
    sidebar_hide_name: Annotated[bool, flag] = False
    footer_icons: Annotated[tuple[IconLink, ...], icon_links] = ()
    icon_links: Annotated[tuple[IconLink, ...], icon_links] = ()
    github_url: Annotated[str | None, address] = None
    gitlab_url: Annotated[str | None, address] = None
    bitbucket_url: Annotated[str | None, address] = None
    twitter_url: Annotated[str | None, address] = None
    header_links: Annotated[bool | None, flag] = None
    external_links: Annotated[tuple[PlainLink, ...], plain_links] = ()
    header_links_before_dropdown: Annotated[int | None, number] = None
    header_dropdown_text: Annotated[str | None, text] = None
    versions: Annotated[tuple[Edition, ...], editions] = ()
    languages: Annotated[tuple[Edition, ...], editions] = ()
    switcher: Annotated[VersionFile | None, version_file] = None
    show_version_warning_banner: Annotated[bool | None, flag] = None
    search_bar_text: Annotated[str | None, text] = None
    source_repository: Annotated[str | None, address] = None
    source_branch: Annotated[str | None, text] = None
    source_directory: Annotated[str | None, text] = None
    source_edit_link: Annotated[str | None, page_address] = None
    source_view_link: Annotated[str | None, page_address] = None
    top_of_page_buttons: Annotated[tuple[str, ...] | None, buttons] = None
    top_of_page_button: Annotated[tuple[str, ...] | None, one_button] = None
    use_edit_page_button: Annotated[bool | None, flag] = None
    page_feedback: Annotated[str | None, feedback_address] = None
    contributors: Annotated[bool, flag] = False
    reading_time: Annotated[bool, flag] = False
    show_prev_next: Annotated[bool, flag] = True
    show_toc_level: Annotated[int | None, number] = None
    show_nav_level: Annotated[int | None, number] = None
    navigation_depth: Annotated[int | None, number] = None
    collapse_navigation: Annotated[bool | None, flag] = None
    back_to_top_button: Annotated[bool, flag] = True
    navbar_start: Annotated[tuple[str, ...], parts] = ()
    navbar_center: Annotated[tuple[str, ...], parts] = ()
    navbar_persistent: Annotated[tuple[str, ...], templates] = ()
    navbar_end: Annotated[tuple[str, ...], templates] = ()
    article_header_start: Annotated[tuple[str, ...] | None, parts] = None
    article_header_end: Annotated[tuple[str, ...], templates] = ()
    article_footer_items: Annotated[tuple[str, ...], templates] = ()
    content_footer_items: Annotated[tuple[str, ...], templates] = ()
    primary_sidebar_end: Annotated[tuple[str, ...], templates] = ()
    secondary_sidebar_items: Annotated[tuple[str, ...] | None, parts] = None
    footer_start: Annotated[tuple[str, ...], templates] = ()
    footer_center: Annotated[tuple[str, ...], templates] = ()
    footer_end: Annotated[tuple[str, ...], templates] = ()

    @property
    def page_buttons(self) -> tuple[str, ...]:
        """The buttons above a page: those asked for, or both where the source is named."""
        asked = (self.top_of_page_buttons, self.top_of_page_button)
        if (buttons := next((one for one in asked if one is not None), None)) is not None:
            return buttons
        named = self.source_repository or self.source_edit_link or self.source_view_link
        return ("view", "edit") if named else ()

    @property
    def shows_header_links(self) -> bool:
        """Whether the entries of the root document's toctrees are below the top bar."""
        if self.header_links is not None:
            return self.header_links
        return "navbar-nav" in (*self.navbar_start, *self.navbar_center)

    @property
    def shows_breadcrumb(self) -> bool:
        """Whether the way to a page is above its title."""
        items = self.article_header_start
        return items is None or "breadcrumbs" in items

    @property
    def shows_contents(self) -> bool:
        """Whether the list of the headings is among what is beside a page."""
        items = self.secondary_sidebar_items
        return items is None or "page-toc" in without_suffix(items)


READERS = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(ThemeOptions, include_extras=True).items()
}
"""Each option and what reads its value."""

_taken: WeakKeyDictionary[Config, ThemeOptions] = WeakKeyDictionary()


def options_of(config: Config) -> ThemeOptions:
    """Return the options of a build; none are set where the theme is another."""
    return _taken.get(config) or ThemeOptions()


def take_options(app: Sphinx) -> None:
    """Read the options, those that a child theme sets by itself among them; report wrong ones."""
    theme = getattr(app.builder, "theme", None)
    if theme is None or not has_our_theme(app.config):
        return
    given = {**theme.get_options(), **app.config.html_theme_options}
    options, wrong = read_options(given)
    if options.switcher is not None and not options.versions:
        try:
            options = replace(options, versions=_versions_in(app, options.switcher))
        except WrongValue as problem:
            wrong["switcher"] = str(problem)
    report_wrong(app, wrong)
    _taken[app.config] = replace(
        options,
        versions=_with_current(options.versions, options.switcher, app.config),
        languages=_with_current(options.languages, None, app.config),
    )


def _versions_in(app: Sphinx, switcher: VersionFile) -> tuple[Edition, ...]:
    """Return the versions in the file of a switcher: in ``_static``, or beside conf.py."""
    confdir = Path(app.confdir)
    folders = [confdir, *(confdir / one for one in app.config.html_static_path)]
    names = [switcher.path, switcher.path.removeprefix("_static/")]
    files = [file for folder in folders for name in names if (file := file_below(folder, name))]
    if not files:
        raise WrongValue(f"there is no file {switcher.path!r} beside conf.py or in _static")
    try:
        return editions(read_json(files[0].read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise WrongValue(f"{switcher.path!r} cannot be read: {error}") from error


def _with_current(
    found: tuple[Edition, ...], switcher: VersionFile | None, config: Config
) -> tuple[Edition, ...]:
    """Return editions of which the one that is read is marked, as far as it can be told."""
    if any(one.current for one in found):
        return found
    told = [switcher.match] if switcher and switcher.match else []
    own = [*told, config.release, config.version, config.language]
    for name in filter(None, own):
        if any(name in (one.key, one.name) for one in found):
            return tuple(replace(one, current=name in (one.key, one.name)) for one in found)
    return found


def report_wrong(app: Sphinx, wrong: Mapping[str, str]) -> None:
    """Report what is wrong with options, by their names."""
    for name, problem in wrong.items():
        place = location_of_setting(app, name)
        warn(Warn.THEME_OPTION, f"html_theme_options: {name}: {problem}", location=place)


def read_options(given: Mapping[str, Any]) -> tuple[ThemeOptions, dict[str, str]]:
    """Return the options, and what is wrong with a value by its name; others count."""
    found, wrong = {}, {}
    for name, reader in READERS.items():
        value = given.get(name)
        if value is None or value == "":
            continue
        try:
            found[name] = reader(value)
        except WrongValue as problem:
            wrong[name] = str(problem)
    return ThemeOptions(**found), wrong
