"""How the values of a parameter or a form are written one after the other, in words. Pure."""

from __future__ import annotations

from dataclasses import replace

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.model.exchange import SEPARATORS, Encoding, Parameter
from sphinx_docsjson.openapi.schema.fieldtree import Field


def encoded(field: Field, encoding: Encoding | None) -> Field:
    """Return a field of a form with how it is written there."""
    if encoding is None:
        return field
    words = [str(_("sent as %s") % encoding.content_type)] if encoding.content_type else []
    if encoding.style is not None or encoding.explode is not None:
        style = encoding.style or "form"
        explode = encoding.explode if encoding.explode is not None else style == "form"
        item = Parameter(name=field.name, place="query", style=style, explode=explode)
        words += style_words(item, ["array"] if field.type.endswith("[]") else [])
    words += [str(_("with the header %s") % header.name) for header in encoding.headers]
    return replace(field, constraints=(*field.constraints, *words))


def style_words(item: Parameter, types: list[str]) -> tuple[str, ...]:
    """Return how a value of several parts is written, where it is not a plain value."""
    name = item.name
    if item.media_type:
        return (item.media_type,)
    if "array" in types:
        separator = SEPARATORS.get(item.style, ",")
        if item.place == "header" and item.style in SEPARATORS:
            return (f"a{separator}b".replace("\t", "\\t"),)
        separator = separator.replace(" ", "%20").replace("\t", "%09")
        if item.place == "path" and item.style in SEPARATORS:
            return (f"a{separator}b",)
        if item.style == "form" and item.explode:
            return (f"{name}=a&{name}=b",)
        if item.style in ("form", *SEPARATORS):
            return (f"{name}=a{separator}b",)
    if item.style == "deepObject":
        return (f"{name}[key]=value",)
    if item.style == "label":
        return (".value",)
    if item.style == "matrix":
        return (f";{name}=value",)
    return ()
