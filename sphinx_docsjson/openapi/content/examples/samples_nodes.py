"""Request samples and response examples as the code groups of the right column."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.examples.example_groups import (
    LONG,
    CodeExample,
    example_group_node,
)
from sphinx_docsjson.openapi.content.statuses import status_words
from sphinx_docsjson.openapi.model.api import Operation
from sphinx_docsjson.openapi.model.exchange import Body, Example, MediaType
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.request.body_examples import examples_to_choose
from sphinx_docsjson.openapi.request.initial_values import Sampler
from sphinx_docsjson.openapi.request.samples import Sample
from sphinx_docsjson.openapi.schema.example_values import Examples
from sphinx_docsjson.openapi.schema.page_fields import directions_of
from sphinx_docsjson.openapi.schema.view import Direction

BODY_EXAMPLE = "body"
"""What marks the code of an example body, as the name of a language marks that of a sample."""

MAX_MADE = 100_000
"""So many characters a made-up example has at most; one that is given is shown whole."""

MAX_SAMPLES = 20_000
"""So many characters of samples are shown beside a page; highlighted they take five times that."""


def request_group(samples: Iterable[Sample]) -> nodes.Node | None:
    """Return the group of request samples, one tab for each language."""
    listed = []
    room = MAX_SAMPLES
    for sample in samples:
        room -= len(sample.code)
        if room < 0:
            break
        listed.append(
            CodeExample(
                title=sample.label,
                language=sample.lexer,
                code=sample.code,
                name=sample.language,
                literals=sample.literals,
            )
        )
    return example_group_node("RequestExample", listed)


def body_group(body: Body, sampler: Sampler, *, least: int = 2) -> nodes.Node | None:
    """Return the group of request bodies, one tab for each example.

    :param least: how many of the first media type there have to be; one alone is in the samples.
    """
    listed: list[CodeExample] = []
    room = MAX_SAMPLES
    for media in body.content:
        found = examples_to_choose(media, sampler)
        first = media is body.content[0]
        for name, example in found if not first or len(found) >= least else ():
            text = text_of(example)
            if not first and any(text == other.code for other in listed):
                continue
            room -= len(text)
            title = name if first else f"{name} · {media.name}"
            # What would make the page too long is shown without colours.
            language = language_of(media.name) if room >= 0 else "text"
            listed.append(
                CodeExample(title=title, language=language, code=text, name=BODY_EXAMPLE)
            )
    group = example_group_node("RequestExample", listed)
    if group is not None:
        group["classes"].append("dj-request-bodies")
    return group


def payload_group(
    operation: Operation,
    examples: Examples,
    *,
    generate: bool = True,
    label: str = "",
) -> nodes.Node | None:
    """Return the group of what an API sends by itself, one tab for each media type and name.

    :param label: what the titles start with, where the group stands beside others.
    """
    listed: list[CodeExample] = []
    room = MAX_SAMPLES
    content = operation.body.content if operation.body else ()
    for media in content:
        made = examples_of(media, examples, generate=generate, direction="response")
        for name, text in made:
            room -= min(len(text), LONG)
            words = (label, name or str(_("Payload")), media.name if len(content) > 1 else "")
            title = " · ".join(word for word in words if word)
            language = language_of(media.name) if room >= 0 else "text"
            listed.append(CodeExample(title=title, language=language, code=text))
    return example_group_node("RequestExample", listed)


def response_group(
    operation: Operation,
    examples: Examples,
    *,
    generate: bool = True,
    label: str = "",
) -> nodes.Node | None:
    """Return the group of response examples, one tab for each status and name.

    Of further media types those are shown that the description gives and that say something else.

    :param examples: makes values where the specification gives none.
    :param generate: whether values are made at all.
    :param label: what the titles start with, where the group stands beside others.
    """
    listed: list[CodeExample] = []
    room = MAX_SAMPLES
    _sent, direction = directions_of(operation)
    before = f"{label} · " if label else ""
    for response in operation.responses:
        shown: set[str] = set()
        for number, media in enumerate(response.content):
            made = examples_of(
                media, examples, generate=generate and not number, direction=direction
            )
            for name, text in made:
                if number and text in shown:
                    continue
                shown.add(text)
                room -= min(len(text), LONG)
                title = f"{response.status} {name}" if len(made) > 1 and name else response.status
                title += f" · {media.name}" if number else ""
                language = language_of(media.name) if room >= 0 else "text"
                listed.append(CodeExample(title=f"{before}{title}", language=language, code=text))
    if not listed and operation.kind != "operation":
        for response in operation.responses:
            title, words = f"{before}{response.status}", status_words(response.status)
            listed.append(CodeExample(title=title, language="text", code=words))
    return example_group_node("ResponseExample", listed)


def examples_of(
    media: MediaType, examples: Examples, *, generate: bool, direction: Direction = "response"
) -> list[tuple[str, str]]:
    """Return the examples of a media type: their names and texts."""
    given = [(e.summary or e.name, text_of(e)) for e in media.examples if not e.missing]
    if given or not generate or media.schema is None:
        return given
    if not language_of(media.name):
        return []
    value = examples.value(media.schema, child(media.pointer, "schema"), direction)
    return [] if value is None else [("", _made(value))]


def _made(value: Any) -> str:
    """Return a value that nobody wrote as JSON; what schemas multiply ends somewhere."""
    text = pretty(value)
    return text if len(text) <= MAX_MADE else text[:MAX_MADE].rpartition("\n")[0] + "\n…"


def text_of(example: Example) -> str:
    """Return an example as text."""
    if example.raw is not None:
        return example.raw
    return example.value if isinstance(example.value, str) else pretty(example.value)


def pretty(value: Any) -> str:
    """Return a value as JSON for people."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


def language_of(media_type: str) -> str:
    """Return the language of a body's text; ``""`` when it is not text."""
    name = media_type.partition(";")[0].strip().lower()
    for language in ("json", "xml", "html", "yaml", "csv"):
        if name.endswith((f"/{language}", f"+{language}")):
            return "text" if language == "csv" else language
    if name in ("application/x-ndjson", "application/jsonl"):
        return "json"
    return "text" if name.startswith("text/") else "json" if name == "*/*" else ""
