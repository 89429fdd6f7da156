"""How values are written into a URL, a header or a form: styles and percent-encoding. Pure.

Values are encoded strictly (RFC 3986, section 2.3: only unreserved characters stay), so that no
client on the way changes a byte of the URL. Source of the styles: OpenAPI 3.1.1, section
4.8.12.3, "Style Values".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_docsjson.openapi.model.exchange import SEPARATORS

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.exchange import Parameter

RESERVED = ":/?#[]@!$&'()*+,;="
"""The reserved characters that ``allowReserved`` leaves alone, before the query's own go."""

_LINE_BREAKS = re.compile(r"[\x00\r\n]+")
_SURROGATES = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Return *text* without lone surrogates, which no encoding has."""
    return _SURROGATES.sub("\ufffd", text)


def percent(value: str, keep: str = "") -> str:
    """Return *value* percent-encoded, except for unreserved characters and those in *keep*."""
    return quote(well_formed(value), safe=keep)


def scalar(value: Any) -> str:
    """Return a value as the text that JavaScript's ``String`` makes of it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, float):
        size = abs(value)
        if value.is_integer() and size < 1e21:
            return str(int(value))
        if 1e-6 <= size < 1e21:
            return format(Decimal(repr(value)), "f")
        return re.sub(r"e([+-])0+", r"e\1", repr(value))
    if isinstance(value, (Mapping, list, tuple)):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(value)


def names_and_values(value: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the members of an object that have a value, as text."""
    return [(key, scalar(item)) for key, item in value.items() if item is not None]


def plain(parameter: Parameter, value: Any) -> str:
    """Return a header's value: the style ``simple``, without percent-encoding."""
    if parameter.media_type:
        return scalar(value)
    if isinstance(value, Mapping):
        joint = "=" if parameter.explode else ","
        return ",".join(f"{key}{joint}{item}" for key, item in names_and_values(value))
    if isinstance(value, (list, tuple)):
        return SEPARATORS.get(parameter.style, ",").join(map(scalar, value))
    return scalar(value)


def in_path(parameter: Parameter, value: Any) -> str:
    """Return the value of a path parameter in the style ``simple``, ``label`` or ``matrix``."""
    keep = RESERVED.translate({ord(c): None for c in "/?#[]"}) if parameter.allow_reserved else ""
    name, style = percent(parameter.name), "simple" if parameter.media_type else parameter.style
    lead = {"label": ".", "matrix": ";"}.get(style, "")
    between = lead if parameter.explode and lead else ","
    if parameter.media_type or not isinstance(value, (Mapping, list, tuple)):
        text = percent(scalar(value), keep)
        return f";{name}={text}" if style == "matrix" else lead + text
    if isinstance(value, Mapping):
        joint = "=" if parameter.explode else ","
        items = [
            f"{percent(k, keep)}{joint}{percent(v, keep)}" for k, v in names_and_values(value)
        ]
    else:
        items = [percent(scalar(item), keep) for item in value]
        between = percent(SEPARATORS[style]) if style in SEPARATORS else between
        if style == "matrix" and parameter.explode:
            items = [f"{name}={item}" for item in items]
    if style == "matrix" and not parameter.explode:
        return f";{name}=" + between.join(items)
    return lead + between.join(items)


def in_query(parameter: Parameter, value: Any) -> list[str]:
    """Return the ``name=value`` pairs of a query or cookie parameter, encoded."""
    keep = (
        RESERVED.translate({ord(c): None for c in "#&=+[]'"}) if parameter.allow_reserved else ""
    )

    def encoded(text: str) -> str:
        return percent(text, keep)

    name = percent(parameter.name)
    if parameter.media_type:
        return [f"{name}={encoded(scalar(value))}"]
    if parameter.style == "deepObject" and isinstance(value, (Mapping, list, tuple)):
        return [f"{percent(key)}={encoded(text)}" for key, text in deep(parameter.name, value)]
    if isinstance(value, Mapping):
        members = names_and_values(value)
        if parameter.explode:
            return [f"{percent(key)}={encoded(text)}" for key, text in members]
        value = [part for member in members for part in member]
    if isinstance(value, (list, tuple)):
        items = [encoded(scalar(item)) for item in value]
        if parameter.explode:
            return [f"{name}={item}" for item in items]
        joint = percent(SEPARATORS.get(parameter.style, ","), ",")
        return [f"{name}={joint.join(items)}"]
    return [f"{name}={encoded(scalar(value))}"]


def deep(name: str, value: Any) -> list[tuple[str, str]]:
    """Return ``name[key][…]`` pairs; OpenAPI leaves nesting and lists open, servers agree."""
    if isinstance(value, Mapping):
        members: Sequence[tuple[Any, Any]] = list(value.items())
    elif isinstance(value, (list, tuple)):
        members = list(enumerate(value))
    else:
        return [] if value is None else [(name, scalar(value))]
    return [pair for key, item in members for pair in deep(f"{name}[{key}]", item)]


def whole_query(parameter: Parameter, value: Any) -> str:
    """Return the query that one parameter makes alone (``in: querystring``, OpenAPI 3.2)."""
    if parameter.media_type == "application/x-www-form-urlencoded" and isinstance(value, Mapping):
        return "&".join(f"{percent(key)}={percent(item)}" for key, item in names_and_values(value))
    return percent(scalar(value))


def header_value(value: str) -> str:
    """Return *value* as a header can hold it: on one line."""
    return _LINE_BREAKS.sub(" ", well_formed(value)).strip()


def form_text(value: str) -> str:
    """Return *value* as ``application/x-www-form-urlencoded`` (URL Standard, section 5.2)."""
    return percent(value, "* ").replace("~", "%7E").replace(" ", "+")
