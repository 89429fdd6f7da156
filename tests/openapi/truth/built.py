"""What a built page shows, read from its HTML by elements, classes and text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Comment, NavigableString, Tag


@dataclass(kw_only=True)
class ShownField:
    """A field, or the value of a whole body, as it is shown.

    :param name: ``""`` for a whole value.
    :param link: where the type leads to.
    :param limits: the line of limits, in which a dot stands between two.
    :param elsewhere: the links below the fields.
    """

    name: str = ""
    anchor: str = ""
    type: str = ""
    link: str = ""
    location: str = ""
    pills: list[str] = field(default_factory=list)
    required: bool = False
    deprecated: bool = False
    default: str | None = None
    text: str = ""
    limits: str = ""
    enum: list[tuple[str, str]] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    about_examples: list[str] = field(default_factory=list)
    children: list[ShownField] = field(default_factory=list)
    groups: list[ShownGroup] = field(default_factory=list)
    elsewhere: list[tuple[str, str]] = field(default_factory=list)
    page: Path = Path()

    def walk(self) -> Iterator[ShownField]:
        """Yield this field and all inside of it."""
        yield self
        for child in self.children:
            yield from child.walk()
        for group in self.groups:
            for variant in group.variants:
                yield from variant.field.walk()


@dataclass(kw_only=True)
class ShownVariant:
    """An alternative."""

    label: str
    codes: list[str]
    field: ShownField


@dataclass(kw_only=True)
class ShownGroup:
    """Alternatives that stand together."""

    title: str
    variants: list[ShownVariant]


def words_of(node: Any) -> str:
    """Return the text of an element, with one space for each white space."""
    return " ".join(text_of(node).split()) if isinstance(node, Tag) else ""


BLOCKS = frozenset(
    {"p", "div", "li", "ul", "ol", "dl", "dt", "dd", "pre", "blockquote", "table", "tr", "td"}
    | {"th", "br", "section", "details", "summary", *(f"h{level}" for level in range(1, 7))}
)


def text_of(node: Tag) -> str:
    """Return the text of an element, with a space around what is a block."""
    return "".join(_pieces(node))


def _pieces(node: Tag) -> Iterator[str]:
    block = node.name in BLOCKS
    if block:
        yield " "
    for child in node.children:
        if isinstance(child, Tag):
            yield from _pieces(child)
        elif isinstance(child, NavigableString) and not isinstance(child, Comment):
            yield str(child)
    if block:
        yield " "


@lru_cache(maxsize=64)
def article_of(page: Path) -> Tag:
    """Return what is the page's own on a page."""
    html = page.read_text(encoding="utf-8")
    begin, end = html.find("<article"), html.rfind("</article>")
    soup = BeautifulSoup(html[begin : end + len("</article>")], "html.parser")
    found = soup.article
    assert found is not None, f"{page} has no article"
    return found


def classes(node: Tag) -> list[str]:
    """Return the classes of an element."""
    return list(node.get_attribute_list("class")) if node.has_attr("class") else []


def elements(node: Tag) -> Iterator[Tag]:
    """Yield the elements directly in *node*."""
    for child in node.children:
        if isinstance(child, Tag):
            yield child


def trees_in(node: Tag, page: Path) -> list[ShownField]:
    """Return the field trees that stand directly in *node*; a parameter is a tree."""
    return [tree_of(child, page) for child in elements(node) if "dj-fields" in classes(child)]


def tree_of(node: Tag, page: Path, line: Tag | None = None) -> ShownField:
    """Return the tree of a ``div`` of the class ``dj-fields``.

    :param line: the line of its media type, which says its type and its limits.
    """
    if not node.has_attr("id"):
        inner = next((child for child in elements(node) if "dj-field" in classes(child)), None)
        if inner is not None:
            return field_of(inner, page)
    shown = ShownField(page=page, anchor=str(node.get("id") or ""))
    kind = next((c for c in elements(node) if "dj-fields-type" in classes(c)), None)
    if kind is None and line is not None:
        kind = line.find("span", class_="dj-field-type")
    if isinstance(kind, Tag):
        _read_type(shown, kind)
    limits = line.find("span", class_="dj-field-facts") if line is not None else None
    if isinstance(limits, Tag):
        _read_facts(shown, limits)
    _read_inside(shown, elements(node), page)
    for inner in list(shown.walk()):
        if DEEP in inner.limits:
            _close(inner)
    return shown


DEEP = "no other fields, at any depth"


def _close(around: ShownField) -> None:
    """Let each object say what is said once of all of them."""
    around.limits = around.limits.replace(f"each: {DEEP}", DEEP).replace(DEEP, "")
    flat = {"string", "integer", "number", "boolean", "null", "file", "never"}
    for inner in around.walk():
        names = set(re.findall(r"\w+", re.sub(r"<.*>", "", inner.type)))
        if inner.children or not (inner.groups or names <= flat):
            each = "each: " if "[]" in inner.type else ""
            parts = [part for part in inner.limits.split(" · ") if part]
            inner.limits = " · ".join([*parts, f"{each}no other fields"])


