"""Sites that are large in one way each: redirects, groups of the navigation, an API description.

They are the same for the same size. Pages that are large in number are those of ``generate``.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from tests.benchmarks.generate import WORDS

if TYPE_CHECKING:
    from pathlib import Path

MEGABYTE = 1_000_000
BYTES_AN_OPERATION = 46_000
"""What an operation of the large description takes, with its schemas and examples."""


def write_redirects(folder: Path, count: int) -> None:
    """Write a site with so many redirects, and half as many pages.

    Of a hundred redirects 85 lead to pages, four to sections, five through another redirect, four
    out of the site, and two are patterns.
    """
    names = [f"guide/part-{number // 50}/page-{number}" for number in range(max(1, count // 2))]
    for name in names:
        _write(folder / f"{name}.md", f"# {name}\n\nWords.\n\n## Section\n\nMore words.\n")
    made = [_redirect(number, names) for number in range(count)]
    site = {"name": "Redirects", "navigation": [{"group": "G", "pages": names}]}
    _write(folder / "docs.json", json.dumps({**site, "redirects": made}))
    _write(folder / "index.md", "# Start\n")


def _redirect(number: int, names: list[str]) -> dict[str, str]:
    page = names[number % len(names)]
    kind = number % 100
    source, destination = f"/old/{number % 97}/page-{number}", f"/{page}"
    if kind < 4:
        destination += "#section"
    elif kind < 9:
        destination = f"/old/{(number + 20) % 97}/page-{number + 20}"
    elif kind < 13:
        destination = f"https://example.com/{number}"
    elif kind < 15:
        folder = page.rpartition("/")[0]
        source, destination = f"/older-{number}/:name*", f"/{folder}/:name*"
    return {"source": source, "destination": destination}


def write_groups(folder: Path, count: int) -> None:
    """Write a site with so many groups, each with a page of its own; a fifth stand in others."""
    groups: list[dict[str, Any]] = []
    for number in range(count):
        name = f"part-{number // 100}/page-{number}"
        _write(folder / f"{name}.md", f"# Page {number}\n\nWords.\n")
        group: dict[str, Any] = {"group": f"Group {number}", "pages": [name]}
        if number % 5 == 4:
            groups[-1]["pages"].append(group)
        else:
            groups.append(group)
    _write(folder / "docs.json", json.dumps({"name": "Groups", "navigation": groups}))
    _write(folder / "index.md", "# Start\n")


def write_flat(folder: Path, count: int) -> None:
    """Write a site whose one group has so many pages."""
    names = [f"page-{number}" for number in range(count)]
    for name in names:
        _write(folder / f"{name}.md", f"# The {name}\n\nWords.\n")
    site = {"name": "Flat", "navigation": [{"group": "All", "pages": names}]}
    _write(folder / "docs.json", json.dumps(site))
    _write(folder / "index.md", "# Start\n")


def write_description(folder: Path, megabytes: float) -> None:
    """Write a site that is an OpenAPI file of so many megabytes."""
    description = large_description(round(megabytes * MEGABYTE / BYTES_AN_OPERATION))
    _write(folder / "api.json", json.dumps(description, indent=1))
    navigation = [{"group": "Start", "pages": ["index"]}]
    site = {"name": "API", "openapi": "api.json", "navigation": navigation}
    _write(folder / "docs.json", json.dumps(site))
    _write(folder / "index.md", "# Start\n")


def large_description(operations: int, seed: int = 7) -> dict[str, Any]:
    """Return a description as large companies have them.

    Resources with a list, a creation, one, a change and a removal each; schemas that refer to
    others, merge, choose and recurse; texts of several paragraphs; long recorded examples, which
    are two thirds of the bytes, as they are in the descriptions that GitHub publishes.
    """
    chance = random.Random(seed)
    resources = max(1, operations // 5)
    schemas: dict[str, Any] = {}
    examples: dict[str, Any] = {}
    paths: dict[str, Any] = {}
    for number in range(resources):
        name = f"{chance.choice(WORDS).title()}{chance.choice(WORDS).title()}{number}"
        schemas.update(_schemas_of(name, list(schemas), chance))
        examples[f"{name}Recorded"] = {
            "summary": f"A recorded {name}",
            "value": [_value(chance, 3) for _ in range(chance.randrange(4, 12))],
        }
        path = f"/{chance.choice(WORDS)}s/{name.lower()}"
        paths |= _paths_of(path, name, f"{chance.choice(WORDS).title()} {number // 12}", chance)
    info = {"title": "A large API", "version": "2", "description": _text(chance, 8)}
    parts = {"schemas": schemas, "examples": examples}
    schemes = {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}
    return {
        "openapi": "3.1.0",
        "info": info,
        "servers": [{"url": "https://api.example.com/v2"}],
        "security": [{"key": []}],
        "paths": paths,
        "components": {**parts, "securitySchemes": schemes},
    }


def _schemas_of(name: str, others: list[str], chance: random.Random) -> dict[str, Any]:
    """Return what a resource is: its own schema, what is sent, and the kinds of its state."""
    properties: dict[str, Any] = {"id": {"type": "string", "format": "uuid", "readOnly": True}}
    for word in chance.sample(WORDS, k=chance.randrange(8, 28)):
        properties[word] = _property(chance)
    for _ in range(min(3, len(others))):
        other = chance.choice(others)
        properties[f"the_{other.lower()}"] = {"$ref": f"#/components/schemas/{other}"}
    if chance.random() < 0.2:
        inside = {"$ref": f"#/components/schemas/{name}"}
        properties["children"] = {"type": "array", "items": inside}
    states = [
        {
            "type": "object",
            "title": f"{word.title()} {name}",
            "required": ["kind"],
            "properties": {"kind": {"const": word}, word: _property(chance)},
        }
        for word in chance.sample(WORDS, k=3)
    ]
    own = {"type": "object", "properties": properties, "description": _text(chance, 2)}
    sent = {"type": "object", "required": ["note"], "properties": {"note": _property(chance)}}
    return {
        f"{name}State": {"oneOf": states},
        f"{name}Base": own,
        name: {
            "description": _text(chance, 1),
            "allOf": [
                {"$ref": f"#/components/schemas/{name}Base"},
                {"properties": {"state": {"$ref": f"#/components/schemas/{name}State"}}},
            ],
        },
        f"New{name}": {"allOf": [{"$ref": f"#/components/schemas/{name}Base"}, sent]},
    }


def _property(chance: random.Random) -> dict[str, Any]:
    made: dict[str, Any] = {"description": _text(chance, 1)}
    kind = chance.randrange(7)
    if kind == 0:
        return {**made, "type": "integer", "minimum": 1, "maximum": chance.randrange(10, 999)}
    if kind == 1:
        return {**made, "type": "string", "enum": chance.sample(WORDS, k=5), "default": WORDS[0]}
    if kind == 2:
        return {**made, "type": ["string", "null"], "maxLength": 80, "pattern": "^[a-z-]+$"}
    if kind == 3:
        return {**made, "type": "array", "items": {"type": "string"}, "maxItems": 20}
    if kind == 4:
        inside = {word: {"type": "number"} for word in chance.sample(WORDS, k=3)}
        return {**made, "type": "object", "properties": inside}
    if kind == 5:
        return {**made, "type": "boolean", "default": False}
    return {**made, "type": "string", "format": "date-time"}


def _paths_of(path: str, name: str, tag: str, chance: random.Random) -> dict[str, Any]:
    one = {"$ref": f"#/components/schemas/{name}"}
    new = {"$ref": f"#/components/schemas/New{name}"}
    recorded = {f"{name}Recorded": {"$ref": f"#/components/examples/{name}Recorded"}}

    def of(schema: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"application/json": {"schema": schema, **more}}

    def operation(word: str, content: dict[str, Any], status: str = "200") -> dict[str, Any]:
        failed = {"description": "It is refused.", "content": of({"type": "object"})}
        answer = {"description": _sentence(chance), "content": content}
        return {
            "operationId": f"{word}{name}",
            "summary": f"{word.title()} {name}",
            "description": _text(chance, 3),
            "tags": [tag],
            "responses": {status: answer, "404": failed, "422": failed},
        }

    asked = [
        {
            "name": word,
            "in": "query",
            "description": _sentence(chance),
            "schema": _property(chance),
        }
        for word in chance.sample(WORDS, k=6)
    ]
    which = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    listed = operation("list", of({"type": "array", "items": one}, examples=recorded))
    body = {"required": True, "content": of(new, example=_value(chance, 3))}
    change = {"content": of(new, example=_value(chance, 3))}
    return {
        path: {
            "get": {**listed, "parameters": asked},
            "post": {**operation("make", of(one, example=_value(chance, 3)), "201")}
            | {"requestBody": body},
        },
        f"{path}/{{id}}": {
            "parameters": [which],
            "get": operation("get", of(one, example=_value(chance, 3))),
            "patch": {**operation("change", of(one)), "requestBody": change},
            "delete": operation("remove", of({"type": "object"})),
        },
    }


def _value(chance: random.Random, depth: int) -> Any:
    """Return a value as APIs answer it."""
    made: dict[str, Any] = {"id": f"{chance.getrandbits(64):016x}"}
    for word in chance.sample(WORDS, k=7):
        kind = chance.randrange(5)
        if kind == 0 and depth:
            made[word] = _value(chance, depth - 1)
        elif kind == 1 and depth:
            made[word] = [_value(chance, depth - 2 if depth > 1 else 0) for _ in range(2)]
        elif kind == 2:
            made[word] = chance.randrange(10**6)
        elif kind == 3:
            made[f"{word}_url"] = f"https://api.example.com/v2/{word}s/{chance.getrandbits(48)}"
        else:
            made[word] = _sentence(chance)
    return made


def _text(chance: random.Random, paragraphs: int) -> str:
    return "\n\n".join(
        " ".join(_sentence(chance) for _ in range(chance.randrange(1, 4)))
        for _ in range(paragraphs)
    )


def _sentence(chance: random.Random) -> str:
    words = " ".join(chance.choices(WORDS, k=chance.randrange(5, 14)))
    return f"{words.capitalize()} `{chance.choice(WORDS)}`."


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
