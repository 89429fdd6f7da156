"""Serializes a body in its media type: JSON, XML, forms, lines, tables. Pure.

Page, samples, form, Markdown twin and mock all use this text, so that none of them shows JSON
under another media type.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.ext.openapi.reading.parse import json_of, mapping, text
from sphinx_docsjson.ext.openapi.reading.resolver import child
from sphinx_docsjson.ext.openapi.request.http import (
    form_pairs,
    form_text,
    kind_of,
    multipart_parts,
    scalar,
)
from sphinx_docsjson.ext.openapi.schema.examples import seems_to_fit
from sphinx_docsjson.ext.openapi.schema.view import (
    Direction,
    Located,
    Parts,
    SchemaView,
    is_file,
)

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import MediaType
    from sphinx_docsjson.ext.openapi.request.http import Part
    from sphinx_docsjson.ext.openapi.schema.examples import Examples
    from sphinx_docsjson.ext.openapi.schema.merging import Schemas


def essence(media_type: str) -> str:
    """Return a media type without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def language_of(media_type: str) -> str:
    """Return the language of a body's text; ``""`` when it is not text."""
    name = essence(media_type)
    for language in ("json", "xml", "html", "yaml", "csv"):
        if name.endswith((f"/{language}", f"+{language}")):
            return "text" if language == "csv" else language
    if _LINES.search(name):
        return "json"
    if name == FORM or name.startswith("text/"):
        return "text"
    return "json" if name == "*/*" else ""


FORM = "application/x-www-form-urlencoded"
EVENTS = "text/event-stream"
_RECORDS = re.compile(r"[/+]json-seq$")
_LINES = re.compile(r"[/+-](?:x-)?(?:ndjson|jsonl)$")
_EVENT_FIELDS = ("id", "event", "retry", "data")


def body_text(media: MediaType, value: Any, schemas: Schemas, *, made: bool = False) -> str | None:
    """Return *value* as a body of *media*; ``None`` for what its media type cannot hold.

    A text that someone gave is the body already, unless it is a value of JSON.

    :param schemas: those of the document, which say how XML is written.
    :param made: nobody gave the value: it was made after the schema.
    """
    name = essence(media.name)
    if language_of(name) == "xml":
        return value if isinstance(value, str) and not made else xml_of(media, value, schemas)
    if is_json(name):
        is_body = isinstance(value, str) and not made and _is_written(value, media, schemas)
        return value if is_body else json_of(value, 2)
    if isinstance(value, str):
        return value
    if _LINES.search(name):
        return "\n".join(json_of(item) for item in _items(value))
    if _RECORDS.search(name):
        return "".join(f"\x1e{json_of(item)}\n" for item in _items(value))
    if name == EVENTS:
        return "\n".join(_event(item) for item in _items(value))
    if name == FORM and isinstance(value, Mapping):
        pairs = [pair for key, v in value.items() for pair in form_pairs(key, v, media.encoding)]
        return "&".join(f"{form_text(key)}={form_text(item)}" for key, item in pairs)
    if kind_of(name) == "multipart" and isinstance(value, Mapping):
        return _parts_text(
            [p for key, v in value.items() for p in multipart_parts(key, v, media.encoding)]
        )
    if name == "text/csv" and (table := _table(value)) is not None:
        return table
    if name.endswith("yaml") or name == "text/plain":
        return json_of(value, 2) if isinstance(value, Mapping | list) else scalar(value)
    return None if isinstance(value, Mapping | list | tuple | None) else scalar(value)


def made_text(media: MediaType, examples: Examples, direction: Direction) -> str | None:
    """Return a body that is made after the schema of *media*, as a text; ``None`` without one.

    A stream has one of its items (``itemSchema``, OpenAPI 3.2).
    """
    if media.schema is None and media.item_schema is None:
        return None
    value = made_value(media, examples, direction)
    return None if value is None else body_text(media, value, examples.schemas, made=True)


def made_value(media: MediaType, examples: Examples, direction: Direction) -> Any:
    """Return the value that is made after the schema of *media*, or ``None`` without one."""
    for keyword, schema in ((media.keyword, media.schema), ("itemSchema", media.item_schema)):
        if schema is not None:
            value = examples.value(schema, child(media.pointer, keyword), direction)
            is_one = keyword == "itemSchema" and is_json(media.name)
            return [value] if is_one else value
    return {} if is_json(media.name) else None


