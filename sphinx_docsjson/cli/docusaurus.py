"""Reads the configuration of Docusaurus: pages by id, sidebars, header and footer.

https://docusaurus.io/docs/sidebar, https://docusaurus.io/docs/api/themes/configuration
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import text_of, title_from_name
from sphinx_docsjson.cli.other_tools import (
    GITHUB,
    HEX_COLOR,
    START_PAGES,
    FoundSite,
    NavEntry,
    accent,
    read_data,
    text_in,
)
from sphinx_docsjson.cli.script_data import SCRIPTS, ScriptData, default_of
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_NUMBER = re.compile(r"^(?!\d+[-_.]\d)(\d++)\s*+[-_.]++\s*+(?=[^-_.\s])")
"""A number that orders a file and is not part of its address (Docusaurus,
``DefaultNumberPrefixParser``); ``2026-11`` and ``7.0`` are none."""
_LINK = re.compile(r"(?<=\]\()[^()\s]++(?=\))")
_REPOSITORY = re.compile(r"https?://[^/\s]++/[^/\s]++/[^/\s]++")


def of_docusaurus(source: Path) -> FoundSite | None:
    """Read ``docusaurus.config.js`` and the sidebars that it names."""
    config, root = default_of(source), source.parent
    docs, theme = _docs_of(config), mapping(config.get("themeConfig"))
    folder = root / (text_in(docs, "path") or "docs")
    folder = Path(normpath(folder.as_posix()))
    site = FoundSite(tool="Docusaurus", source=source, folder=folder)
    navbar = mapping(theme.get("navbar"))
    site.name = text_in(config, "title") or text_in(navbar, "title")
    site.settings |= {"description": line} if (line := text_in(config, "tagline")) else {}
    site.static = (root / "static",)
    prefix = docs.get("routeBasePath")
    site.prefix = prefix.strip("/") if isinstance(prefix, str) else "docs"
    site.base = text_in(config, "baseUrl").strip("/")
    site.includes = (folder, root)
    ids = _Ids(site=site)
    site.addresses = {**ids.pages, **ids.slugs}
    _navigation(root, docs, navbar, ids)
    _look(site, config, root)
    if docs.get("editUrl"):
        site.settings["feedback"] = {"suggestEdit": True}
    around = _Around(ids=ids)
    around.write(config, _REPOSITORY.match(text_in(docs, "editUrl")))
    if moved := [*ids.moved(), *_moved_by_plugin(config, around)]:
        site.settings["redirects"] = moved
    site.notes += _notes(config, root, folder)
    return site


def _navigation(root: Path, docs: Mapping[str, Any], navbar: Mapping[str, Any], ids: _Ids) -> None:
    """Write the navigation that sidebars list."""
    site, named = ids.site, text_in(docs, "sidebarPath")
    beside = [root / named, *(root / f"{named}{each}" for each in SCRIPTS)] if named else []
    beside += [root / f"sidebars{each}" for each in SCRIPTS]
    path = next((each for each in beside if each.is_file()), None)
    if path is None:
        site.navigation = list(ids.generated(""))
        return
    sidebars = ScriptData.of(path).exported.get("default")
    made = [
        (key, [each for one in _shorthand(value) for each in ids.item(one)])
        for key, value in mapping(sidebars).items()
    ]
    made = [(key, entries) for key, entries in made if entries]
    labels = {
        text_in(mapping(each), "sidebarId"): text_in(mapping(each), "label")
        for each in items(navbar.get("items"))
    }
    if len(made) > 1:
        site.navigation = {
            "tabs": [
                {"tab": labels.get(key) or title_from_name(key), "pages": entries}
                for key, entries in made
            ]
        }
    elif made:
        site.navigation = made[0][1]


def _docs_of(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options of the pages: those of the preset, or of the plugin."""
    for each in (*items(config.get("presets")), *items(config.get("plugins"))):
        if isinstance(each, list) and len(each) > 1 and isinstance(each[0], str):
            options = mapping(each[1])
            if "preset" in each[0] or each[0] == "classic":
                return mapping(options.get("docs"))
            if each[0].endswith("content-docs"):
                return options
    return mapping(config.get("docs"))


