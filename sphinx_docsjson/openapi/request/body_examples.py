"""The examples of a request's body that readers can choose from. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.openapi.model.exchange import Example
from sphinx_docsjson.openapi.reading.lenient import items
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.request.initial_values import Sampler, initial_body

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.exchange import Body, MediaType


def examples_to_choose(media: MediaType, sampler: Sampler) -> list[tuple[str, Example]]:
    """Return the examples of a body with the names that readers see: its own, or its schema's."""
    given = [example for example in media.examples if not example.missing]
    if not given and media.schema is not None:
        where = child(media.pointer, "schema")
        found = items(sampler.view(media.schema, where).keywords.get("examples"))
        given = [
            Example(name="", value=value, pointer=child(where, "examples", number))
            for number, value in enumerate(found)
        ]
    named = [example.summary or example.name for example in given]
    return [
        (name if name and named.count(name) == 1 else f"{name or 'Example'} {number}", example)
        for number, (name, example) in enumerate(zip(named, given, strict=True), start=1)
    ]


def body_of_example(body: Body, media: MediaType, example: Example, sampler: Sampler) -> Any:
    """Return the body that is sent when *example* is chosen."""
    return initial_body(body, replace(media, examples=(example,)), sampler)
