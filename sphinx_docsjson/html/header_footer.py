"""The header and footer of a page: logo, links, banner, and the choices of conf.py."""

from __future__ import annotations

import hashlib
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_docsjson.base.files import file_below
from sphinx_docsjson.html.meta import from_options
from sphinx_docsjson.html.shared import inline_html, markdown_of
from sphinx_docsjson.html.template_data import (
    BannerContext,
    Column,
    Helpful,
    LogoContext,
    NavContext,
    Option,
    OtherVersion,
    ShownLink,
    Switch,
)
from sphinx_docsjson.i18n import _
from sphinx_docsjson.icons.lookup import social
from sphinx_docsjson.navigation.nav import current_version
from sphinx_docsjson.site.model import Banner
from sphinx_docsjson.theme_options import ThemeOptions, options_of, own_templates, report_wrong
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.html.shared import SiteData
    from sphinx_docsjson.html.template_data import SiteAddresses, TemplateContext
    from sphinx_docsjson.navigation.nav import Choice, NavView
    from sphinx_docsjson.site.model import CallToAction, FooterColumn, Site, TopbarLink
    from sphinx_docsjson.theme_options import Edition, IconLink


# What conf.py chose by ``html_theme_options``, in the frame that ``docs.json`` describes.

_FILLED_IN = re.compile(r"\{(?:answer|page|reason)\}")

NOTHING = ThemeOptions()
HOSTS = {
    "github_url": ("GitHub", "brands:github"),
    "gitlab_url": ("GitLab", "brands:gitlab"),
    "bitbucket_url": ("Bitbucket", "brands:bitbucket"),
    "twitter_url": ("X", "brands:x-twitter"),
}
"""Options of pydata-sphinx-theme with an icon of their own."""


def with_options(
    frame: TemplateContext, options: ThemeOptions, addresses: SiteAddresses, page: str = ""
) -> TemplateContext:
    """Return the frame of a page with the choices of conf.py in it.

    :param page: the address of the page from the root of the site.
    """
    if options == NOTHING:
        return frame
    changed: dict[str, Any] = {
        "logo": _logo(frame.logo, options, addresses),
        "hides_name": options.sidebar_hide_name,
        "shows_neighbours": options.show_prev_next,
        "icon_links": (*_links(options.icon_links), *_hosts(options)),
        "socials": (*frame.socials, *_links(options.footer_icons)),
        "navbar_start": own_templates(options.navbar_start + options.navbar_center),
        "navbar_end": options.navbar_persistent + options.navbar_end,
        "head_parts": own_templates(options.article_header_start or ())
        + options.article_header_end,
        "foot_parts": options.article_footer_items + options.content_footer_items,
        "shows_top_button": options.back_to_top_button,
        "sidebar_end": options.primary_sidebar_end,
        "footer_parts": options.footer_start + options.footer_center + options.footer_end,
    }
    if options.announcement:
        banner = Banner(content=markdown_of(options.announcement))
        changed["banner"] = banner_context(banner, addresses)
    if options.show_version_warning_banner and frame.other_version is None:
        changed["other_version"] = _preferred(options, addresses, page)
    if options.search_bar_text:
        changed["search_prompt"] = options.search_bar_text
    if not options.shows_breadcrumb:
        changed |= {"breadcrumb": (), "eyebrow": None}
    if options.versions or options.languages:
        changed["places"] = tuple(
            replace(place, switches=_switches(place, options, addresses, page))
            for place in frame.places
        )
    if options.secondary_sidebar_items is not None:
        changed["contents_parts"] = own_templates(options.secondary_sidebar_items)
    links = (
        *frame.top_links,
        *(ShownLink(label=each.name, url=each.url) for each in options.external_links),
    )
    most = options.header_links_before_dropdown
    if most is not None:
        changed |= tabs_in_menu(options)
        changed["more_links"], links = links[most:], links[:most]
    return replace(frame, top_links=links, **changed)


