"""Reads built documentation, of a folder or a package: pages, sections, objects, schemas.

It is read from its files: the Markdown twins, ``llms.txt``, the index of the search, and
``objects.inv``. Nothing is kept that another build could change.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from sphinx_docsjson.base.files import file_below
from sphinx_docsjson.base.inventory import inventory_lines
from sphinx_docsjson.base.markdown import slugs
from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.near_names import near_names, near_path
from sphinx_docsjson.ext.search.answers import OtherIndex, WrittenIndex
from sphinx_docsjson.ext.search.index import FIRST, FOLDER
from sphinx_docsjson.outputs.llms import with_source
from sphinx_docsjson.yaml12 import UnreadableYaml, read

MANIFEST: Final = "docsjson-package.json"
INVENTORY: Final = "objects.inv"
INDEX: Final = "llms.txt"

MOST_CHARACTERS: Final = 40_000
"""Of a longer text, the beginning is returned: about ten thousand tokens."""


class NoAnswer(LookupError):
    """What was asked for is not there; the text says what to ask for instead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedPage:
    """A page as ``llms.txt`` lists it.

    :param name: what :meth:`Documentation.page` takes: the path of its twin without ``.md``.
    :param part: the title of the section that lists it.
    """

    name: str
    title: str
    description: str
    part: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TwinHeading:
    """A heading of a twin.

    :param line: the number of its line, from 0.
    """

    level: int
    text: str
    line: int

    @property
    def title(self) -> str:
        """What it says, without marks."""
        return " ".join(re.sub(r"[`*\\]", "", self.text).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedObject:
    """An entry of the inventory.

    :param kind: such as ``py:function``.
    :param uri: the address of its page, with its anchor, from the root of the site.
    """

    name: str
    kind: str
    uri: str


@dataclass(kw_only=True)
class Documentation:
    """A documentation in a folder.

    :param name: what it is called where there are several: the name of its package.
    :param version: the version that it describes.
    :param title: the name of the site.
    :param note: what its reader has to know first, such as that another version is installed.
    """

    folder: Path
    name: str = ""
    version: str = ""
    title: str = ""
    note: str = ""
    _index: tuple[tuple[int, int], WrittenIndex] | None = field(default=None, init=False)
    _schemas: dict[Path, tuple[int, dict[str, Any]]] = field(default_factory=dict, init=False)

    # Pages.

    def pages(self) -> list[ListedPage]:
        """Return the pages that are announced, in the order of the navigation."""
        found = list(self._listed(INDEX))
        if found:
            return found
        names = sorted(path.relative_to(self.folder).as_posix() for path in self._twins())
        return [
            ListedPage(name=name[:-3], title=self._title(name), description="", part="")
            for name in names
        ]

    def _listed(self, path: str, *, inside: bool = False) -> Iterator[ListedPage]:
        """Yield what an ``llms.txt`` lists; a long one leads to others."""
        part = ""
        for line in self._lines(path):
            if line.startswith("## "):
                part = _plain(line[3:])
            entry = _ENTRY.match(line)
            name = self._path(entry["url"]) if entry else ""
            if entry is None or not name:
                continue
            if name.endswith(f"/{INDEX}") and not inside:
                yield from self._listed(name, inside=True)
            elif name.endswith(".md"):
                yield ListedPage(
                    name=name[:-3],
                    title=_plain(entry["title"]),
                    description=_plain(entry["notes"] or ""),
                    part=part,
                )

    def described(self) -> Iterator[Path]:
        """Yield the descriptions of APIs that ``llms.txt`` names, in a link or in a line."""
        for line in self._lines(INDEX):
            for word in line.translate(_AROUND_ADDRESSES).split():
                if word.endswith((".json", ".yaml", ".yml")):
                    path = self._file(self._path(word))
                    yield from [path] if path else []

    def page(self, asked: str) -> tuple[str, str]:
        """Return the name of a page and its twin, without the line that leads to the index.

        :param asked: a name, a path or an address, with or without an ending.
        :raises NoAnswer: when there is no such page.
        """
        path = unquote(urlsplit(asked.strip()).path).strip("/")
        path = re.sub(r"\.(?:md|html)$", "", path)
        parts = path.split("/")
        addressed = "://" in asked
        for first in range(len(parts) if addressed else 1):
            below = "/".join(parts[first:])
            for name in (below, f"{below}/index".lstrip("/")):
                twin = self._file(f"{name}.md") if name else None
                if twin is not None:
                    text = twin.read_text(encoding="utf-8", errors="replace")
                    return name, with_source(f"{name}.md", text) + "\n"
        pages = self.pages()
        titled = [page.name for page in pages if page.title.casefold() == asked.strip().casefold()]
        if len(titled) == 1:
            return self.page(titled[0])
        near = near_path(path, [page.name for page in pages])
        hint = f"did you mean {near}?" if near else "use search or list_pages to find one."
        raise NoAnswer(f"There is no page {asked!r}; {hint}")

    def section(self, name: str, text: str, asked: str) -> str:
        """Return a section of a page.

        :param asked: its title, or its anchor.
        :raises NoAnswer: when the page has none of that name.
        """
        wanted = asked.strip().lstrip("#")
        titles = {wanted.casefold(), self._title_at(name, wanted).casefold()} - {""}
        headings = list(headings_of(text))
        for heading in headings:
            if heading.title.casefold() in titles or wanted in slugs(heading.title):
                return below(text, headings, heading)
        if found := object_below(text, headings, wanted):
            return found
        if said := self._place_at(name, wanted):
            return said
        there = "; ".join(heading.title for heading in headings[1:] if heading.level <= 3)
        raise NoAnswer(f"{name} has no section {asked!r}. It has: {there or 'none'}")

    def twin_of(self, uri: str) -> str:
        """Return the name of the page at an address of the inventory or of the search."""
        path = unquote(uri.partition("#")[0])
        name = re.sub(r"\.html$", "", path).strip("/")
        if name and self._file(f"{name}.md"):
            return name
        return f"{name}/index".lstrip("/")

    # Objects of code.

    def objects(self) -> list[ListedObject]:
        """Return what the inventory has: objects, options and terms, no pages and labels."""
        file = self._file(INVENTORY)
        lines = inventory_lines(file.read_bytes() if file else b"")
        return [
            ListedObject(name=name, kind=kind, uri=uri)
            for kind, name, _priority, uri, _shown in lines
            if kind not in ("std:doc", "std:label")
        ]

    def object(self, asked: str) -> str:
        """Return the signature and the documentation of an object.

        :raises NoAnswer: when there is none of that name, or there are several.
        """
        wanted = re.sub(r"\(.*\)$", "", asked.strip())
        known = self.objects()
        found = [each for each in known if each.name == wanted]
        if not found:
            ends = tuple(mark + wanted for mark in (".", "::", "#"))
            found = [each for each in known if each.name.endswith(ends)]
        names = list(dict.fromkeys(each.name for each in found))
        if len(names) > 1:
            raise NoAnswer(f"Several objects are called {wanted!r}: {', '.join(names[:20])}")
        if not found:
            near = near_names(wanted, (each.name for each in known), 3)
            hint = f"did you mean {' or '.join(near)}?" if near else "use search to find it."
            raise NoAnswer(f"No object is called {wanted!r}; {hint}")
        one = found[0]
        name, anchor = self.twin_of(one.uri), one.uri.partition("#")[2]
        _name, text = self.page(name)
        headings = list(headings_of(text))
        said = (
            object_below(text, headings, one.name)
            or self._place_at(name, anchor)
            or below(text, headings, headings[0] if headings else None)
        )
        return f"{one.kind} `{one.name}`\n\n{said}\nSource: {name}.md#{anchor}\n"

    # Schemas of APIs.

    def schemas(self) -> Iterator[tuple[str, str, Any]]:
        """Yield name, file and schema of all that the descriptions name."""
        for path in self.described():
            for name, schema in self._schemas_in(path).items():
                yield name, path.relative_to(self.folder.resolve()).as_posix(), schema

    def schema(self, asked: str) -> str:
        """Return a named schema as JSON, for each description that has one.

        :raises NoAnswer: when none has.
        """
        wanted = asked.strip().rpartition("/")[2]
        known = list(self.schemas())
        found = [each for each in known if each[0] == wanted] or [
            each for each in known if each[0].casefold() == wanted.casefold()
        ]
        if not found:
            return self._schema_page(wanted, [name for name, _file, _schema in known])
        return "\n".join(schema_text(*each) for each in found)

    def _schema_page(self, wanted: str, names: list[str]) -> str:
        titled = [page for page in self.pages() if page.title == wanted]
        if len(titled) == 1:
            return self.page(titled[0].name)[1]
        near = near_names(wanted, names, 3)
        there = ", ".join(names[:40])
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {there or 'none'}."
        raise NoAnswer(f"No schema is called {wanted!r}; {hint}")

    def _schemas_in(self, path: Path) -> dict[str, Any]:
        changed = path.stat().st_mtime_ns
        known = self._schemas.get(path)
        if known is None or known[0] != changed:
            self._schemas[path] = known = changed, _named_schemas(path)
        return known[1]

    # The search.

    def index(self) -> WrittenIndex:
        """Return the index of the search, as it is written now.

        :raises NoAnswer: when there is none that can be read.
        """
        first = self.folder / FOLDER / FIRST
        try:
            told = first.stat()
            mark = told.st_mtime_ns, told.st_size
            if self._index is None or self._index[0] != mark:
                text_of = self._text_in_twin if self._file(MANIFEST) else None
                self._index = mark, WrittenIndex(self._index_file, text_of)
        except (OSError, OtherIndex) as error:
            reason = str(error) if isinstance(error, OtherIndex) else f"there is no {FOLDER}"
            raise NoAnswer(f"This documentation cannot be searched: {reason}.") from None
        return self._index[1]

    def forget_index(self) -> None:
        """Read the index again when it is asked for."""
        self._index = None

    def _index_file(self, name: str) -> str:
        return (self.folder / FOLDER / name).read_text(encoding="utf-8", errors="replace")

    def _text_in_twin(self, shown: list[Any], number: int) -> str:
        """Return the text of a place: what is below its heading and above the next one."""
        try:
            text = self.page(self.twin_of(shown[0]))[1]
        except NoAnswer:
            return ""
        headings = list(headings_of(text))
        wanted = " ".join(shown[4][number][2].split())
        titles = [each.title for each in headings]
        if not titles or (number and wanted not in titles):
            return ""
        at = titles.index(wanted) if number else 0
        end = headings[at + 1].line if at + 1 < len(headings) else None
        lines = text.split("\n")[headings[at].line + 1 : end]
        return " ".join(_MARKS.sub("", "\n".join(lines)).split())

    def _places(self, name: str) -> Iterator[tuple[str, str, str]]:
        """Yield anchor, title and text of what the search knows of a page."""
        try:
            index = self.index()
            for number in range(index.pages):
                shown = index.page(number)
                if self.twin_of(shown[0]) == name:
                    for at in range(len(shown[4])):
                        anchor, _kind, title, _depth, _note, text = index.place(number, at)
                        yield anchor, title, text
        except (NoAnswer, OSError, OtherIndex):
            return

    def _title_at(self, name: str, anchor: str) -> str:
        return next((title for known, title, _text in self._places(name) if known == anchor), "")

    def _place_at(self, name: str, anchor: str) -> str:
        """Return what the search shows of a place that has no heading in the twin."""
        places = self._places(name) if anchor else ()
        found = next((said for said in places if said[0] == anchor and said[2]), None)
        return f"**{found[1]}**\n\n{found[2]}\n" if found else ""

    # Files.

    def _file(self, path: str) -> Path | None:
        return file_below(self.folder, path)

    def _lines(self, path: str) -> list[str]:
        file = self._file(path)
        return file.read_text(encoding="utf-8", errors="replace").splitlines() if file else []

    def _path(self, url: str) -> str:
        """Return the path of an address from the root of the folder, if a file is there."""
        parts = unquote(urlsplit(url).path).strip("/").split("/")
        tried = ("/".join(parts[at:]) for at in range(len(parts) if "://" in url else 1))
        return next((path for path in tried if path and self._file(path)), "")

    def _twins(self) -> Iterator[Path]:
        for path in self.folder.rglob("*.md"):
            if not path.relative_to(self.folder).parts[0].startswith(("_", ".")):
                yield path

    def _title(self, name: str) -> str:
        lines = (line for line in self._lines(name) if line.startswith("# "))
        return _plain(next(lines, name)[2:])


_ENTRY = re.compile(r"- \[(?P<title>[^\[\]]*)\]\(<?(?P<url>[^()<>\s]+)>?\)(?:: (?P<notes>.*))?")
_AROUND_ADDRESSES = str.maketrans("(),<>", "     ")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6}) (.*)")
_MARKS = re.compile(r"^(?:Source: .*|[#>|:-]+)|[`*\\|]", re.MULTILINE)
_TOKEN = re.compile(r"[\w$]+(?:(?:\.|::)[\w$]+)*")
_BEFORE_VALUES = re.compile(r"[^(=\[]*")


