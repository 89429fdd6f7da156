"""Which examples and defaults of a file do not fit, by a reader that shares nothing with ours.

Run ``python -m tests.api_checks.example_oracle FILE…``: it prints what only one side finds wrong.

The file is read by ``json`` or PyYAML, a table of states says what each object of OpenAPI is, and
jsonschema's own validators decide, with references resolved by ``referencing``. Schemas of OpenAPI
3.0 are rewritten as JSON Schema 2020-12 first.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from base64 import b64decode
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
SCHEMA_KEYS = (
    *("items", "additionalProperties", "not", "if", "then", "else", "contains"),
    *("propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"),
)
MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
LISTS = ("allOf", "oneOf", "anyOf", "prefixItems")

STATES: dict[str, dict[str, str]] = {
    "root": {
        "paths": "{item",
        "webhooks": "{item!",
        "x-webhooks": "{item!",
        "components": "parts",
    },
    "parts": {
        "schemas": "{schema",
        "parameters": "{valued>",
        "headers": "{valued",
        "requestBodies": "{body>",
        "responses": "{response<",
        "mediaTypes": "{media",
        "pathItems": "{item",
        "callbacks": "{callback!",
    },
    "item": {"parameters": "[valued>", "additionalOperations": "{operation"}
    | dict.fromkeys(METHODS, "operation"),
    "operation": {
        "parameters": "[valued>",
        "requestBody": "body>",
        "responses": "{response<",
        "callbacks": "{callback!",
    },
    "callback": {"*": "item!"},
    "body": {"content": "{media"},
    "response": {"content": "{media", "headers": "{valued"},
    "valued": {"schema": "schema", "content": "{media"},
    "media": {"schema": "schema", "itemSchema": "schema", "encoding": "{encoding"},
    "encoding": {"headers": "{valued"},
    "schema": {
        **dict.fromkeys(SCHEMA_KEYS, "schema"),
        **dict.fromkeys(MAPS, "{schema"),
        **dict.fromkeys(LISTS, "[schema"),
    },
}
"""Object → key → what stands there.

