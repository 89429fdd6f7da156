"""The YAML block at the start of a page, read so that no page is lost over it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from sphinx_docsjson.pages.words import words

TEXT_FIELDS = words(
    "title description sidebartitle icon icontype tag mode url openapi openapi-schema api "
    "authmethod asyncapi version playground canonical robots"
)

_FENCE = re.compile(r"---[ \t]*\r?\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_PAIR = re.compile(r"([A-Za-z][\w:.-]*)[ \t]*:[ \t]+(.*)")


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

    What cannot be read as YAML is read line by line, and the problem is named. Plain values of
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
        node = _compose(block)
        fields = _fields(node, block)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = _line_of(error)
        return FrontMatter(
            fields=_lenient_fields(block),
            length=length,
            problem=f"the front matter is not valid YAML ({_reason(error)}); it is read line by "
            "line. Quote values that hold a colon or start with a special character.",
            problem_line=line,
        )
    if fields is None:
        return FrontMatter(
            length=length,
            problem="the front matter is not a list of 'name: value' pairs; it is left out.",
            problem_line=2,
        )
    return FrontMatter(fields=fields, length=length)


MAX_FAST = 4096


class _PageLoader(yaml.SafeLoader):
    """YAML as people mean it: no dates, no ``yes``/``no``, no sexagesimal numbers."""

    yaml_implicit_resolvers = {  # noqa: RUF012 (replaces PyYAML's own table)
        first: [
            (tag, pattern)
            for tag, pattern in resolvers
            if tag
            not in {
                "tag:yaml.org,2002:timestamp",
                "tag:yaml.org,2002:bool",
                "tag:yaml.org,2002:int",
            }
        ]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


_PageLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"true|True|TRUE|false|False|FALSE"), list("tTfF")
)
_PageLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"[-+]?(?:0|[1-9]\d*)"), list("-+0123456789")
)


# mypy asks for a base class it can see; PyYAML may have been built without the one in C.
class _FastPageLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The same in C, some fifty times as fast."""

    yaml_implicit_resolvers = _PageLoader.yaml_implicit_resolvers


def _compose(block: str) -> yaml.Node | None:
    """Return the YAML node of *block*.

    The C loader is not asked about long texts, because it does not survive deep nesting, nor
    about what is wrong, because the messages of the other one are known.
    """
    if len(block) <= MAX_FAST:
        try:
            fast: yaml.Node | None = yaml.compose(block, Loader=_FastPageLoader)
        except (yaml.YAMLError, ValueError, RecursionError):
            pass
        else:
            return fast
    slow: yaml.Node | None = yaml.compose(block, Loader=_PageLoader)
    return slow


def _fields(node: yaml.Node | None, block: str) -> dict[str, Any] | None:
    if node is None:
        return {}
    if not isinstance(node, yaml.MappingNode):
        return None
    loader = _PageLoader("")
    fields: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else ""
        if not key:
            continue
        plain_text = key.casefold() in TEXT_FIELDS and isinstance(value_node, yaml.ScalarNode)
        if plain_text and value_node.tag != "tag:yaml.org,2002:null":
            fields[key] = value_node.value
        else:
            fields[key] = loader.construct_object(value_node, deep=True)
    return fields


def _lenient_fields(block: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for line in block.split("\n"):
        match = _PAIR.match(line)
        if match and match[1] not in fields:
            fields[match[1]] = match[2].strip().strip("\"'")
    return fields


def _line_of(error: Exception) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line + 2 if mark is not None else 1


def _reason(error: Exception) -> str:
    return str(getattr(error, "problem", None) or error).split("\n", 1)[0]
