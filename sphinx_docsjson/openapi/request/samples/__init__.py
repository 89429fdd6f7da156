"""Request samples: an operation and values, written in the languages that readers use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.openapi.request.http_request import Request, build_request
from sphinx_docsjson.openapi.request.samples.sample_languages import LANGUAGES, chosen, language
from sphinx_docsjson.openapi.request.samples.sample_template import render_with_literals

if TYPE_CHECKING:
    from sphinx_docsjson.openapi.model.api import Operation
    from sphinx_docsjson.openapi.request.http_request import Values
    from sphinx_docsjson.openapi.request.request_body import Part

__all__ = ["LANGUAGES", "Sample", "chosen", "language", "request_samples", "sample_of"]

COMMON = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
"""The methods that client libraries have a function or class for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A request sample.

    :param language: its key, such as ``curl``; empty for samples that the author wrote.
    :param label: what its tab shows.
    :param lexer: the name of its Pygments lexer.
    :param literals: from where to where values stand in the code, in a template of ours.
    """

    language: str
    label: str
    lexer: str
    code: str
    literals: tuple[tuple[int, int], ...] = ()


def request_samples(
    operation: Operation, values: Values, languages: Iterable[str] = ()
) -> list[Sample]:
    """Return the samples of *operation*: those that its file brings, or else generated ones.

    :param languages: keys of :data:`LANGUAGES` in the order wanted; nothing means all.
    """
    if operation.code_samples:
        return [
            Sample(
                language="",
                label=sample.label or sample.language,
                lexer=sample.language.lower() or "text",
                code=sample.source.strip("\n"),
            )
            for sample in operation.code_samples
        ]
    request = build_request(operation, values)
    return [sample_of(request, name) for name in (tuple(languages) or LANGUAGES)]


def sample_of(request: Request, name: str) -> Sample:
    """Return *request* written in the language *name*."""
    rules = language(name)
    code, literals = render_with_literals(rules, template_data(request))
    label, lexer = rules["label"], rules["lexer"]
    return Sample(language=name, label=label, lexer=lexer, code=code, literals=literals)


def template_data(request: Request) -> dict[str, Any]:
    """Return what the templates know about *request*."""
    body = request.body
    kind = body.kind if body else ""
    text = body.text if body else ""
    parts = [part_data(part) for part in body.parts] if body else []
    content_type = body.type if body and kind != "multipart" else ""
    plain = [{"name": name, "value": value} for name, value in request.headers]
    typed = [{"name": "Content-Type", "value": content_type}] if content_type else []
    user, password = request.basic or ("", "")
    names = [part["name"] for part in parts]
    return {
        "method": request.method,
        "verb": request.method.lower(),
        "Method": request.method.capitalize(),
        "common": request.method in COMMON,
        "head": request.method == "HEAD",
        "url": request.url,
        "headers": typed + plain,
        "plainHeaders": plain,
        "anyHeaders": bool(typed or plain or request.basic),
        "contentType": content_type,
        "basic": request.basic is not None,
        "username": user,
        "password": password,
        "hasBody": body is not None and bool(text or parts or body.file),
        "body": text,
        "json": text if kind == "json" else "",
        "text": text if kind == "text" else "",
        "form": parts if kind == "form" else [],
        "multipart": parts if kind == "multipart" else [],
        "multipartType": body.type if body and kind == "multipart" else "",
        "binary": body.file if body else "",
        "files": bool(body and body.file) or any(part["file"] for part in parts),
        "typedParts": kind == "multipart" and any(part["typed"] for part in parts),
        "distinctParts": len(set(names)) == len(names)
        and not any(part["type"] and not part["file"] for part in parts),
    }


def part_data(part: Part) -> dict[str, Any]:
    """Return what the templates know about one field of a form."""
    mime = part.type or ("application/octet-stream" if part.file else "")
    disposition = f'form-data; name="{field_name(part.name)}"'
    if part.file:
        disposition += f'; filename="{field_name(part.file)}"'
    head = f"Content-Disposition: {disposition}\r\n"
    return {
        "name": part.name,
        "value": part.value,
        "file": part.file,
        "type": part.type,
        "mime": mime,
        "typed": bool(mime),
        "disposition": disposition,
        "head": head + (f"Content-Type: {mime}\r\n\r\n" if mime else "\r\n"),
    }


def field_name(name: str) -> str:
    """Return *name* as multipart/form-data writes it (HTML Standard, section 4.10.22.8)."""
    return name.replace("\n", "%0A").replace("\r", "%0D").replace('"', "%22")
