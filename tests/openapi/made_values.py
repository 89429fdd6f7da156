"""How many of the values that samples, forms and examples are made of fit their schemas.

Run on demand, over any descriptions::

    python -m tests.openapi.made_values SPEC… [--show 5]

Every required parameter, every body in each media type and every response is made twice: as a
site makes it, and of the same schemas without the values that their author gives. jsonschema
judges.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sphinx_docsjson.openapi.checks.values import SchemaValidators
from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.operations import specification
from sphinx_docsjson.openapi.reading.resolver import child
from sphinx_docsjson.openapi.reading.specifications import load
from sphinx_docsjson.openapi.request.values import Sampler, initial_values, sample_values
from sphinx_docsjson.openapi.schema.examples import Examples
from sphinx_docsjson.openapi.schema.merging import Schemas
from sphinx_docsjson.openapi.schema.view import Direction, Located

GIVEN = ("example", "examples", "default", "x-example", "x-examples")


class Made(NamedTuple):
    """A value that was made, and what is wrong with it."""

    kind: str
    place: str
    reasons: list[str]


def without_given(value: Any, key: str = "") -> Any:
    """Return a document without the values that its author gives."""
    if isinstance(value, list):
        return [without_given(item) for item in value]
    if not isinstance(value, dict):
        return value
    named = key in ("properties", "schemas", "responses", "$defs")
    return {
        name: without_given(item, "" if named else name)
        for name, item in value.items()
        if named or name not in GIVEN
    }


def made_values(spec: Specification) -> Iterator[Made]:
    """Yield all values that the pages of a description need."""
    examples = Examples(Schemas(spec.resolver))
    sampler, fits = Sampler(examples), SchemaValidators(spec)

    def judged(kind: str, where: str, value: Any, schema: Located, direction: Direction) -> Made:
        found = fits.misfits(value, schema, direction)
        return Made(kind, where, [f"{m.reason} :: {schema.pointer}" for m in found])

    for operation in (*spec.operations, *spec.webhooks):
        name = f"{operation.method} {operation.path}"
        begun = initial_values(operation, sampler)
        values = sample_values(operation, begun, sampler).parameters
        for parameter in operation.parameters:
            key = f"{parameter.place}:{parameter.name}"
            if not parameter.required:
                continue
            if key not in values:
                yield Made("parameter", f"{name} {key}", ["it has no value"])
            elif parameter.schema is not None:
                schema = Located(parameter.schema, parameter.schema_pointer)
                yield judged("parameter", f"{name} {key}", values[key], schema, "request")
        for kind, media, direction in bodies(operation):
            if media.schema is not None:
                schema = Located(media.schema, child(media.pointer, "schema"))
                value = examples.value(*schema, direction)
                yield judged(kind, f"{name} {media.name}", value, schema, direction)


def bodies(operation: Operation) -> Iterator[tuple[str, Any, Direction]]:
    """Yield the contents of an operation with their directions."""
    for media in operation.body.content if operation.body else ():
        yield "body", media, "request"
    for response in operation.responses:
        for media in response.content:
            yield "response", media, "response"


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each description, and the first values that do not fit."""
    parser = argparse.ArgumentParser(prog="python -m tests.openapi.made_values")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=5, help="how many misfits are shown")
    options = parser.parse_args(arguments)
    total: Counter[str] = Counter()
    for file in options.files:
        document = load(file.name, file.parent).document
        if document is None:
            print(f"{file.name}: not read")
            continue
        plain = json.loads(json.dumps(document, default=str))
        for words, source in (("as given", plain), ("made", without_given(copy.deepcopy(plain)))):
            found = list(made_values(specification(source, file.name)))
            wrong = [made for made in found if made.reasons]
            kinds = Counter(made.kind for made in wrong)
            total[f"{words}, all"] += len(found)
            total[f"{words}, wrong"] += len(wrong)
            print(f"{file.name} {words}: {len(found) - len(wrong)} of {len(found)} {dict(kinds)}")
            for made in wrong[: options.show]:
                print(f"    {made.kind} {made.place}: {made.reasons[0]}")
    print(dict(total))
    return int(total["made, wrong"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
