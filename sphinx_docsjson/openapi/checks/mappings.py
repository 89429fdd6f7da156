"""Values of a discriminator that stand for no schema. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_docsjson.openapi.checks.document_parts import holders
from sphinx_docsjson.openapi.checks.reasons import shortened
from sphinx_docsjson.openapi.reading.lenient import mapping
from sphinx_docsjson.openapi.reading.resolver import ApiProblem, Resolver, child
from sphinx_docsjson.openapi.schema.discriminators import reference_of
from sphinx_docsjson.openapi.schema.document_schemas import Schemas


def mappings_to_nothing(document: Mapping[str, Any]) -> Iterator[ApiProblem]:
    """Yield the entries of ``mapping`` that name no schema; files that are missing are known."""
    schemas = Schemas(Resolver(document))
    for pointer, schema in holders(document, "discriminator"):
        where = child(pointer, "discriminator", "mapping")
        for value, target in mapping(mapping(schema["discriminator"]).get("mapping")).items():
            ref = reference_of(schemas, target)
            if ref is None or schemas.resolver.get(ref) is None:
                if isinstance(target, str) and "/" in target and not target.startswith("#"):
                    continue
                yield ApiProblem(
                    message=f"the discriminator's value {shortened(value)!r} names no schema: "
                    f"there is no {shortened(str(target))!r}",
                    pointer=child(where, value),
                )
