"""Request samples: the request of an operation, written in each language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx_docsjson.ext.openapi.request.http import Request, build_request, form_text

if TYPE_CHECKING:
    from sphinx_docsjson.ext.openapi.model.api import Operation
    from sphinx_docsjson.ext.openapi.request.http import Part, Values


__all__ = ["LANGUAGES", "Sample", "chosen", "language", "request_samples", "sample_of"]

COMMON = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
"""The methods that client libraries have a function or class for."""

GLOBS = frozenset("{}[]")
"""What curl reads as a pattern of several addresses, such as the name of a value to fill in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A request sample.

    :param language: its key, such as ``curl``; empty for samples that the author wrote.
    :param label: what its tab shows.
    :param lexer: the name of its Pygments lexer.
    """

    language: str
    label: str
    lexer: str
    code: str


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
    code = render(rules, template_data(request))
    return Sample(language=name, label=rules["label"], lexer=rules["lexer"], code=code)


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
        "globs": not GLOBS.isdisjoint(request.url),
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


# The languages that samples can be written in: one TOML file each, read by Python and browser.

LANGUAGES = ("curl", "python", "javascript", "go", "java", "php", "ruby", "csharp")
"""All languages, in the order in which they are shown."""


@cache
def language(name: str) -> dict[str, Any]:
    """Return the definition of one of the :data:`LANGUAGES`."""
    text = files(__package__).joinpath("languages", f"{name}.toml").read_text(encoding="utf-8")
    return {"name": name, **tomllib.loads(text)}


def chosen(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the languages that *names* mean, in their order, and the names nobody knows.

    :param names: ``api.examples.languages``; nothing means all languages.
    """
    known: dict[str, None] = {}
    unknown = []
    for name in names:
        meant = _names().get(name.strip().lower())
        if meant is None:
            unknown.append(name)
        else:
            known[meant] = None
    return list(known) or list(LANGUAGES), unknown


def language_called(name: str) -> str:
    """Return the key of the language that *name* means, or nothing."""
    return _names().get(name.strip().lower(), "")


@cache
def _names() -> dict[str, str]:
    """Return every name of every language → its own name."""
    return {
        alias: name for name in LANGUAGES for alias in (name, *language(name).get("aliases", ()))
    }


# The interpreter of sample templates: a few tags, and the quoting rules of a language.
#
# ``theme/scripts/playground/samples.js`` is the same in the browser, function by function; a test
# compares both. The tags are those of Mustache, with a filter after the name:
#
# =================================  ==========================================================
# ``{{name}}``, ``{{name|filter}}``  a value, written as it is or by a rule of the language
# ``{{#list}} … {{/list}}``          once for each item, whose values are then known by name
# ``{{?name}} … {{/name}}``          once, when the value is there and not empty
# ``{{^name}} … {{/name}}``          once, when it is not
# ``{{|rule}} … {{/rule}}``          what is inside, quoted as a whole by a rule
# =================================  ==========================================================
#
# A line that is empty but tags of blocks leaves no line behind.

QuotingRules: TypeAlias = Mapping[str, Any]
"""A language as its file defines it."""