def tabs_in_menu(options: ThemeOptions) -> dict[str, Any]:
    """Return how many tabs are below the top bar, and what the menu of the others is called."""
    most = options.header_links_before_dropdown
    return {
        "more_label": options.header_dropdown_text or str(_("More")),
        "tabs_before_more": most if options.shows_header_links else None,
    }


def header_choices(config: Config) -> dict[str, Any]:
    """Return what conf.py chooses of the navigation around pages: ``join`` makes it again."""
    options = options_of(config)
    return {
        **tabs_in_menu(options),
        "hides_name": bool(options.sidebar_hide_name),
        "shows_neighbours": bool(options.show_prev_next),
        "shows_breadcrumb": bool(options.shows_breadcrumb),
        "open_levels": options.show_nav_level or 1,
        "notes_versions": options.show_version_warning_banner is not False,
    }


def _switches(
    place: NavContext, options: ThemeOptions, addresses: SiteAddresses, page: str
) -> tuple[Switch, ...]:
    """Return the menus above the sidebar, with those of conf.py that the navigation lacks."""
    offered = (
        ("version", str(_("Version")), options.versions),
        ("language", str(_("Language")), options.languages),
    )
    known = {switch.kind for switch in place.switches}
    found = list(place.switches)
    for kind, name, editions in offered:
        if editions and kind not in known:
            choices = tuple(_choice(one, kind, addresses, page) for one in editions)
            current = next((one for one in choices if one.active), None)
            unknown = Option(label="", name=name, url=None)
            found.append(Switch(kind=kind, name=name, current=current or unknown, choices=choices))
    return tuple(found)


def _choice(edition: Edition, kind: str, addresses: SiteAddresses, page: str) -> Option:
    url = edition.url.replace("{page}", page)
    return Option(
        label=edition.key or edition.name,
        name=edition.name,
        url=url if is_external(url) else addresses.file(url),
        active=edition.current,
        lang=edition.key or None if kind == "language" else None,
    )


def source_url(kind: str, path: str, options: ThemeOptions, data: SiteData) -> str | None:
    """Return where a reader edits (``edit``) or reads (``view``) the source file *path*."""
    pattern = options.source_edit_link if kind == "edit" else options.source_view_link
    if pattern:
        return pattern.replace("{filename}", quote(path))
    if data.repository is None:
        return None
    return data.repository.edit_url(path) if kind == "edit" else data.repository.view_url(path)


def helpful(page: str, options: ThemeOptions) -> Helpful | None:
    """Return the question whether *page* helped, where conf.py says who gets the answer."""
    url = options.page_feedback
    if url is None:
        return None
    reasons = {
        "wrong": _("Something is wrong"),
        "missing": _("Something is missing"),
        "unclear": _("It is hard to understand"),
        "example": _("An example would help"),
    }
    if not url.startswith("mailto:") and "{answer}" not in url:
        told = tuple((name, str(label), "") for name, label in reasons.items())
        return Helpful(page=page, endpoint=url, reasons=told)

    def link(answer: str, reason: str = "") -> str:
        if "{" in url:
            values = {"{answer}": answer, "{page}": quote(page, safe=""), "{reason}": reason}
            return _FILLED_IN.sub(lambda found: values[found[0]], url)
        mark = "&" if "?" in url else "?"
        return f"{url}{mark}subject={quote(f'{page}: {answer}', safe='')}"

    # Whoever writes a mail, or opens an address without a place for a reason, says it there.
    told = tuple((name, str(label), link("no", name)) for name, label in reasons.items())
    return Helpful(
        page=page, yes=link("yes"), no=link("no"), reasons=told if "{reason}" in url else ()
    )


def page_buttons(path: str | None, options: ThemeOptions, data: SiteData) -> tuple[ShownLink, ...]:
    """Return the buttons above a page that has a source file."""
    looks = {
        "view": (_("View source"), "lucide:eye"),
        "edit": (_("Suggest edits"), "lucide:square-pen"),
    }
    found = []
    for kind in options.page_buttons if path else ():
        label, icon = looks[kind]
        if url := source_url(kind, path or "", options, data):
            found.append(ShownLink(label=str(label), url=url, icon=icon))
    return tuple(found)


