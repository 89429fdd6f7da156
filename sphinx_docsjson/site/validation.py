"""Checks docs.json against its JSON Schema; reports and removes what is invalid."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

from sphinx_docsjson.base.near_names import did_you_mean, near_name
from sphinx_docsjson.site.json_reader import Value
from sphinx_docsjson.site.reader import path_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from jsonschema.exceptions import ValidationError

    from sphinx_docsjson.site.model import Location
    from sphinx_docsjson.site.reader import ConfigPath, Report


SCHEMA_NAME = "schema.json"

_TYPE_NAMES = {
    "string": "a string",
    "array": "a list",
    "object": "an object",
    "boolean": "true or false",
    "number": "a number",
    "null": "null",
}

_OTHER_NAMES: Mapping[str, tuple[str, ...]] = {
    "url": ("href",),
    "href": ("url",),
    "link": ("href", "url"),
    "name": ("label", "group", "tab", "anchor", "dropdown", "version", "language", "item"),
    "label": ("name",),
    "title": ("header", "label", "group", "name"),
    "links": ("items",),
    "children": ("pages",),
    "items": ("pages", "links"),
    "tab": ("name",),
    "anchor": ("name",),
    "topbarCTAButton": ("topbarCtaButton",),
    "background": ("backgroundImage",),
}
"""What people write that is not merely misspelt, and what may be meant."""


_added: dict[str, dict[str, Any]] = {}


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of ``docs.json``, with the fields of other packages."""
    text = files("sphinx_docsjson.site").joinpath(SCHEMA_NAME).read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    loaded["properties"].update(_added)
    return loaded


def added_fields() -> Mapping[str, Any]:
    """Return the fields that other packages added, and the schema of each."""
    return dict(_added)


def set_added_fields(fields: Mapping[str, Any]) -> None:
    """Let ``docs.json`` have these fields of other packages, and no others of them.

    :param fields: the name of a field at the top of the file → its JSON Schema, whose
        ``description`` is what editors show.
    """
    if fields != _added:
        _added.clear()
        _added.update(fields)
        schema.cache_clear()
        _validator.cache_clear()


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def validate(root: Value, report: Report) -> Value | None:
    """Check *root* and return it without unknown fields and wrong values.

    :returns: ``None`` when no site can be made of it: it is not an object, or has no name or no
        navigation. The report then holds a fatal problem.
    """
    root = _prepare(root)
    wrong: set[ConfigPath] = set()
    errors = _validator().iter_errors(root.plain())
    for error in sorted(errors, key=lambda found: _sort_key(root, found)):
        if tuple(error.absolute_path) not in wrong:
            wrong |= _report_error(root, error, report)
    if any(problem.fatal for problem in report.problems):
        return None
    pruned = _without(root, wrong, ())
    lost = [key for key in ("name", "navigation") if key not in pruned.members]
    for key in lost:
        report.add(f"without {key!r} there is no site; correct it", root.location, fatal=True)
    return None if lost else pruned


def _prepare(root: Value) -> Value:
    """Take out ``null``, which means unset, and write ``"a.b": x`` as ``"a": {"b": x}``."""
    root = _without_nulls(root)
    known = schema()["properties"]
    members = dict(root.members)
    for key in list(members):
        first, dot, rest = key.partition(".")
        holder = members.get(first)
        if not dot or first not in known or not rest or (holder and not holder.is_object):
            continue
        value = members.pop(key)
        inner = holder or Value({}, value.file, root.keys[key][1])
        if rest not in inner.members:
            keys = {**inner.keys, rest: root.keys[key]}
            holder = Value({**inner.members, rest: value}, inner.file, inner.offset, keys)
        members[first] = holder or inner
    return root.with_data(members) if root.is_object else root


def _without_nulls(value: Value) -> Value:
    if value.is_object:
        kept = {k: _without_nulls(v) for k, v in value.members.items() if v.data is not None}
        return value.with_data(kept)
    if value.is_array:
        return value.with_data([_without_nulls(item) for item in value.items])
    return value


def _without(value: Value, wrong: set[ConfigPath], path: ConfigPath) -> Value:
    """Take out what is wrong; items of lists leave ``null``: the others keep their number."""
    if value.is_object:
        members = {
            key: _without(member, wrong, (*path, key))
            for key, member in value.members.items()
            if (*path, key) not in wrong
        }
        return value.with_data(members)
    if value.is_array:
        nothing = Value(None, value.file, value.offset)
        items = [
            nothing if (*path, number) in wrong else _without(item, wrong, (*path, number))
            for number, item in enumerate(value.items)
        ]
        return value.with_data(items)
    return value


def find(root: Value, path: Iterable[str | int]) -> Value:
    """Return the value at *path*."""
    for part in path:
        root = root.items[part] if isinstance(part, int) else root.members[part]
    return root


def _sort_key(root: Value, error: ValidationError) -> tuple[str, int, int]:
    place = find(root, error.absolute_path).location
    return (place.file, place.line, place.column)


