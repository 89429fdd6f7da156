"""The MCP tools, for one documentation or for those of several packages. Pure.

Their names and arguments are in ``tools.json``, which the worker for hosts also reads.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.ext.agents.documentation import Documentation, NoAnswer, cut
from sphinx_docsjson.ext.search.answers import MOST_READ, FoundPage, OtherIndex, answer, excerpt_of
from sphinx_docsjson.ext.search.records import FragmentKind

KINDS: Final = {
    "page": frozenset({FragmentKind.PAGE, FragmentKind.SECTION, FragmentKind.PART}),
    "operation": frozenset({FragmentKind.OPERATION}),
    "field": frozenset({FragmentKind.FIELD}),
    "object": frozenset({FragmentKind.OBJECT}),
}
"""What ``search`` calls a kind → the kinds of places."""

MOST_LISTED: Final = 200
MOST_PLACES: Final = 3
LONGEST: Final = 1_000
"""How many characters an argument may have, as in `worker.js`."""

PACKAGE: Final = {
    "type": "string",
    "description": "The package whose documentation is meant. list_pages names all packages.",
}


def declared_tools(*, several: bool = False) -> list[dict[str, Any]]:
    """Return name, title, description and input schema of each tool.

    :param several: whether there may be several documentations: each tool then takes ``package``.
    """
    path = Path(__file__).with_name("tools.json")
    tools: list[dict[str, Any]] = read_json(path.read_text(encoding="utf-8"))
    for tool in tools if several else ():
        tool["inputSchema"]["properties"]["package"] = copy.copy(PACKAGE)
    return tools


@dataclass(frozen=True, kw_only=True)
class DocumentationTools:
    """The tools over documentations.

    :param known: returns the documentations of this moment by their names.
    :param several: whether they are those of packages; a single one has no name.
    """

    known: Callable[[], Mapping[str, Documentation]]
    several: bool = False

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return what a tool says, as Markdown.

        :raises NoAnswer: when what is asked for is not there, or the arguments make no sense.
        """
        tools: dict[str, Callable[[Mapping[str, Any]], str]] = {
            "search": self._search,
            "read_page": self._read_page,
            "list_pages": self._list_pages,
            "read_operation": self._read_operation,
            "read_schema": self._read_schema,
            "read_object": self._read_object,
        }
        if tool not in tools:
            raise NoAnswer(f"There is no tool {tool!r}; there are {', '.join(tools)}.")
        try:
            return tools[tool](arguments)
        except OtherIndex:
            # The site was rebuilt in the middle of the answer: the new files are read.
            for documentation in self.known().values():
                documentation.forget_index()
            return tools[tool](arguments)
        except OSError as error:
            said = error.strerror or type(error).__name__
            raise NoAnswer(f"A file could not be read ({said}); try again.") from None

    def _search(self, arguments: Mapping[str, Any]) -> str:
        query = _text(arguments, "query")
        kind = _text(arguments, "kind", needed=False)
        if kind and kind not in KINDS:
            raise NoAnswer(f"`kind` must be one of {', '.join(KINDS)}.")
        most = _number(arguments, "limit", MOST_READ, 1, 20)
        found: list[tuple[float, str]] = []
        reasons = []
        for documentation in self._chosen(arguments):
            try:
                pages = answer(documentation.index(), query, kinds=KINDS.get(kind), most=most)
            except NoAnswer as error:
                reasons.append(str(error))
                continue
            before = f"{documentation.name} {documentation.version}: " if self.several else ""
            for page in pages[:most]:
                lines = "\n".join(_found_lines(documentation, page, query))
                found.append((page.score, f"- {before}{lines}"))
        found.sort(key=lambda pair: -pair[0])
        if not found:
            return " ".join([f"Nothing was found for {query!r}.", *reasons]) + "\n"
        return "\n".join(lines for _score, lines in found[:most]) + "\n"

    def _read_page(self, arguments: Mapping[str, Any]) -> str:
        documentation = self._one(arguments)
        asked = _text(arguments, "page")
        asked, _, anchor = asked.partition("#")
        section = _text(arguments, "section", needed=False) or anchor
        name, text = documentation.page(asked)
        said = documentation.section(name, text, section) if section else text
        return self._noted(documentation, cut(said))

    def _list_pages(self, arguments: Mapping[str, Any]) -> str:
        if self.several and not arguments.get("package"):
            return "".join(f"- {_named(each)}\n" for each in self.known().values()) or (
                "No installed package includes its documentation.\n"
            )
        documentation = self._one(arguments)
        under = _text(arguments, "under", needed=False).strip("/")
        start = _number(arguments, "start", 0, 0, 1_000_000)
        pages = [
            page
            for page in documentation.pages()
            if not under
            or f"{page.name}/".startswith(f"{under}/")
            or under.casefold() in (page.part.casefold(), page.part.rpartition(": ")[2].casefold())
        ]
        if under and not pages:
            parts = dict.fromkeys(page.part for page in documentation.pages() if page.part)
            raise NoAnswer(f"No page is under {under!r}. The sections are: {'; '.join(parts)}")
        lines, part = [], ""
        for page in pages[start : start + MOST_LISTED]:
            if page.part != part:
                part = page.part
                lines += ["", f"## {part}", ""]
            told = f": {page.description}" if page.description else ""
            lines.append(f"- {page.name} ({page.title}){told}")
        left = len(pages) - start - MOST_LISTED
        if left > 0:
            lines += ["", f"{left} more pages: ask with start {start + MOST_LISTED}."]
        return self._noted(documentation, "\n".join(lines).strip() + "\n")

    def _read_operation(self, arguments: Mapping[str, Any]) -> str:
        asked = " ".join(_text(arguments, "operation").split())
        documentation = self._one(arguments)
        index, wanted = documentation.index(), asked.casefold()
        every = [_operation(index.page(number)) for number in range(index.pages)]
        exact = [uri for call, _title, uri in every if wanted == call.casefold()] or [
            uri
            for call, title, uri in every
            if call and wanted in (title.casefold(), call.partition(" ")[2].casefold())
        ]
        near = () if exact else answer(index, asked, kinds=KINDS["operation"])
        known = [_operation(page.shown) for page in near]
        if len(exact) == 1 or len(known) == 1:
            uri = exact[0] if exact else known[0][2]
            text = documentation.page(documentation.twin_of(uri))[1]
            return self._noted(documentation, cut(text))
        known = known or [each for each in every if each[2] in exact]
        there = "; ".join(f"{call} ({title})" for call, title, _uri in known)
        raise NoAnswer(f"No operation is exactly {asked!r}. The nearest are: {there or 'none'}")

    def _read_schema(self, arguments: Mapping[str, Any]) -> str:
        documentation = self._one(arguments)
        return self._noted(documentation, cut(documentation.schema(_text(arguments, "name"))))

    def _read_object(self, arguments: Mapping[str, Any]) -> str:
        name = _text(arguments, "name")
        chosen = self._chosen(arguments)
        first = name.partition(".")[0].replace("_", "-").casefold()
        # The package with that name first; others may document it as well.
        chosen = sorted(chosen, key=lambda each: each.name.casefold() != first)
        problem = None
        for documentation in chosen:
            try:
                return self._noted(documentation, cut(documentation.object(name)))
            except NoAnswer as error:
                problem = problem or error
        raise problem or NoAnswer("No installed package includes its documentation.")

    def _chosen(self, arguments: Mapping[str, Any]) -> Sequence[Documentation]:
        """Return the documentations that are meant: one that is named, or all."""
        known = self.known()
        package = _text(arguments, "package", needed=False) if self.several else ""
        return [self._one(arguments)] if package else list(known.values())

    def _one(self, arguments: Mapping[str, Any]) -> Documentation:
        known = self.known()
        package = _text(arguments, "package", needed=False) if self.several else ""
        if package:
            by_name = {name.replace("_", "-").casefold(): each for name, each in known.items()}
            found = by_name.get(package.replace("_", "-").casefold())
            if found is not None:
                return found
            near = near_name(package, known)
            hint = f"did you mean {near}?" if near else f"there are: {', '.join(known) or 'none'}."
            raise NoAnswer(f"No documentation of {package!r} is installed; {hint}")
        if len(known) == 1:
            return next(iter(known.values()))
        raise NoAnswer(f"Say which `package` you mean: {', '.join(known) or 'there is none'}.")

    def _noted(self, documentation: Documentation, text: str) -> str:
        """Return a text with the version that it is about, where there are several."""
        return f"{_named(documentation)}\n\n{text}" if self.several else text