def _links(links: Iterable[IconLink]) -> tuple[ShownLink, ...]:
    return tuple(ShownLink(label=each.name, url=each.url, icon=each.icon) for each in links)


def _hosts(options: ThemeOptions) -> Iterator[ShownLink]:
    for option, (label, icon) in HOSTS.items():
        if url := getattr(options, option):
            yield ShownLink(label=label, url=url, icon=icon)


def _logo(logo: LogoContext, options: ThemeOptions, addresses: SiteAddresses) -> LogoContext:
    """Return the logo: that of conf.py, else the one of ``docs.json``."""
    chosen = options.logo
    link = options.logo_link or (chosen.link if chosen else None)
    light, dark = pictures(options)
    if link:
        logo = replace(logo, url=addresses.link(link) or logo.url)
    if chosen and chosen.text:
        logo = replace(logo, text=chosen.text)
    if light and dark:
        files = (name if is_external(name) else f"_static/{name}" for name in (light, dark))
        shown = [addresses.file(name) for name in files]
        logo = replace(logo, light=shown[0], dark=shown[1])
    return logo


def pictures(options: ThemeOptions) -> tuple[str | None, str | None]:
    """Return the logo per mode: an address, or the name of a file in ``_static``."""
    if options.light_logo or options.dark_logo:
        return options.light_logo or options.dark_logo, options.dark_logo or options.light_logo
    if options.logo is None or options.logo.light is None or options.logo.dark is None:
        return None, None
    light, dark = options.logo.light, options.logo.dark
    return _in_static(light), _in_static(dark)


def _in_static(path: str) -> str:
    """Return the name under which a file of pydata's ``logo`` is in ``_static``."""
    return path if is_external(path) else Path(path).name


def check_choices(app: Sphinx) -> None:
    """Report files and a repository that the options of the theme name and that are not there."""
    options = options_of(app.config)
    wrong = dict(_missing_logos(app, options))
    if options.source_repository and from_options(options) is None:
        wrong["source_repository"] = (
            f"no GitHub, GitLab or Bitbucket was recognised at {options.source_repository!r}; "
            "set source_edit_link and source_view_link instead"
        )
    report_wrong(app, wrong)


def _missing_logos(app: Sphinx, options: ThemeOptions) -> Iterator[tuple[str, str]]:
    folders = [Path(app.confdir) / name for name in app.config.html_static_path]
    for name in ("light_logo", "dark_logo"):
        file = getattr(options, name)
        if file and not is_external(file) and not any((each / file).is_file() for each in folders):
            yield name, f"there is no {file!r} in the folders of html_static_path"
    for file in (options.logo.light, options.logo.dark) if options.logo else ():
        if file and not is_external(file) and file_below(Path(app.confdir), file) is None:
            yield "logo", f"there is no picture {file!r}; write its path from conf.py"


def copy_logos(app: Sphinx, failure: Exception | None) -> None:
    """Copy the pictures of ``logo`` into ``_static``, as pydata-sphinx-theme does."""
    logo = options_of(app.config).logo if failure is None else None
    for path in (logo.light, logo.dark) if logo else ():
        if not path or is_external(path):
            continue
        file = file_below(Path(app.confdir), path)
        if file is not None:
            shutil.copyfile(file, Path(app.outdir) / "_static" / _in_static(path))


# Logo, links, button, banner and footer of the configuration → what a page shows of them.