def _is_written(value: str, media: MediaType, schemas: Schemas) -> bool:
    """Whether a text that was given as a value of JSON is JSON already: no text is asked for."""
    if media.schema is not None:
        types = schemas.view(Located(media.schema, child(media.pointer, "schema"))).types
        if types:
            return "string" not in types
    return value.lstrip()[:1] in ("{", "[")


def is_json(media_type: str) -> bool:
    """Whether a body of *media_type* is one value of JSON; what may be anything most often is."""
    name = essence(media_type)
    return kind_of(name) == "json" or name in ("*/*", "application/*")


def _items(value: Any) -> list[Any]:
    """Return the items of a stream; what is not a list is one."""
    return value if isinstance(value, list) else [value]


def _event(value: Any) -> str:
    """Return a server-sent event; an object that has other fields is its data."""
    if not isinstance(value, Mapping) or not value or set(value) - set(_EVENT_FIELDS):
        value = {"data": value}
    lines = []
    for name in _EVENT_FIELDS:
        item = value.get(name)
        if item is not None:
            shown = item if isinstance(item, str) else json_of(item)
            lines += [f"{name}: {line}" for line in shown.split("\n")]
    return "".join(f"{line}\n" for line in lines)


def _table(value: Any) -> str | None:
    """Return the rows of CSV below their header; ``None`` when a value is not a table."""
    rows = value if isinstance(value, list) else [value]
    if not rows or not all(isinstance(row, Mapping) for row in rows):
        return None
    names = list(dict.fromkeys(name for row in rows for name in row))
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(
        ["" if row.get(name) is None else scalar(row[name]) for name in names] for row in rows
    )
    return written.getvalue().rstrip("\n")


def _parts_text(parts: Sequence[Part]) -> str:
    """Return the parts of a form for people, as they go over the wire."""
    lines: list[str] = []
    for part in parts:
        head = f'Content-Disposition: form-data; name="{part.name}"'
        lines += ["--boundary", head + (f'; filename="{part.file}"' if part.file else "")]
        lines += [f"Content-Type: {part.type}"] if part.type else []
        lines += ["", f"({part.file})" if part.file else part.value]
    return "\n".join([*lines, "--boundary--"])


# XML, as the XML Objects of schemas say. Source: OpenAPI 3.2.0, section 4.26, and 3.1.1, section
# 4.8.26, which mean the same where both have a word for it: ``attribute: true`` is
# ``nodeType: attribute``, ``wrapped: true`` is ``nodeType: element`` of a list.

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
ROOT = "root"
"""The name of what has none; OpenAPI leaves it open."""

NIL = ("xsi:nil", "true")
INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"

