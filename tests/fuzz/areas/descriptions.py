"""OpenAPI files: any text gives pages of what can be read, and nothing of it runs."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from hypothesis import strategies as st

from tests._support.inputs import input_data
from tests.fuzz.area import Area
from tests.fuzz.from_schema import from_schema, scalars
from tests.fuzz.odd import odd_strings
from tests.fuzz.promises import broken, dangerous, unclear

FOLDER = importlib.resources.files("openapi_spec_validator") / "resources" / "schemas"
_INPUTS = input_data(__file__, "descriptions.yaml")

TOKENS = tuple(_INPUTS["tokens"])
LARGEST_PAGE = 3_000_000

references = st.sampled_from("AB").map(lambda name: {"$ref": f"#/components/schemas/{name}"})
names = st.sampled_from(("a", "b", "id", "<b>", "a.b"))
kinds = st.sampled_from(("object", "array", "string", "integer", "number", "boolean", "null"))
schemas = st.deferred(
    lambda: st.one_of(
        references,
        scalars.map(lambda value: {"const": value}),
        st.lists(scalars, max_size=3).map(lambda values: {"enum": values}),
        st.fixed_dictionaries({}, optional=_WORDS),
        st.booleans(),
        odd_strings,
    )
)
some = st.lists(schemas, min_size=1, max_size=3)
_WORDS: dict[str, st.SearchStrategy[Any]] = {
    "type": st.one_of(kinds, st.lists(kinds, max_size=2)),
    "properties": st.dictionaries(names, schemas, max_size=3),
    "required": st.lists(names, max_size=2),
    "items": schemas,
    "prefixItems": some,
    "additionalProperties": schemas,
    "patternProperties": st.dictionaries(
        st.sampled_from(("^a", "(", "x{1,")), schemas, max_size=1
    ),
    "allOf": some,
    "oneOf": some,
    "anyOf": some,
    "not": schemas,
    "if": schemas,
    "then": schemas,
    "format": st.sampled_from(("date-time", "uuid", "binary", "password", "email", "zzz")),
    "pattern": st.sampled_from(("^[a-z]+$", "(", "(a+)+$", "\\d{3}")),
    "minimum": scalars,
    "maxLength": scalars,
    "default": scalars,
    "example": scalars,
    "examples": st.lists(scalars, max_size=2),
    "description": odd_strings,
    "title": odd_strings,
    "nullable": st.booleans(),
    "readOnly": st.booleans(),
    "discriminator": st.one_of(odd_strings, st.fixed_dictionaries({"propertyName": names})),
}


def document(version: str, schema: dict[str, Any]) -> st.SearchStrategy[str]:
    """Return descriptions of *version* after the schema that the OpenAPI Initiative gives."""
    parts = {
        "paths": from_schema(schema, _part(schema, "Paths", "paths"), 7),
        "components": st.fixed_dictionaries(
            {"schemas": st.dictionaries(st.sampled_from("AB"), schemas, min_size=1)},
            optional={
                name: st.dictionaries(st.sampled_from("AB"), from_schema(schema, part, 4))
                for name, part in _part(schema, "Components", "components")["properties"].items()
                if name != "schemas"
            },
        ),
    }
    optional = {
        name: from_schema(schema, schema["properties"][name], 4)
        for name in ("servers", "tags", "security", "externalDocs", "webhooks", "info")
        if name in schema["properties"]
    }
    whole = st.fixed_dictionaries(
        {"openapi": st.just(version), "info": st.just({"title": "T", "version": "1"}), **parts},
        optional={name: part for name, part in optional.items() if name != "info"},
    )
    return whole.map(lambda value: json.dumps(value, indent=1))


def _part(schema: dict[str, Any], *names: str) -> Any:
    holder = schema.get("definitions") or schema["$defs"]
    return next(holder[name] for name in names if name in holder)


def _grammar() -> st.SearchStrategy[str]:
    made = []
    for folder, version in (("v3.0", "3.0.3"), ("v3.1", "3.1.0")):
        text = (FOLDER / folder / "schema.json").read_text(encoding="utf-8")
        made.append(document(version, json.loads(text)))
    return st.one_of(made)


SEEDS = ("tests/**/*openapi*.json", "tests/**/*.yaml", "docs/**/*.yaml", "openapi/*.yaml")


def check(batch: Sequence[str], folder: Path) -> Iterator[str]:
    files: dict[str, str | bytes] = {
        "index.md": "# Start\n",
        "part.json": '{"A": {"type": "string"}}',
    }
    groups: list[Any] = ["index"]
    for number, text in enumerate(batch):
        name = f"api{number}." + ("json" if text[:1] == "{" else "yaml")
        files[name] = text.encode("utf-8", "surrogatepass")
        groups.append(
            {"group": f"G{number}", "openapi": {"source": name, "directory": f"g{number}"}}
        )
    files["docs.json"] = json.dumps({"name": "F", "navigation": groups})
    for built in broken(folder, files):
        if isinstance(built, str):
            yield built
            continue
        yield from dangerous(built)
        yield from unclear(built)
        for page in built.outdir.rglob("*.html"):
            if page.stat().st_size > LARGEST_PAGE:
                yield "a page is very large"
            yield from _unreadable_data(page)


def _unreadable_data(page: Path) -> Iterator[str]:
    soup = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")
    for script in soup.find_all("script", type="application/json"):
        try:
            json.loads(script.get_text())
        except ValueError:
            yield "the data of a form is no JSON"


AREA = Area(
    name="openapi",
    suffix=".json",
    grammar=_grammar(),
    seeds=SEEDS,
    tokens=TOKENS,
    check=check,
    batch=6,
)
