"""``sphinx-docsjson join``: joins several builds, each a part of a site.

Each part is built by itself, in any order and on any machine, and describes its pages and its
navigation in one file (:mod:`~sphinx_docsjson.ext.parts.part`). Here these become one navigation;
each page gets its part of it, and the addresses that it left open. The content of an article is
never generated again, so a part that was rebuilt is joined without the others.
"""

from __future__ import annotations

import json
import re
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from html import escape, unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from sphinx import package_dir
from sphinx.locale import init
from sphinx.util.osutil import relative_uri

from sphinx_docsjson.base.files import identities, remove_unless
from sphinx_docsjson.base.inventory import inventory_lines
from sphinx_docsjson.base.markdown import escape_brackets, escape_text, link, quoted
from sphinx_docsjson.base.messages import breakable, one_line, read_json
from sphinx_docsjson.base.theme_files import script_literal, theme_path
from sphinx_docsjson.build import OPEN, TITLED
from sphinx_docsjson.compat.sphinx import PageLanguage
from sphinx_docsjson.ext.parts.named_parts import (
    BuiltPart,
    JoinMessages,
    each_once,
    navigation_of_all,
    read_part,
)
from sphinx_docsjson.ext.parts.part import FILE
from sphinx_docsjson.html.context import translate
from sphinx_docsjson.html.header_footer import note_of_version
from sphinx_docsjson.html.meta import json_ld
from sphinx_docsjson.html.nav_context import breadcrumb, nav_context
from sphinx_docsjson.html.page_addresses import alternates, way_to_page
from sphinx_docsjson.html.shared import own_icon
from sphinx_docsjson.html.template_data import SiteAddresses
from sphinx_docsjson.i18n import CATALOG, LOCALE_DIR, N_, _
from sphinx_docsjson.icons.lookup import IconSource, resolve_icon
from sphinx_docsjson.icons.sanitize import IconRequest
from sphinx_docsjson.navigation.nav import Nav, NavView, current_version
from sphinx_docsjson.navigation.sidebar import Sidebars
from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.outputs.crawlers import encoded
from sphinx_docsjson.outputs.llms import IndexEntry, entry_line
from sphinx_docsjson.outputs.markdown.writer import twin_path
from sphinx_docsjson.outputs.twins import version_line
from sphinx_docsjson.site.model import Container, Icon, Site
from sphinx_docsjson.urls import below_base, is_external, path_of_site
from sphinx_docsjson.warnings import Warn

JOINED = "docsjson-joined.json"
"""The file of the output that names what was written: what is no more is removed."""


def join(named: Sequence[str], out: Path, *, strict: bool = False) -> int:
    """Make one site of parts; return the exit code, which is 2 where a part is not there.

    :param named: folders of built parts, or addresses where they are published.
    :param out: the folder of the site. What an earlier call wrote there and is no more is removed.
    :param strict: a warning makes the exit code 1, though the site is there.
    """
    messages = JoinMessages()
    parts = [part for name in named if (part := read_part(name, messages)) is not None]
    parts = each_once(parts, messages)
    navigation = navigation_of_all(parts, messages)
    target = out.resolve()
    for part in parts:
        folder = part.folder.resolve() if part.folder is not None else None
        if folder is not None and target.is_relative_to(folder):
            text = "the output would be inside this part; name a folder beside it with -o"
            messages.add(Warn.PART, part.named, text, is_error=True)
    if messages.has_errors() or navigation is None:
        return 2 if len(parts) < len(named) else 1
    site = JoinedSite(parts, navigation, messages)
    files = site.files()
    if messages.has_errors():
        return 1
    try:
        count, written = site.write(files, out)
    except OSError as error:
        text = f"{error.strerror}; name a writable folder with -o, and join again"
        messages.add(Warn.PART, str(error.filename or out), text, is_error=True)
        return 1
    pages = sum(len(part.manifest.pages) for part in parts if part.folder is not None)
    print(f"{out}: {len(parts)} parts, {pages} pages, {count} files, {written} of them written")
    return int(strict and bool(messages.levels))