def _named(documentation: Documentation) -> str:
    note = f" ({documentation.note})" if documentation.note else ""
    return f"{documentation.name} {documentation.version}{note}"


def _operation(shown: list[Any]) -> tuple[str, str, str]:
    """Return method and path, title and address of a page; no path where it has no operation."""
    notes = (place[4] for place in shown[4] if place[1] == FragmentKind.OPERATION)
    path = next(notes, None)
    return ("" if path is None else f"{shown[3].upper()} {path}"), shown[1], shown[0]


def _text(arguments: Mapping[str, Any], name: str, *, needed: bool = True) -> str:
    value = arguments.get(name)
    if isinstance(value, str) and len(value) <= LONGEST and (value.strip() or not needed):
        return value.strip()
    if needed or value is not None:
        raise NoAnswer(f"`{name}` must be a string of at most {LONGEST} characters.")
    return ""


def _number(arguments: Mapping[str, Any], name: str, usual: int, least: int, most: int) -> int:
    value = arguments.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int):
        raise NoAnswer(f"`{name}` must be an integer.")
    return max(least, min(value, most))


def _found_lines(documentation: Documentation, page: FoundPage, query: str) -> Iterator[str]:
    """Yield the lines of a page that was found: its best places, the page itself first."""
    index = documentation.index()
    name = documentation.twin_of(page.shown[0])
    method = f"{page.shown[3].upper()} {page.shown[4][0][4]} " if page.shown[3] else ""
    path = " › ".join(page.shown[2])
    yield f"{name} ({page.shown[1]}) {method}{f'in {path}' if path else ''}".rstrip()
    for number in page.places[:MOST_PLACES]:
        anchor, kind, title, _depth, note, text = index.place(page.page, number)
        told = excerpt_of(text, query)
        kept = note if kind in (FragmentKind.FIELD, FragmentKind.OBJECT) else ""
        where = f"{name}#{anchor} ({title}{f', {kept}' if kept else ''})" if anchor else ""
        if where or told:
            yield f"  - {where}{': ' if where and told else ''}{told}"
