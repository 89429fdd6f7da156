"""What Docusaurus, VitePress and Starlight say of a site in JavaScript, as far as it is data.

No program is run: our reader of JavaScript evaluates what is constant. Of what is not, such as
``defineConfig(…)`` or a plugin, the parts that are data are taken, and the rest is left out.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.files import title_from_name
from sphinx_docsjson.cli.other_tools import (
    START_PAGES,
    FoundSite,
    NavEntry,
    of_gitbook,
    of_jupyter_book,
    of_mdbook,
    of_mkdocs,
    of_myst,
    read_data,
    socials_of,
    text_in,
    text_of,
)
from sphinx_docsjson.mdx.budget import PageBudget, spending
from sphinx_docsjson.mdx.evaluation import Evaluation
from sphinx_docsjson.mdx.javascript import Module
from sphinx_docsjson.mdx.syntax import parse_expression_at, parse_statements
from sphinx_docsjson.mdx.tokens import Node, NotConstant
from sphinx_docsjson.mdx.values import UNDEFINED, Function, LexicalScope, as_text
from sphinx_docsjson.openapi.reading.parse import items, mapping
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

SCRIPTS = (".ts", ".js", ".mts", ".mjs", ".cts", ".cjs", ".json")
DEEPEST_IMPORT = 4


@dataclass(kw_only=True)
class ScriptData:
    """The data of a file of JavaScript or TypeScript.

    :param exported: name → value of what other files may import; ``default`` is that of
        ``export default`` and of ``module.exports``.
    """

    text: str
    path: Path
    depth: int = 0
    exported: dict[str, Any] = field(default_factory=dict)
    scope: LexicalScope = field(default_factory=lambda: LexicalScope({}))
    nodes: dict[str, Node] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path, depth: int = 0) -> ScriptData:
        """Read a file, and the files of the project that it imports."""
        made = cls(text=text_of(path), path=path, depth=depth)
        if path.suffix == ".json":
            made.exported = {"default": read_data(path)}
            return made
        with spending(PageBudget()):
            made._run()
        return made

    def _run(self) -> None:
        for each in Module.of_file(self.text).imports:
            self.scope.names[each.name] = self._imported(each.path, each.source)
        statements = [node for node, _ in parse_statements(self.text)]
        # Functions are known above the line that declares them.
        for node in sorted(statements, key=lambda each: not _is_function(each)):
            with suppress(NotConstant, RecursionError):
                self._statement(node)
        if not isinstance(self.exported.get("default"), (dict, list)):
            self.exported["default"] = self._named_properties()

    def _imported(self, path: str, name: str) -> Any:
        if not path.startswith(".") or self.depth >= DEEPEST_IMPORT:
            return UNDEFINED
        base = self.path.parent / path
        beside = [base, *(base.parent / (base.name + each) for each in SCRIPTS)]
        beside += [base.with_suffix(each) for each in SCRIPTS]
        beside += [base / f"index{each}" for each in SCRIPTS]
        found = next((each for each in beside if each.suffix in SCRIPTS and each.is_file()), None)
        if found is None or found.resolve() == self.path.resolve():
            return UNDEFINED
        exported = ScriptData.of(found, self.depth + 1).exported
        return exported if name == "*" else exported.get(name, UNDEFINED)

    def _statement(self, node: Node) -> None:
        if node.kind == "export":
            self._statement(node.parts[0])
            if node.parts[0].kind == "declare":
                for target, _ in node.parts[0].parts[0]:
                    if target.kind == "name":
                        self.exported[target.parts[0]] = self.data(target)
        elif node.kind == "exports":
            for source, name in node.parts[0]:
                self.exported[name] = self.data(Node("name", (source,)))
        elif node.kind == "default":
            if node.parts[0].kind == "declare":
                self._statement(node.parts[0])
                self.exported["default"] = self.data(node.parts[0].parts[0][0][0])
            else:
                self.exported["default"] = self.data(node.parts[0])
        elif node.kind == "declare":
            for target, value in node.parts[0]:
                if target.kind == "name" and value is not None:
                    self._declare(target.parts[0], value)
        elif node.kind == "expression" and node.parts[0].kind == "assign":
            _, target, value = node.parts[0].parts
            if str(target) in {"module.exports", "exports.default"}:
                self.exported["default"] = self.data(value)

    def _declare(self, name: str, value: Node) -> None:
        self.nodes[name] = value
        try:
            self.scope.names[name] = Evaluation().evaluate(value, self.scope)
        except (NotConstant, RecursionError):
            self.scope.names[name] = self.data(value)

    def data(self, node: Node) -> Any:
        """Return what of *node* is data: texts, numbers, lists and objects of them."""
        try:
            value = Evaluation().evaluate(node, self.scope)
        except (NotConstant, RecursionError):
            return self._parts_of(node)
        if isinstance(value, Function):
            with suppress(NotConstant, RecursionError):
                return Evaluation().call(value, [])
            return self._returned(value.body)
        return value

    def _parts_of(self, node: Node) -> Any:
        """Return the parts of a value that are data, where the whole is none."""
        if node.kind == "object":
            made: dict[str, Any] = {}
            for key, value in node.parts[0]:
                if key is None:
                    made |= mapping(self.data(value))
                elif key.kind == "value" and (known := self.data(value)) is not UNDEFINED:
                    made[as_text(key.parts[0])] = known
            return made
        if node.kind == "array":
            listed: list[Any] = []
            for each in node.parts[0]:
                spread = each.kind == "spread"
                known = self.data(each.parts[0] if spread else each)
                listed += items(known) if spread else [known] if known is not UNDEFINED else []
            return listed
        if node.kind in {"call", "new"}:
            return self._of_call(node)
        if node.kind in {"logic", "choice", "chain", "group"}:
            tried = (self.data(each) for each in reversed(node.parts) if isinstance(each, Node))
            return next((each for each in tried if isinstance(each, (str, list, dict))), UNDEFINED)
        return UNDEFINED

    def _of_call(self, node: Node) -> Any:
        """Return the data that a function is given; the name of the function is kept with it."""
        name = str(node.parts[0])
        given = [self.data(each) for each in node.parts[1]]
        if name == "require" and given and isinstance(given[0], str):
            return self._imported(given[0], "default")
        if name.endswith((".resolve", ".join")):
            return next((each for each in reversed(given) if isinstance(each, str)), UNDEFINED)
        made = self.nodes.get(name) if node.parts[0].kind == "name" else None
        if made is not None and made.kind == "function":
            return self._returned(made.parts[2])
        first = next((each for each in given if isinstance(each, (dict, list))), UNDEFINED)
        return {**first, CALLED: name} if isinstance(first, dict) else first

    def _returned(self, body: Node) -> Any:
        """Return the data that a function gives back, where it does nothing else."""
        if body.kind == "return" and body.parts[0] is not None:
            return self.data(body.parts[0])
        if body.kind == "block" and body.parts[0]:
            return self._returned(body.parts[0][-1])
        return UNDEFINED

    def _named_properties(self) -> Any:
        """Return the properties that readers look for, of a text that is not understood."""
        made: dict[str, Any] = {}
        for match in _PROPERTY.finditer(self.text):
            with suppress(NotConstant, RecursionError):
                known = self.data(parse_expression_at(self.text, match.end()))
                if known is not UNDEFINED:
                    made.setdefault(match[1], known)
        return made or UNDEFINED


def _is_function(node: Node) -> bool:
    """Whether a statement declares functions."""
    if node.kind != "declare":
        return False
    return all(value is not None and value.kind == "function" for _, value in node.parts[0])


CALLED = " called"
"""The key under which the name of a function stands among the data that it is given."""

_PROPERTY = re.compile(
    r"^[ \t]*+(title|description|tagline|sidebar|nav|base|srcDir|logo|docs|themeConfig)[ \t]*+:",
    re.MULTILINE,
)


def default_of(path: Path) -> Mapping[str, Any]:
    """Return the object that a configuration exports."""
    return mapping(ScriptData.of(path).exported.get("default"))


def _called(value: Any, name: str, depth: int = 0) -> Mapping[str, Any] | None:
    """Return what the function *name* is given somewhere in a value."""
    if depth > 8:
        return None
    if isinstance(value, dict):
        if value.get(CALLED) == name:
            return value
        value = list(value.values())
    found = (_called(each, name, depth + 1) for each in items(value))
    return next((each for each in found if each is not None), None)


# Docusaurus: https://docusaurus.io/docs/sidebar

_NUMBER = re.compile(r"(\d++)[-_.][ \t]*+(?=[^\d\s])")
_PRIMARY = re.compile(r"--ifm-color-primary:\s*+(#[0-9a-fA-F]{3,8}+)")


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
    colors = (text_of(path) for path in sorted(root.glob("src/css/*.css")))
    if color := next((found[1] for found in map(_PRIMARY.search, colors) if found), None):
        site.settings["colors"] = {"primary": color}
    site.static = (root / "static",)
    prefix = docs.get("routeBasePath")
    site.prefix = prefix.strip("/") if isinstance(prefix, str) else "docs"
    site.includes = (folder, root)
    ids = _Ids(site=site)
    moved = [(name, page) for name, page in ids.pages.items() if name != page]
    if moved:  # addresses there are made of ids
        site.settings["redirects"] = [
            {"source": f"/{name}", "destination": f"/{page}"} for name, page in moved
        ]
    named = text_in(docs, "sidebarPath")
    beside = [root / named] if named else []
    beside += [root / f"sidebars{each}" for each in SCRIPTS]
    path = next((each for each in beside if each.is_file()), None)
    if path is None:
        site.navigation = list(ids.generated(""))
        return site
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
    return site


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
    if socials := socials_of(theme.get("socialLinks"), "icon", "link"):
        site.settings["footerSocials"] = socials
    site.settings |= _logo(site, theme.get("logo", config.get("logo")), ("light", "dark"))
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
            key or "docs"
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


def _logo(site: FoundSite, logo: Any, names: tuple[str, str]) -> dict[str, Any]:
    """Return the logo, where its files are there."""
    told = {names[0]: logo, names[1]: logo} if isinstance(logo, str) else mapping(logo)
    either = text_in(told, "src")
    found = {}
    for name, ours in zip(names, ("light", "dark"), strict=True):
        path = (text_in(told, name) or either).lstrip("/")
        places = (place for place in site.static if path and (place / path).is_file())
        if (place := next(places, None)) is not None and place.is_relative_to(site.folder):
            found[ours] = f"/{(place / path).relative_to(site.folder).as_posix()}"
    return {"logo": found} if len(found) == len(names) else {}


# Starlight: https://starlight.astro.build/guides/sidebar/


def of_starlight(source: Path) -> FoundSite | None:
    """Read what ``astro.config.mjs`` gives to Starlight."""
    exported = ScriptData.of(source).exported
    told = _called(exported.get("default"), "starlight")
    if told is None:
        return None
    root = source.parent
    site = FoundSite(tool="Starlight", source=source, folder=root / "src" / "content" / "docs")
    title = told.get("title")
    site.name = title if isinstance(title, str) else next(iter(mapping(title).values()), "")
    site.settings |= {"description": line} if (line := text_in(told, "description")) else {}
    site.static = (root / "public",)
    site.includes = (site.folder, root)
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
