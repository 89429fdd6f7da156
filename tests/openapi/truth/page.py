"""The parts of the page of an operation, read from its HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bs4 import Tag

from tests.openapi.truth.built import (
    ShownField,
    article_of,
    classes,
    elements,
    text_of,
    tree_of,
    words_of,
)


@dataclass(kw_only=True)
class ShownContent:
    """Media types that have one tree.

    :param group: what the group around it says that they are, where one is chosen.
    """

    names: list[str]
    group: list[str] | None = None
    tree: ShownField | None = None


@dataclass(kw_only=True)
class ShownBody:
    """A body of a request or a response, with what stands beside it.

    :param marks: the texts of pills, such as ``required``.
    """

    page: Path = Path()
    status: str = ""
    marks: list[str] = field(default_factory=list)
    text: str = ""
    contents: list[ShownContent] = field(default_factory=list)
    headers: list[ShownField] = field(default_factory=list)
    links: list[Tag] = field(default_factory=list)
    notes: list[Tag] = field(default_factory=list)


@dataclass(kw_only=True)
class ShownRequest:
    """What is shown of an operation: one that has a page, or one of a callback.

    :param choice: the media types to choose from.
    """

    method: str = ""
    path: str = ""
    base: str = ""
    text: str = ""
    body: ShownBody | None = None
    responses: list[ShownBody] = field(default_factory=list)
    parameters: dict[str, list[ShownField]] = field(default_factory=dict)
    callbacks: list[tuple[str, ShownRequest]] = field(default_factory=list)
    sections: dict[str, Tag] = field(default_factory=dict)
    title: str = ""
    deprecated: bool = False
    choice: list[str] = field(default_factory=list)
    examples: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    page: Path = Path()

    def fields(self) -> Iterator[ShownField]:
        """Yield every field of its parameters, bodies and headers."""
        trees = [tree for listed in self.parameters.values() for tree in listed]
        for body in (*([self.body] if self.body else []), *self.responses):
            trees += [content.tree for content in body.contents if content.tree is not None]
            trees += body.headers
        for tree in trees:
            yield from tree.walk()


PARAMETERS = {
    "Path parameters": "path",
    "Query parameters": "query",
    "Query string": "querystring",
    "Headers": "header",
    "Cookies": "cookie",
}


def page_of(page: Path) -> ShownRequest:
    """Return what the page of an operation shows."""
    article = article_of(page)
    section = article.find("section")
    assert isinstance(section, Tag), f"{page} has no section"
    shown = ShownRequest(page=page, title=words_of(section.find("h1")).rstrip("¶"))
    texts: list[str] = []
    for child in elements(section):
        marks = classes(child)
        if "dj-endpoint" in marks:
            _read_endpoint(shown, child)
        elif child.name == "section":
            _read_section(shown, child, page)
        elif "dj-examples" in marks or child.name == "aside":
            _read_examples(shown, child)
        elif "dj-deprecated" in marks:
            shown.deprecated = True
        elif child.name not in ("h1", "script") and "dj-playground" not in marks:
            texts.append(text_of(child))
    shown.text = "\n".join(texts)
    return shown


def _heading(section: Tag) -> str:
    head = section.find(re.compile("^h[1-6]$"), recursive=False)
    return words_of(head).rstrip("¶").strip()


def _read_endpoint(shown: ShownRequest, node: Tag) -> None:
    method = node.find(class_="dj-method")
    path = node.find(class_="dj-endpoint-path")
    base = node.find(class_="dj-endpoint-base")
    others = node.find(class_="dj-endpoint-servers")
    shown.method = words_of(method)
    shown.base = words_of(base)
    shown.path = words_of(path).removeprefix(shown.base).lstrip().removeprefix(words_of(others))


def _read_section(shown: ShownRequest, section: Tag, page: Path) -> None:
    title = _heading(section)
    shown.sections[title] = section
    for choice in section.find_all(class_="dj-media-choice"):
        shown.choice += [option.get_text() for option in choice("option")]
    if title in PARAMETERS:
        trees = [tree_of(c, page) for c in elements(section) if "dj-fields" in classes(c)]
        shown.parameters[PARAMETERS[title]] = trees
    elif title in ("Body", "Payload"):
        shown.body = _body(elements(section), page)
    elif title in ("Responses", "Expected responses"):
        shown.responses = list(_responses(section, page))
    elif title == "Callbacks":
        for inner in section.find_all("section", recursive=False):
            shown.callbacks.append((_heading(inner), _callback(inner, page)))


def _body(children: Iterator[Tag], page: Path) -> ShownBody:
    shown = ShownBody(page=page)
    texts: list[str] = []
    part = ""
    line: Tag | None = None
    for child, group in _ungrouped(children):
        marks = classes(child)
        if re.fullmatch("h[1-6]", child.name) or "dj-panel-title" in marks:
            continue
        if "dj-media-choice" in marks:
            continue
        if "dj-fields-heading" in marks:
            part = words_of(child)
        elif "dj-response-status" in marks:
            shown.status = words_of(child)
        elif "dj-media-type" in marks:
            names = [code.get_text() for code in child.find_all("code")]
            shown.contents.append(ShownContent(names=names, group=group))
            line = child
            shown.marks += [words_of(span) for span in child("span") if _is_mark(span)]
        elif "dj-fields" in marks and part == "Headers":
            shown.headers.append(tree_of(child, page))
        elif "dj-fields" in marks and shown.contents:
            shown.contents[-1].tree = tree_of(child, page, line)
        elif child.name == "dl" and part == "Links":
            shown.links.append(child)
        elif "dj-example-notes-title" in marks:
            continue
        elif "dj-example-notes" in marks:
            shown.notes += child.find_all("li", recursive=False)
        elif pills := [span for span in child("span") if _is_mark(span)]:
            shown.marks += [words_of(span) for span in pills]
        else:
            texts.append(text_of(child))
    shown.text = "\n".join(texts)
    return shown


def _ungrouped(children: Iterator[Tag]) -> Iterator[tuple[Tag, list[str] | None]]:
    """Yield what stands in a body, with the media types whose group is around it."""
    for child in children:
        if "dj-media-group" in classes(child):
            group = str(child.get("data-media") or "").split("|")
            yield from ((inner, group) for inner in elements(child))
        else:
            yield child, None


def _is_mark(span: Tag) -> bool:
    """Whether a pill says something of a body that its fields do not."""
    own = {mark for mark in classes(span) if mark.startswith("dj-field-")}
    return bool(own - {"dj-field-type", "dj-field-facts"})


def _responses(node: Tag, page: Path) -> Iterator[ShownBody]:
    for tabs in node.find_all(class_="dj-responses", recursive=False):
        for panel in tabs.find_all(class_="dj-panel", recursive=False):
            shown = _body(elements(panel), page)
            title = panel.find(class_="dj-panel-title", recursive=False)
            shown.status = words_of(title) or shown.status
            yield shown


def _callback(section: Tag, page: Path) -> ShownRequest:
    shown = ShownRequest(page=page)
    texts: list[str] = []
    part = ""
    bodies: list[Tag] = []
    for child in elements(section):
        marks = classes(child)
        if "dj-endpoint" in marks:
            _read_endpoint(shown, child)
        elif "dj-fields-heading" in marks:
            part = words_of(child)
        elif re.fullmatch("h[1-6]", child.name):
            continue
        elif part in ("Body", "Payload"):
            bodies.append(child)
        elif part in ("Responses", "Expected responses"):
            shown.responses += _responses_of(child, page)
        elif part in PARAMETERS and "dj-fields" in marks:
            shown.parameters.setdefault(PARAMETERS[part], []).append(tree_of(child, page))
        else:
            texts.append(text_of(child))
    shown.text = "\n".join(texts)
    shown.body = _body(iter(bodies), page) if bodies else None
    return shown


def _responses_of(tabs: Tag, page: Path) -> Iterator[ShownBody]:
    for panel in tabs.find_all(class_="dj-panel", recursive=False):
        shown = _body(elements(panel), page)
        title = panel.find(class_="dj-panel-title", recursive=False)
        shown.status = words_of(title) or shown.status
        yield shown


def _read_examples(shown: ShownRequest, node: Tag) -> None:
    for group in node.find_all(class_="dj-example"):
        label = str(group.get("aria-label") or "")
        listed = shown.examples.setdefault(label, [])
        for block in group.find_all("pre"):
            panel = block.find_parent(class_="dj-panel")
            title = panel.find(class_="dj-panel-title") if panel is not None else None
            if title is None:
                wrapper = block.find_parent(class_="dj-code-block")
                title = wrapper.find(class_="dj-code-title") if wrapper is not None else None
            text = block.get_text()
            if listed and block.find_parent(class_="dj-code-rest") is not None:
                text = f"{listed.pop()[1].removesuffix(chr(10))}\n{text}"
            listed.append((words_of(title), text))