def _shorthand(value: Any) -> list[Any]:
    """Return the items of a sidebar; an object names its categories by their keys."""
    if isinstance(value, dict) and "type" not in value:
        return [{"type": "category", "label": key, "items": each} for key, each in value.items()]
    return value if isinstance(value, list) else [value]


@dataclass(kw_only=True)
class _Ids:
    """The pages of Docusaurus by the ids that its sidebars name."""

    site: FoundSite

    def __post_init__(self) -> None:
        self.fronts = {
            name: read_front_matter(text_of(path)).fields for name, path in self.site.files.items()
        }
        self.pages: dict[str, str] = {}
        for name, front in self.fronts.items():
            parts = [_NUMBER.sub("", part, count=1) for part in name.split("/")]
            if isinstance(front.get("id"), str):
                parts[-1] = front["id"]
            self.pages.setdefault("/".join(parts), name)
        self.slugs = {
            normpath(f"{name.rpartition('/')[0]}/{slug}" if slug[:1] != "/" else slug).strip(
                "/"
            ): name
            for name, front in self.fronts.items()
            if isinstance(slug := front.get("slug"), str) and slug
        }

    def named(self, path: str) -> str | None:
        """Return the page at an address of Docusaurus."""
        return self.slugs.get(path) or self.pages.get(path) or self.site.name_of(path)

    def moved(self) -> list[dict[str, str]]:
        """Return the redirects to pages whose address there is an id or a slug."""
        both = [*self.pages.items(), *self.slugs.items()]
        return [
            {"source": f"/{old}", "destination": f"/{page}"}
            for old, page in dict(both).items()
            if old and old != page and old not in self.site.files
        ]

    def item(self, item: Any) -> Iterator[NavEntry]:
        """Yield the entries of an item of a sidebar."""
        if isinstance(item, str):
            yield from self._doc(item, "")
            return
        known = mapping(item)
        kind, label = text_in(known, "type"), text_in(known, "label")
        if kind in {"doc", "ref"}:
            yield from self._doc(text_in(known, "id"), label)
        elif kind == "link":
            address = text_in(known, "href")
            yield from self.site.link(address, label)
        elif kind == "autogenerated":
            yield from self.generated(text_in(known, "dirName").strip("./"))
        elif kind == "category":
            inside = [e for one in _shorthand(known.get("items", [])) for e in self.item(one)]
            link = mapping(known.get("link"))
            root = text_in(link, "id") if link.get("type") == "doc" else ""
            yield from self.site.group(label, inside, self.pages.get(root, root))
        elif not kind:
            yield from (each for one in _shorthand(known) for each in self.item(one))

    def _doc(self, name: str, label: str) -> Iterator[NavEntry]:
        page = self.pages.get(name, name)
        front = self.fronts.get(page, {})
        shown = label or front.get("sidebar_label")
        yield from self.site.page(page, shown if isinstance(shown, str) else "")

    def generated(self, folder: str) -> Iterator[NavEntry]:
        """Yield what Docusaurus makes of a folder, in its order."""
        place = self.site.folder / folder
        prefix = f"{folder}/" if folder else ""
        names = {name[len(prefix) :] for name in self.site.files if name.startswith(prefix)}
        found: list[tuple[float, str, list[NavEntry]]] = []
        for name in sorted({each.partition("/")[0] for each in names}):
            if name in names and (folder == "" or name not in START_PAGES):
                front = self.fronts[prefix + name]
                position = _position(front.get("sidebar_position"), name)
                found.append((position, name, list(self._doc(prefix + name, ""))))
            if any(each.startswith(f"{name}/") for each in names):
                told = read_data(place / name / "_category_.json")
                told = mapping(told or read_data(place / name / "_category_.yml"))
                label = text_in(told, "label") or title_from_name(_NUMBER.sub("", name, count=1))
                first = next((each for each in START_PAGES if f"{name}/{each}" in names), "")
                root = f"{prefix}{name}/{first}" if first else ""
                front = self.fronts.get(root, {})
                position = _position(told.get("position", front.get("sidebar_position")), name)
                inside = list(self.generated(prefix + name))
                found.append((position, name, list(self.site.group(label, inside, root))))
        for _, _, entries in sorted(found, key=lambda each: (each[0], each[1])):
            yield from entries


