"""The type, limits and examples of a schema as short texts, as readers see them. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from sphinx_docsjson.base.markdown import escape_brackets, escape_text
from sphinx_docsjson.base.messages import one_line, words
from sphinx_docsjson.ext.openapi.model.api import Encoding, Parameter
from sphinx_docsjson.ext.openapi.reading.parse import items, json_of, mapping, text, texts
from sphinx_docsjson.ext.openapi.request.http import in_path, in_query, percent, plain
from sphinx_docsjson.ext.openapi.schema.fieldtree import (
    LONG_EXAMPLE,
    EnumValue,
    Field,
    FieldExample,
)
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import (
    Located,
    SchemaView,
    implied_types,
    is_octet_stream,
    json_key,
    json_text,
    json_texts,
    json_type,
)
from sphinx_docsjson.i18n import _


def encoded(field: Field, encoding: Encoding | None, view: SchemaView, schemas: Schemas) -> Field:
    """Return a field of a form, which *view* describes, with how it is written there."""
    if encoding is None:
        return field
    parts = [str(_("sent as %s") % encoding.content_type)] if encoding.content_type else []
    if encoding.style is not None or encoding.explode is not None:
        style = encoding.style or "form"
        explode = encoding.explode if encoding.explode is not None else style == "form"
        item = Parameter(name=field.name, place="query", style=style, explode=explode)
        parts += style_text(item, telling_value(view, schemas))
    for header in encoding.headers:
        about = " ".join(header.description.split())
        parts.append(str(_("with the header %s") % header.name) + (f" ({about})" if about else ""))
    parts += [str(RESERVED_STAY)] if encoding.allow_reserved else []
    return replace(field, constraints=(*field.constraints, *parts))


def closed_once(root: Field) -> Field:
    """Return a tree that says once that no object in it has other fields, where that is so.

    Where some objects may have them, each of the others, or the one around them, says so.
    """
    plain = str(_("no other fields"))
    said = {plain, str(_("each: %s") % plain)}
    inner = [field for field in root.walk() if _may_be_object(field)]
    closed = [field for field in inner if not said.isdisjoint(field.constraints)]
    if len(closed) < 2:
        return root
    if len(closed) < len(inner) or said.isdisjoint(root.constraints):
        return inside(root, closed_once)

    def without(field: Field) -> Field:
        kept = tuple(part for part in field.constraints if part not in said)
        return inside(replace(field, constraints=kept), without)

    everywhere = str(_("no other fields, at any depth"))
    told = tuple(everywhere if part in said else part for part in root.constraints)
    return replace(without(root), constraints=told)


_FLAT = frozenset(words("string integer number boolean null file never"))
"""The words for types of which no value is an object."""


def _may_be_object(field: Field) -> bool:
    """Whether a value of *field* may have fields that are not those of its alternatives."""
    if field.children or field.target:
        return True
    named = re.findall(r"\w+", re.sub(r"<.*>", "", field.type))
    return not (field.groups or field.open_at or _FLAT.issuperset(named))


def inside(root: Field, change: Callable[[Field], Field]) -> Field:
    """Return a field in which *change* was made to each field directly inside."""
    if not root.children and not root.groups:
        return root
    groups = tuple(
        replace(
            group,
            variants=tuple(replace(one, field=change(one.field)) for one in group.variants),
        )
        for group in root.groups
    )
    return replace(root, children=tuple(map(change, root.children)), groups=groups)


RESERVED_STAY = _("reserved characters stay as they are")
"""What ``allowReserved`` says."""


def allowed_texts(item: Parameter) -> tuple[str, ...]:
    """Return what may be in a parameter that may not be in others."""
    parts = [str(RESERVED_STAY)] if item.allow_reserved else []
    return (*parts, *([str(_("may be empty"))] if item.allow_empty else []))


def deprecation_of(keywords: Mapping[str, Any]) -> str:
    """Return why something is deprecated, as Markdown."""
    reason = text(keywords.get("x-deprecated-reason")).strip()
    return str(_("Deprecated: %s") % reason) if reason else ""


def title_of(view: SchemaView, kind: str) -> str:
    """Return the title of a schema where it says more than its name and its type, *kind*."""
    title = " ".join(text(view.keywords.get("title")).split())
    return "" if letters(title) in (letters(kind), letters(view.name)) else title


def letters(text: str) -> str:
    """Return the letters and digits of a text, by which a title is a name in other words."""
    return re.sub(r"[\W_]+", "", text.casefold())


def style_text(item: Parameter, value: Any) -> tuple[str, ...]:
    """Return how a value of several parts is written, where it is not a plain value.

    :param value: what stands for all values of the parameter: see :func:`telling_value`.
    """
    if item.media_type:
        return (item.media_type,)
    is_plain = not isinstance(value, Mapping | list)
    if is_plain and item.style == "deepObject":
        value, is_plain = {"key": "value"}, False
    if item.place == "querystring" or (is_plain and item.style not in ("label", "matrix")):
        return ()
    if item.place == "header":
        return (plain(item, value).replace("\t", "\\t"),)
    if item.place == "path":
        shown = in_path(item, value)
    else:
        shown = ("; " if item.place == "cookie" else "&").join(in_query(item, value))
    return (_BLANKS.sub(lambda found: percent(found[0]), unquote(shown)),)


def telling_value(view: SchemaView, schemas: Schemas) -> Any:
    """Return a short value of the type of *view*, whose parts can be told from each other."""
    types = view.types or implied_types(view)
    if "array" in types:
        return _two_values(schemas.view(*view.schemas.get("items", ())))
    if "object" in types:
        members = {name: schemas.view(*parts) for name, parts in view.properties.items()}
        flat = {name: one for name, one in members.items() if not _NESTED & {*one.types}}
        return {name: _two_values(one)[0] for name, one in list(flat.items())[:2]} or {
            "key": "value"
        }
    return "value"


_BLANKS = re.compile(r"(?<!;)[ \t]")
_NESTED = frozenset({"array", "object"})
_VALUES: Mapping[str, list[Any]] = {
    "integer": [1, 2],
    "number": [1, 2],
    "boolean": [True, False],
}


def _two_values(view: SchemaView) -> list[Any]:
    named = [value for value in items(view.keywords.get("enum")) if isinstance(value, str | int)]
    if len(named) > 1 and len(str(named[0])) + len(str(named[1])) <= MAX_VALUES:
        return named[:2]
    return _VALUES.get(next(iter(view.types), ""), ["a", "b"])


MAX_VALUES = 24
"""How many characters two values have at most that stand for others."""


# A view of a schema in words: its type, its values, its one-line summary. Pure.

MAX_ARRAYS = 8
MAX_DEPTH = 3
MAX_NAMES = 3
_TYPE_ONLY = frozenset({"type", "format", "nullable", "title"})


class Describer:
    """Puts the schemas of one document into words."""

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas

    def innermost(self, view: SchemaView, scope: tuple[str, ...] = ()) -> tuple[SchemaView, int]:
        """Go into arrays, down to what a reader wants the fields of; return the levels too."""
        levels = 0
        while levels < MAX_ARRAYS:
            found = view.schemas.get("items")
            if not found or view.positions or (view.types and "array" not in view.types):
                break
            levels += 1
            scope = (*scope, view.pointer, *view.chain)
            inner = self.schemas.view(*found, scope=scope)
            view = replace(inner, refs={**view.refs, **inner.refs})
        return view, levels

    def type_of(self, view: SchemaView, scope: tuple[str, ...] = (), depth: int = 0) -> str:
        """Return the type in words, such as ``Customer[]`` or ``string<date> | null``."""
        inner, levels = self.innermost(view, scope)
        text = self._type(inner, depth)
        if " | " in text and levels:
            text = f"({text})"
        text += "[]" * levels
        if view.nullable and "null" not in text.split(" | "):
            text += " | null"
        return text

    def _type(self, view: SchemaView, depth: int) -> str:
        if view.never:
            return "never"
        if branches := self.plain_branches(view):
            return " | ".join(branches)
        kind = scalar_type(view)
        if view.properties or view.patterns:
            return kind if kind not in ("", "object") else view.name or "object"
        if view.alternatives:
            values = [value for value, _about in self._constants(view)]
            found = _types_of(values) if values else self._branch_names(view, depth)
            return kind or view.name or found
        if kind in ("object", "") and depth < MAX_DEPTH and view.values_schema:
            values_view = self.schemas.view(*view.values_schema)
            return f"map<{self.type_of(values_view, (), depth + 1)}>"
        return (view.name if kind == "object" else kind) or kind or view.name or "any"

    def _branch_names(self, view: SchemaView, depth: int) -> str:
        """Return the names of a few alternatives, such as ``Card | string[]``."""
        names: dict[str, None] = {}
        for group in view.alternatives:
            for branch in group.branches:
                inner = self.schemas.view(branch)
                kind = scalar_type(inner)
                if kind == "array" and depth < MAX_DEPTH:
                    kind = self.type_of(inner, (), depth + 1)
                names[inner.name or kind] = None
        return "any" if len(names) > MAX_NAMES or "" in names else " | ".join(names)

    def plain_branches(self, view: SchemaView) -> list[str]:
        """Return the types of the alternatives when types are all that they are."""
        names: list[str] = []
        for group in view.alternatives:
            for branch in group.branches:
                if not mapping(branch.schema).keys() <= _TYPE_ONLY:
                    return []
                name = scalar_type(self.schemas.view(branch))
                if name in ("", "object", "array"):
                    return []
                names.append(name)
        return [] if view.properties else list(dict.fromkeys(names))

    def enum_of(self, view: SchemaView) -> tuple[EnumValue, ...]:
        """Return the allowed values: of ``enum``, or of a ``oneOf`` of constants."""
        listed = enum_of(view.keywords)
        constants = self._enum_of_branches(view) if view.alternatives else ()
        if not listed or not constants:
            return listed or constants
        # The list says which of the constants are allowed, they say what each means.
        meanings = {value.value: value.description for value in constants}
        return tuple(
            value if value.description else replace(value, description=meanings[value.value])
            for value in listed
            if value.value in meanings
        )

    def _enum_of_branches(self, view: SchemaView) -> tuple[EnumValue, ...]:
        listed = self._constants(view)
        told: dict[Hashable, dict[str, None]] = {}
        for value, about in listed:
            told.setdefault(json_key(value), {})[about] = None
        return tuple(
            EnumValue(value=text, description="" if about == text else about)
            for value, text in json_texts(value for value, _about in listed)
            for about in told[json_key(value)]
        )

    def _constants(self, view: SchemaView) -> list[tuple[Any, str]]:
        """Return the values of alternatives that are constants, with what is said about each."""
        found: list[tuple[Any, str]] = []
        for branch in (branch for group in view.alternatives for branch in group.branches):
            one = self.schemas.view(branch)
            keywords = one.keywords
            about = named(text(keywords.get("title")), text(keywords.get("description")))
            values = [keywords["const"]] if "const" in keywords else items(keywords.get("enum"))
            if one.properties or one.alternatives or not values:
                return []
            found += [(value, about if len(values) == 1 else "") for value in values]
        return found

    def summary(self, located: Located) -> str:
        """Return a schema in one line, for what is forbidden and for conditions."""
        view = self.schemas.view(located)
        label = text(view.keywords.get("title")) or text(view.keywords.get("x-displayName"))
        if label or view.name:
            return label or view.name
        parts = [scalar_type(view), *constraints_of(view, self.schemas)]
        parts.append(_(", ").join(value.value for value in enum_of(view.keywords)))
        for name, declared in view.properties.items():
            inner = self.schemas.view(*declared).keywords
            values = [json_text(inner["const"])] if "const" in inner else []
            values += [value.value for value in enum_of(inner)]
            parts.append(f"{name} = {_(', ').join(values)}" if values else name)
        missing = [name for name in view.required if name not in view.properties]
        if missing:
            parts.append(_("%s present") % _(", ").join(missing))
        return _(", ").join(part for part in parts if part)

    def constraints(self, view: SchemaView, inner: SchemaView) -> tuple[str, ...]:
        """Return the limits of a value and of the items in it."""
        parts = constraints_of(view, self.schemas)
        negations = list(view.negations)
        if inner is not view:
            parts += tuple(_("each: %s") % part for part in constraints_of(inner, self.schemas))
            negations += inner.negations
        about = (self.summary(located) for located in negations)
        return parts + tuple(_("not: %s") % part for part in about if part)


def _types_of(values: list[Any]) -> str:
    """Return the types of values in words, ``null`` only when there is nothing else."""
    names = dict.fromkeys(json_type(value) for value in values)
    return " | ".join([name for name in names if name != "null"] or names)


def values_have_fields(view: SchemaView) -> bool:
    """Whether the values of a map are more than a type."""
    return any(
        not mapping(part.schema).keys() <= {"type", "format"} for part in view.values_schema
    )


# What a schema requires of a value, in words. Pure.

SHOWN_EXAMPLES = 3
"""How many examples a field shows."""

_ENUM_DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions", "x-enum-description")
_ENUM_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")
_LIMITS = words(
    "const contentEncoding contentMediaType dependentRequired exclusiveMaximum exclusiveMinimum "
    "maxItems maxLength maxProperties maximum minItems minLength minProperties minimum "
    "multipleOf pattern uniqueItems"
)
"""The keywords without schemas of which :func:`constraints_of` says something."""


def constraints_of(view: SchemaView, schemas: Schemas) -> tuple[str, ...]:
    """Return the limits of a value, each a part of a sentence.

    :param schemas: those of the document, for what keys and items must be.
    """
    if not (view.schemas or view.contained or view.positions) and _LIMITS.isdisjoint(
        view.keywords
    ):
        return ()
    return tuple(str(part) for part in _constraints(view, schemas))


def _constraints(view: SchemaView, schemas: Schemas) -> Iterator[str]:
    keywords = view.keywords
    if "const" in keywords:
        yield _("always %s") % json_text(keywords["const"])
    yield from _numbers(keywords)
    yield from _sizes(keywords, "minLength", "maxLength", _("length: %s"))
    for pattern in map(text, view.every("pattern")):
        if pattern:
            yield _("matches %s") % pattern
    yield from _sizes(keywords, "minItems", "maxItems", _("number of items: %s"))
    if keywords.get("uniqueItems") is True:
        yield _("no item twice")
    yield from _contained(view, schemas)
    if not (view.allows("items") and view.allows("unevaluatedItems")):
        yield _("no other items") if view.positions else _("no items")
    yield from _sizes(keywords, "minProperties", "maxProperties", _("number of fields: %s"))
    if not (view.allows("additionalProperties") and view.allows("unevaluatedProperties")):
        yield _("no other fields")
    if names := view.schemas.get("propertyNames"):
        key = schemas.view(*names)
        found = list(_constraints(key, schemas)) or texts(key.keywords.get("enum"))
        said = _(", ").join(found)
        if said:
            yield _("keys: %s") % said
    for name, others in mapping(keywords.get("dependentRequired")).items():
        if texts(others):
            yield _("with %s also %s") % (name, _(", ").join(texts(others)))
    for encoding in map(text, view.every("contentEncoding")):
        yield _("encoded as %s") % encoding
    for media_type in map(text, view.every("contentMediaType")):
        if not is_octet_stream(view):  # it is called a file
            yield _("content of type %s") % media_type


def _numbers(keywords: Mapping[str, Any]) -> Iterator[str]:
    low, high = _bound(keywords, "minimum"), _bound(keywords, "maximum")
    above, below = _bound(keywords, "exclusiveMinimum"), _bound(keywords, "exclusiveMaximum")
    if low and high:
        yield _("%s to %s") % (low, high)
    elif low:
        yield _("at least %s") % low
    elif high:
        yield _("at most %s") % high
    if above:
        yield _("more than %s") % above
    if below:
        yield _("less than %s") % below
    if multiple := _bound(keywords, "multipleOf"):
        yield _("a multiple of %s") % multiple


def _bound(keywords: Mapping[str, Any], name: str) -> str:
    """Return a limit as people write it: pydantic and others write ``1440.0`` for 1440."""
    said = text(keywords.get(name))
    whole, point, rest = said.partition(".")
    return whole if point and rest and not rest.strip("0") else said


def _sizes(keywords: Mapping[str, Any], least: str, most: str, phrase: str) -> Iterator[str]:
    low, high = text(keywords.get(least)), text(keywords.get(most))
    if low and high:
        yield phrase % (low if low == high else _("%s to %s") % (low, high))
    elif high:
        yield phrase % (_("at most %s") % high)
    elif low not in ("", "0"):
        yield phrase % (_("at least %s") % low)


def _contained(view: SchemaView, schemas: Schemas) -> Iterator[str]:
    for wanted in view.contained:
        found = schemas.view(wanted.schema)
        least, most = text(wanted.least) or "1", text(wanted.most)
        said = text(found.keywords.get("title")) or found.name
        said = said or _(", ").join(_constraints(found, schemas)) or _kinds(found)
        if said and (least != "0" or not most):
            yield _("at least %s items that are: %s") % (least, said)
        if said and most:
            yield _("at most %s items that are: %s") % (most, said)


def _kinds(view: SchemaView) -> str:
    values = _(", ").join(value.value for value in enum_of(view.keywords))
    return values or _(", ").join(view.properties) or scalar_type(view)


def scalar_type(view: SchemaView) -> str:
    """Return the type in words as far as the view alone tells it; ``""`` when it does not."""
    kinds = [kind for kind in map(text, view.every("format")) if kind]
    names = view.types or [name for name in implied_types(view) if name != "object"]
    if (kinds == ["binary"] or is_octet_stream(view)) and names in (["string"], []):
        return "file"
    suffix = f"<{', '.join(kinds)}>" if kinds else ""
    return " | ".join(name if name == "null" else f"{name}{suffix}" for name in names)


def enum_of(keywords: Mapping[str, Any]) -> tuple[EnumValue, ...]:
    """Return the allowed values with what ``x-enum-…`` says about them."""
    values = items(keywords.get("enum"))
    described: Any = next((keywords[n] for n in _ENUM_DESCRIPTIONS if n in keywords), None)
    names: Any = next((keywords[n] for n in _ENUM_NAMES if n in keywords), None)
    kept_for_groups = mapping(keywords.get("x-mint-enum"))
    result = []
    places = {json_key(value): n for n, value in reversed(list(enumerate(values)))}
    for value, shown in json_texts(values):
        key = value if isinstance(value, str) else shown
        if key in kept_for_groups:
            continue
        index = places[json_key(value)]
        name = _entry(names, index, key)
        about = named("" if name == shown else name, _entry(described, index, key))
        result.append(EnumValue(value=shown, description="" if about == shown else about))
    return tuple(result)


def named(name: str, about: str) -> str:
    """Return the name of a value and what is said about it, as Markdown."""
    if not name or name == about:
        return name or about
    if not about:
        return name
    return f"**{escape_brackets(escape_text(' '.join(name.split())))}**: {about}"


def _entry(source: Any, index: int, key: str) -> str:
    if isinstance(source, Mapping):
        return text(source.get(key))
    listed = items(source)
    return text(listed[index]) if index < len(listed) else ""


def examples_of(keywords: Mapping[str, Any]) -> tuple[FieldExample, ...]:
    """Return the first examples of a value as text."""
    values = [keywords["example"]] if "example" in keywords else items(keywords.get("examples"))
    first = json_texts(values[:SHOWN_EXAMPLES])
    return tuple(FieldExample(value=example_text(*each)) for each in first)


def example_text(value: Any, line: str | None = None) -> str:
    """Return an example as text: on one line, or laid out where it is long."""
    line = json_text(value) if line is None else line
    if len(line) <= LONG_EXAMPLE:
        return line
    if not isinstance(value, str):
        line = json_of(value, 2)
    return line


@dataclass(frozen=True, kw_only=True, slots=True)
class PillKeys:
    """The keys of a schema whose values are before and after names: ``api.params``."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def pills_of(keywords: Mapping[str, Any], keys: PillKeys) -> dict[str, Any]:
    """Return the words around the name of a field, as arguments of :class:`Field`.

    Each field says its own in ``x-mint``; *keys* are those whose values are shown of every field.
    """
    own = mapping(keywords.get("x-mint"))
    found = {
        "before": (*texts(own.get("pre")), *_values_of(keywords, keys.before)),
        "after": (*texts(own.get("post")), *_values_of(keywords, keys.after)),
    }
    return {side: tuple(dict.fromkeys(pills)) for side, pills in found.items() if pills}


def _values_of(keywords: Mapping[str, Any], keys: Iterable[str]) -> Iterator[str]:
    """Yield the values of keys as words: ``true`` is the name of its key, objects are none."""
    for key in keys:
        value = keywords.get(key)
        for each in value if isinstance(value, list) else [value]:
            if each is True:
                yield key
            elif isinstance(each, str) and each.strip():
                yield one_line(each)
            elif isinstance(each, int | float) and not isinstance(each, bool):
                yield json_text(each)


def default_of(keywords: Mapping[str, Any]) -> str | None:
    """Return the default value as text, or ``None``."""
    return json_text(keywords["default"]) if "default" in keywords else None
