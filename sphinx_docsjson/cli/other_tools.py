"""Describes the site of another tool; reads MyST projects and plain folders.

Each reader returns a :class:`FoundSite`; those of other tools are in modules of their own.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx_docsjson import yaml12
from sphinx_docsjson.base.files import text_of, title_from_name
from sphinx_docsjson.base.messages import TooLarge
from sphinx_docsjson.ext.openapi.reading.parse import mapping
from sphinx_docsjson.pages.front_matter import read_front_matter
from sphinx_docsjson.pages.ignored import IGNORED_FOLDERS
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sphinx_docsjson.cli.python_names import References

NavEntry: TypeAlias = str | dict[str, Any]
"""The path of a page, or a group, as ``docs.json`` lists them."""

SUFFIXES = (".md", ".mdx", ".rst")
UNREAD_SUFFIXES = (".ipynb", ".txt", ".adoc", ".mdoc")
"""Pages of other tools that nothing reads here."""

PICTURES = "images"
"""The folder beside ``docs.json`` for pictures from elsewhere."""

START_PAGES = ("index", "README", "readme", "Readme")
"""Pages that stand for their folder."""


@dataclass(kw_only=True)
class FoundSite:
    """What another tool says about a site.

    :param tool: how the tool is called.
    :param source: the file that says it.
    :param folder: the folder of the pages, in which ``docs.json`` will be.
    :param settings: fields of ``docs.json`` beside ``name`` and ``navigation``.
    :param absent: pages that it names and that are not there.
    :param unread: pages in formats that nothing reads here.
    :param notes: what its owner should know.
    :param titles: the titles that MkDocs shows above pages which give themselves none.
    :param static: folders whose files the tool serves at the root of the site.
    :param prefix: the path below which the tool serves the pages, without slashes at its ends.
    :param base: the path below which the host serves the whole site, likewise.
    :param includes: the folders in which files are looked for that pages include.
    :param copies: path below the folder → the picture from elsewhere that is copied there.
    :param callouts: whether ``NOTE:`` begins a callout.
    :param addresses: address below the prefix → the page there, where an id or a slug says it.
    :param references: what pages refer to by its name alone, where they do.
    :param conf: the text of the ``conf.py`` that the pages need; empty where they need none.
    """

    tool: str
    source: Path
    folder: Path
    name: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    navigation: list[NavEntry] | dict[str, Any] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    static: tuple[Path, ...] = ()
    prefix: str = ""
    base: str = ""
    includes: tuple[Path, ...] = ()
    titles: dict[str, str] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    copies: dict[str, Path] = field(default_factory=dict)
    conf: str = ""
    callouts: bool = False
    addresses: Mapping[str, str] = field(default_factory=dict)
    references: References | None = None

    @cached_property
    def files(self) -> dict[str, Path]:
        """The pages in the folder: path without suffix → file."""
        return pages_in(self.folder)

    def page(self, target: str, title: str = "") -> Iterator[NavEntry]:
        """Yield the entry of a page, under the title that the tool gives it.

        :param target: its path below the folder, with or without suffix; a folder means its start
            page.
        """
        path = normpath(target.partition("#")[0].strip().lstrip("/")) if target.strip() else ""
        name = self.name_of(path)
        if name is None:
            known = (self.folder / path).suffix in UNREAD_SUFFIXES
            unread = known or (self.folder / f"{path}.ipynb").is_file()
            (self.unread if unread else self.absent).append(path)
            return
        if "#" in target and name in self.listed:
            return  # a heading of a page that is there already
        self.listed.add(name)
        own = title_of(self.files[name])
        if self.tool == "MkDocs" and not own:
            words = name.rpartition("/")[2].replace("-", " ").replace("_", " ")
            words = words.capitalize() if words.lower() == words else words
            title = title or ("Home" if name in START_PAGES else words)
            self.titles[name] = title
        named = bool(title) and plain_words(title) != plain_words(own)
        yield {"page": name, "title": title} if named else name

    def name_of(self, path: str) -> str | None:
        """Return the page that *path* means."""
        stem = path[: -len(Path(path).suffix)] if Path(path).suffix in SUFFIXES else path
        stem = "" if stem == "." else stem
        within = (f"{stem}/{each}" if stem else each for each in START_PAGES)
        return next((each for each in (stem, *within) if each in self.files), None)

    def below(self, address: str) -> list[str]:
        """Return the paths in the site that an address may mean, without slashes at the ends.

        Links of the tool are written with what its addresses begin with, or without it.
        """
        paths = [address.strip("/")]
        for start in filter(None, (self.base, self.prefix)):
            paths += [
                each[len(start) :].strip("/")
                for each in paths
                if f"{each}/".startswith(f"{start}/")
            ]
        return list(dict.fromkeys(paths))

    def link(self, address: str, title: str) -> Iterator[NavEntry]:
        """Yield the entry of a link to another site."""
        if is_external(address) and (url := safe_url(address)) is not None:
            yield {"group": title or url, "href": url}

    def group(self, title: str, entries: Iterable[NavEntry], root: str = "") -> Iterator[NavEntry]:
        """Yield a group, or the page that its title leads to where it has no others."""
        inside = list(entries)
        own = next(self.page(root), None) if root else None
        name = own["page"] if isinstance(own, dict) else own
        if name is not None:
            inside = [e for e in inside if (e.get("page") if isinstance(e, dict) else e) != name]
        if not inside:
            yield from self.page(root, title) if own is not None else ()
        elif not title and name is None:
            yield from inside
        else:
            label = title or title_of(self.files[str(name)])
            yield {"group": label, **({"root": name} if name else {}), "pages": inside}

    def picture(self, path: str, places: Iterable[Path]) -> str:
        """Return the path of a picture, for ``docs.json``; an empty text where no file is there.

        A build looks for it beside the pages: one from elsewhere is copied.

        :param places: the folders in which the tool looks for it.
        """
        name = path.lstrip("/").removeprefix("./")
        found = next((each / name for each in places if name and (each / name).is_file()), None)
        if found is None:
            return ""
        if found.is_relative_to(self.folder):
            return f"/{found.relative_to(self.folder).as_posix()}"
        copy = f"{PICTURES}/{found.name}"
        if self.copies.get(copy, found) != found:  # one for each mode, in folders
            copy = f"{PICTURES}/{found.parent.name}-{found.name}"
        self.copies[copy] = found
        return f"/{copy}"

    def of_folder(self, folder: str = "", left_out: Sequence[str] = ()) -> Iterator[NavEntry]:
        """Yield the pages below a folder: its start page, others by name, then folders.

        :param left_out: pages and folders that are not taken.
        """
        prefix = f"{folder}/" if folder else ""
        inside = sorted(each for each in self.files if each.startswith(prefix))
        inside = [
            each
            for each in inside
            if not any(each == out or each.startswith(f"{out}/") for out in left_out)
        ]
        start = next(
            (f"{prefix}{each}" for each in START_PAGES if f"{prefix}{each}" in inside), ""
        )
        if start:
            yield start
        folders: dict[str, None] = {}
        for each in inside:
            rest = each[len(prefix) :]
            if "/" in rest:
                folders[prefix + rest.partition("/")[0]] = None
            elif each != start:
                yield each
        for each in folders:
            first = next(
                (f"{each}/{name}" for name in START_PAGES if f"{each}/{name}" in inside), ""
            )
            entries = list(self.of_folder(each, left_out))
            yield from self.group(title_from_name(each), entries, first)


def _start_of(folder: str, pages: Collection[str]) -> str:
    """Return the start page of a folder; an empty text where it has none."""
    names = (f"{folder}/{each}" if folder else each for each in START_PAGES)
    return next((each for each in names if each in pages), "")


def pages_in(folder: Path) -> dict[str, Path]:
    """Return the pages below a folder: path without suffix → file."""
    found: dict[str, Path] = {}
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(n for n in folders if n[:1] not in "._" and n not in IGNORED_FOLDERS)
        for name in sorted(files):
            path = Path(place, name)
            if path.suffix in SUFFIXES and name[:1] not in "._":
                found.setdefault(path.relative_to(folder).with_suffix("").as_posix(), path)
    return found


_HEADING = re.compile(r"^#[ \t]++([^\n]++)", re.MULTILINE)
_UNDERLINED = re.compile(r"^([^\s\n][^\n]*+)\n(?:={3,}+|\*{3,}+)[ \t]*+$", re.MULTILINE)
_END_OF_HEADING = re.compile(r"(?<=\S)[ \t]+(?:#+|\{[^{}\n]*\})[ \t]*$")
_MARKUP = re.compile(r"[*_`\\]|\]\([^()\n]*+\)|[\[\]]|<[^<>\n]*+>")


def title_of(page: Path) -> str:
    """Return the title that a page gives itself."""
    text = text_of(page)
    front = read_front_matter(text)
    if isinstance(title := front.fields.get("title"), str) and title:
        return title
    body = without_code(text[front.length :])
    found = _HEADING.search(body) or _UNDERLINED.search(body)
    return _END_OF_HEADING.sub("", found[1].strip()) if found else ""


_FENCE = re.compile(r"`{3,}+|~{3,}+")


def without_code(text: str) -> str:
    """Return a page without its fences."""
    kept, fence = [], ""
    for line in text.splitlines():
        start = line.lstrip()
        if fence:
            fence = "" if start.startswith(fence) else fence
        elif found := _FENCE.match(start):
            fence = found[0]
        else:
            kept.append(line)
    return "\n".join(kept)


def plain_words(text: str) -> str:
    """Return *text* without markup, to compare titles."""
    return " ".join(_MARKUP.sub("", text).split()).casefold()


def read_data(path: Path) -> Any:
    """Return what a file of YAML or JSON holds; nothing where it cannot be read."""
    try:
        return yaml12.read(text_of(path)).value
    except (OSError, yaml12.UnreadableYaml, TooLarge):
        return None


_RULE = re.compile(r"\{([^{}]*+)\}")
HEX_COLOR = re.compile(r"#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})")


def accent(styles: Iterable[Path], *names: str) -> dict[str, Any]:
    """Return the accent colours that style sheets give a property, for each mode.

    :param names: what the tool calls the property; the first that has a colour counts.
    """
    texts = [text_of(each) for each in sorted(styles) if each.is_file()]
    for name in names:
        found: dict[str, str] = {}
        for rule in chain.from_iterable(map(_RULE.finditer, texts)):
            before = rule.string[: rule.start()]
            selector = before[max(before.rfind(mark) for mark in "{};") + 1 :]
            for line in rule[1].split(";"):
                key, _colon, value = line.rpartition("*/")[2].partition(":")
                color = value.strip()
                if key.strip() == name and HEX_COLOR.fullmatch(color):
                    found.setdefault("light" if "dark" in selector else "primary", color)
        if found:
            return {"colors": {"primary": found.get("primary", found.get("light")), **found}}
    return {}


def listed_pages(entries: Any) -> int:
    """Return how many pages a navigation lists."""
    if isinstance(entries, dict):
        inside = (entries.get(each) for each in ("page", "root", "pages", "tabs"))
        return sum(listed_pages(each) for each in inside if each)
    return sum(map(listed_pages, entries)) if isinstance(entries, list) else 1


GITHUB = re.compile(r"https?://(?:www\.)?github\.com/[^/?#]+/[^/?#]+/?")
"""The address of a repository there, which a link shows with its icon."""


def as_tabs(site: FoundSite, entries: list[NavEntry]) -> list[NavEntry] | dict[str, Any]:
    """Return a navigation whose groups at the top are tabs."""
    tabs: list[dict[str, Any]] = []
    for each in entries:
        if isinstance(each, dict) and "pages" in each:
            root = [each["root"]] if "root" in each else []
            tabs.append({"tab": each["group"], "pages": [*root, *each["pages"]]})
        elif isinstance(each, dict) and "href" in each:
            tabs.append({"tab": each["group"], "href": each["href"]})
        elif isinstance(each, dict):
            tabs.append({"tab": each["title"], "pages": [each["page"]]})
        else:
            tabs.append(
                {"tab": title_of(site.files[each]) or title_from_name(each), "pages": [each]}
            )
    return {"tabs": tabs} if len(tabs) > 1 else entries


_SOCIALS = {
    "bluesky": "bluesky",
    "discord": "discord",
    "facebook": "facebook",
    "github": "github",
    "instagram": "instagram",
    "linkedin": "linkedin",
    "medium": "medium",
    "reddit": "reddit",
    "slack": "slack",
    "telegram": "telegram",
    "twitter": "x",
    "x": "x",
    "youtube": "youtube",
}


def socials_of(listed: Any, icon: str, link: str) -> dict[str, str]:
    """Return accounts by platform, of a list or a mapping of them."""
    if isinstance(listed, dict):
        listed = [{icon: name, link: url} for name, url in listed.items()]
    found: dict[str, str] = {}
    for each in listed if isinstance(listed, list) else ():
        parts = re.split(r"[/\-.]", text_in(mapping(each), icon))
        name = next((_SOCIALS[part] for part in reversed(parts) if part in _SOCIALS), "")
        url = safe_url(text_in(mapping(each), link))
        if name and url and is_external(url):
            found.setdefault(name, url)
    return found


def text_in(values: Mapping[str, Any], name: str) -> str:
    """Return a value that is a text; an empty one for any other."""
    value = values.get(name)
    return value if isinstance(value, str) else ""


def set_field(site: FoundSite, name: str, value: Any) -> None:
    """Set a field of ``docs.json`` that has a value."""
    if value:
        site.settings[name] = value


def beside(folder: Path, path: str) -> str:
    """Return the path of a picture of the site, where its file is there."""
    return f"/{path.lstrip('/')}" if path and (folder / path.lstrip("/")).is_file() else ""


# An entry of a list of links.

_ITEM = re.compile(r"([ \t]*+)(?:[-*+]|\d{1,9}[.)])[ \t]++(.++)")
_LINK = re.compile(
    r"(!?)\[((?>(?:[^\[\]\\]|\\.|\[[^\[\]]*+\])*))\]\(\s*+<?([^()<>\s]*+(?:\([^()\s]*+\)[^()<>\s]*+)?)>?[^()]*+\)"
)


@dataclass(kw_only=True)
class SummaryItem:
    """An entry of a list of pages.

    :param depth: the column of its bullet; -1 without one.
    """

    title: str
    target: str | None
    depth: int
    inside: list[SummaryItem] = field(default_factory=list)


def item_of(line: str) -> SummaryItem | None:
    """Return an entry of a list; one without a bullet is at the top."""
    found = _ITEM.match(line)
    depth = len(found[1].expandtabs(4)) if found else -1
    text = found[2].strip() if found else line.strip()
    link = _LINK.match(text)
    if link is None:
        return SummaryItem(title=text, target=None, depth=depth) if found else None
    return SummaryItem(title=link[2].replace("\\", ""), target=link[3], depth=depth)


# Tables of contents of Jupyter Book and MyST: https://mystmd.org/guide/table-of-contents


def of_toc(site: FoundSite, item: Mapping[str, Any]) -> Iterator[NavEntry]:
    """Yield the entries that an item of a table of contents stands for."""
    title = text_in(item, "title") or text_in(item, "caption") or text_in(item, "part")
    url, page = text_in(item, "url"), text_in(item, "file") or text_in(item, "root")
    if url:
        yield from site.link(url, title)
        return
    for pattern in filter(None, (text_in(item, "glob"), text_in(item, "pattern"))):
        found = sorted(site.folder.glob(pattern)) if not Path(pattern).is_absolute() else []
        for path in found:
            if path.suffix in (*SUFFIXES, ".ipynb") or path.with_suffix(".md").is_file():
                yield from site.page(path.relative_to(site.folder).as_posix())
    lists = (
        item.get(n) for n in ("entries", "chapters", "sections", "children", "subtrees", "parts")
    )
    listed = chain.from_iterable(each for each in lists if isinstance(each, list))
    inside = [each for one in listed for each in of_toc(site, mapping(one))]
    if "root" in item:
        yield from site.page(page, title)
        yield from inside
    elif inside:
        yield from site.group(title, inside, page)
    elif page:
        yield from site.page(page, title)


def of_myst(source: Path) -> FoundSite:
    """Read ``myst.yml``."""
    config = mapping(read_data(source))
    project, options = mapping(config.get("project")), mapping(config.get("site"))
    site = FoundSite(tool="MyST", source=source, folder=source.parent)
    site.name = text_in(project, "title") or text_in(options, "title")
    set_field(site, "description", text_in(project, "description"))
    shown = mapping(options.get("options"))
    set_field(site, "logo", beside(site.folder, text_in(shown, "logo")))
    set_field(site, "favicon", beside(site.folder, text_in(shown, "favicon")))
    toc = project.get("toc")
    if not isinstance(toc, list):
        return of_files(site.folder, site)
    site.navigation = [each for item in toc for each in of_toc(site, mapping(item))]
    return site


def _title_of_start(site: FoundSite) -> str:
    """Return the title of the start page, which is the name of many a site."""
    start = _start_of("", site.files)
    return _MARKUP.sub("", title_of(site.files[start])) if start else ""


# A folder of pages without any configuration: the links of its README, else its files.


def of_files(folder: Path, site: FoundSite | None = None) -> FoundSite:
    """Read the links of a README in the order that they have there; other pages follow."""
    found = site or FoundSite(tool="", source=folder, folder=folder)
    found.name = found.name or _title_of_start(found)
    readme = next((found.files[each] for each in START_PAGES if each in found.files), None)
    entries: list[NavEntry] = []
    if readme is not None:
        start = readme.with_suffix("").name
        entries.append(start)
        for match in _LINK.finditer(text_of(readme)):
            path = normpath(match[3].partition("#")[0]) if match[3] else "."
            name = None if match[1] or is_external(path) else found.name_of(path)
            if name is not None and name not in entries:
                entries.append(name)
        if site is None and len(entries) > 1:
            found.source = readme
    listed = {each for each in entries if isinstance(each, str)}
    found.navigation = [*entries, *_unlisted(found.of_folder(), listed)]
    return found


def _unlisted(entries: Iterable[NavEntry], listed: set[str]) -> Iterator[NavEntry]:
    """Yield entries without the pages that are listed already."""
    for each in entries:
        if isinstance(each, str):
            if each not in listed:
                yield each
        elif "pages" in each:
            inside = list(_unlisted(each["pages"], listed))
            kept = {n: v for n, v in each.items() if n != "root" or v not in listed}
            if inside:
                yield {**kept, "pages": inside}
            elif "root" in kept:
                yield kept["root"]
        elif each.get("page") not in listed:
            yield each