def _position(told: Any, name: str) -> float:
    if isinstance(told, (int, float)):
        return float(told)
    number = _NUMBER.match(name)
    return float(number[1]) if number else float("inf")


# What is around the pages: logo, colours, bar at the top, footer.


def _look(site: FoundSite, config: Mapping[str, Any], root: Path) -> None:
    """Take over pictures, colours and the mode."""
    theme = mapping(config.get("themeConfig"))
    logo = mapping(mapping(theme.get("navbar")).get("logo"))
    light = site.picture(text_in(logo, "src"), site.static)
    dark = site.picture(text_in(logo, "srcDark"), site.static)
    if light or dark:
        site.settings["logo"] = {"light": light, "dark": dark} if light and dark else light or dark
    elif logo:
        site.notes.append("the logo is not a file in static/: name one in logo")
    if icon := site.picture(text_in(config, "favicon"), site.static):
        site.settings["favicon"] = icon
    site.settings |= accent(root.glob("src/**/*.css"), "--ifm-color-primary")
    modes = mapping(theme.get("colorMode"))
    mode = "" if modes.get("respectPrefersColorScheme") is True else text_in(modes, "defaultMode")
    wanted = {"default": mode} if mode in {"light", "dark"} else {}
    if modes.get("disableSwitch") is True:
        site.settings["appearance"] = {"default": mode or "light", "strict": True}
    elif wanted:
        site.settings["appearance"] = wanted


