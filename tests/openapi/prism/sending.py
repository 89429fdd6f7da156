"""The requests of a description as the build and the script of the page make them, and answers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sphinx_docsjson.ext.api_checks.messages import Messages, begun, sent
from sphinx_docsjson.ext.api_checks.values import SchemaValidators
from sphinx_docsjson.ext.openapi.content.playground import jsonable, playground_data
from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
from sphinx_docsjson.ext.openapi.model.operations import specification
from sphinx_docsjson.ext.openapi.reading.specifications import load
from sphinx_docsjson.ext.openapi.request.bodies import language_of
from sphinx_docsjson.ext.openapi.request.http import (
    File,
    Request,
    Values,
    build_request,
    kind_of,
    media_type_of,
)
from sphinx_docsjson.ext.openapi.request.values import Sampler
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.merging import Schemas
from sphinx_docsjson.ext.openapi.schema.view import Located
from sphinx_docsjson.site.model import Api
from tests.openapi.prism.choosing import only, sampled
from tests.openapi.prism.mock import SILENT, ask, mocking
from tests.playground.support import SCRIPTS

BASE = "http://127.0.0.1:9"


@dataclass
class Report:
    """What came of the requests of one description.

    :param refused: request → what Prism says of it.
    :param noted: requests whose values do not fit, as their pages say; Prism refuses them rightly.
    :param explained: requests that Prism refuses by a mistake of its own → which one.
    :param different: requests that the script of the page makes in another way.
    """

    sent: int = 0
    refused: dict[str, tuple[str, ...]] = field(default_factory=dict)
    noted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    explained: dict[str, str] = field(default_factory=dict)
    different: list[str] = field(default_factory=list)


def read(path: Path) -> Specification:
    """Return a description as a build reads it."""
    loaded = load(path.name, path.parent)
    assert loaded.document is not None, loaded.problems
    return specification(loaded.document, path.name)


def requests(
    operations: Sequence[Operation], sampler: Sampler
) -> Iterator[tuple[Operation, Values]]:
    """Yield the values of each form and its samples, without and with ``examples.prefill``."""
    for operation in operations:
        seen: list[Values] = []
        for prefill in (False, True):
            for values in begun(operation, sampler, prefill=prefill):
                if values not in seen:
                    seen.append(values)
                    yield operation, replace(values, server=BASE)


def differences(spec: Specification, made: list[tuple[Operation, Values]]) -> list[str]:
    """Return the requests that the script of the page makes in another way than the build."""
    sampler = Sampler(Examples(Schemas(spec.resolver)))
    blocks: dict[str, Any] = {}
    cases = []
    for operation, values in made:
        if operation.pointer not in blocks:
            data = playground_data(operation, values, Api(), sampler=sampler)
            blocks[operation.pointer] = {k: v for k, v in data.items() if k != "schemas"}
        typed = {
            "server": values.server,
            "parameters": jsonable(values.parameters),
            "mediaType": values.media_type,
            "body": jsonable(values.body),
            "security": values.security,
            "credentials": values.credentials,
        }
        cases.append({"operation": blocks[operation.pointer], "values": typed})
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("script.js"))],
        input=json.dumps({"folder": str(SCRIPTS), "cases": cases}, default=str),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    found = []
    for (operation, values), theirs in zip(made, json.loads(done.stdout), strict=True):
        ours = build_request(operation, values)
        if _plain(ours) != _of_script(theirs):
            found.append(f"{operation.method} {operation.path} ({values.media_type})")
    return found


def _plain(request: Request) -> tuple[Any, ...]:
    headers = [list(pair) for pair in request.headers]
    basic = list(request.basic) if request.basic else None
    body = request.body
    if body is None:
        return request.method, request.url, headers, basic, None
    parts = [[part.name, part.value, part.file] for part in body.parts]
    return request.method, request.url, headers, basic, [body.kind, body.type, body.text, parts]


def _of_script(request: dict[str, Any]) -> tuple[Any, ...]:
    head = (request["method"], request["url"], request["headers"], request["basic"] or None)
    body = request.get("body")
    if not body:
        return (*head, None)
    parts = [
        [part["name"], part.get("value", ""), part["file"]["$file"] if part.get("file") else ""]
        for part in body.get("parts") or ()
    ]
    return (*head, [body["kind"], body["type"], body.get("text", ""), parts])


def check(path: Path, folder: Path, *, sample: int = 0, seed: int = 1) -> Report:
    """Send everything that the pages of a description begin with to its mock server.

    :param sample: so many operations only, in a description that has no others; 0: all.
    """
    spec = read(path)
    operations = sampled(spec, sample, seed)
    made = list(requests(operations, Sampler(Examples(Schemas(spec.resolver)))))
    report = Report(sent=len(made))
    fits, messages = SchemaValidators(spec), Messages(spec)
    report.different = differences(spec, made)
    description = only(spec, operations, folder) if sample else path
    with mocking(_for_prism(description, folder), folder) as address:
        for number, (operation, values) in enumerate(made, 1):
            wire = sent(build_request(operation, replace(values, server=address)))
            answer = ask(wire)
            if answer.refused:
                kind = f" ({values.media_type})" if values.media_type else ""
                name = f"{number} {operation.method} {operation.path}{kind}"
                if any(misfits(operation, values, fits)):
                    report.noted[name] = answer.refused
                elif why := prisms_own(answer.refused, messages, operation, values):
                    report.explained[name] = why
                else:
                    report.refused[name] = answer.refused
    return report


def misfits(operation: Operation, values: Values, fits: SchemaValidators) -> Iterator[str]:
    """Yield what is wrong with the values of a request, in whatever way they are sent."""
    for parameter in operation.parameters:
        value = values.parameters.get(f"{parameter.place}:{parameter.name}")
        if value is not None and parameter.schema is not None:
            schema = Located(parameter.schema, parameter.schema_pointer)
            yield from (each.reason for each in fits.misfits(value, schema, "request"))
    media = media_type_of(operation, values.media_type)
    if media is None or media.schema is None:
        return
    if values.body == "" and operation.body and operation.body.required:
        yield "no value is known"
    body = _with_texts(values.body) if isinstance(values.body, Mapping) else None
    if isinstance(values.body, str) and kind_of(media.name) == "json":
        with suppress(ValueError):
            body = json.loads(values.body)
    if body is not None:
        schema = Located(media.schema, f"{media.pointer}/schema")
        yield from (each.reason for each in fits.misfits(body, schema, "request", strict=True))


def _with_texts(value: Any) -> Any:
    """Return the fields of a form with a text for each file, which is what schemas call them."""
    if isinstance(value, Mapping):
        return {name: _with_texts(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_texts(item) for item in value]
    return "" if isinstance(value, File) else value


def prisms_own(
    reasons: tuple[str, ...], messages: Messages, operation: Operation, values: Values
) -> str:
    """Return which mistake of Prism it is that a request is refused; nothing where it is ours."""
    said = " ".join(reasons)
    if said == SILENT:
        return "it makes up a response for longer than a minute"
    if all(is_of_nothing(reason, operation, values) for reason in reasons):
        return "it makes an empty object of a deepObject that is not sent"
    if messages.request_errors(operation, values):
        return ""
    missing = set(re.findall(r"must have required property '([^']+)'", said))
    if missing and missing & read_only_names(messages.spec.document):
        return "it asks a request for read-only fields below allOf and oneOf"
    if language_of(values.media_type) == "xml" and re.search(r"body must be \w+$", said):
        return "it reads no XML, and holds its text against the schema"
    if "No supported content types" in said:
        return "it takes no body where a Swagger file says nothing of media types"
    if re.search(r"required property '(accept|content-type|authorization)'", said):
        return "it asks for header parameters that OpenAPI tells to ignore"
    if "multipart" in values.media_type and "must be array" in said:
        return "it reads a list of one part as no list"
    if "must be object" in said and any(isinstance(v, Mapping) for v in fields_of(values)):
        return "it reads no object in a form, which is JSON by default (OpenAPI 3.1.1, 4.8.15.1)"
    return ""


def is_of_nothing(reason: str, operation: Operation, values: Values) -> bool:
    """Whether a reason is about a ``deepObject`` that the form does not hold."""
    place = re.search(r"\bbody\.(\S+): .* must have required property", reason)
    media = media_type_of(operation, values.media_type)
    names = place[1].split(".") if place else [""]
    how = media.encoding.get(names[0]) if media else None
    sent_there: Any = values.body
    for name in names:
        sent_there = sent_there.get(name) if isinstance(sent_there, Mapping) else None
    return how is not None and how.style == "deepObject" and sent_there is None


def fields_of(values: Values) -> Iterable[Any]:
    """Return the values of the fields of a form; nothing where another body is sent."""
    return values.body.values() if isinstance(values.body, Mapping) else ()


def read_only_names(node: Any) -> set[str]:
    """Return the properties that are read-only, wherever they stand."""
    found: set[str] = set()
    if isinstance(node, dict):
        properties = node.get("properties")
        for name, member in properties.items() if isinstance(properties, dict) else ():
            if isinstance(member, dict) and member.get("readOnly") is True:
                found.add(name)
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            found |= read_only_names(inner)
    return found


def _for_prism(path: Path, folder: Path) -> Path:
    """Return a description that Prism reads: it knows no OpenAPI 3.2."""
    text = path.read_text(encoding="utf-8")
    if "openapi: 3.2" not in text and '"openapi": "3.2' not in text:
        return path
    copy = folder / "prism"
    shutil.copytree(path.parent, copy, dirs_exist_ok=True)
    older = text.replace("openapi: 3.2.0", "openapi: 3.1.1")
    target = copy / path.name
    target.chmod(0o644)
    target.write_text(older.replace('"openapi": "3.2.0"', '"openapi": "3.1.1"'), encoding="utf-8")
    return target