# The pages: their navigation, and the addresses that they left open.

_REGION = re.compile(r"<!--docsjson:(\w*+)-->")
_PAGE_NAME = re.compile(r'(<html [^<>]*?class=")([^"<>]*+)("[^<>]*? data-current-path="/)')
_HOME = re.compile(r'(<a class="dj-logo" href=")(?:(?:\.\./)*+(?:index\.html)?|#)"')
_OPEN_LINK = re.compile(rf'(<a [^<>]*?href="){OPEN}([^"<>]*+)("[^<>]*+>)')
_OPEN_TWIN = re.compile(rf"(?<!\\)\[((?:[^\\\[\]\n]|\\.)*+)\]\({OPEN}([^)\s]*+)\)")
_TWIN_HEAD = re.compile(r"\A(?:>.*+\n)*+\n?(?:# .*+\n\n)?")
_WORDS = re.compile(r"(?<![^>])[^<>]++")
_OPEN = re.compile(rf"{OPEN}([^\"\s)<>\\]*+)")
_GIVEN = re.compile(r"^const given = (\{.*\});$", re.MULTILINE)
_CANONICAL = re.compile(r'<link rel="canonical" href="([^"]*+)">')
_JSON_LD = re.compile(r'<script type="application/ld\+json">([^<]*+)</script>')
_FOREIGN = re.compile(r'href="(?>(?:\.\./)+)(?=https?://)')

TEMPLATES = {
    "addresses": "addresses.html",
    "other_version": "other-version.html",
    "tabs": "tabs.html",
    "side_top": "side-top.html",
    "breadcrumb": "breadcrumb.html",
    "neighbours": "pagination.html",
    "links": "neighbour-links.html",
}
OF_DOCUMENTS = frozenset({"addresses", "other_version"})
"""What only a document has; on other pages it stays as it is."""

SPHINX_WORDS = str(Path(package_dir) / "locale")
TEXTS = frozenset({".html", ".md", ".txt", ".xml"})
SEARCH_SCRIPT = "_static/docsjson-search.js"
PAGE_LIST = "_static/not-found-pages.js"
NOT_JOINED = frozenset({FILE, JOINED, ".buildinfo", "_redirects"})