@dataclass(kw_only=True)
class _Around:
    """The links of Docusaurus around the pages."""

    ids: _Ids

    def __post_init__(self) -> None:
        self.elsewhere: dict[str, None] = {}

    def write(self, config: Mapping[str, Any], repository: re.Match[str] | None) -> None:
        """Write the bar at the top, the footer and the announcement.

        :param repository: the one that ``editUrl`` names. The bar links to it: that is where
            ``docs.json`` says whose pages are edited.
        """
        theme, site = mapping(config.get("themeConfig")), self.ids.site
        links, unknown = self.bar(items(mapping(theme.get("navbar")).get("items")))
        if repository and not any(each["href"].startswith(repository[0]) for each in links):
            kind = {"type": "github"} if GITHUB.match(repository[0]) else {"label": "Repository"}
            links.append({**kind, "href": repository[0]})
        site.settings |= {"navbar": {"links": links}} if links else {}
        site.notes += [f"navbar: {each}" for each in unknown]
        footer = mapping(theme.get("footer"))
        columns, written = self.columns(items(footer.get("links")))
        site.settings |= {"footer": {"links": columns}} if columns else {}
        if written or footer.get("logo"):
            site.notes.append(
                "footer: its pictures and HTML are left out, its links are in footer.links"
            )
        if footer.get("copyright"):
            site.notes.append('footer: copyright = "…" in a conf.py is the line of copyright')
        bar = mapping(theme.get("announcementBar"))
        content = as_markdown(text_in(bar, "content"))
        content = _LINK.sub(lambda found: self.address({"to": found[0]}) or found[0], content)
        if content:
            color = text_in(bar, "backgroundColor")
            site.settings["banner"] = {
                "content": content,
                **({"dismissible": True} if bar.get("isCloseable", True) is True else {}),
                **({"color": color} if HEX_COLOR.fullmatch(color) else {}),
            }
        if self.elsewhere:
            site.notes.append(
                "links to anything but pages of the docs are left out: "
                f"{', '.join(self.elsewhere)}"
            )

    def address(self, item: Mapping[str, Any]) -> str:
        """Return where an item leads, an empty text where nothing of the site is there."""
        if name := text_in(item, "docId"):
            page = self.ids.pages.get(name)
            page = None if item.get("docsPluginId", "default") != "default" else page
            if page is None:
                self.elsewhere[name] = None
            return f"/{page}" if page else ""
        told = text_in(item, "to") or text_in(item, "href")
        if "undefined" in told:  # the code uses values that are not data
            return ""
        if is_external(told):
            return safe_url(told) or ""
        path, sharp, anchor = told.partition("#")
        prefix, meant = self.ids.site.prefix, self.ids.site.below(path)
        below = not prefix or any(f"{each}/".startswith(f"{prefix}/") for each in meant)
        page = self.ids.named(meant[-1]) if below else None  # pages in React, and the blog
        if page is None:
            if told:
                self.elsewhere[told] = None
            return ""
        return f"/{page}{sharp}{anchor}"

    def bar(self, listed: Sequence[Any]) -> tuple[list[dict[str, str]], list[str]]:
        """Return the links of the bar at the top, and what it cannot have."""
        links: list[dict[str, str]] = []
        unknown: list[str] = []
        for item in map(mapping, listed):
            kind, label = text_in(item, "type") or "default", text_in(item, "label")
            if kind in {"default", "doc"} and not item.get("items"):
                address = self.address(item)
                if GITHUB.fullmatch(address) and label in {"", "GitHub"}:
                    links.append({"type": "github", "href": address})
                elif address and label:
                    links.append({"label": label, "href": address})
            elif kind in {"default", "dropdown"} and item.get("items"):
                unknown.append(f"the menu {label} is left out: use tabs or navbar.links")
            elif said := _NO_LINKS.get(kind):
                unknown.append(f"{kind} is {said}")
        return links, unknown

    def columns(self, listed: Sequence[Any]) -> tuple[list[dict[str, Any]], bool]:
        """Return the columns of the footer, and whether there is HTML in it."""
        entries = [mapping(each) for each in listed]
        if entries and not any("items" in each for each in entries):
            entries = [{"items": entries}]
        columns: list[dict[str, Any]] = []
        for entry in entries:
            inside = [mapping(each) for each in items(entry.get("items"))]
            links = [
                {"label": text_in(each, "label"), "href": address}
                for each in inside
                if text_in(each, "label") and (address := self.address(each))
            ]
            header = {"header": title} if (title := text_in(entry, "title")) else {}
            columns += [{**header, "items": links}] if links else []
        html = any("html" in mapping(e) for entry in entries for e in items(entry.get("items")))
        return columns, html


_NO_LINKS = {
    "docsVersionDropdown": "made of versions in navigation",
    "docsVersion": "made of versions in navigation",
    "localeDropdown": "made of languages in navigation",
    "html": "HTML, which the bar does not support: add a link to navbar.links",
}
"""Items of the bar at the top that are not links → what shows the same here."""


_TAG = re.compile(r"<(/?)([A-Za-z]\w*+)([^<>]*+)>")
_HREF = re.compile(r"\bhref=[\"']?([^\"'\s>]++)")


def as_markdown(html: str) -> str:
    """Return a line of HTML as inline Markdown."""
    made, position, targets = [], 0, list[str]()
    for tag in _TAG.finditer(html):
        made.append(unescape(html[position : tag.start()]))
        position = tag.end()
        closes, name = tag[1] == "/", tag[2].lower()
        if name in {"b", "strong"}:
            made.append("**")
        elif name in {"i", "em"}:
            made.append("*")
        elif name == "a" and closes and targets:
            target = targets.pop()
            made.append(f"]({target})" if target else "")
        elif name == "a" and not closes:
            found = _HREF.search(tag[3])
            targets.append(found[1] if found and safe_url(found[1]) else "")
            made.append("[" if targets[-1] else "")
        elif name in {"br", "div", "p", "li"}:
            made.append(" ")
    made.append(unescape(html[position:]))
    line = " ".join("".join(made).split())
    return re.sub(r"\[ ", "[", re.sub(r" \](?=\()", "]", line))


