"""What VitePress and Starlight say of a site, and for which tool a folder is made."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import title_from_name
from sphinx_docsjson.cli.docusaurus import of_docusaurus
from sphinx_docsjson.cli.jupyter_book import of_jupyter_book
from sphinx_docsjson.cli.mkdocs import of_mkdocs
from sphinx_docsjson.cli.other_tools import (
    FoundSite,
    NavEntry,
    accent,
    of_gitbook,
    of_mdbook,
    of_myst,
    socials_of,
    text_in,
    text_of,
)
from sphinx_docsjson.cli.script_data import ScriptData, default_of, given_to
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# VitePress: https://vitepress.dev/reference/default-theme-sidebar


def of_vitepress(source: Path) -> FoundSite | None:
    """Read ``.vitepress/config.js``."""
    config = default_of(source)
    root = next(each for each in source.parents if each.name == ".vitepress").parent
    folder = Path(normpath((root / (text_in(config, "srcDir") or ".")).as_posix()))
    site = FoundSite(tool="VitePress", source=source, folder=folder)
    site.name = text_in(config, "title")
    site.settings |= {"description": line} if (line := text_in(config, "description")) else {}
    locale = mapping(mapping(config.get("locales")).get("root"))
    theme = {**mapping(locale.get("themeConfig")), **mapping(config.get("themeConfig"))}
    sidebar = theme.get("sidebar", config.get("sidebar"))
    site.static = (folder / "public",)
    site.includes = (folder,)
    base = text_in(config, "base")
    if socials := socials_of(theme.get("socialLinks"), "icon", "link"):
        site.settings["footerSocials"] = socials
    site.settings |= _logo(site, theme.get("logo", config.get("logo")), site.static)
    heads = [each[1] for each in items(config.get("head")) if len(items(each)) > 1]
    icons = (text_in(mapping(each), "href") for each in heads if _is_icon(mapping(each)))
    pictures = (site.picture(each.removeprefix(base), site.static) for each in icons)
    site.settings |= {"favicon": found} if (found := next(filter(None, pictures), "")) else {}
    site.settings |= accent(
        root.glob(".vitepress/theme/**/*.css"), "--vp-c-brand-1", "--vp-c-brand"
    )
    if theme.get("editLink"):
        site.settings["feedback"] = {"suggestEdit": True}
    _notes_of_vitepress(site, theme)
    if isinstance(sidebar, list):
        site.navigation = list(_of_vitepress_items(site, sidebar, ""))
        return site
    named = [mapping(each) for each in items(theme.get("nav", config.get("nav")))]
    tabs: list[dict[str, Any]] = []
    for key, value in mapping(sidebar).items():
        base = text_in(mapping(value), "base")
        listed = value if isinstance(value, list) else mapping(value).get("items")
        entries = list(_of_vitepress_items(site, items(listed), base))
        near = (each for each in named if key.strip("/") and _leads(each, key))
        label = next((text_in(each, "text") for each in near), "") or title_from_name(
            key.strip("/") or "docs"
        )
        if entries and not any(each["pages"] == entries for each in tabs):
            tabs.append({"tab": label, "pages": entries})
    if len(tabs) > 1:
        site.navigation = {"tabs": tabs}
    elif tabs:
        site.navigation = tabs[0]["pages"]
    else:
        site.navigation = list(site.of_folder())
    return site


def _is_icon(head: Mapping[str, Any]) -> bool:
    return text_in(head, "rel") in {"icon", "shortcut icon"}


def _notes_of_vitepress(site: FoundSite, theme: Mapping[str, Any]) -> None:
    """Note what has no field, and links of the bar at the top that lead to other sites."""
    links, menus = [], list[str]()
    for each in map(mapping, items(theme.get("nav"))):
        label, address = text_in(each, "text"), text_in(each, "link")
        if each.get("items"):
            menus.append(label)
        elif is_external(address):
            links += [{"label": label, "href": address}] if label else []
    site.settings |= {"navbar": {"links": links}} if links else {}
    if menus:
        site.notes.append(
            f"the top bar has no menus: {', '.join(menus)} — write tabs or navbar.links"
        )
    if isinstance(theme.get("footer"), dict):
        site.notes.append("the footer has no text of its own: footer.links has columns of links")


def _leads(item: Mapping[str, Any], key: str) -> bool:
    """Whether an entry of the bar at the top leads to the pages below *key*."""
    address = text_in(item, "activeMatch") or text_in(item, "link")
    return address.strip("/^").partition("#")[0].startswith(key.strip("/"))


def _of_vitepress_items(site: FoundSite, listed: Any, base: str) -> Iterator[NavEntry]:
    for each in map(mapping, items(listed)):
        title, address = text_in(each, "text"), text_in(each, "link")
        below = text_in(each, "base") or base
        if is_external(address):
            yield from site.link(address, title)
            continue
        path = below + address if address else ""
        path = re.sub(r"\.html$", "", path.partition("#")[0])
        inside = list(_of_vitepress_items(site, each.get("items"), below))
        if inside or "items" in each:
            yield from site.group(title, inside, path)
        elif path:
            yield from site.page(path, title)


def _logo(site: FoundSite, logo: Any, places: tuple[Path, ...]) -> dict[str, Any]:
    """Return the logo, where its files are there: a path, or one for each mode."""
    told = {"src": logo} if isinstance(logo, str) else mapping(logo)
    either = text_in(told, "src")
    pair = {
        mode: picture
        for mode in ("light", "dark")
        if (picture := site.picture(text_in(told, mode) or either, places))
    }
    return {"logo": pair} if len(pair) == 2 else {}


# Starlight: https://starlight.astro.build/guides/sidebar/


def of_starlight(source: Path) -> FoundSite | None:
    """Read what ``astro.config.mjs`` gives to Starlight."""
    exported = ScriptData.of(source).exported
    told = given_to(exported.get("default"), "starlight")
    if told is None:
        return None
    root = source.parent
    site = FoundSite(tool="Starlight", source=source, folder=root / "src" / "content" / "docs")
    title = told.get("title")
    site.name = title if isinstance(title, str) else next(iter(mapping(title).values()), "")
    site.settings |= {"description": line} if (line := text_in(told, "description")) else {}
    site.static = (root / "public",)
    site.includes = (site.folder, root)
    site.settings |= _logo(site, told.get("logo"), (root, *site.static))
    if icon := site.picture(text_in(told, "favicon") or "favicon.svg", site.static):
        site.settings["favicon"] = icon
    styles = [root / each for each in items(told.get("customCss")) if isinstance(each, str)]
    site.settings |= accent(styles, "--sl-color-accent")
    if text_in(mapping(told.get("editLink")), "baseUrl"):
        site.settings["feedback"] = {"suggestEdit": True}
    if styles:
        site.notes.append("customCss is not read but for its accent: .css beside docs.json is")
    if mapping(told.get("components")):
        names = ", ".join(mapping(told.get("components")))
        site.notes.append(f"components that replace those of Starlight have no place: {names}")
    if socials := socials_of(told.get("social"), "icon", "href"):
        site.settings["footerSocials"] = socials
    languages = [each for each in mapping(told.get("locales")) if each != "root"]
    default = text_in(told, "defaultLocale")
    below = default if default and default in languages else ""
    others = [each for each in languages if each != below]
    if told.get("sidebar"):
        listed = items(told.get("sidebar"))
        entries = [each for item in listed for each in _of_starlight(site, item, below, others)]
        start = [each for each in site.page(below or "index") if each not in entries]
        site.navigation = [*start, *entries]
    else:
        site.navigation = list(site.of_folder(below, others))
    if others:
        site.notes.append(
            f"the navigation is that of one language; other pages are in {', '.join(others)}"
        )
    return site


def _of_starlight(site: FoundSite, item: Any, below: str, others: list[str]) -> Iterator[NavEntry]:
    prefix = f"{below}/" if below else ""
    if isinstance(item, str):
        yield from site.page(prefix + item)
        return
    known = mapping(item)
    label = text_in(known, "label")
    address = text_in(known, "link")
    if "autogenerate" in known:
        folder = prefix + text_in(mapping(known["autogenerate"]), "directory").strip("/")
        entries = list(_generated(site, folder, others))
        yield from site.group(label, entries) if label else entries
    elif "items" in known:
        inside = [
            e for one in items(known["items"]) for e in _of_starlight(site, one, below, others)
        ]
        yield from site.group(label, inside)
    elif "slug" in known:
        yield from site.page(prefix + text_in(known, "slug"), label)
    elif is_external(address):
        yield from site.link(address, label)
    elif address:
        yield from site.page(prefix + address.lstrip("/"), label)


def _generated(site: FoundSite, folder: str, others: list[str]) -> Iterator[NavEntry]:
    """Yield the pages of a folder in the order that their front matter says."""
    found = list(site.of_folder(folder, others))

    def order(entry: NavEntry) -> float:
        name = entry if isinstance(entry, str) else str(entry.get("root", ""))
        front = read_front_matter(text_of(site.files[name])).fields if name in site.files else {}
        place = mapping(front.get("sidebar")).get("order")
        return float(place) if isinstance(place, (int, float)) else float("inf")

    yield from sorted(found, key=order)


# Which tool a folder is configured for.

READERS: dict[str, Callable[[Path], FoundSite | None]] = {
    "mkdocs.yml": of_mkdocs,
    "mkdocs.yaml": of_mkdocs,
    "book.toml": of_mdbook,
    "_toc.yml": of_jupyter_book,
    "myst.yml": of_myst,
    "SUMMARY.md": of_gitbook,
    "docusaurus.config.*": of_docusaurus,
    ".vitepress/config.*": of_vitepress,
    ".vitepress/config/index.*": of_vitepress,
    "astro.config.*": of_starlight,
}
"""The file that says it → its reader, the surest first; Astro is read where it has Starlight."""

_PLACES = (
    ".",
    "docs",
    "doc",
    "documentation",
    "website",
    "site",
    "book",
    "guide",
    "src",
    "docs/src",
)


def find_site(folder: Path | None) -> FoundSite | None:
    """Return what another tool says of the site in *folder*, or of the usual place of one.

    :param folder: the folder that was named: that of the configuration, or that of the pages.
    """
    places = [Path(each) for each in _PLACES] if folder is None else [folder, folder.parent]
    for place in places:
        for pattern, reader in READERS.items():
            for source in sorted(place.glob(pattern)) if place.is_dir() else ():
                site = reader(source) if source.is_file() else None
                if site is not None and site.folder.is_dir() and _is_meant(site, folder):
                    return site
    return None


def _is_meant(site: FoundSite, folder: Path | None) -> bool:
    """Whether a configuration above the named folder is about its pages."""
    source = site.source.resolve()
    here = folder.resolve() if folder is not None else None
    if here is None or source.is_relative_to(here):
        return True
    return site.folder.resolve() == here