class JoinedSite:
    """The site that parts make.

    :param navigation: that of the whole site.
    """

    def __init__(
        self, parts: Sequence[BuiltPart], navigation: Container, messages: JoinMessages
    ) -> None:
        self._parts = parts
        self._messages = messages
        self._root = next(part for part in parts if not part.manifest.part)
        self._uris = {name: uri for part in parts for name, uri in part.manifest.uris.items()}
        pages = {name: info for part in parts for name, info in part.manifest.pages.items()}
        stands = {one: two for part in parts for one, two in part.manifest.stand_ins.items()}
        beside = {one: two for part in parts for one, two in part.manifest.beside.items()}
        site = Site(name=self._root.manifest.name, navigation=navigation, beside=beside)
        self._nav = Nav(site, frozenset(pages), pages, stand_ins=stands)
        self._icons: dict[tuple[Icon, str, str], str | None] = {}
        self._made_sidebars: dict[int, Sidebars] = {}
        folders = {CATALOG: [str(LOCALE_DIR)], "sphinx": [SPHINX_WORDS, str(LOCALE_DIR)]}
        for catalogue, places_of_words in folders.items():
            init(places_of_words, None, catalogue)
        self._words = PageLanguage(None, {}, folders)
        self._templates = Environment(
            loader=FileSystemLoader(theme_path() / "partials"), extensions=["jinja2.ext.i18n"]
        )
        self._sources: dict[str, tuple[BuiltPart, Path]] = {}
        self._missed: set[tuple[str, str]] = set()

    # Files: which there are, and their texts.

    def files(self) -> dict[str, tuple[BuiltPart, Path]]:
        """Return path → part and file of what is joined; a path that occurs twice is reported."""
        for part in self._parts:
            folder = part.folder
            for path in sorted(folder.rglob("*")) if folder is not None else ():
                name = path.relative_to(folder or path).as_posix()
                if not path.is_file() or name in NOT_JOINED or name.startswith(".doctrees/"):
                    continue
                if part.manifest.part and name == "robots.txt":
                    continue  # nobody asks for it below the root
                target = part.before + name
                first, _path = self._sources.setdefault(target, (part, path))
                if first is not part:
                    text = (
                        f"{target!r} is also in {first.named}; rename the page in one of them, "
                        "or build this part with another docsjson_part"
                    )
                    self._messages.add(Warn.PART, part.named, text, is_error=True)
        return self._sources

    def write(self, files: Mapping[str, tuple[BuiltPart, Path]], out: Path) -> tuple[int, int]:
        """Write all files that are not there already; return how many there are, and were not."""
        own = dict(self._own_files())
        count = 0
        for target, (part, path) in files.items():
            if target not in own:
                count += _write(out / target, self._content(part, target, path))
        self._words.use_language(None)
        for target, text in own.items():
            count += _write(out / target, text)
        names = sorted({*files, *own})
        kept = identities(out / name for name in names)
        for gone in _names(out / JOINED) - set(names):
            inside = (out / gone).resolve().is_relative_to(out.resolve())
            if inside and (out / gone).is_file():
                remove_unless(out / gone, kept)
        _write(out / JOINED, json.dumps(names, ensure_ascii=False, indent=0).encode())
        return len(names), count

    def _content(self, part: BuiltPart, target: str, path: Path) -> bytes | Path:
        name = target.removeprefix(part.before)
        if name == SEARCH_SCRIPT:
            return self._searching_all(part, path.read_text(encoding="utf-8")).encode()
        if path.suffix not in TEXTS:
            return path
        data = path.read_bytes()
        marked = path.suffix == ".html" and b"<!--docsjson:" in data
        line = self._line_of_version(part, target) if path.suffix == ".md" else ""
        if not marked and not line and OPEN.encode() not in data:
            return data
        text = data.decode("utf-8", "surrogateescape")
        if marked:
            text = self._with_regions(part, target, text)
        if line and quoted(line) not in text:  # a part with several versions says it itself
            text = _TWIN_HEAD.sub(lambda head: f"{head[0]}{quoted(line)}\n\n", text, count=1)
        if OPEN in text:
            text = self._closed(target, text)
        return text.encode("utf-8", "surrogateescape")

    # What a page shows of the navigation.

    @cached_property
    def _names_of_uris(self) -> dict[str, str]:
        return {uri: name for name, uri in self._uris.items()}

    def _with_regions(self, part: BuiltPart, target: str, text: str) -> str:
        """Put the navigation of the whole site into the places that a page has for it."""
        folder = target.removesuffix("index.html")
        name = self._names_of_uris.get(target) or self._names_of_uris.get(folder)
        uri = self._uris[name] if name else target
        docname = name or target.removesuffix(".html")
        view = self._nav.view(docname)
        addresses = SiteAddresses(partial(self._path_to, uri), self._nav.tree.docnames)
        manifest, nav_view = part.manifest, view.nav_view
        self._words.use_language(nav_view.language or manifest.language)
        places = tuple(nav_context(each, addresses) for each in view.nav_views)
        header = manifest.header
        pieces = _REGION.split(text)
        head = dict(zip(pieces[1::2], pieces[2::2], strict=True)).get("addresses", "")
        note = note_of_version(nav_view) if name and header.get("notes_versions") else None
        shows_way = name is not None and header.get("shows_breadcrumb", True)
        steps = shows_way and manifest.eyebrows == "breadcrumbs"
        shown = {
            "dj": SimpleNamespace(
                places=places,
                next=places[0].next,
                previous=places[0].previous,
                site_name=manifest.name,
                breadcrumb=breadcrumb(nav_view, addresses) if steps else (),
                eyebrow=nav_view.eyebrow if shows_way else None,
                other_version=note and replace(note[0], url=addresses.choice(note[1]) or ""),
                **self._addresses(part, name, nav_view, head),
                **{key: header.get(key) for key in ("more_label", "tabs_before_more")},
                **{key: header.get(key) for key in ("hides_name", "shows_neighbours")},
            ),
            "_": translate,
            "dj_breakable": lambda words: Markup(breakable(Markup.escape(words))),
            "dj_icon": partial(self._shown_icon, root="../" * uri.count("/"), css_class="dj-icon"),
        }
        found = [self._with_own_address(pieces[0], name, nav_view)]
        for region, inner in zip(pieces[1::2], pieces[2::2], strict=True):
            if region == "sidebar":
                html = self._sidebars(header).html(docname) if docname else inner
                found.append(_FOREIGN.sub('href="', html))
            elif region in TEMPLATES and (name or region not in OF_DOCUMENTS):
                found.append(self._templates.get_template(TEMPLATES[region]).render(shown))
            else:
                found.append(inner)
        html = "".join(found)
        if nav_view.home:
            home = addresses.page(nav_view.home)
            html = _HOME.sub(lambda match: f'{match[1]}{home}"', html)
        return _PAGE_NAME.sub(
            lambda match: (
                match[1]
                + _with_class(match[2], "dj-has-tabs", wanted=any(each.tabs for each in places))
                + match[3]
                + part.before
            ),
            html,
            count=1,
        )

    @cached_property
    def _names_of_twins(self) -> dict[str, str]:
        return {twin_path(name): name for name in self._uris}

    def _line_of_version(self, part: BuiltPart, target: str) -> str:
        """Return what the twin of a page in an old version says below its title."""
        name = self._names_of_twins.get(target)
        if name is None or not part.manifest.header.get("notes_versions"):
            return ""
        nav_view = self._nav.view(name).nav_view
        self._words.use_language(nav_view.language or part.manifest.language)
        if (note := note_of_version(nav_view)) is None:
            return ""
        said, current = note
        uri = self._uris[current.docname] if current.docname else current.href
        return version_line(said, uri and self._address(target, uri))

    # What search engines are given.

    def _on_web(self, name: str) -> str | None:
        """Return the address of a page on the web, as its part announces it."""
        base, uri = self._root.manifest.base, self._uris[name]
        return uri if is_external(uri) else (base + uri if base else None)

    def _addresses(
        self, part: BuiltPart, name: str | None, nav_view: NavView, head: str
    ) -> dict[str, Any]:
        """Return the canonical address of a page, its languages, and the way to it.

        :param head: the same as the part wrote it: an address of its author stays, and so does
            what it says about an organization.
        """
        if name is None:
            return {}
        written = unescape(match[1]) if (match := _CANONICAL.search(head)) else None
        is_own = written in (None, self._on_web(name))
        same = _same_in_current(nav_view)
        own, whole = (
            json.dumps(f"{one.manifest.base}#organization") for one in (part, self._root)
        )
        match = _JSON_LD.search(head)
        known = read_json(match[1].replace(own, whole))["@graph"] if match else []
        graph = [each for each in known if each["@type"] != "BreadcrumbList"]
        way = way_to_page(self._on_web, nav_view, name, self._nav.info(name).title)
        return {
            "canonical": self._on_web(same or name) if is_own else written,
            "alternates": alternates(self._on_web, nav_view.languages)
            if is_own and not same
            else (),
            "structured_data": json_ld(graph, tuple(way)),
        }

    def _with_own_address(self, head: str, name: str | None, nav_view: NavView) -> str:
        """Let the first tags of a page name the same page in the current version."""
        same = _same_in_current(nav_view)
        if not name or not same or not (own := self._on_web(name)):
            return head
        tag = '<meta property="og:url" content="{}">'
        return head.replace(tag.format(escape(own)), tag.format(escape(self._on_web(same) or own)))

    def _label(self, part: BuiltPart) -> str:
        """Return what a part is called beside the others: some have the name of the whole site."""
        name, path = part.manifest.name, part.manifest.part
        if not path or sum(each.manifest.name == name for each in self._parts) == 1:
            return name
        nodes = (node for _way, node in self._nav.tree.root.walk())
        labels = (n.label for n in nodes if isinstance(n, Container) and n.prefix == path)
        return f"{name} {next(filter(None, labels), path)}"

    def _sidebars(self, header: Mapping[str, Any]) -> Sidebars:
        levels = int(header.get("open_levels") or 1)
        if levels not in self._made_sidebars:
            self._made_sidebars[levels] = Sidebars(
                self._nav,
                target_uri=lambda name: self._uris.get(name, f"{name}.html"),
                icon=lambda icon, root: self._icon(icon, root, "dj-icon"),
                label=N_("Pages"),
                deprecated=N_("Deprecated"),
                translate=lambda words, _page: str(_(words)),
                open_levels=levels,
            )
        return self._made_sidebars[levels]

    def _shown_icon(self, icon: Icon | str, root: str, css_class: str) -> Markup:
        wanted = own_icon(icon) if isinstance(icon, str) else icon
        return Markup(self._icon(wanted, root, css_class) or "")

    def _icon(self, icon: Icon, root: str, css_class: str) -> str | None:
        key = (icon, root, css_class)
        if key not in self._icons:
            source = IconSource(library=self._root.manifest.icons, srcdir=self._root.folder)
            wish = IconRequest(classes=css_class)
            self._icons[key] = resolve_icon(icon, source, root=root, wish=wish)
        return self._icons[key]

    def _path_to(self, page: str, name: str, resource: int = 0) -> str:
        target = name if resource else self._uris.get(name, f"{name}.html")
        if is_external(target):
            return target
        return path_of_site(relative_uri(page, target)) or "#"  # as Sphinx writes it

    # The addresses that pages left open.

    def _closed(self, target: str, text: str) -> str:
        """Fill in what a page left open: addresses, and titles of what they lead to."""
        pieces, at = [], 0
        for match in _OPEN_LINK.finditer(text):
            pieces.append(text[at : match.start()])
            address, title = self._found(target, match[2])
            pieces.append(f"{match[1]}{escape(address)}{match[3]}")
            at = match.end()
            end = text.find("</a>", at)
            if title and (words := _WORDS.search(text, at, max(at, end))):
                pieces += [text[at : words.start()], escape(title, quote=False)]
                at = words.end()
        text = "".join([*pieces, text[at:]])

        def twin(match: re.Match[str]) -> str:
            address, title = self._found(target, match[2])
            return link(escape_brackets(escape_text(title)) if title else match[1], address)

        text = _OPEN_TWIN.sub(twin, text)
        return _OPEN.sub(lambda match: self._found(target, match[1])[0], text)

    def _found(self, target: str, wanted: str) -> tuple[str, str]:
        """Return the address of what a page wants, and its title if it wants that."""
        titled = wanted.endswith(TITLED)
        name = unquote(wanted.removesuffix(TITLED))
        found = self._place_of(name)
        if found is None:
            first, _path = self._sources[target]
            place = f"{first.named}/{target.removeprefix(first.before)}"
            label = name if name.startswith("/") else name.partition(":")[2].partition(":")[2]
            text = f"no part has {label!r}; correct the link, or name the part that has it"
            if (key := (target.rpartition(".")[0], label)) not in self._missed:
                self._missed.add(key)  # once for a page, its twin and its text in the search
                self._messages.add(Warn.LINK, place, text)
            return (name if name.startswith("/") else "#"), ""
        uri, title = found
        return self._address(target, uri), title if titled else ""

    def _address(self, target: str, uri: str) -> str:
        """Return an address as a file of the site has it; a twin names twins, in full."""
        if is_external(uri):
            return uri
        uri, mark, fragment = uri.partition("#")
        here, page = target, self._names_of_uris.get(uri)
        if target.endswith((".md", ".txt")):
            if page is not None and twin_path(page) in self._sources:
                uri = twin_path(page)
            if base := self._root.manifest.base:
                return base + uri + mark + fragment
        elif target.removesuffix("index.html") in self._names_of_uris:
            here = target.removesuffix("index.html")
        return f"{path_of_site(relative_uri(here, uri))}{mark}{fragment}" or "#"

    def _on_host(self, wanted: re.Match[str]) -> str:
        """Return the address of a page in another part as a line of ``_redirects`` names it."""
        name = unquote(wanted[1])
        uri, _title = self._place_of(name) or (name.lstrip("/"), "")
        base = urlsplit(self._root.manifest.base).path.rstrip("/")
        return uri if is_external(uri) else f"{base}/{uri}"

    def _place_of(self, name: str) -> tuple[str, str] | None:
        """Return address from the root and title of a page, file or object."""
        if not name.startswith("/"):
            domain, _, rest = name.partition(":")
            types, _, label = rest.partition(":")
            for kind in types.split(","):
                key = (f"{domain}:{kind}", label.lower() if domain == "std" else label)
                if key in self._objects:
                    uri, shown = self._objects[key]
                    return uri, shown if shown != "-" else label
            return None
        path, mark, fragment = name.partition("#")
        base = urlsplit(self._root.manifest.base).path.strip("/")
        path = below_base(path, base) or path
        docname = resolve_page(path.removesuffix(".html"), self._nav.tree.docnames)
        if docname is not None:
            info = self._nav.info(docname)
            return self._uris[docname] + mark + fragment, info.title
        bare = path.strip("/")
        return (bare + mark + fragment, bare) if bare in self._sources else None

    @cached_property
    def _objects(self) -> dict[tuple[str, str], tuple[str, str]]:
        """The objects of all parts: type and name → address from the root, and how it is shown."""
        found: dict[tuple[str, str], tuple[str, str]] = {}
        for part in self._parts:
            before = part.before if part.folder is not None else f"{part.named.rstrip('/')}/"
            for kind, name, _priority, uri, shown in inventory_lines(part.objects):
                key = name.lower() if kind.startswith("std:") else name
                if kind == "std:doc":
                    key = part.before + key
                found.setdefault((kind, key), (before + uri, shown))
        return found

    # Files of the whole site.

    def _own_files(self) -> Iterator[tuple[str, bytes]]:
        """Yield what is made of all parts: indexes, redirects, the inventory, the first page."""
        base, inside = self._root.manifest.base, [p for p in self._parts if p.folder is not None]
        sitemaps = [part for part in inside if part.before + "sitemap.xml" in self._sources]
        if base and sitemaps:
            names = {part.before: f"{part.before}sitemap.xml" for part in sitemaps}
            if "" in names:
                names[""] = "sitemap-pages.xml"
                yield names[""], self._sources["sitemap.xml"][1].read_bytes()
            yield "sitemap.xml", sitemap_index(base + name for name in names.values()).encode()
        if "llms.txt" in self._sources:
            text = self._sources["llms.txt"][1].read_text(encoding="utf-8")
            yield "llms.txt", with_parts(text, self._parts_for_agents(base)).encode()
        lines: dict[str, None] = {}
        for part in inside:
            listing = (part.folder or Path()) / "_redirects"
            if listing.is_file():
                lines |= dict.fromkeys(listing.read_text(encoding="utf-8").splitlines())
        if lines:
            text = "\n".join(line for line in lines if not line.startswith("#"))
            text = _OPEN.sub(self._on_host, text)
            yield "_redirects", f"# Written by sphinx-docsjson join.\n{text}\n".encode()
        yield "objects.inv", self._inventory()
        if PAGE_LIST in self._sources:
            yield PAGE_LIST, self._page_list().encode()

    def _parts_for_agents(self, base: str) -> Iterator[str]:
        for part in self._parts:
            address = part.manifest.base or base + part.before
            name = f"{part.before}llms.txt"
            if part.manifest.part and (name in self._sources or part.folder is None):
                url = f"{address}llms.txt" if part.folder else f"{part.named.rstrip('/')}/llms.txt"
                notes = part.manifest.description
                yield entry_line(IndexEntry(title=self._label(part), url=url, notes=notes))

    def _page_list(self) -> str:
        """Return the script by which the page of unknown addresses finds near names."""
        pages = []
        for part in self._parts:
            if found := self._sources.get(part.before + PAGE_LIST):
                text = found[1].read_text(encoding="utf-8")
                own = read_json(text[text.index("[") : text.rindex("]") + 1])
                pages += [[part.before + uri, title] for uri, title in own]
        return f"globalThis.djPages = {script_literal(pages)};\n"

    def _inventory(self) -> bytes:
        lines: dict[tuple[str, str], str] = {}  # each part has labels such as `search`
        for part in self._parts:
            if part.folder is None:
                continue
            for kind, name, priority, uri, shown in inventory_lines(part.objects):
                known = part.before + name if kind == "std:doc" else name
                line = f"{known} {kind} {priority} {part.before}{uri} {shown}\n"
                lines.setdefault((kind, known.lower() if kind[:4] == "std:" else known), line)
        head = (
            f"# Sphinx inventory version 2\n# Project: {one_line(self._root.manifest.name)}\n"
            "# Version: \n# The remainder of this file is compressed using zlib.\n"
        )
        return head.encode() + zlib.compress("".join(lines.values()).encode(), 9)

    def _searching_all(self, part: BuiltPart, text: str) -> str:
        """Let the search of a part look through the others, too."""
        up = "../" * part.before.count("/")
        others = [
            {"label": self._label(other), "path": up + other.before or "./"}
            for other in self._parts
            if other is not part
            and other.folder is not None
            and f"{other.before}{SEARCH_SCRIPT}" in self._sources
        ]

        def with_others(match: re.Match[str]) -> str:
            given = read_json(match[1])
            given["site"] = self._label(part)
            given["sites"] = [*given.get("sites", ()), *others]
            return f"const given = {script_literal(given)};"

        return _GIVEN.sub(with_others, text, count=1)


