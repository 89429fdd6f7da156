"""Finds what is at the cursor in ``docs.json``, and its schema. Pure.

The file is being written, so it is not JSON most of the time: it is gone through from its begin,
and what is missing is missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx_docsjson.site.validation import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

JsonPath: TypeAlias = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[{}\[\],:]|[^\s{}\[\],:"]+')


@dataclass(frozen=True, kw_only=True, slots=True)
class JsonText:
    """A string of a file.

    :param path: where the value is; that of the key itself for a key.
    :param start: where the text begins, without its quotes.
    """

    path: JsonPath
    text: str
    start: int
    end: int
    is_key: bool = False


@dataclass(kw_only=True, slots=True)
class JsonContainer:
    """An object or an array of a file.

    :param start: the place of its bracket, and ``end`` the one behind the other bracket.
    """

    path: JsonPath
    is_array: bool
    start: int
    end: int = -1
    keys: list[str] = field(default_factory=list)
    count: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class JsonFile:
    """The strings and the containers of a file, in their order."""

    texts: tuple[JsonText, ...]
    containers: tuple[JsonContainer, ...]

    def text_at(self, offset: int) -> JsonText | None:
        """Return the string that a place is in."""
        return next((t for t in self.texts if t.start <= offset <= t.end), None)

    def around(self, offset: int) -> JsonContainer | None:
        """Return the innermost container that a place is in."""
        inside = [c for c in self.containers if c.start < offset and (c.end < 0 or offset < c.end)]
        return inside[-1] if inside else None

    def at(self, path: JsonPath) -> JsonContainer | None:
        """Return the container at a path."""
        return next((each for each in self.containers if each.path == path), None)


def read_json_text(text: str) -> JsonFile:
    """Return the content of a file, complete or not."""
    texts: list[JsonText] = []
    containers: list[JsonContainer] = []
    open_ones: list[JsonContainer] = []
    key, is_value = "", True
    for token in _TOKEN.finditer(text):
        word, here = token[0], open_ones[-1] if open_ones else None
        path: JsonPath = ()
        if here is not None:
            path = (*here.path, here.count if here.is_array else key)
        if word in "{[":
            container = JsonContainer(path=path, is_array=word == "[", start=token.start())
            containers.append(container)
            open_ones.append(container)
            is_value = word == "["
        elif word in "}]":
            if here is not None:
                here.end = token.end()
                open_ones.pop()
            is_value = False
        elif word == ":":
            is_value = True
        elif word == ",":
            if here is not None:
                here.count += 1
                is_value = here.is_array
        elif word.startswith('"'):
            closed = len(word) > 1 and word.endswith('"')
            start, end = token.start() + 1, token.end() - closed
            is_key = here is not None and not here.is_array and not is_value
            content = _unescaped(text[start:end])
            if is_key and here is not None:
                key = content
                here.keys.append(content)
                path = (*here.path, content)
            texts.append(JsonText(path=path, text=content, start=start, end=end, is_key=is_key))
    return JsonFile(texts=tuple(texts), containers=tuple(containers))


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text


# Which part of the schema describes a place.


def schemas_at(path: JsonPath) -> list[dict[str, Any]]:
    """Return the parts of the schema that describe the value at *path*, the first one first."""
    found = [schema()]
    for part in path:
        below = [each for one in found for each in _below(one, part)]
        found = list({id(each): each for each in below}.values())
    return [each for one in found for each in _applied(one)]


def _below(part: Mapping[str, Any], name: str | int) -> Iterator[dict[str, Any]]:
    for each in _applied(part):
        if isinstance(name, int):
            if isinstance(items := each.get("items"), dict):
                yield items
        elif name in each.get("properties", {}):
            yield each["properties"][name]
        else:
            matched = [
                member
                for pattern, member in each.get("patternProperties", {}).items()
                if re.search(pattern, name)
            ]
            yield from matched
            more = each.get("additionalProperties")
            if not matched and isinstance(more, dict):
                yield more


def _applied(part: Mapping[str, Any], depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield a part of the schema, and those that it refers to or chooses among."""
    if depth > 12 or not isinstance(part, dict):
        return
    yield part
    if reference := part.get("$ref"):
        yield from _applied(_definition(reference), depth + 1)
    for word in ("allOf", "anyOf", "oneOf"):
        for each in part.get(word, ()):
            yield from _applied(each, depth + 1)
    for word in ("then", "else"):
        if word in part:
            yield from _applied(part[word], depth + 1)


@cache
def _definition(reference: str) -> dict[str, Any]:
    found: Any = schema()
    for name in reference.removeprefix("#/").split("/"):
        found = found.get(name, {})
    return dict(found)


def description_of(path: JsonPath) -> str:
    """Return what the schema says about the field at *path*."""
    return next((d for each in schemas_at(path) if (d := each.get("description"))), "")


def fields_at(path: JsonPath) -> dict[str, str]:
    """Return name → description of the fields that an object at *path* may have.

    Those without an effect are omitted.
    """
    found: dict[str, str] = {}
    for each in schemas_at(path):
        for name, member in each.get("properties", {}).items():
            if any(part.get("x-effect") == "none" for part in _applied(member)):
                continue
            if not found.get(name):
                texts = (str(p["description"]) for p in _applied(member) if p.get("description"))
                found[name] = next(texts, "")
    return found


def values_at(path: JsonPath) -> list[str]:
    """Return the values that are written out in the schema for the place *path*."""
    found: dict[str, None] = {}
    for each in schemas_at(path):
        values = [*each.get("enum", ()), *([each["const"]] if "const" in each else ())]
        found.update((value, None) for value in values if isinstance(value, str))
        if each.get("type") == "boolean":
            found.update(dict.fromkeys(("true", "false")))
    return list(found)


PAGES = frozenset({"pages", "root"})
LINKS = frozenset({"href", "url", "destination"})
"""Fields whose text is the name of a page, or a link to one."""


def kind_of_field(path: JsonPath) -> str:
    """Return what a text at *path* names: ``page``, ``link``, ``icon``, or nothing."""
    names = [part for part in path if isinstance(part, str)]
    last = names[-1] if names else ""
    if last in PAGES or names == ["navigation"]:
        return "page"
    if last in LINKS:
        return "link"
    return "icon" if last == "icon" or names[-2:] == ["icon", "name"] else ""