``{`` is a map of it, ``[`` a list, ``>`` is sent, ``<`` received, ``!`` sent by the API.
"""


def escape(key: Any) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")


class Oracle:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.is_30 = str(document["openapi"]).startswith("3.0")
        self.registries: dict[str, Any] = {}
        self.refs: list[str] = []
        self.checker = FormatChecker()
        for name in ("regex", *(("time",) if self.is_30 else ())):
            self.checker.checkers.pop(name, None)
        for name, limit in (("int32", 2**31), ("int64", 2**63)):
            self.checker.checks(name)(
                lambda v, limit=limit: not isinstance(v, int) or -limit <= v < limit
            )
        self.checker.checks("byte", ValueError)(
            lambda v: not isinstance(v, str) or b64decode(re.sub(r"\s", "", v), validate=True) != 0
        )

    def at(self, ref: str) -> Any:
        node: Any = self.document
        for part in ref.removeprefix("#").split("/")[1:]:
            key = re.sub("%([0-9A-Fa-f]{2})", lambda m: chr(int(m[1], 16)), part)
            key = key.replace("~1", "/").replace("~0", "~")
            node = node[int(key)] if isinstance(node, list) else node[key]
        return node

    def walk(self) -> Iterator[tuple[str, Any, str, str]]:
        """Yield the pointer, the value, the schema's pointer and the direction of each value."""
        stack = [("root", self.document, "#", "")]
        seen = set()
        while stack:
            kind, node, pointer, way = stack.pop()
            if not isinstance(node, dict):
                continue
            ref = node.get("$ref")
            if isinstance(ref, str) and kind != "root":
                target = ref if ref.startswith("#/") else ""
                if target and (kind, target) not in seen:
                    seen.add((kind, target))
                    with contextlib.suppress(KeyError, IndexError, TypeError, ValueError):
                        stack.append((kind, self.at(target), target, way))
                if kind not in ("schema", "item"):
                    continue
            yield from self.values(kind, node, pointer, way)
            for key, value in node.items():
                rule = STATES[kind].get(key) or STATES[kind].get("*", "")
                if not rule:
                    continue
                name = rule.strip("{[<>!")
                # what an API sends itself has no direction; what is in it has none either
                goes = "!" if way == "!" or "!" in rule else (re.sub("[^<>]", "", rule) or way)
                goes = "" if name == "schema" and goes != "!" else goes
                where = f"{pointer}/{escape(key)}"
                if rule[0] == "{" and isinstance(value, dict):
                    for inner, item in value.items():
                        if (
                            kind in ("root", "parts")
                            and str(inner).startswith("x-")
                            and name == "item"
                        ):
                            continue
                        stack.append((name, item, f"{where}/{escape(inner)}", goes))
                elif rule[0] == "[" and isinstance(value, list):
                    stack += [(name, v, f"{where}/{i}", goes) for i, v in enumerate(value)]
                elif rule[0] not in "{[":
                    stack.append((name, value, where, goes))

    def values(
        self, kind: str, node: dict[str, Any], pointer: str, way: str
    ) -> Iterator[tuple[str, Any, str, str]]:
        if kind == "schema":
            for key in ("example", "default"):
                if key in node:
                    yield f"{pointer}/{key}", node[key], pointer, ""
            if isinstance(node.get("examples"), list):
                for number, value in enumerate(node["examples"]):
                    yield f"{pointer}/examples/{number}", value, pointer, ""
        elif kind in ("valued", "media") and isinstance(node.get("schema"), dict | bool):
            name = pointer.rsplit("/", 1)[-1].replace("~1", "/")
            is_json = kind == "valued" or re.search(r"[/+]json\s*(;|$)", name, re.I)
            schema = f"{pointer}/schema"
            mode = {">": "request", "<": "response"}.get(way, "") if kind == "media" else ""
            if kind == "valued":
                mode = {">": "request*", "<": "response*"}.get(way, "")
            found = [(f"{pointer}/example", node["example"])] if "example" in node else []
            listed = node.get("examples")
            if isinstance(listed, list):
                found += [(f"{pointer}/examples/{n}", v) for n, v in enumerate(listed)]
            for key, holder in listed.items() if isinstance(listed, dict) else ():
                where = f"{pointer}/examples/{escape(key)}"
                hops = 0
                while isinstance(holder, dict) and "$ref" in holder and hops < 9:
                    where, hops = holder["$ref"], hops + 1
                    try:
                        holder = self.at(where)
                    except (KeyError, TypeError):
                        holder = {}
                for word in ("value", "dataValue"):
                    if isinstance(holder, dict) and word in holder:
                        found.append((f"{where}/{word}", holder[word]))
            for where, value in found:
                if not is_json and isinstance(value, str):
                    target = node["schema"]
                    while isinstance(target, dict) and "$ref" in target:
                        target = self.at(target["$ref"])
                    if not isinstance(target, dict) or target.get("type") not in (
                        "string",
                        ["string"],
                    ):
                        continue
                yield where, value, schema, mode

    def address(self, ref: str) -> str:
        if ref not in self.refs:
            self.refs.append(ref)
        return f"urn:x:{self.refs.index(ref)}"

    def errors(self, value: Any, pointer: str, mode: str) -> list[Any] | None:
        """Return what is wrong; ``None`` when jsonschema cannot tell."""
        if mode not in self.registries:
            self.registries[mode] = Registry(retrieve=lambda uri: self.resource(uri, mode))
        validator = Draft202012Validator(
            {"$ref": self.address(pointer)},
            registry=self.registries[mode],
            format_checker=self.checker,
        )
        try:
            found = list(validator.iter_errors(value))
        except Exception:
            return None
        return [error for error in found if not is_exact_multiple(error)]

    def resource(self, uri: str, mode: str) -> Any:
        ref = self.refs[int(uri.rpartition(":")[2])]
        return DRAFT202012.create_resource(self.modern(self.at(ref), mode, frozenset()))

    def modern(self, schema: Any, mode: str, above: frozenset[str]) -> Any:
        """Return a schema as JSON Schema 2020-12, its references as addresses of other ones."""
        if not isinstance(schema, dict):
            return schema if isinstance(schema, bool) else {}
        out = {k: v for k, v in schema.items() if k not in ("$id", "$anchor")}
        words = {"request": ["readOnly"], "response": ["writeOnly"]}
        dropped = words.get(mode.rstrip("*"), ["readOnly", "writeOnly"])
        known = above | self.one_way(schema, dropped)
        ref = out.get("$ref")
        if isinstance(ref, str):
            out["$ref"] = self.address(ref)
            if self.is_30:
                out = {"$ref": out["$ref"], "nullable": schema.get("nullable")}
        for key in SCHEMA_KEYS:
            if isinstance(out.get(key), dict | bool):
                out[key] = self.modern(out[key], mode, frozenset())
        for key in MAPS:
            if isinstance(out.get(key), dict):
                out[key] = {k: self.modern(v, mode, frozenset()) for k, v in out[key].items()}
        for key in LISTS:
            if isinstance(out.get(key), list):
                out[key] = [self.modern(v, mode, known) for v in out[key]]
        if isinstance(out.get("required"), list):
            out["required"] = [name for name in out["required"] if name not in known]
        if self.is_30:
            if mode in words and isinstance(out.get("properties"), dict):
                for name in self.own_one_way(schema, dropped):
                    out["properties"][name] = False
            for bound, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
                if out.pop(bound, None) is True and limit in out:
                    out[bound] = out.pop(limit)
            if out.pop("nullable", None) is True:
                out = {"anyOf": [{"type": "null"}, out]}
        return out

    def own_one_way(self, schema: Any, words: list[str]) -> set[str]:
        found = set()
        for name, member in schema.get("properties", {}).items():
            stack, hops = [member], 0
            while stack and hops < 50:
                part, hops = stack.pop(), hops + 1
                if isinstance(part, dict):
                    if any(part.get(word) is True for word in words):
                        found.add(name)
                    stack += part.get("allOf", []) if isinstance(part.get("allOf"), list) else []
                    if isinstance(part.get("$ref"), str):
                        stack.append(self.at(part["$ref"]))
        return found

    def one_way(self, schema: Any, words: list[str]) -> set[str]:
        found, stack, hops = set(), [schema], 0
        while stack and hops < 200:
            part, hops = stack.pop(), hops + 1
            if isinstance(part, dict):
                if isinstance(part.get("properties"), dict):
                    found |= self.own_one_way(part, words)
                stack += part.get("allOf", []) if isinstance(part.get("allOf"), list) else []
                if isinstance(part.get("$ref"), str):
                    stack.append(self.at(part["$ref"]))
        return found


def is_exact_multiple(error: Any) -> bool:
    """Whether a decimal is only no multiple because binary numbers are not exact."""
    if error.validator != "multipleOf":
        return False
    return (Fraction(str(error.instance)) / Fraction(str(error.validator_value))).denominator == 1


def is_by_discriminator(error: Any) -> bool:
    """Whether a discriminator may choose where jsonschema finds no one branch."""
    own = isinstance(error.schema, dict) and "discriminator" in error.schema
    return own or any(map(is_by_discriminator, error.context))


def compare(path: Path) -> tuple[int, set[str], set[str], int, int]:
    """Return how many values there are, what one side alone finds wrong, and what is open."""
    from sphinx_docsjson.ext.api_checks.examples import example_problems
    from sphinx_docsjson.ext.openapi.model.operations import specification
    from sphinx_docsjson.ext.openapi.reading.specifications import load

    text = path.read_text(encoding="utf-8")
    document = json.loads(text) if path.suffix == ".json" else yaml.load(text, Plain)
    oracle = Oracle(document)
    wrong, skipped, total, known = set(), set(), 0, set()
    for pointer, value, schema, mode in oracle.walk():
        if (pointer, schema, mode) in known:
            continue
        known.add((pointer, schema, mode))
        total += 1
        errors = oracle.errors(value, schema, mode)
        if errors is None or (errors and all(map(is_by_discriminator, errors))):
            skipped.add(pointer)
        elif errors:
            wrong.add(pointer)
    loaded = load(path.name, path.parent)
    assert loaded.document is not None, loaded.problems
    found = example_problems(specification(loaded.document, path.name), each=True)
    ours = {problem.pointer for problem in found}
    return total, ours - wrong - skipped, wrong - ours - skipped, len(ours), len(skipped)


class Plain(yaml.SafeLoader):
    """PyYAML without what YAML 1.2 has no more: dates, ``yes``, octal numbers."""


OLD = (":timestamp", ":bool", ":int")
Plain.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in listed if not tag.endswith(OLD)]
    for first, listed in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Plain.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
Plain.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789")
)


def main(paths: list[str]) -> int:
    """Compare files; print what differs."""
    values = wrong = different = 0
    for name in paths:
        try:
            total, false, missing, ours, skipped = compare(Path(name))
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {str(error)[:200]}")
            continue
        values, wrong, different = values + total, wrong + ours, different + len(false | missing)
        if false or missing or len(paths) < 12:
            print(f"{name}: {total} values, {ours} wrong, {skipped} open")
            for word, found in (("false", false), ("missing", missing)):
                for pointer in sorted(found)[:5]:
                    print(f"   {word}: {pointer}")
    print(f"{values} values, {wrong} wrong, {different} differ, in {len(paths)} files")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
