"""Completes what is at the cursor, and describes it."""

from __future__ import annotations

import base64
import posixpath
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.lsp import HEADING, OfferedPage, OfferedPlace, SiteIndex
from sphinx_docsjson.cli.lsp.cursor import AtCursor, CursorElement
from sphinx_docsjson.cli.lsp.json_cursor import (
    description_of,
    fields_at,
    kind_of_field,
    read_json_text,
    values_at,
)
from sphinx_docsjson.components.attributes import same_name
from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.icons.lookup import ALL_SETS, find_drawing, icon_set
from sphinx_docsjson.pages.checks import CHOICES, PAGE_MODES
from sphinx_docsjson.pages.front_matter import FIELDS_WITHOUT_EFFECT, YES_OR_NO
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx_docsjson.components.registry import Attribute, Component


# What an editor offers.

MOST = 200
"""How many names are offered at a time; more letters bring the others."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompletionChoice:
    """Something that may be written at the cursor.

    :param start: where what it replaces begins in the text, and ``end`` where that ends.
    :param kind: what it is, by a word of the protocol: ``class``, ``property``, ``file`` …
    :param detail: a few words beside it, and ``doc`` a text below.
    """

    label: str
    text: str
    start: int
    end: int
    kind: str
    detail: str = ""
    doc: str = ""


def choices_in_page(
    at: AtCursor, docname: str, index: SiteIndex, text: str
) -> list[CompletionChoice]:
    """Return what may be at the cursor in a page."""
    found = _IN_PAGE.get(at.element, _nothing)(at, docname, index)
    if at.element is CursorElement.COMPONENT:
        is_tag = text[at.start - 1 : at.start] == "<"
        found = _components(is_tag)
    return _sorted_out(found, at.typed, at.start, at.end)


Offered = tuple[str, str, str, str]
"""A text, its kind, its detail, its documentation."""


def _sorted_out(
    found: Iterable[Offered], typed: str, start: int, end: int
) -> list[CompletionChoice]:
    """Return the offers that what was typed may become, those that begin so first."""
    word = typed.casefold()
    begun: list[CompletionChoice] = []
    holding: list[CompletionChoice] = []
    for text, kind, detail, doc in found:
        at = text.casefold().find(word)
        if at >= 0:
            choice = CompletionChoice(
                label=text, text=text, start=start, end=end, kind=kind, detail=detail, doc=doc
            )
            (begun if at == 0 else holding).append(choice)
            if len(begun) >= MOST:
                break
    return [*begun, *holding][:MOST]


def _nothing(_at: AtCursor, _docname: str, _index: SiteIndex) -> Iterator[Offered]:
    return iter(())


def _components(is_tag: bool) -> Iterator[Offered]:
    for each in registry:
        if not each.instead and (is_tag or each.directive is not None):
            name = each.name if is_tag else each.directive_name
            yield name, "class", _belongs(each), each.doc


def _belongs(component: Component) -> str:
    return f"in {' or '.join(component.parents)}" if component.parents else "component"


def component_of(name: str) -> Component | None:
    """Return the component of a tag or a directive."""
    wanted = name.removeprefix("docsjson:").casefold().replace(".", "-")
    return next((each for each in registry if each.directive_name == wanted), None)


def attribute_of(owner: str, name: str) -> Attribute | None:
    """Return the attribute of a component, in any spelling that a page may have."""
    component = component_of(owner)
    wanted = same_name(name)
    return next(
        (
            each
            for each in (component.attributes if component is not None else ())
            if wanted in {same_name(own) for own in (each.name, *each.aliases)}
        ),
        None,
    )


def _attributes(at: AtCursor, _docname: str, _index: SiteIndex) -> Iterator[Offered]:
    component = component_of(at.owner)
    given = {same_name(name) for name in at.given}
    for each in component.attributes if component is not None else ():
        if not each.instead and same_name(each.name) not in given:
            detail = "needed" if each.required else each.type
            yield each.name, "property", detail, _about_attribute(each)


def _values(at: AtCursor, docname: str, index: SiteIndex) -> Iterator[Offered]:
    attribute = attribute_of(at.owner, at.name)
    if attribute is None:
        return iter(())
    if attribute.type == "icon":
        return _icons()
    if attribute.type == "href":
        return _links(at, docname, index)
    words = ("true", "false") if attribute.type == "flag" else attribute.choices
    return iter([(word, "value", attribute.name, "") for word in words])


def _fields(at: AtCursor, _docname: str, _index: SiteIndex) -> Iterator[Offered]:
    for name, doc in front_matter_fields().items():
        if name not in at.given:
            yield name, "property", "front matter", doc


def _field_values(at: AtCursor, docname: str, index: SiteIndex) -> Iterator[Offered]:
    lower = at.name.casefold()
    if lower == "icon":
        return _icons()
    if lower in {"related", "url"}:
        return _links(at, docname, index)
    if lower in {"openapi", "api"}:
        return _operations(index)
    words: Iterable[str] = CHOICES.get(lower, ())
    if lower == "mode":
        words = PAGE_MODES
    elif lower in YES_OR_NO:
        words = ("true", "false")
    return iter([(word, "value", at.name, "") for word in words])


def _links(at: AtCursor, docname: str, index: SiteIndex) -> Iterator[Offered]:
    path, hash_mark, _fragment = at.typed.partition("#")
    if hash_mark:
        page = index.pages.get(docname) if not path else None
        found = index.find(path, docname) if path else None
        page = found[0] if found is not None else page
        for place in page.places if page is not None else ():
            yield f"{path}#{place.anchor}", "reference", place.name, ""
        return
    for page in index.pages.values():
        if path.startswith((".", "..")):
            start = posixpath.dirname(docname) or "."
            name = posixpath.relpath(page.docname, start)
            name = f"./{name}" if path.startswith("./") else name
        else:
            name = f"/{page.docname}"
        yield name, "file", page.title, page.description


def _targets(at: AtCursor, docname: str, index: SiteIndex) -> Iterator[Offered]:
    role = at.name.rpartition(":")[2]
    if role == "doc":
        for page in index.pages.values():
            yield f"/{page.docname}", "file", page.title, page.description
    elif role in {"ref", "numref"}:
        for label, (named, _anchor) in index.labels.items():
            yield label, "reference", named, ""
    elif role == "icon":
        yield from _icons()
    elif role in {"op", "operation"}:
        yield from _operations(index)
    elif component_of(role) is None:
        for found, place in index.objects(at.name):
            yield place.name, "function", place.kind.partition(":")[2], found.title


def _operations(index: SiteIndex) -> Iterator[Offered]:
    for each in index.operations:
        yield each.name, "interface", each.summary, ""


def _icons() -> Iterator[Offered]:
    shown: set[str] = set()
    for name in ALL_SETS:
        for icon in sorted(icon_set(name).names() - shown):
            shown.add(icon)
            yield icon, "icon", name, ""


_IN_PAGE: dict[CursorElement, Callable[[AtCursor, str, SiteIndex], Iterator[Offered]]] = {
    CursorElement.ATTRIBUTE: _attributes,
    CursorElement.VALUE: _values,
    CursorElement.FIELD: _fields,
    CursorElement.FIELD_VALUE: _field_values,
    CursorElement.LINK: _links,
    CursorElement.ROLE: _targets,
}


# The same in ``docs.json``.


def choices_in_config(text: str, offset: int, index: SiteIndex) -> list[CompletionChoice]:
    """Return what may be at the cursor in ``docs.json``."""
    file = read_json_text(text)
    here, around = file.text_at(offset), file.around(offset)
    if here is None or around is None:
        return []
    typed = text[here.start : offset]
    if here.is_key:
        there = {key for key in around.keys if key != here.text}
        fields = fields_at(around.path)
        found = [(n, "property", "", doc) for n, doc in fields.items() if n not in there]
        return _sorted_out(found, typed, here.start, here.end)
    return _sorted_out(_texts_at(here.path, index), typed, here.start, here.end)


def _texts_at(path: tuple[str | int, ...], index: SiteIndex) -> Iterator[Offered]:
    for value in values_at(path):
        yield value, "value", "", ""
    kind = kind_of_field(path)
    if kind == "icon":
        yield from _icons()
    if kind in {"page", "link"}:
        for page in index.pages.values():
            mark = "/" if kind == "link" else ""
            yield mark + page.docname, "file", page.title, page.description
    if kind == "page":
        yield from _operations(index)


# What is said about what is at the cursor, as Markdown.


@dataclass(frozen=True, kw_only=True, slots=True)
class Explanation:
    """A text on a part of a file."""

    text: str
    start: int
    end: int


def explained_in_page(at: AtCursor, docname: str, index: SiteIndex) -> Explanation | None:
    """Return what there is to say about what is at the cursor in a page."""
    text = ""
    if at.element is CursorElement.COMPONENT:
        component = component_of(at.text)
        text = _about_component(component) if component is not None else ""
    elif at.element is CursorElement.ATTRIBUTE:
        attribute = attribute_of(at.owner, at.text)
        text = _about_attribute(attribute) if attribute is not None else ""
    elif at.element is CursorElement.FIELD:
        text = _about_field(at.text)
    elif is_icon(at):
        text = _about_icon(at.text)
    elif at.text:
        text = about_target(target_at(at, docname, index))
        if not text and at.element is CursorElement.FIELD_VALUE:
            text = next((op.summary for op in index.operations if op.name == at.text), "")
    return Explanation(text=text, start=at.start, end=at.end) if text else None


def explained_in_config(text: str, offset: int, index: SiteIndex) -> Explanation | None:
    """Return what there is to say about what is at the cursor in ``docs.json``."""
    here = read_json_text(text).text_at(offset)
    if here is None:
        return None
    kind = "" if here.is_key else kind_of_field(here.path)
    said = ""
    if kind == "icon":
        said = _about_icon(here.text)
    elif kind:
        found = index.find("/" + here.text.lstrip("/"), "") if here.text else None
        said = about_target(found) if found else ""
        said = said or next((o.summary for o in index.operations if o.name == here.text), "")
    said = said or description_of(here.path)
    return Explanation(text=said, start=here.start, end=here.end) if said else None


def is_icon(at: AtCursor) -> bool:
    """Whether what is at the cursor is the name of an icon."""
    if at.element is CursorElement.VALUE:
        attribute = attribute_of(at.owner, at.name)
        return attribute is not None and attribute.type == "icon"
    return at.name == "icon" and at.element in {CursorElement.FIELD_VALUE, CursorElement.ROLE}


LinkedPlace = tuple[OfferedPage, str]


def target_at(at: AtCursor, docname: str, index: SiteIndex) -> LinkedPlace | None:
    """Return the page, and the anchor on it, that what is at the cursor leads to."""
    if at.element is CursorElement.ROLE:
        return _target_of_role(at, docname, index)
    if at.element is CursorElement.VALUE:
        attribute = attribute_of(at.owner, at.name)
        if attribute is None or attribute.type != "href":
            return None
    if at.element is CursorElement.FIELD_VALUE and at.name.casefold() in {"openapi", "api"}:
        return _page_of_operation(at.text, index)
    href = at.text.rpartition(": ")[2] if at.element is CursorElement.FIELD_VALUE else at.text
    if not href or is_external(href):
        return None
    return index.find(href, docname)


def _target_of_role(at: AtCursor, docname: str, index: SiteIndex) -> LinkedPlace | None:
    role = at.name.rpartition(":")[2]
    if role == "doc":
        name = posixpath.normpath(posixpath.join("/", posixpath.dirname(docname), at.text))
        page = index.pages.get(name.lstrip("/"))
        return (page, "") if page is not None else None
    if role in {"ref", "numref"}:
        docname, anchor = index.labels.get(at.text.strip().casefold(), ("", ""))
        page = index.pages.get(docname)
        return (page, anchor) if page is not None else None
    if role in {"op", "operation"}:
        return _page_of_operation(at.text, index)
    found = index.named(at.name, at.text.strip())
    return (found[0], found[1].anchor) if found is not None else None


def _page_of_operation(name: str, index: SiteIndex) -> LinkedPlace | None:
    for each in index.operations:
        if each.docname in index.pages and name.endswith(each.name):
            return index.pages[each.docname], ""
    return None


def place_of(target: LinkedPlace) -> OfferedPlace | None:
    """Return the place of a page that a target means; ``None`` for its begin."""
    page, anchor = target
    return next((place for place in page.places if place.anchor == anchor), None)


def about_target(target: LinkedPlace | None) -> str:
    """Return what to say about the page or the place that a link leads to."""
    if target is None:
        return ""
    page, place = target[0], place_of(target)
    if place is not None and place.kind != HEADING:
        return (
            f"`{place.name}` ({place.kind.partition(':')[2]})\n\n{page.title}: `/{page.docname}`"
        )
    inside = f" › {place.name}" if place is not None and place.name != page.title else ""
    description = f"\n\n{page.description}" if page.description else ""
    return f"**{page.title}{inside}**{description}\n\n`/{page.docname}`"


def _about_component(component: Component) -> str:
    rows = "\n".join(f"- {_line(each)}" for each in component.attributes if not each.instead)
    inside = f"\n\nIn {' or '.join(component.parents)}." if component.parents else ""
    instead = f"\n\n{component.instead}" if component.instead else ""
    return f"**{component.name}**: {component.doc}{inside}{instead}\n\n{rows}".strip()


def _line(attribute: Attribute) -> str:
    needed = ", needed" if attribute.required else ""
    return f"`{attribute.name}` ({attribute.type}{needed}): {attribute.doc}"


def _about_attribute(attribute: Attribute) -> str:
    parts = [_line(attribute)]
    if attribute.choices:
        parts.append("One of " + ", ".join(f"`{each}`" for each in attribute.choices) + ".")
    if attribute.default is not None:
        parts.append(f"Default: `{attribute.default}`.")
    if attribute.instead:
        parts.append(attribute.instead)
    return "\n\n".join(parts)


def _about_field(name: str) -> str:
    fields = {own.casefold(): text for own, text in front_matter_fields().items()}
    idle = {own.casefold(): text for own, text in FIELDS_WITHOUT_EFFECT.items()}
    lower = name.casefold()
    return fields.get(lower, "") or (f"No effect here. {idle[lower]}" if lower in idle else "")


def _about_icon(name: str) -> str:
    drawing = find_drawing(name, None, "fontawesome")
    if drawing is None:
        return ""
    paint = 'fill="none" stroke="#888" stroke-width="2"' if drawing.line else 'fill="#888"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" {paint} '
        f'viewBox="0 0 {drawing.width} {drawing.height}">{drawing.body}</svg>'
    )
    data = base64.b64encode(svg.encode()).decode()
    return f"![{name}](data:image/svg+xml;base64,{data})\n\n`{name}`"


# What each field of front matter does.

TEXTS = Path(__file__).with_name("front_matter.toml")


@cache
def front_matter_fields() -> dict[str, str]:
    """Return field of front matter → what it does."""
    found = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    return {name: text for names, text in found.items() for name in names.split()}