_LETTERS = (
    "A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d"
    "\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NOT_IN_NAMES = re.compile(f"[^{_LETTERS}:.0-9\u00b7\u0300-\u036f\u203f\u2040-]")
_FIRST = re.compile(f"[{_LETTERS}]")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_TEXT = str.maketrans(_ESCAPES)
_IN_ATTRIBUTE = str.maketrans({**_ESCAPES, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"})


@dataclass(kw_only=True)
class XmlElement:
    """An element in the making; its children are elements, and texts that are escaped already.

    :param names: prefix → namespace, those that it declares.
    """

    name: str
    names: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[XmlElement | str] = field(default_factory=list)


def xml_of(media: MediaType, value: Any, schemas: Schemas) -> str:
    """Return *value* as an XML document after the schema of *media*."""
    where = child(media.pointer, "schema")
    schema = {} if media.schema is None else media.schema
    if isinstance(value, str) and is_file(schemas.view(Located(schema, where))):
        return value
    return xml_text((Located(schema, where),), value, schemas)


def xml_text(parts: Parts, value: Any, schemas: Schemas, name: str = "") -> str:
    """Return *value* as an XML document after the schema that *parts* are together.

    :param name: what it is called where its schema has no name.
    """
    writer = _XmlWriter(schemas)
    holder = XmlElement(name=ROOT)
    writer.add(holder, parts, value, name)
    found = [one for one in holder.children if isinstance(one, XmlElement)]
    if len(found) == 1 and len(holder.children) == 1 and not holder.attributes:
        root = found[0]
    else:
        # A document has one root: where a list is in none, its own name is the best.
        view = schemas.view(*parts)
        root = replace(
            holder, name=_name(text(_xml(view).get("name")) or name or view.name or ROOT)
        )
    if writer.has_nil:
        root.names["xsi"] = INSTANCE
    return DECLARATION + "\n".join(_lines(root, {}))


class _XmlWriter:
    """Makes elements of values.

    :param schemas: those of the document.
    """

    def __init__(self, schemas: Schemas) -> None:
        self.schemas = schemas
        version = re.match(r"3\.(\d+)", text(schemas.resolver.document.get("openapi")))
        self._minds_references = version is not None and int(version[1]) >= 2
        self.has_nil = False

    def add(self, to: XmlElement, parts: Parts, value: Any, name: str) -> None:
        """Add *value* to an element.

        :param name: what it is called where its schema has no name: that of its property.
        """
        view = self._chosen(self.schemas.view(*parts), value)
        xml = self._xml(view)
        schema = parts[0].schema if len(parts) == 1 else None
        if self._minds_references and isinstance(schema, Mapping) and "$ref" in schema:
            # Since 3.2 a reference makes no element by itself, and what it leads to has its own.
            own = mapping(schema.get("xml"))
            target = _xml(self.schemas.view(Located({"$ref": schema["$ref"]}, parts[0].pointer)))
            if own.get("nodeType") in (None, "none"):
                xml, name = target, ""
            elif own["nodeType"] == "element" and target.get("nodeType") != "none":
                outer = self._element(own, text(own.get("name")) or name or ROOT)
                to.children.append(outer)
                to, xml, name = outer, target, ""
        self._add(to, view, xml, value, name)

    def _xml(self, view: SchemaView) -> Mapping[str, Any]:
        """Return the XML Object of a view; its own name goes before that of an ``allOf``."""
        xml = _xml(view)
        if view.name and "name" in xml:
            own = self.schemas.resolver.get(view.principal)
            if isinstance(own, Mapping) and "allOf" in own and "xml" not in own:
                return {key: value for key, value in xml.items() if key != "name"}
        return xml

    def _add(
        self, to: XmlElement, view: SchemaView, xml: Mapping[str, Any], value: Any, name: str
    ) -> None:
        called = text(xml.get("name")) or name or view.name
        match node_type(xml, is_list=isinstance(value, list)):
            case "attribute":
                if value is not None:
                    self._add_attribute(to, xml, called or ROOT, value)
            case "text":
                to.children.append(_escaped(_plain(value), _IN_TEXT))
            case "cdata":
                inside = _NOT_IN_XML.sub("\ufffd", _plain(value))
                to.children.append(f"<![CDATA[{inside.replace(']]>', ']]]]><![CDATA[>')}]]>")
            case "none":
                self._add_content(to, view, value, name)
            case _:
                made = self._element(xml, called or ROOT)
                to.children.append(made)
                if value is None:
                    made.attributes.update([NIL])
                    self.has_nil = True
                    return
                # The items of a list that has a name of its own have that name too.
                self._add_content(made, view, value, text(xml.get("name")) or name)

    def _add_content(self, to: XmlElement, view: SchemaView, value: Any, name: str) -> None:
        """Add what is inside an element."""
        if isinstance(value, Mapping):
            for key, item in value.items():
                self.add(to, self._member(view, key), item, key)
        elif isinstance(value, list):
            for number, item in enumerate(value):
                inside = view.schemas.get("items", ())
                if number < len(view.positions):
                    inside = view.positions[number]
                self.add(to, inside, item, name)
        elif value is not None:
            to.children.append(_escaped(_plain(value), _IN_TEXT))

    def _member(self, view: SchemaView, name: str) -> Parts:
        return view.properties.get(name) or view.values_schema

    def _chosen(self, view: SchemaView, value: Any) -> SchemaView:
        """Return *view* with the branches of its choices that *value* seems to be of."""
        for group in view.alternatives[:4]:
            views = [(branch, self.schemas.view(branch)) for branch in group.branches]
            fitting = [
                (
                    len(set(one.properties) & set(value)) if isinstance(value, Mapping) else 0,
                    branch,
                )
                for branch, one in views
                if seems_to_fit(self.schemas, one, value)
            ]
            if fitting:
                best = max(fitting, key=lambda each: each[0])[1]
                chosen = self.schemas.chosen(view, group, best)
                named = view.name or self.schemas.view(best).name
                view = replace(chosen, name=named)
        return view

    def _element(self, xml: Mapping[str, Any], name: str) -> XmlElement:
        prefix, namespace = text(xml.get("prefix")), text(xml.get("namespace"))
        made = XmlElement(name=_name(f"{prefix}:{name}" if prefix else name))
        if namespace:
            made.names[prefix and _name(prefix)] = namespace
        return made

    def _add_attribute(
        self, to: XmlElement, xml: Mapping[str, Any], name: str, value: Any
    ) -> None:
        prefix, namespace = text(xml.get("prefix")), text(xml.get("namespace"))
        if prefix and namespace:
            to.names.setdefault(_name(prefix), namespace)
        to.attributes[_name(f"{prefix}:{name}" if prefix else name)] = _plain(value)


def node_type(xml: Mapping[str, Any], *, is_list: bool) -> str:
    """Return the type of the node that a value becomes, by the words of every version."""
    said = text(xml.get("nodeType"))
    if said in ("element", "attribute", "text", "cdata", "none"):
        return said
    if xml.get("attribute") is True:
        return "attribute"
    return "none" if is_list and xml.get("wrapped") is not True else "element"


def _xml(view: SchemaView) -> Mapping[str, Any]:
    return mapping(view.keywords.get("xml"))


def _plain(value: Any) -> str:
    """Return a value as a text; lists are written as XML Schema has them, with blanks between."""
    if value is None:
        return ""
    is_flat = isinstance(value, list) and not any(isinstance(v, Mapping | list) for v in value)
    return " ".join(map(scalar, value)) if is_flat else scalar(value)


def _name(name: str) -> str:
    """Return *name* as XML can have it."""
    found = _NOT_IN_NAMES.sub("_", name).strip(":")
    return found if _FIRST.match(found) else f"_{found}"


def _escaped(value: str, escapes: Mapping[int, str]) -> str:
    return _NOT_IN_XML.sub("\ufffd", value).translate(escapes)


def _lines(element: XmlElement, known: Mapping[str, str], indent: str = "") -> Iterator[str]:
    """Yield the lines of an element; where it holds text, a line more would change the text."""
    start, inner = _start(element, known)
    if not element.children:
        yield f"{indent}<{start}/>"
    elif any(isinstance(one, str) for one in element.children):
        inside = "".join(_flat(element.children, inner))
        yield f"{indent}<{start}>{inside}</{element.name}>"
    else:
        yield f"{indent}<{start}>"
        for one in element.children:
            if isinstance(one, XmlElement):
                yield from _lines(one, inner, f"{indent}  ")
        yield f"{indent}</{element.name}>"


def _flat(children: Iterable[XmlElement | str], known: Mapping[str, str]) -> Iterator[str]:
    for one in children:
        if isinstance(one, str):
            yield one
            continue
        start, inner = _start(one, known)
        inside = "".join(_flat(one.children, inner))
        yield f"<{start}>{inside}</{one.name}>" if inside else f"<{start}/>"


def _start(element: XmlElement, known: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return what a start tag holds, and the namespaces that are known inside."""
    new = {
        prefix: namespace
        for prefix, namespace in element.names.items()
        if known.get(prefix) != namespace
    }
    shown = {f"xmlns:{prefix}" if prefix else "xmlns": uri for prefix, uri in new.items()}
    shown |= {name: value for name, value in element.attributes.items() if name not in shown}
    pairs = "".join(f' {name}="{_escaped(value, _IN_ATTRIBUTE)}"' for name, value in shown.items())
    return f"{element.name}{pairs}", {**known, **new}