def field_of(node: Tag, page: Path) -> ShownField:
    """Return the field of a ``div`` of the class ``dj-field``."""
    shown = ShownField(page=page, anchor=str(node.get("id") or ""))
    head = node.find("div", class_="dj-field-head", recursive=False)
    assert isinstance(head, Tag)
    for child in elements(head):
        marks = classes(child)
        if child.name == "code" or (child.name == "a" and child.find("code")):
            shown.name = child.get_text()
        elif "dj-field-required" in marks:
            shown.required = True
        elif "dj-field-deprecated" in marks:
            shown.deprecated = True
        elif "dj-field-default" in marks:
            code = child.find("code")
            shown.default = code.get_text() if code is not None else ""
        elif "dj-field-location" in marks:
            shown.location = words_of(child)
        elif "dj-field-facts" in marks:
            _read_facts(shown, child)
        elif "dj-field-pill" in marks:
            shown.pills.append(words_of(child))
        elif child.name == "span" and not marks:
            _read_type(shown, child)
    _read_inside(shown, (c for c in elements(node) if c is not head), page)
    return shown


def _read_type(shown: ShownField, node: Tag) -> None:
    shown.type = words_of(node)
    link = node.find("a")
    shown.link = str(link.get("href") or "") if isinstance(link, Tag) else ""


def _read_inside(shown: ShownField, children: Iterator[Tag], page: Path) -> None:
    """Read what stands below a head."""
    texts: list[str] = []
    for child in children:
        marks = classes(child)
        if "dj-field-facts" in marks:
            _read_facts(shown, child)
        elif "dj-field-examples" in marks:
            shown.examples += [value for value, _about in _enum(child)]
            shown.about_examples += [about for _value, about in _enum(child)]
        elif "dj-fields-more" in marks and (code := _long_example(child)):
            shown.examples.append(code.extract().get_text())
            body = child.find("div", class_="dj-expandable-body")
            shown.about_examples.append(words_of(body))
        elif "dj-field-enum" in marks:
            shown.enum += _enum(child)
        elif "dj-field" in marks:
            shown.children.append(field_of(child, page))
        elif "dj-fields-elsewhere" in marks:
            shown.elsewhere += [(str(a.get("href") or ""), words_of(a)) for a in child("a")]
        elif "dj-variants" in marks:
            shown.groups.append(_group(child, page))
        elif "dj-fields-more" in marks:
            body = child.find("div", class_="dj-expandable-body", recursive=False)
            if isinstance(body, Tag):
                _read_inside(shown, elements(body), page)
        elif "dj-fields-type" not in marks:
            texts.append(text_of(child))
    shown.text = "\n".join(text for text in (shown.text, *texts) if text)


def _long_example(node: Tag) -> Tag | None:
    body = node.find("div", class_="dj-expandable-body", recursive=False)
    found = body.find("pre", class_="dj-field-example", recursive=False) if body else None
    return found if isinstance(found, Tag) else None


def _read_facts(shown: ShownField, line: Tag) -> None:
    codes = line.find_all("code")
    text = line.get_text()
    if codes and text.startswith("Example"):
        shown.examples += [code.get_text() for code in codes]
    elif not text.startswith(("Allowed values", "Example:", "Examples:")):
        shown.limits = text


def _enum(node: Tag) -> list[tuple[str, str]]:
    if node.name == "p":
        return [(code.get_text(), "") for code in node.find_all("code")]
    found = []
    for item in node.find_all("li", recursive=False):
        value = item.find("code").get_text()
        found.append((value, text_of(item).strip()[len(value) :].strip()))
    return found


def _group(node: Tag, page: Path) -> ShownGroup:
    title = node.find("p", class_="dj-variants-title", recursive=False)
    group = ShownGroup(title=words_of(title), variants=[])
    for child in elements(node):
        if "dj-variant" in classes(child):
            group.variants.append(_variant(child, page))
    return group


def _variant(node: Tag, page: Path) -> ShownVariant:
    shown = ShownField(page=page, anchor=str(node.get("id") or ""))
    summary = node.find("summary", recursive=False)
    head = summary if isinstance(summary, Tag) else node
    name = head.find("span", class_="dj-variant-name")
    assert isinstance(name, Tag)
    variant = ShownVariant(label=words_of(name), codes=[], field=shown)
    link = name.find("a")
    shown.link = str(link.get("href") or "") if isinstance(link, Tag) else ""
    for child in elements(head):
        if child.name == "code":
            variant.codes.append(child.get_text())
        elif "dj-field-type" in classes(child):
            shown.type = words_of(child)
        elif "dj-field-deprecated" in classes(child):
            shown.deprecated = True
    if head is node:
        plain = ("dj-variant-name", "dj-field-type")
        rest = (c for c in elements(node) if c.name != "code" and not set(classes(c)) & {*plain})
        _read_inside(shown, rest, page)
    else:
        body = node.find("div", class_="dj-expandable-body", recursive=False)
        assert isinstance(body, Tag)
        _read_inside(shown, elements(body), page)
    return variant