def open_documentation(folder: Path) -> Documentation:
    """Return the documentation in a folder.

    :raises NoAnswer: when there is nothing of what a build writes.
    """
    told = _manifest(folder / MANIFEST)
    lines = _head_lines(folder / INDEX)
    if not told and not lines and not (folder / FOLDER / FIRST).is_file():
        raise NoAnswer(f"{folder}: no documentation was built here")
    title = next((_plain(line[2:]) for line in lines if line.startswith("# ")), "")
    return Documentation(
        folder=folder,
        name=str(told.get("name", "")),
        version=str(told.get("version", "")),
        title=str(told.get("title", "")) or title,
    )


def _manifest(path: Path) -> Mapping[str, Any]:
    try:
        told = read_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _head_lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()[:5]
    except OSError:
        return []


def _plain(markdown: str) -> str:
    """Return the text of an entry of ``llms.txt``."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown)).strip()


# The sections of a twin. Pure.


def headings_of(text: str) -> Iterator[TwinHeading]:
    """Yield the headings of a twin, without what is in blocks of code."""
    fence = ""
    for number, line in enumerate(text.split("\n")):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line.strip(" `~"):
                fence = ""
        elif mark:
            fence = mark[1]
        elif heading := _HEADING.match(line):
            yield TwinHeading(level=len(heading[1]), text=heading[2], line=number)


def below(text: str, headings: list[TwinHeading], heading: TwinHeading | None) -> str:
    """Return a heading and all that is below it."""
    if heading is None:
        return text
    after = (one for one in headings if one.line > heading.line and one.level <= heading.level)
    following = next(after, None)
    lines = text.split("\n")[heading.line : following.line if following else None]
    return "\n".join(lines).strip() + "\n"


def object_below(text: str, headings: list[TwinHeading], name: str) -> str:
    """Return the signature and the description of an object of code, or nothing.

    A method comes below its class with its own name, so the names around it count too.
    """
    wanted = name.replace("::", ".")
    around: list[tuple[int, set[str]]] = []
    for heading in headings:
        while around and around[-1][0] >= heading.level:
            around.pop()
        if not heading.text.startswith(("`", "**`")):
            continue
        said = _BEFORE_VALUES.match(heading.title)
        tokens = [token.replace("::", ".") for token in _TOKEN.findall(said[0] if said else "")]
        outer = around[-1][1] if around else set()
        names = {*tokens[:8], *(f"{one}.{token}" for one in outer for token in tokens[:8])}
        if wanted in names:
            return below(text, headings, heading)
        around.append((heading.level, set(sorted(names)[:64])))
    return ""


def cut(text: str) -> str:
    """Return a text, or the beginning of a long one with what its reader can do."""
    if len(text) <= MOST_CHARACTERS:
        return text
    kept = text[:MOST_CHARACTERS].rpartition("\n")[0]
    done = kept.count("\n")
    left = [heading.title for heading in headings_of(text) if heading.line > done]
    more = f": {'; '.join(left[:40])}" if left else ""
    return (
        f"{kept}\n\n[{len(text) - len(kept)} more characters are left out. Ask for one section "
        f"of them{more}]\n"
    )


# The schemas of a description. Pure.


def schema_text(name: str, file: str, schema: Any) -> str:
    """Return a schema as Markdown, with the names of those that it refers to."""
    dumped = json.dumps(schema, indent=1, ensure_ascii=False, default=str)
    names = dict.fromkeys(re.findall(r'"\$ref": "[^"]*/([^"/]+)"', dumped))
    others = ", ".join(f"`{each}`" for each in names if each != name)
    refers = f"\nRefers to {others}: read_schema returns each of them.\n" if others else ""
    return f"`{name}` in {file}:\n\n```json\n{dumped}\n```\n{refers}"


def _named_schemas(path: Path) -> dict[str, Any]:
    """Return the schemas that a description names; nothing of a file that cannot be read."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
        value = read_json(text) if path.suffix == ".json" else read(text).value
    except (OSError, ValueError, UnreadableYaml):
        return {}
    root = value if isinstance(value, dict) else {}
    components = root.get("components")
    named = components.get("schemas") if isinstance(components, dict) else root.get("definitions")
    return named if isinstance(named, dict) else {}
