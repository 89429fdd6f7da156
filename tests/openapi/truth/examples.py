"""Compares the examples of a description with the code that stands beside the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from tests.openapi.truth import explained
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files, Place, Unresolved
from tests.openapi.truth.operations import Operation
from tests.openapi.truth.page import ShownRequest

FORMS = ("application/x-www-form-urlencoded", "multipart/")


@dataclass(frozen=True, kw_only=True)
class Named:
    """An example."""

    name: str
    value: Any
    place: Place
    known: bool = True


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
            for key in ("value", "dataValue", "serializedValue"):
                inner = found.get(key)
                if inner is not None:
                    inner = self.files.meant(inner)
                    yield Named(name=label, value=inner.value, place=inner)
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

    def _examples_in(self, shown: ShownRequest, place: Place, which: str) -> None:
        texts = [text for _title, text in shown.examples.get(which.capitalize(), [])]
        for name, raw in place.members("content"):
            is_form = name.startswith(FORMS)
            for example in self.named(self.files.followed(raw)):
                fits = sent_as_form if is_form and which == "request" else shows
                if any(fits(text, example.value) or shows(text, example.value) for text in texts):
                    self.record.same(f"{which} example")
                elif reason := explained.body_example(example.value, texts):
                    self.record.explain(reason)
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
