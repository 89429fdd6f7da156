"""The YAML block at the start of a page, read so that no page is lost over it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sphinx_docsjson import yaml12
from sphinx_docsjson.text.word_sets import words

TEXT_FIELDS = words(
    "title description sidebartitle icon icontype tag mode url openapi openapi-overview "
    "openapi-schema openapi-tag api authmethod asyncapi version playground canonical robots"
)

_FENCE = re.compile(r"---[ \t]*\r?\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_NAME = re.compile(r"""["']?([A-Za-z][\w:.-]*?)["']?[ \t]*:(?:\s|$)""")
_COLON = re.compile(r":(?=[ \t]|$)")
_BELOW = frozenset(" \t-#]}")
"""What a line begins with that belongs to the field above it."""
_NO_NAME = frozenset({"", *" \t-#]}[{&*!|>%@`?,:"})

MAX_DEPTH = 50
MAX_VALUES = 10_000
"""The fields of a page are copied into every output that shows it, aliases written out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FrontMatter:
    """The fields of a page, and what was wrong in their block.

    :param length: how many characters of the page the block takes.
    :param problem: what is wrong, with the line it is on, or nothing.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    length: int = 0
    problem: str = ""
    problem_line: int = 1

    def text(self, name: str) -> str:
        """Return a field as text without surrounding space; empty when it is not there."""
        value = self.fields.get(name)
        if value is None:
            wanted = name.casefold()
            value = next((v for k, v in self.fields.items() if k.casefold() == wanted), None)
        if value is None or isinstance(value, dict | list):
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        return " ".join(str(value).split())


def read_front_matter(text: str) -> FrontMatter:
    """Return the front matter of the page *text*.

    What cannot be read as YAML is read field by field, and the problem is named. Plain values of
    text fields stay the text they are: a page may be called ``no``, ``1.10`` or ``2024-01-01``.
    """
    opening = _FENCE.match(text)
    if opening is None:
        return FrontMatter()
    closing = _END.search(text, opening.end())
    if closing is None:
        return FrontMatter()
    block = text[opening.end() : closing.start()].replace("\r\n", "\n")
    length = min(len(text), closing.end() + (1 if text[closing.end() :][:1] == "\n" else 0))
    try:
        document = yaml12.read(block, places=True, max_depth=MAX_DEPTH, max_values=MAX_VALUES)
    except yaml12.UnreadableYaml as error:
        return FrontMatter(
            fields=_lenient_fields(block),
            length=length,
            problem=f"the front matter is not valid YAML ({error}); it is read field by field. "
            "Quote values that hold a colon or start with a special character.",
            problem_line=error.line + 1,
        )
    if document.value is not None and not isinstance(document.value, dict):
        return FrontMatter(
            length=length,
            problem="the front matter is not a list of 'name: value' pairs; it is left out.",
            problem_line=2,
        )
    problem, line = "", 1
    if document.repeated:
        name, line = document.repeated[0]
        problem = f"the field {name!r} occurs twice; the last one counts. Remove the other."
    return FrontMatter(
        fields=_fields(document), length=length, problem=problem, problem_line=line + 1
    )


def _fields(document: yaml12.Document) -> dict[str, Any]:
    """Return the fields, those that are text as the text that they are written with."""
    fields = {key: value for key, value in (document.value or {}).items() if key}
    for key, value in fields.items():
        if value is not None and key.casefold() in TEXT_FIELDS:
            entry = document.entry(document.value, key)
            if entry is not None and entry.source is not None:
                fields[key] = entry.source
    return fields


def _lenient_fields(block: str) -> dict[str, Any]:
    """Return the fields of a block that is no YAML: each by itself, or else as one line of text.

    A field is a line that begins with a name, with the lines that belong to it below.
    """
    fields: dict[str, Any] = {}
    for name, value, lines in _parts(block):
        try:
            document = yaml12.read(
                "\n".join(lines), places=True, max_depth=MAX_DEPTH, max_values=MAX_VALUES
            )
        except yaml12.UnreadableYaml:
            fields[name] = value
        else:
            fields.update(_fields(document))
    return fields


def _parts(block: str) -> Iterator[tuple[str, str, list[str]]]:
    """Give each field of a block: its name, the text beside it, and all its lines."""
    name, value, lines = "", "", []
    for line in block.split("\n"):
        if name and (not line or line[0] in _BELOW):
            lines.append(line)
            continue
        if name:
            yield name, value, lines
        colon = None if line[:1] in _NO_NAME else _COLON.search(line)
        name = line[: colon.start()].strip().strip("\"'") if colon else ""
        value = line[colon.end() :].strip().strip("\"'") if colon else ""
        lines = [line]
    if name:
        yield name, value, lines


def field_lines(text: str) -> dict[str, int]:
    """Return on which line of the page each field stands, by its name in lower case."""
    lines = enumerate(text.split("\n"), start=1)
    found = ((_NAME.match(line), number) for number, line in lines)
    return {match[1].casefold(): number for match, number in found if match}


def front_markdown(title: str) -> str:
    """Return a front matter text as Markdown in which only code and ``*emphasis*`` count.

    Underscores are letters of names: a page titled ``__init__`` is not set in bold.
    """
    parts = re.split(r"((?<!`)`++[^`]+`++)", title)
    parts[::2] = [re.sub(r"([<{\[\\$!_])", r"\\\1", text) for text in parts[::2]]
    return "".join(parts)