_TAG = re.compile(r"\{\{([#?^/|]?)(\w+)(?:\|(\w+))?\}\}")
_LONELY_TAGS = re.compile(r"^[ \t]*((?:\{\{[#?^/]\w+\}\})+)[ \t]*\n", re.MULTILINE)
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|\{\}|\[\]|[{}\[\]:,]|[^\s"{}\[\]:,]+')
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""What nobody sees in a sample, or what turns the direction of its text, is written out."""


@dataclass(frozen=True, slots=True)
class TemplateTag:
    """A tag with what is inside it."""

    sign: str
    name: str
    filter: str
    children: tuple[Node, ...] = ()


Node: TypeAlias = str | TemplateTag


@lru_cache
def parse(template: str) -> tuple[Node, ...]:
    """Return the tree of *template*.

    :raises ValueError: when a block is not closed by its own name.
    """
    source = _LONELY_TAGS.sub(r"\1", template)
    stack: list[tuple[str, str, list[Node]]] = [("", "", [])]
    at = 0
    for match in _TAG.finditer(source):
        sign, name, rule = match.group(1), match.group(2), match.group(3) or ""
        stack[-1][2].append(source[at : match.start()])
        at = match.end()
        if sign == "/":
            opener, opened, children = stack.pop()
            if opened != name or not stack:
                raise ValueError(f"{{{{/{name}}}}} closes {opened or 'nothing'!r}")
            stack[-1][2].append(TemplateTag(opener, opened, "", tuple(children)))
        elif sign:
            stack.append((sign, name, []))
        else:
            stack[-1][2].append(TemplateTag("", name, rule))
    if len(stack) > 1:
        raise ValueError(f"{{{{{stack[-1][0]}{stack[-1][1]}}}}} is not closed")
    return (*stack[0][2], source[at:])


def render(language: QuotingRules, data: Mapping[str, Any]) -> str:
    """Return the sample that the template of *language* makes of *data*."""
    return _render(parse(language["template"]), language, [data], "").strip()


def _render(
    tree: tuple[Node, ...],
    language: QuotingRules,
    scopes: list[Mapping[str, Any]],
    before: str,
) -> str:
    """Return the text of *tree*; *before* is what is to the left of it."""
    text = ""
    for node in tree:
        if isinstance(node, str):
            text += node
            continue
        value: Any = next((scope[node.name] for scope in scopes if node.name in scope), "")
        match node.sign:
            case "":
                text += written(str(value), node.filter, language, indentation(before + text))
            case "#":
                for item in value or ():
                    scope = [item, *scopes]
                    text += _render(node.children, language, scope, before + text)
            case "|":
                inside = _render(node.children, language, scopes, "")
                text += written(inside, node.name, language, "")
            case sign if bool(value) == (sign == "?"):
                text += _render(node.children, language, scopes, before + text)
    return text


def indentation(text: str) -> str:
    """Return the blanks that the last line of *text* starts with."""
    line = text.rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip(" \t"))]


def written(text: str, rule: str, language: QuotingRules, indent: str) -> str:
    """Return *text* as *rule* of *language* writes it; lines of a literal get *indent*."""
    if rule == "":
        return text
    if rule == "form":
        return form_text(text)
    if rule == "literal":
        if language.get("wide"):
            text = re.sub(r"\n( +)", r"\n\1\1", text)
        return literal(text, language).replace("\n", f"\n{indent}")
    if rule == "block":
        return block(text, language, indent)
    return quoted(text, language[rule])


def quoted(text: str, rule: QuotingRules) -> str:
    """Return *text* as a string literal."""
    escape, control = rule["escape"], rule.get("control")
    text = "".join(escape.get(character, character) for character in text)
    if control:
        text = _CONTROL.sub(lambda m: control.replace("%", f"{ord(m[0]):04x}"), text)
    return f"{rule['quote']}{text}{rule['quote']}"


def block(text: str, language: QuotingRules, indent: str) -> str:
    """Return *text* as a literal of several lines, where the language has one for it."""
    rule = language.get("block")
    seen = text.replace("\n", "").replace("\t", "")
    if not rule or "\n" not in text or re.search(rule["unless"], text) or _CONTROL.search(seen):
        return quoted(text, language["string"])
    text = "".join(rule.get("escape", {}).get(character, character) for character in text)
    result = rule["open"] + text + rule["close"]
    return str(result.replace("\n", f"\n{indent}    ") if rule.get("indent") else result)


def literal(text: str, language: QuotingRules) -> str:
    """Return the JSON *text* as a literal of the language, token by token, line by line."""
    tokens = language["literal"]

    def token(match: re.Match[str]) -> str:
        found = match[0]
        if found.startswith('"'):
            return quoted(json.loads(found), language["string"])
        return str(tokens.get(found, found))

    return _JSON_TOKEN.sub(token, text)