def _report_error(root: Value, error: ValidationError, report: Report) -> set[ConfigPath]:
    """Report one error of the schema and return the paths of what must be left out."""
    path: ConfigPath = tuple(error.absolute_path)
    value = find(root, path)
    if error.validator == "required":
        if "sourceRef" not in value.members:  # what another build brings has its own labels
            _report_missing(value, path, error, report)
        return set()
    if error.validator == "additionalProperties":
        known = _properties(error)
        unknown = [key for key in value.members if key not in known]
        for key in unknown:
            hint = _already_there(key, known, value) or did_you_mean(_meant(key, known, value))
            message = (
                f"{path_text((*path, key))}: {key!r} is not a field here and is ignored.{hint}"
            )
            report.add(message, value.key_location(key))
        return {(*path, key) for key in unknown}
    place = value.location
    if not path:
        report.add(f"the file must hold an object, not {_kind(value)}", place, fatal=True)
        return {path}
    if path in (("name",), ("navigation",)):
        message = _wrong(value, error).replace(" is ignored;", " cannot be used:", 1)
        report.add(f"{path_text(path)}: {message}", place, fatal=True)
        return {path}
    report.add(f"{path_text(path)}: {_wrong(value, error)}", place)
    return {path}


def _report_missing(
    value: Value, path: ConfigPath, error: ValidationError, report: Report
) -> None:
    required: Any = error.validator_value
    missing = [key for key in required if f"{key!r} is a required" in error.message]
    known = _properties(error)
    unknown = (name for name in value.members if name not in known)
    meant = {_meant(name, known, value): name for name in unknown}
    for key in missing:
        if not path:
            hint = f" Is {meant[key]!r} meant to be it?" if key in meant else ""
            message = f"{key!r} is missing; a site needs a name and a navigation.{hint}"
            report.add(message, value.location, fatal=True)
        elif key not in meant:
            report.add(f"{path_text(path)}: {key!r} is missing; add it.", value.location)


def _properties(error: ValidationError) -> Mapping[str, Any]:
    """Return the fields that the schema knows where *error* is."""
    part: Any = error.schema
    known: Mapping[str, Any] = part.get("properties", {})
    return known


def _meant(key: str, known: Mapping[str, Any], value: Value) -> str | None:
    """Return the field that an unknown *key* may be meant to be, if the object lacks it."""
    free = [name for name in known if name not in value.members]
    other = next((name for name in _OTHER_NAMES.get(key, ()) if name in free), None)
    return other or near_name(key, free)


def _already_there(key: str, known: Mapping[str, Any], value: Value) -> str:
    """Return a hint when *key* is most like a field that the object has already."""
    near = near_name(key, [name for name in known if name != key])
    if near is None or near not in value.members or key in _OTHER_NAMES:
        return ""
    return f" Did you mean {near!r}? It is already there: remove one of them."


def _wrong(value: Value, error: ValidationError) -> str:
    found = _shown(value)
    expected: Any = error.validator_value
    if error.validator == "enum":
        choices: list[Any] = list(expected)
        names = ", ".join(c if isinstance(c, str) else json.dumps(c) for c in choices)
        words = [choice for choice in choices if isinstance(choice, str)]
        near = near_name(value.data, words) if isinstance(value.data, str) else None
        return f"{found} is ignored; it must be one of {names}.{did_you_mean(near)}"
    if error.validator == "pattern":
        if str(expected).startswith("^#"):
            return f"{found} is ignored; {_color_advice(value)}"
        part: Any = error.schema
        return f"{found} is ignored; it must look like {part['examples'][0]!r}"
    if error.validator == "type":
        allowed = [expected] if isinstance(expected, str) else list(expected)
        wanted = " or ".join(_TYPE_NAMES[name] for name in allowed)
        hint = ""
        if "boolean" in allowed and value.data in ("true", "false"):
            hint = f" Write {value.data} without quotes."
        elif "string" in allowed and isinstance(value.data, (int, float)):
            hint = f' Write "{json.dumps(value.data)}".'
        return f"{found} is ignored; it must be {wanted}, not {_kind(value)}.{hint}"
    return f"{found} is ignored: {error.message}"


def _color_advice(value: Value) -> str:
    text = str(value.data)
    digits = text.lstrip("#")
    if all(char in "0123456789abcdefABCDEF" for char in digits) and len(digits) in (3, 4, 6, 8):
        opaque = digits[:3] if len(digits) == 4 else digits[:6] if len(digits) == 8 else digits
        return f'a colour has three or six digits after "#". Did you mean "#{opaque}"?'
    return 'a colour is written as "#" and three or six hexadecimal digits, such as "#16a34a"'


def _kind(value: Value) -> str:
    if value.is_object:
        return _TYPE_NAMES["object"]
    if value.is_array:
        return _TYPE_NAMES["array"]
    if isinstance(value.data, bool):
        return json.dumps(value.data)
    if value.data is None:
        return _TYPE_NAMES["null"]
    return _TYPE_NAMES["string" if isinstance(value.data, str) else "number"]


def _shown(value: Value) -> str:
    if value.is_object or value.is_array:
        return "the value"
    text = json.dumps(value.data, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"


LEVELS = 3
"""How deep the fields of objects are that a message is about: ``api.examples.languages``."""


def locations(root: Value, before: str = "", level: int = 1) -> dict[str, Location]:
    """Return dotted path → place for the fields of the outer levels; lists have none."""
    found: dict[str, Location] = {}
    for key, value in root.members.items():
        found[f"{before}{key}"] = root.key_location(key)
        if level < LEVELS:
            found |= locations(value, f"{before}{key}.", level + 1)
    return found
