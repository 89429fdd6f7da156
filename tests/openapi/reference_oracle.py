"""Compares the targets of references with what the package ``referencing`` finds.

python -m tests.openapi.reference_oracle path/to/JSON-Schema-Test-Suite

Each schema of the official suite is a file that a description refers to. A reference that leads
to another subschema than in ``referencing``, which jsonschema uses, is a line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from referencing import Registry, Resource
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile
from sphinx_docsjson.ext.openapi.reading.resolver import Resolver
from sphinx_docsjson.ext.openapi.reading.specifications import load

DRAFT = "draft2020-12"
HOST = "http://localhost:1234"
MARK = "x-mark"


def schemas(suite: Path) -> Iterator[tuple[str, Any]]:
    """Yield the name and the schema of each group of tests of the draft."""
    for file in sorted((suite / "tests" / DRAFT).rglob("*.json")):
        for number, group in enumerate(json.loads(file.read_text(encoding="utf-8"))):
            yield f"{file.stem}[{number}] {group['description']}", group["schema"]


def remotes(suite: Path) -> dict[str, Any]:
    """Return the schemas that the tests refer to by URL."""
    folder = suite / "remotes"
    return {
        f"{HOST}/{file.relative_to(folder).as_posix()}": json.loads(file.read_text("utf-8"))
        for file in folder.rglob("*.json")
        if not file.relative_to(folder).parts[0].startswith(("draft", "v1"))
        or file.relative_to(folder).parts[0] == DRAFT
    }


def marked(schema: Any, name: str) -> Any:
    """Return a schema whose subschemas, which are changed in place, each have a number."""
    stack = [schema]
    number = 0
    while stack:
        if isinstance(node := stack.pop(), dict):
            number += 1
            stack += DRAFT202012.subresources_of(node)
            node[MARK] = f"{name} {number}"
    return schema


def wanted(schema: Any, others: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each reference leads to: the mark of its object → the target."""
    known = [(url, Resource.from_contents(value, DRAFT202012)) for url, value in others.items()]
    resource = DRAFT202012.create_resource(schema)
    own = "urn:of:the:test"
    registry = Registry().with_resources([*known, (own, resource)]).crawl()
    found: dict[str, Any] = {}
    stack = [(resource, registry.resolver(base_uri=resource.id() or own))]
    while stack:
        here, resolver = stack.pop()
        for inner in here.subresources():
            stack.append((inner, resolver.in_subresource(inner)))
        contents = here.contents
        if isinstance(contents, dict) and isinstance(ref := contents.get("$ref"), str):
            try:
                found[contents[MARK]] = resolver.lookup(ref).contents
            except Unresolvable:
                continue
    return found


def reached(schema: Any, others: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return what each reference leads to in the package: as :func:`wanted`."""
    root = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "components": {"schemas": {"S": {"$ref": "s.json"}}},
    }
    (folder / "a.json").write_text(json.dumps(root), encoding="utf-8")
    (folder / "s.json").write_text(json.dumps(schema), encoding="utf-8")

    def fetch(url: str) -> str:
        if url not in others:
            raise UnreadableFile("no such file")
        return json.dumps(others[url])

    loaded = load("a.json", folder, fetch=fetch)
    resolver = Resolver(loaded.document or {})
    found: dict[str, Any] = {}
    stack: list[Any] = [loaded.document]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if MARK in node and isinstance(node.get("$ref"), str):
                found[node[MARK]] = resolver.get(node["$ref"])
            stack += node.values()
        elif isinstance(node, list):
            stack += node
    found["problems"] = [problem.message for problem in loaded.problems]
    return found


def named(value: Any) -> Any:
    """Return what tells one target from another."""
    return value.get(MARK) if isinstance(value, dict) else value


def differences(suite: Path) -> Iterator[str]:
    """Yield a line for each reference that leads to another subschema."""
    others = {url: marked(value, url) for url, value in remotes(suite).items()}
    for name, schema in schemas(suite):
        schema = marked(schema, "s")
        with TemporaryDirectory() as folder:
            ours = reached(schema, others, Path(folder))
        for mark, target in wanted(schema, others).items():
            if named(ours.get(mark)) != named(target):
                yield f"{name}: {mark}: {named(target)!r}, not {named(ours.get(mark))!r}"
        for problem in ours["problems"]:
            yield f"{name}: {problem}"


if __name__ == "__main__":
    for line in differences(Path(sys.argv[1])):
        print(line)