def _same_in_current(nav_view: NavView) -> str | None:
    """Return the page that has the same in the version that readers should read."""
    newer = current_version(nav_view.versions)
    return newer.docname if newer and newer.is_same else None


def _with_class(classes: str, name: str, *, wanted: bool) -> str:
    found = [each for each in classes.split(" ") if each != name]
    if wanted:
        found.insert(1, name)
    return " ".join(found)


def _write(path: Path, content: bytes | Path) -> bool:
    """Write or copy a file unless it is there already; return whether it was not."""
    data = content if isinstance(content, bytes) else None
    if isinstance(content, Path) and _of_one_size(path, content):
        data = content.read_bytes()
    if path.is_file() and data is not None and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, Path):
        shutil.copyfile(content, path)
    else:
        path.write_bytes(content)
    return True


def _of_one_size(path: Path, other: Path) -> bool:
    return path.is_file() and path.stat().st_size == other.stat().st_size


def _names(listing: Path) -> set[str]:
    try:
        return {name for name in read_json(listing.read_bytes()) if isinstance(name, str)}
    except (OSError, ValueError, TypeError):
        return set()


# The texts of files of the whole site. Pure.


def sitemap_index(addresses: Iterator[str]) -> str:
    """Return an index of sitemaps (sitemaps.org 0.9), by their absolute addresses."""
    entries = "".join(
        f"  <sitemap><loc>{escape(encoded(address))}</loc></sitemap>\n" for address in addresses
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}'
        "</sitemapindex>\n"
    )


def with_parts(text: str, lines: Iterator[str]) -> str:
    """Return ``llms.txt`` with a section of those of the parts, before what is optional."""
    section = "\n".join(lines)
    if not section:
        return text
    before, optional, after = text.partition("\n## Optional\n")
    return f"{before.rstrip()}\n\n## Parts\n\n{section}\n{optional}{after}"
