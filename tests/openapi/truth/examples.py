"""Compares the examples of a description with the code that stands beside the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from tests.openapi.truth import explained
from tests.openapi.truth.built import ShownField, text_of
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files, Place, Unresolved
from tests.openapi.truth.operations import Operation
from tests.openapi.truth.page import ShownBody, ShownRequest
from tests.openapi.truth.texts import tokens_of, tokens_of_markdown

RENDERERS = ("application/x-www-form-urlencoded", "multipart/")


@dataclass(frozen=True, kw_only=True)
class Named:
    """An example."""

    name: str
    value: Any
    place: Place
    summary: str = ""
    about: str = ""
    url: str = ""


class ExampleCheck:
    """Finds the examples of one description, and asks for them on a page."""

    def __init__(self, files: Files, record: Record) -> None:
        self.files = files
        self.record = record

    def named(self, place: Place) -> Iterator[Named]:
        """Yield the examples of a parameter, a header or a media type."""
        single = place.get("example")
        if single is not None:
            single = self.files.meant(single)
            yield Named(name="", value=single.value, place=single)
        for name, raw in place.members("examples"):
            try:
                found = self.files.followed(raw)
            except Unresolved:
                continue
            if not isinstance(found.value, dict):
                continue
            label = found.text("summary") or name
            summary, about = found.text("summary"), found.text("description")
            url = found.text("externalValue")
            words = {"name": label, "summary": summary, "about": about}
            if url and "value" not in found.value and "dataValue" not in found.value:
                yield Named(value=url, place=found, url=url, **words)
                continue
            for key in ("value", "dataValue", "serializedValue"):
                inner = found.get(key)
                if inner is not None:
                    inner = self.files.meant(inner)
                    yield Named(value=inner.value, place=inner, **words)
                    break

    def bodies(self, shown: ShownRequest, operation: Operation) -> None:
        """Compare the examples of bodies with the code beside the text."""
        body = operation.place.get("requestBody")
        if body is not None:
            self._examples_in(shown, self.files.followed(body), "request")
        for _status, raw in operation.place.members("responses"):
            try:
                response = self.files.followed(raw)
            except Unresolved:
                continue
            self._examples_in(shown, response, "response")

    def told(self, shown: ShownBody, place: Place) -> None:
        """Compare what is said of the examples of a body with the list below its fields."""
        notes = [(tokens_of(text_of(note)), note) for note in shown.notes]
        for _name, raw in place.members("content"):
            for example in self.named(self.files.followed(raw)):
                if not (example.about or example.url):
                    continue
                wanted = (*tokens_of(example.name), *tokens_of_markdown(example.about))
                ok = any(
                    words == wanted and (not example.url or note.find("a", href=example.url))
                    for words, note in notes
                )
                said = f"{example.name}: {example.about} {example.url}"
                self.record.check(
                    "words about an example", example.place, ok=ok, file=said, page=shown.notes
                )

    def of_field(self, field: ShownField, place: Place) -> None:
        """Compare what is said of the first examples of a parameter or a header."""
        for example in list(self.named(place))[: explained.SEVERAL]:
            if wanted := (*tokens_of(example.summary), *tokens_of_markdown(example.about)):
                found = [tokens_of(about) for about in field.about_examples]
                ok = wanted in found
                said, page = f"{example.summary}: {example.about}", field.about_examples
                self.record.check(
                    "words about an example", example.place, ok=ok, file=said, page=page
                )

    def _examples_in(self, shown: ShownRequest, place: Place, which: str) -> None:
        texts = [text for _title, text in shown.examples.get(which.capitalize(), [])]
        if which == "request" and shown.body:  # no sample sends values of a form without names
            trees = [content.tree for content in shown.body.contents if content.tree]
            texts += [example for tree in trees for example in tree.examples]
        for name, raw in place.members("content"):
            is_form = name.startswith(RENDERERS)
            for example in self.named(self.files.followed(raw)):
                if example.url:
                    continue
                fits = sent_as_form if is_form and which == "request" else shows
                if any(fits(text, example.value) or shows(text, example.value) for text in texts):
                    self.record.same(f"{which} example")
                else:
                    said = json.dumps(example.value, ensure_ascii=False)
                    self.record.check(
                        f"{which} example", example.place, ok=False, file=said, page=len(texts)
                    )


def sent_as_form(text: str, value: Any) -> bool:
    """Whether a sample sends *value*, field by field."""
    if not isinstance(value, dict):
        return False
    leaves = [*value]
    todo = list(value.values())
    while todo:
        inner = todo.pop()
        if isinstance(inner, dict | list):
            todo += inner.values() if isinstance(inner, dict) else inner
        elif inner is not None:
            leaves.append(inner if isinstance(inner, str) else json.dumps(inner))
    found = "".join(unquote_plus(text).split())
    return all("".join(leaf.split()) in found for leaf in leaves)


def shows(text: str, value: Any) -> bool:
    """Whether a block of code shows *value*."""
    if isinstance(value, str):
        return "".join(value.split()) in "".join(text.split())
    try:
        return bool(json.loads(text) == value)
    except ValueError:
        wanted = json.dumps(value, ensure_ascii=False)
        return "".join(wanted.split()) in "".join(text.split())