def _moved_by_plugin(config: Mapping[str, Any], around: _Around) -> Iterator[dict[str, str]]:
    """Yield the redirects that a plugin makes, to pages that are there."""
    for each in items(config.get("plugins")):
        name, options = (*items(each), None, None)[:2]
        if not isinstance(name, str) or not name.endswith("client-redirects"):
            continue
        for one in map(mapping, items(mapping(options).get("redirects"))):
            listed = one.get("from")
            target = around.address({"to": text_in(one, "to")})
            prefix = f"/{around.ids.site.prefix}"
            for old in listed if isinstance(listed, list) else [listed]:
                if target and isinstance(old, str):
                    path = old.removeprefix(prefix) if prefix != "/" else old
                    if (source := f"/{path.strip('/')}") != target:
                        yield {"source": source, "destination": target}


def _notes(config: Mapping[str, Any], root: Path, folder: Path) -> Iterator[str]:
    """Yield what the owner has to do."""
    theme = mapping(config.get("themeConfig"))
    if text_in(config, "url"):
        yield 'url and baseUrl are html_baseurl = "…" in a conf.py; most hosts set it themselves'
    languages = items(mapping(config.get("i18n")).get("locales"))
    if len(languages) > 1:
        many = len(languages) - 1
        yield f"other languages are left out ({many}): add them as languages in navigation"
    if count := len(items(read_data(root / "versions.json"))):
        yield f"older versions are left out ({count}): add them as versions in navigation"
    if (root / "blog").is_dir():
        yield "the blog is left out: write news on a page with <Update>, which has feeds"
    views = [e for e in root.glob("src/pages/**/*") if e.suffix in {".js", ".jsx", ".tsx"}]
    if views:
        yield f"pages in React are left out ({len(views)}): write pages, the first one with <Hero>"
    if (root / "src" / "theme").is_dir():
        yield "swizzled components of src/theme are left out: override templates instead"
    for each in (*items(config.get("plugins")), *items(config.get("presets"))):
        name, options = (*items(each), None, None)[:2]
        if isinstance(name, str) and name.endswith("content-docs"):
            path = text_in(mapping(options), "path")
            if path and (root / path).resolve() != folder.resolve():
                yield f"pages in {path} are not in the navigation: write their docs.json, or join"
    for name, ours in _SERVICES.items():
        if _said(config, theme, name):
            yield f"{name} is {ours} in docs.json"
    for name in ("scripts", "stylesheets"):
        if items(config.get(name)):
            yield f"{name} are left out: .js and .css files beside docs.json are loaded"
    if items(config.get("headTags")):
        yield "headTags are left out: use seo.metatags, and html_js_files in a conf.py for scripts"
    if mapping(config.get("markdown")).get("mermaid") is True:
        yield "diagrams are drawn after `sphinx-docsjson init --diagrams`"


_SERVICES = {
    "gtag": "integrations.ga4.measurementId",
    "googleTagManager": "integrations.gtm.tagId",
}
"""Options of services → their field. A tracker is loaded when its owner writes it, only."""


def _said(config: Mapping[str, Any], theme: Mapping[str, Any], name: str) -> bool:
    """Whether a service is set up: by the preset, its plugin, or the older place."""
    for each in items(config.get("presets")):
        options = (*items(each), None, None)[1]
        if name in mapping(options):
            return True
    plugins = items(config.get("plugins"))
    return name in theme or any(name in str(items(each)[:1]).replace("-", "") for each in plugins)