_GITHUB = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?(?:[?#].*)?")
_TYPE_ICONS = {"github": "brands:github", "discord": "brands:discord"}


def github_name(url: str) -> str | None:
    """Return ``owner/name`` of the address of a GitHub repository."""
    match = _GITHUB.fullmatch(url.strip())
    return f"{match[1]}/{match[2]}" if match else None


def logo_context(
    site: Site,
    addresses: SiteAddresses,
    conf_logo: str | None,
    srcdir: Path,
    home: str | None = None,
) -> LogoContext:
    """Return the logo; one that conf.py names beats the one of ``docs.json``.

    It leads to the start page of the language that is read, unless its author set ``href``.

    A picture that does not exist is left out, and the name of the site is shown instead.
    """
    href = site.logo.href if site.logo else "/"
    first = addresses.page(home) if home and href == "/" else None
    url = first or addresses.link(href) or addresses.home()
    if conf_logo:
        return LogoContext(url=url, light=conf_logo, dark=conf_logo)
    if site.logo is None:
        return LogoContext(url=url)
    image = site.logo.image
    return LogoContext(
        url=url,
        light=addresses.file(image.light) if exists(image.light, srcdir) else None,
        dark=addresses.file(image.dark) if exists(image.dark, srcdir) else None,
    )


def exists(path: str, srcdir: Path) -> bool:
    """Whether a picture of the configuration can be shown."""
    return bool(path) and (is_external(path) or file_below(srcdir, path) is not None)


def top_links(links: Iterable[TopbarLink], addresses: SiteAddresses) -> tuple[ShownLink, ...]:
    """Return the links of the top bar; those without an allowed address are omitted."""
    return tuple(
        ShownLink(
            label=link.name or github_name(link.url) or (link.type or "").title(),
            url=url,
            icon=link.icon or _TYPE_ICONS.get(link.type or ""),
        )
        for link in links
        if (url := addresses.link(link.url)) is not None
    )


def call_to_action(button: CallToAction | None, addresses: SiteAddresses) -> ShownLink | None:
    """Return the button of the top bar."""
    url = addresses.link(button.url) if button is not None else None
    if button is None or url is None:
        return None
    repository = github_name(button.url) if button.type == "github" else None
    label = button.name or repository or button.type.title()
    return ShownLink(label=label, url=url, repository=repository)


def version_note(config: Config, nav_view: NavView) -> tuple[OtherVersion, Choice] | None:
    """Return what a page of another version than the current one says, and where it leads.

    That is the same page, or the first one where the current version has no such page. The
    address is for who shows it.
    """
    wanted = options_of(config).show_version_warning_banner is not False
    return note_of_version(nav_view) if wanted else None


def note_of_version(nav_view: NavView) -> tuple[OtherVersion, Choice] | None:
    """Return the same, whether conf.py wants it or not."""
    current = current_version(nav_view.versions)
    if current is None or not nav_view.version:
        return None
    label = _("Read this page in version %s") if current.is_same else _("Go to version %s")
    text = _("This is version %s, not the current one.") % nav_view.version
    return OtherVersion(text=str(text), label=str(label % current.label)), current


def _preferred(options: ThemeOptions, addresses: SiteAddresses, page: str) -> OtherVersion | None:
    """Return the same for versions of conf.py, one of which is preferred."""
    current = next((each for each in options.versions if each.current), None)
    wanted = next((each for each in options.versions if each.preferred), None)
    if current is None or wanted is None or wanted.current:
        return None
    return OtherVersion(
        text=str(_("This is version %s, not the current one.") % current.name),
        label=str(_("Go to version %s") % wanted.name),
        url=_choice(wanted, "version", addresses, page).url or "",
    )


def banner_context(banner: Banner | None, addresses: SiteAddresses) -> BannerContext | None:
    """Return the line on top of the page."""
    if banner is None or not banner.content.strip():
        return None
    return BannerContext(
        html=inline_html(banner.content, addresses.link),
        type=banner.type,
        dismissible=banner.dismissible,
        key=hashlib.sha256(banner.content.encode()).hexdigest()[:12],
    )


def footer_columns(
    columns: Iterable[FooterColumn], addresses: SiteAddresses
) -> tuple[Column, ...]:
    """Return the columns of links in the footer."""
    return tuple(
        Column(header=column.header, links=top_links(column.links, addresses))
        for column in columns
    )


def social_links(socials: Mapping[str, str], addresses: SiteAddresses) -> tuple[ShownLink, ...]:
    """Return the accounts in the footer, in the order of the file."""
    found = []
    for platform, address in socials.items():
        url = addresses.link(address)
        if url is not None:
            name, icon = social(platform)
            label = str(_("Website")) if name == "Website" else name
            found.append(ShownLink(label=label, url=url, icon=icon))
    return tuple(found)
