"""The text of a JSON or YAML file → values, within limits. Pure.

JSON never goes through YAML (tabs are legal in it). YAML is read by libyaml with the scalars of
YAML 1.2's core schema, so ``18:00``, ``no``, ``1.10`` and dates stay what the author wrote.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import yaml

from sphinx_docsjson.openapi.reading import SourceFloat
from sphinx_docsjson.openapi.resolver import Problem

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # PyYAML without libyaml: the same values, four times slower
    from yaml import SafeLoader  # type: ignore[assignment]  # another class, the same methods

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 200
MAX_VALUES = 4_000_000
"""Values after every alias is written out: a file of 1 kB can hold billions of them."""

SHORTEST_VALUE = 2
"""A value takes so many characters at least, with what parts it from the next one."""

__all__ = ["SafeLoader", "UnreadableFile", "check_size", "looks_like_json", "parse"]

_BRACKETS = re.compile(r"[\[\]{}]")
_TOO_DEEP = f"the file is nested more than {MAX_DEPTH} levels deep"
_STRING, _SEQUENCE, _MAPPING = (f"tag:yaml.org,2002:{name}" for name in ("str", "seq", "map"))
_DEEP_BLOCK = ("\n" + " " * MAX_DEPTH * 8, "\n" + "- " * MAX_DEPTH)
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,300})\Z")


class UnreadableFile(ValueError):
    """A file that gives no values; the message says why and, where known, where."""


def parse(text: str, *, is_json: bool) -> tuple[Any, list[Problem]]:
    """Return the values of a file and what is doubtful in it.

    :raises UnreadableFile: when it is not JSON or YAML, or beyond the limits.
    """
    problems: list[Problem] = []
    try:
        with _garbage_kept():
            value = _parse_json(text, problems) if is_json else _parse_yaml(text, problems)
    except RecursionError:
        raise UnreadableFile("the file is nested too deeply") from None
    return value, problems


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Look for no garbage meanwhile: among values that are all needed it costs half the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def looks_like_json(text: str) -> bool:
    """Whether the first character of *text* opens a JSON object or array."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def _parse_json(text: str, problems: list[Problem]) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(found)
        if len(value) < len(found):
            seen: set[str] = set()
            for name, _item in found:
                if name in seen:
                    problems.append(_duplicate(name, None))
                seen.add(name)
        return value

    try:
        value = json.loads(
            text.lstrip("\ufeff"),
            object_pairs_hook=pairs,
            parse_float=_number,
            parse_constant=lambda name: name,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UnreadableFile(f"{error.msg} at {where}") from None
    except ValueError as error:
        raise UnreadableFile(str(error)) from None
    check_size(value)
    return value


def _number(text: str) -> float:
    number = float(text)
    return number if repr(number) == text else SourceFloat(text)


def _duplicate(name: str, line: int | None) -> Problem:
    place = f" (line {line})" if line else ""
    return Problem(
        message=f"the key {name!r} occurs twice{place}; the last one counts",
        kind="openapi-file",
    )


def _parse_yaml(text: str, problems: list[Problem]) -> Any:
    _refuse_deep_nesting(text)
    loader = _Loader(text)
    loader.problems = problems
    try:
        node = loader.get_single_node()
        value = None if node is None else loader.value_of(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise UnreadableFile(f"{error.problem}{where}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise UnreadableFile(str(error).splitlines()[0]) from None
    finally:
        loader.dispose()
    if loader.shares or len(text) > MAX_VALUES * SHORTEST_VALUE:
        check_size(value)
    return value


def _refuse_deep_nesting(text: str) -> None:
    """Stop before libyaml, whose composer is recursive C code that no exception can leave."""
    depth = deepest = 0
    for bracket in _BRACKETS.finditer(text):
        depth = depth + 1 if bracket.group() in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    if deepest > MAX_DEPTH * 5 or any(start in f"\n{text}" for start in _DEEP_BLOCK):
        raise UnreadableFile("the file is nested too deeply")


class _Loader(SafeLoader):
    """libyaml with the core schema of YAML 1.2 (section 10.3.2), and string keys."""

    problems: list[Problem]
    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 (replaces PyYAML's own table)
    shares = False
    """Whether a value stands in several places, through an alias or a merge."""

    def resolve(self, kind: type, value: str, implicit: tuple[bool, bool]) -> str:
        """Return the tag of a node that has none: all that PyYAML's own one does, and no more."""
        if kind is not yaml.ScalarNode:
            return _MAPPING if kind is yaml.MappingNode else _SEQUENCE
        if implicit[0]:
            for tag, pattern in self.yaml_implicit_resolvers.get(value[:1], ()):
                if pattern.match(value):
                    return str(tag)
        return _STRING

    def value_of(self, node: Any, depth: int = 0) -> Any:
        """Return what stands at *node*; PyYAML's own way is generators for cycles, half as fast.

        :raises UnreadableFile: when it is nested too deeply.
        """
        if isinstance(node, yaml.ScalarNode):
            return node.value if node.tag == _STRING else self.construct_object(node)
        if depth >= MAX_DEPTH:
            raise UnreadableFile(_TOO_DEEP)
        if node in self.constructed_objects:
            self.shares = True
            return self.constructed_objects[node]
        if node.tag == _SEQUENCE and isinstance(node, yaml.SequenceNode):
            listed: list[Any] = []
            self.constructed_objects[node] = listed
            listed.extend(self.value_of(item, depth + 1) for item in node.value)
            return listed
        if node.tag == _MAPPING and isinstance(node, yaml.MappingNode) and not _merges(node):
            mapping: dict[Hashable, Any] = {}
            self.constructed_objects[node] = mapping
            for key_node, value_node in node.value:
                key = self._key(key_node)
                if key in mapping:
                    self.problems.append(_duplicate(key, key_node.start_mark.line + 1))
                mapping[key] = self.value_of(value_node, depth + 1)
            return mapping
        self.shares = True
        return self.construct_object(node, deep=True)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
        """Build a mapping whose keys are the text of the file; duplicates are noted."""
        if not isinstance(node, yaml.MappingNode):
            raise yaml.constructor.ConstructorError(None, None, "expected a mapping", None)
        merged = _merges(node)
        if merged:
            self.flatten_mapping(node)
        mapping: dict[Hashable, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key in mapping and not merged:
                self.problems.append(_duplicate(key, key_node.start_mark.line + 1))
            mapping[key] = self.construct_object(value_node, deep=deep)
        return mapping

    def _key(self, node: Any) -> str:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        return json.dumps(self.construct_object(node, deep=True), default=str)


def _merges(node: yaml.MappingNode) -> bool:
    return any(key.value == "<<" for key, _value in node.value)


def _construct_null(loader: Any, node: yaml.ScalarNode) -> None:
    return None


def _construct_bool(loader: Any, node: yaml.ScalarNode) -> bool:
    return str(node.value).lower() == "true"


def _construct_int(loader: Any, node: yaml.ScalarNode) -> Any:
    value = str(node.value)
    if value.startswith("0o"):
        return int(value[2:], 8)
    if value.startswith("0x"):
        return int(value[2:], 16)
    return int(value) if _INTEGER.match(value) else value


def _construct_float(loader: Any, node: yaml.ScalarNode) -> Any:
    value = str(node.value)
    return value if value.lstrip("+-").lower() in (".inf", ".nan") else _number(value)


def _construct_text(loader: Any, node: Any) -> Any:
    return str(node.value)


for _tag, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+|0o[0-7]{1,300}|0x[0-9a-fA-F]{1,300}", list("-+0123456789")),
    (
        "float",
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|nan)",
        list("-+0123456789."),
    ),
    ("merge", r"<<", ["<"]),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern})\Z"), _first
    )

_Loader.add_constructor("tag:yaml.org,2002:null", _construct_null)
_Loader.add_constructor("tag:yaml.org,2002:bool", _construct_bool)
_Loader.add_constructor("tag:yaml.org,2002:int", _construct_int)
_Loader.add_constructor("tag:yaml.org,2002:float", _construct_float)
for _tag in ("merge", "timestamp", "binary"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _construct_text)


def check_size(value: Any) -> None:
    """Refuse values that are too deep, too many once aliases are written out, or endless.

    :raises UnreadableFile: when a limit is passed.
    """
    if not isinstance(value, dict | list):
        return
    sizes: dict[int, int] = {}
    open_now: set[int] = set()
    stack: list[tuple[Any, list[Any] | None]] = [(value, None)]
    depth = 0
    while stack:
        node, opened = stack.pop()
        identity = id(node)
        if opened is not None:
            depth -= 1
            open_now.discard(identity)
            total = 1 + len(node) + sum(sizes[id(item)] - 1 for item in opened)
            if total > MAX_VALUES:
                raise UnreadableFile("the file holds too many values (YAML aliases count)")
            sizes[identity] = total
            continue
        if identity in sizes:
            continue
        if identity in open_now:
            raise UnreadableFile("a YAML alias contains itself")
        open_now.add(identity)
        depth += 1
        if depth > MAX_DEPTH:
            raise UnreadableFile(_TOO_DEEP)
        members = _members(node)
        stack.append((node, members))
        stack += [(item, None) for item in members]


def _members(node: Any) -> list[Any]:
    """Return the mappings and lists in a mapping or a list."""
    values = node.values() if isinstance(node, dict) else node
    return [item for item in values if isinstance(item, dict | list)]
