"""The files of a description as they are written, and what a ``$ref`` in them leads to.

Nothing here is shared with the package: another reader, another follower.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

_CORE = (
    (re.compile(r"(?:null|Null|NULL|~|)\Z"), lambda text: None),
    (re.compile(r"(?:true|True|TRUE)\Z"), lambda text: True),
    (re.compile(r"(?:false|False|FALSE)\Z"), lambda text: False),
    # A decimal number with leading zeros stays text, or 08012 would lose one: see yaml12.py.
    (re.compile(r"[-+]?0[0-9]+\Z"), str),
    (re.compile(r"[-+]?[0-9]+\Z"), int),
    (re.compile(r"0o[0-7]+\Z"), lambda text: int(text[2:], 8)),
    (re.compile(r"0x[0-9a-fA-F]+\Z"), lambda text: int(text[2:], 16)),
    (re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z"), float),
)
"""The plain scalars of the core schema of YAML 1.2 (section 10.3.2), without infinity."""


def parsed(text: str, *, is_json: bool) -> Any:
    """Return the value of a text: JSON, or YAML 1.2 with mappings whose keys are texts."""
    if is_json:
        return json.loads(text)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        return _value(loader.get_single_node(), {})
    finally:
        loader.dispose()


def _value(node: Any, known: dict[int, Any]) -> Any:
    if node is None:
        return None
    if id(node) in known:
        return known[id(node)]
    made: Any
    if isinstance(node, yaml.MappingNode):
        made = known[id(node)] = {}
        merged: dict[str, Any] = {}
        for name, inner in node.value:
            if name.value == "<<" and not name.style:
                found = _value(inner, known)
                for part in found if isinstance(found, list) else [found]:
                    merged = {**part, **merged}
            else:
                made[name.value] = _value(inner, known)
        for key, inner in merged.items():
            made.setdefault(key, inner)
        return made
    if isinstance(node, yaml.SequenceNode):
        made = known[id(node)] = []
        made += [_value(inner, known) for inner in node.value]
        return made
    return _scalar(node)


def _scalar(node: Any) -> Any:
    if node.style or node.tag == "!":
        return node.value
    for pattern, read in _CORE:
        if pattern.match(node.value):
            return read(node.value)
    return node.value


@dataclass(frozen=True, kw_only=True)
class Place:
    """A value and where it stands: its file and the names that lead to it.

    :param scope: the schemas with dynamic anchors that were passed on the way, outermost first.
    """

    value: Any
    file: Path
    names: tuple[str, ...] = ()
    scope: tuple[Place, ...] = ()

    def __str__(self) -> str:
        steps = "/".join(name.replace("~", "~0").replace("/", "~1") for name in self.names)
        return f"#/{steps}"

    @property
    def identity(self) -> tuple[str, str]:
        """What two places with the same value in the same file share."""
        return (str(self.file), str(self))

    def get(self, *names: str | int) -> Place | None:
        """Return the place below this one that *names* lead to, or ``None``."""
        value = self.value
        for name in names:
            if isinstance(value, dict) and name in value:
                value = value[name]
            elif isinstance(value, list) and str(name).isdecimal() and int(name) < len(value):
                value = value[int(name)]
            else:
                return None
        steps = (*self.names, *map(str, names))
        return Place(value=value, file=self.file, names=steps, scope=self.scope)

    def members(self, *names: str | int) -> Iterator[tuple[str, Place]]:
        """Yield what is in the mapping or list below *names*, with its name or number."""
        found = self.get(*names)
        if found is None:
            return
        if isinstance(found.value, dict):
            listed = list(found.value)
        elif isinstance(found.value, list):
            listed = [str(number) for number in range(len(found.value))]
        else:
            return
        for name in listed:
            inner = found.get(name)
            if inner is not None:
                yield name, inner

    def text(self, *names: str | int) -> str:
        """Return the text below *names*; ``""`` when there is none."""
        found = self.get(*names)
        return found.value if found is not None and isinstance(found.value, str) else ""

    def flag(self, *names: str | int) -> bool:
        """Whether ``true`` stands below *names*."""
        found = self.get(*names)
        return found is not None and found.value is True


class Unresolved(Exception):
    """A ``$ref`` leads nowhere."""


@dataclass(kw_only=True)
class Files:
    """The files of one description."""

    root: Path
    known: dict[Path, Any] = field(default_factory=dict)

    @property
    def document(self) -> Place:
        """The whole description."""
        return Place(value=self.read(self.root), file=self.root)

    def read(self, path: Path) -> Any:
        """Return the value of a file."""
        path = path.resolve()
        if path not in self.known:
            text = path.read_text(encoding="utf-8-sig")
            whole = path.suffix in (".json", ".yaml", ".yml", "")
            is_json = path.suffix == ".json" or text.lstrip()[:1] == "{"
            value = parsed(text, is_json=is_json) if whole else text
            if isinstance(value, dict) and "swagger" in value:
                raise SystemExit(f"{path}: convert it to OpenAPI 3 first: npx swagger2openapi")
            self.known[path] = value
        return self.known[path]

    def target(self, place: Place, reference: str) -> Place:
        """Return what *reference*, written at *place*, leads to.

        :raises Unresolved: when there is nothing.
        """
        address, _hash, fragment = reference.partition("#")
        file = (place.file.parent / unquote(address)).resolve() if address else place.file
        try:
            found: Place | None = Place(value=self.read(file), file=file, scope=place.scope)
        except (OSError, ValueError, yaml.YAMLError) as error:
            raise Unresolved(reference) from error
        names = [unquote(name) for name in fragment.split("/")[1:]]
        for name in names:
            inner = found.get(name.replace("~1", "/").replace("~0", "~")) if found else None
            found = inner or (found.get(name) if found else None)
        if found is None:
            raise Unresolved(reference)
        return found

    def followed(self, place: Place) -> Place:
        """Return what stands at *place* when every ``$ref`` of a whole object is followed."""
        for _step in range(64):
            value = place.value
            if not isinstance(value, dict) or not isinstance(value.get("$ref"), str):
                return place
            place = self.target(place, value["$ref"])
        raise Unresolved(str(place))

    def meant(self, place: Place) -> Place:
        """Return what a lone ``$ref`` stands for, or else what stands there itself."""
        value = place.value
        if isinstance(value, dict) and value.keys() == {"$ref"}:
            try:
                return self.followed(place)
            except Unresolved:
                return place
        return place

    def all_files(self) -> set[Path]:
        """Return the description's files: those that it names, and those that these name."""
        todo, found = [self.root.resolve()], set()
        while todo:
            path = todo.pop()
            if path in found or not path.is_file():
                continue
            found.add(path)
            for reference in _references(self.read(path)):
                address = unquote(reference.partition("#")[0])
                if address and "://" not in address:
                    todo.append((path.parent / address).resolve())
        return found


def _references(value: Any) -> Iterator[str]:
    todo, seen = [value], set()
    while todo:
        value = todo.pop()
        if not isinstance(value, dict | list) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            todo += value.values()
        else:
            todo += value
