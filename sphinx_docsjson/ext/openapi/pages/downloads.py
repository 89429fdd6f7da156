"""Downloads for readers: the API description, and its requests for editors."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_docsjson.base.messages import one_line, words
from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.build import the_build
from sphinx_docsjson.ext.openapi.model.operations import is_excluded
from sphinx_docsjson.ext.openapi.pages.reference import Download, api_reference
from sphinx_docsjson.ext.openapi.reading.locations import locate
from sphinx_docsjson.ext.openapi.reading.parse import (
    as_utf8,
    is_hidden,
    json_of,
    mapping,
    published,
)
from sphinx_docsjson.ext.openapi.reading.resolver import segments
from sphinx_docsjson.ext.openapi.request.http import build_request, kind_of
from sphinx_docsjson.ext.openapi.request.samples import part_data
from sphinx_docsjson.ext.openapi.request.values import (
    Sampler,
    absolute_server,
    initial_values,
    sample_values,
)
from sphinx_docsjson.i18n import _
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import warn_of_missing_source

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
    from sphinx_docsjson.ext.openapi.pages.reference import DescribedApi
    from sphinx_docsjson.ext.openapi.request.http import Request, RequestBody


logger = logging.getLogger(__name__)

SHOWN_LEFT_OUT = 3
"""How many requests that the format cannot hold a message names."""

MAPS = ("paths", "webhooks", "x-webhooks", "channels", "operations")


def downloads_of(api: DescribedApi, folder: str) -> tuple[Download, ...]:
    """Return the description and the requests of an API as files that readers can have.

    There are none where ``docs.json`` says so, and of a hidden file. A description of several
    files, or one that has operations that are not for readers, is written anew as one file of
    JSON without them.

    :param folder: where its pages are.
    """
    spec, is_url = api.spec, "://" in api.spec.key
    if not api.choice.download or (not is_url and is_hidden(spec.key)):
        return ()
    text = str(_("AsyncAPI description") if spec.is_async else _("OpenAPI description"))
    requests = str(_("Requests for editors (.http)"))
    path = published(spec.key)
    stem = f"{folder}/{spec.stem}" if is_url else path.rpartition(".")[0]
    given = Download(label=text, path=path, as_given=True)
    if len(spec.files) > 1 or has_excluded(spec.document):
        given = Download(label=text, path=f"{stem}.json")
    if spec.is_async:
        return (given,)
    return given, Download(label=requests, path=f"{stem}.http")


def has_excluded(document: Mapping[str, Any]) -> bool:
    """Whether a description has operations that are not for readers."""
    return any(
        is_excluded(mapping(item))
        or any(is_excluded(mapping(raw)) for raw in mapping(item).values())
        for name in MAPS
        for item in mapping(document.get(name)).values()
    )


def for_readers(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a description without the operations that are not for readers.

    What only these refer to goes with them. What nothing refers to stays: it was left on purpose.
    """
    found = _without_excluded(document)
    components = mapping(document.get("components"))
    if not components:
        return found
    parts = {
        f"#/components/{kind}/{name}": part
        for kind, listed in components.items()
        for name, part in mapping(listed).items()
    }
    uses = {pointer: _parts_in(part, parts) for pointer, part in parts.items()}
    kept_outside = _parts_in({k: v for k, v in found.items() if k != "components"}, parts)
    for_nobody = {
        pointer
        for name in MAPS
        for item in mapping(document.get(name)).values()
        for pointer in _parts_in(item, parts)
    }
    secret = _reached(for_nobody, uses)
    kept = _reached(kept_outside | (parts.keys() - secret), uses)
    found["components"] = {
        kind: {n: part for n, part in listed.items() if f"#/components/{kind}/{n}" in kept}
        if isinstance(listed, dict) and kind != "securitySchemes"
        else listed
        for kind, listed in components.items()
    }
    return found


def part_of_description(
    spec: Specification, operation: Operation, pointers: Iterable[str]
) -> dict[str, Any]:
    """Return a description of one operation: itself, and what it refers to.

    :param pointers: of what its page shows; components among them are kept.
    """
    document = spec.document
    names = ("openapi", "asyncapi", "info", "jsonSchemaDialect", "servers")
    found = {name: document[name] for name in names if name in document}
    shared = (each for each in dict.fromkeys(pointers) if each.startswith("#/components/"))
    for pointer in (operation.pointer, *shared):
        *path, last = segments(pointer)
        value, place = spec.resolver.get(pointer), found
        for name in path:
            place = place.setdefault(name, {})
            if not isinstance(place, dict):
                break
        else:
            place.setdefault(last, value)
    return found


def _parts_in(node: Any, parts: Mapping[str, Any]) -> set[str]:
    """Return the components that *node* refers to, also by the mapping of a discriminator."""
    found: set[str] = set()
    todo = [node]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            # A reference may lead into a component.
            pointer = "/".join(value.split("/")[:4]) if value.startswith("#/components/") else ""
            found |= {pointer} & parts.keys()
        elif isinstance(value, dict | list):
            todo += value.values() if isinstance(value, dict) else value
    return found


def _reached(begin: Iterable[str], uses: Mapping[str, set[str]]) -> set[str]:
    """Return *begin* and what it refers to, however indirectly."""
    found: set[str] = set()
    todo = list(begin)
    while todo:
        pointer = todo.pop()
        if pointer not in found:
            found.add(pointer)
            todo += uses[pointer]
    return found


def _without_excluded(document: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(document)
    for name in MAPS:
        if isinstance(found.get(name), dict):
            found[name] = {
                path: {key: raw for key, raw in item.items() if not is_excluded(mapping(raw))}
                if isinstance(item, dict)
                else item
                for path, item in found[name].items()
                if not is_excluded(mapping(item))
            }
    return found


def write_downloads(app: Sphinx, _failure: Exception | None) -> None:
    """Write the files beside the pages."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    for api in api_reference(build).known.values():
        if api.downloads:
            _write_files(app, build, api, *api.downloads)


def _write_files(
    app: Sphinx,
    build: Build,
    api: DescribedApi,
    given: Download,
    requests: Download | None = None,
) -> None:
    spec = api.spec
    if not given.as_given:
        text = json_of(for_readers(spec.document), 2)
        _write(app, given.path, text.encode("utf-8", "surrogatepass"))
    elif "://" not in given.path:
        try:
            _write(app, given.path, as_utf8((Path(build.srcdir) / api.spec.key).read_bytes()))
        except FileNotFoundError as error:
            if not warn_of_missing_source(error, app.srcdir, app.outdir, app.doctreedir):
                raise
    if requests is None:
        return
    written = _requests(api)
    _write(app, requests.path, written.text.encode("utf-8", "replace"))
    _mention_left_out(requests.path, spec, written, Path(build.srcdir))


def _mention_left_out(path: str, spec: Specification, written: WrittenFile, srcdir: Path) -> None:
    """Say once which requests a file does not have: it is nothing that an author has to mend."""
    left = written.left_out
    if not left:
        return
    shown = "; ".join(f"{' '.join(each.key)}: {reason}" for each, reason in left[:SHOWN_LEFT_OUT])
    more = f"; and {len(left) - SHOWN_LEFT_OUT} more" if len(left) > SHOWN_LEFT_OUT else ""
    pointer = spec.source_pointers.source(left[0][0].pointer)
    place = locate(pointer, spec.key, srcdir, named=spec.named)
    message = (
        f"{path} leaves out {len(left)} of {len(spec.operations)} requests, which the format "
        f".http cannot hold ({shown}{more}); their pages have them"
    )
    logger.info("%s: %s", place, one_line(message))


def _requests(api: DescribedApi) -> WrittenFile:
    spec, sampler = api.spec, Sampler(api.examples)
    operations = [api.with_defaults(o) for o in spec.operations if not o.hidden]
    server = operations[0].servers[0].default_url if operations and operations[0].servers else ""
    if spec.servers:
        server = spec.servers[0].default_url
    title = f"{spec.title or spec.stem} {spec.info.version}"
    return http_file(title, server, operations, sampler)


def _write(app: Sphinx, path: str, data: bytes) -> None:
    """Write a file of the output, unless the author publishes one of its name."""
    target = Path(app.outdir) / path
    if not target.resolve().is_relative_to(Path(app.outdir).resolve()):
        return
    if is_authors(app, target):
        return
    own = Path(app.srcdir) / path
    if own.is_file() and own.suffix == ".http":
        data = own.read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.is_file() or target.read_bytes() != data:
        target.write_bytes(data)
    the_build(app.config).published.add(target)


# All requests of an API as one ``.http`` file, which editors send. Pure.
#
# The format is that of JetBrains' HTTP Client, of REST Client for VS Code, of Visual Studio and of
# httpyac: a request after each ``###``, variables as ``@name = value`` and ``{{name}}``. It has no
# way to quote a text. Those programs look for commands in every line, also in a body, and a
# command can run a script (``{{…}}``, ``> {% … %}``), read a file (``< file``), write one (``>>!
# file``) or begin another request. So each place is written by a function of its own: it writes
# what means nothing but itself there, in another spelling where URLs and JSON have one, or raises
# :class:`Unsayable`. Then the request is not in the file, and a comment at the top says why.

BOUNDARY = "boundary"
SERVER = "server"
LOCAL = "http://localhost"
MAX_DASHES = 60
"""A boundary has 70 characters at most (RFC 2046, section 5.1.1)."""

METHODS = words(
    "GET POST PUT PATCH DELETE HEAD OPTIONS CONNECT TRACE "
    "PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK"
)
"""The methods that all those programs know; another word would be read as an address."""

RESERVED = words(
    "await break case catch class const continue debugger default delete do else enum export "
    "extends false finally for function if implements import in instanceof interface let new null "
    "package private protected public return static super switch this throw true try typeof var "
    "void while with yield arguments eval undefined global console host sleep test "
    "constructor prototype hasOwnProperty toString valueOf"
)
"""What cannot be the name of a variable, or has a meaning there already."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
"""What ends a line for some reader, or what no file has. Tabs and line feeds are not among it."""

_SPACES = re.compile(r"[\s\x00-\x20\x7f-\x9f\u2028\u2029\ufeff]+")
_NOT_IN_URLS = re.compile(
    r"[^A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%{}]|\{(?=\{)|(?<=\{)\{|\}(?=\})|(?<=\})\}"
)
_HEADER_NAME = re.compile(r"[A-Za-z0-9_$][\w!$%&'*+.^`|~-]*", re.ASCII)
_MEDIA_TYPE = re.compile(
    r"[\w!#$&^.+-]+/[\w!#$&^.+-]+(?: ?; ?[\w.-]+=(?:[\w.+/:-]+|\"[\w .+/:;=-]*\"))*", re.ASCII
)
_IDENTIFIER = re.compile(r"[A-Za-z]\w*", re.ASCII)
_JSON_ESCAPES = re.compile("\\{(?=\\{)|<(?=--->)|[\x7f-\x9f\u2028\u2029\ufeff]")
_FORM_WORDS = re.compile("query|mutation")
_COMMAND = re.compile(
    r"""[\s\ufeff]*+(?:
        [\#@>]                                # a separator or comment, a variable, a script
      | <(?![A-Za-z/!?])                      # a file; XML begins with one of these
      | //|/\*                                # a comment
      | \?\?                                  # an assertion
      | query|mutation|(?:fragment|gql)\s     # GraphQL, which is sent in another form
      | HTTP/                                 # a response
      | (?:GRPC|MQTT|AMQP|WS|SSE)\s*-?\d
      | (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|CONNECT|TRACE|PROPFIND|PROPPATCH|MKCOL|COPY
          |MOVE|LOCK|UNLOCK|CHECKOUT|CHECKIN|REPORT|MERGE|MKACTIVITY|MKWORKSPACE|MKCALENDAR
          |VERSION-CONTROL|BASELINE-CONTROL|ACL|SEARCH|QUERY|GRAPHQL|GRPC|MQTTS?|AMQP|RABBITMQ
          |WSS?|WEBSOCKET|SSE|EVENTSOURCE)\s
    )""",
    re.VERBOSE,
)
"""How a line begins that some program takes for more than a text."""

_MARKS = re.compile(r"\{\{|\\\{\\\{|<--->|={3}\s*+(?:wait-for-server\s*+)?$")
"""What has a meaning anywhere in a line: a variable, and the end of a part of a body."""


class Unsayable(ValueError):
    """A request has something that the format cannot say; the message says what."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenFile:
    """The text of a file, and the requests that it does not have, with the reasons."""

    text: str
    left_out: tuple[tuple[Operation, str], ...]


def http_file(
    title: str, server: str, operations: Iterable[Operation], sampler: Sampler
) -> WrittenFile:
    """Return the requests of *operations* with the values that samples begin with.

    :param server: the URL that most of them share.
    """
    operations = tuple(operations)
    key = operations[0].spec if operations else ""
    # A file does not tell what a path alone is relative to: on a reader's machine, most often.
    known = is_external(server) or "://" in key
    variables = _Variables(
        absolute_server(server, key) if known else f"{LOCAL}{server}".rstrip("/")
    )
    written: list[tuple[Operation, str]] = []
    left_out: list[tuple[Operation, str]] = []
    for operation in operations:
        try:
            written.append((operation, _request(operation, server, sampler, variables)))
        except Unsayable as error:
            left_out.append((operation, str(error)))
    lines = [f"# {comment(title)}"]
    if left_out:
        lines.append(f"# {_('Left out, because this format cannot hold them:')}")
        lines += [f"# - {comment(' '.join(each.key))}" for each, _reason in left_out]
    lines += ["", *(f"@{name} = {value}" for name, value in variables.values.items())]
    taken = {*variables.values, SERVER}
    requests = [_titled(operation, text, taken) for operation, text in written]
    return WrittenFile(
        text="\n\n".join(("\n".join(lines), *requests)) + "\n", left_out=tuple(left_out)
    )


class _Variables:
    """What a reader sets once: the server and the credentials."""

    def __init__(self, server: str) -> None:
        self.values = {SERVER: url_text(server)}
        self._names: dict[str, str] = {}

    def named(self, key: str, value: str) -> str:
        """Return the name of the variable for *key*, and keep its value."""
        if key not in self._names:
            self._names[key] = _unused(identifier(key, "auth"), self.values)
            self.values[self._names[key]] = value
        return self._names[key]


def _request(
    operation: Operation, server_of_file: str, sampler: Sampler, variables: _Variables
) -> str:
    """Return a request without its title.

    :raises Unsayable: when the format cannot say it.
    """
    initial = initial_values(operation, sampler)
    values = sample_values(operation, initial, sampler)
    # A variable is a sign that stands in no value: the longest row of Z is one longer.
    rows = re.findall("Z+", repr(build_request(operation, values)))
    row = "Z" * (max(map(len, rows), default=0) + 1)
    signs: dict[str, tuple[str, str]] = {}

    def sign(name: str, value: str) -> str:
        found = f"x{row}{len(signs)}x"
        signs[found] = (name, value)
        return found

    server = values.server
    shared = server_of_file == initial.server or server == absolute_server(
        server_of_file, operation.spec
    )
    if shared and "?" not in server:  # how its query goes on depends on the server's own
        server = sign(SERVER, "")
    credentials: dict[str, str | tuple[str, str]] = {}
    for requirement in (r for alternative in operation.security[:1] for r in alternative):
        key = requirement.scheme.key
        credential = values.credentials.get(key, "")
        if isinstance(credential, tuple):
            user, password = credential
            credentials[key] = (sign(f"{key}User", user), sign(f"{key}Password", password))
        elif credential:
            credentials[key] = sign(key, credential)
    text = _request_text(
        build_request(operation, replace(values, server=server, credentials=credentials))
    )
    # Only a request that is written makes its variables known.
    for found, (name, value) in signs.items():
        variable = variables.named(name, value) if value else SERVER
        text = text.replace(found, f"{{{{{variable}}}}}")
    return text


def _titled(operation: Operation, text: str, taken: set[str]) -> str:
    """Return a request with its title and its name.

    Each has a name, because httpyac keeps the answer in a variable of that name, or else in one
    of the title: it must be no other variable.
    """
    name = identifier(operation.operation_id or f"{operation.method} {operation.path}", "send")
    name = _unused(name, taken, ending="Response")
    taken |= {name, f"{name}Response"}
    return f"### {comment(operation.title)}\n# @name {name}\n{text}"


def _request_text(request: Request) -> str:
    if request.method not in METHODS:
        raise Unsayable("clients of this format do not know its method")
    lines = [f"{request.method} {url_text(request.url)}"]
    if request.basic:
        lines.append(f"Authorization: Basic {' '.join(request.basic)}")
    lines += [header_line(name, value) for name, value in request.headers]
    if request.body:
        lines += _body_lines(request.body)
    return "\n".join(lines)


def _body_lines(body: RequestBody) -> list[str]:
    """Return the header and the lines of a body; files are read from beside the ``.http`` file."""
    if body.kind == "multipart":
        kind = media_type(body.type or "multipart/form-data").split(";")[0]
        parts = list(map(part_data, body.parts))
        contents = [
            [file_line(part["file"])] if part["file"] else body_text(part["value"], part["type"])
            for part in parts
        ]
        boundary = _boundary(line for content in contents for line in content)
        lines = [f"Content-Type: {kind}; boundary={boundary}", ""]
        for part, content in zip(parts, contents, strict=True):
            lines += [f"--{boundary}", _sayable(f"Content-Disposition: {part['disposition']}")]
            lines += [f"Content-Type: {media_type(part['mime'])}"] if part["typed"] else []
            lines += ["", *content]
        return [*lines, f"--{boundary}--"]
    head = [f"Content-Type: {media_type(body.type)}"] if body.type else []
    if body.file:
        return [*head, "", file_line(body.file)]
    if not body.text:
        return head
    lines = [*head, "", *body_text(body.text, body.type)]
    # After a text in Markdown, httpyac reads a separator only where it has no title.
    return [*lines, "", "###"] if "markdown" in body.type.lower() else lines


def comment(text: str) -> str:
    """Return *text* for a comment: on one line, and not as ``# @command``."""
    line = _SPACES.sub(" ", _CONTROL.sub(" ", text)).strip().replace("{{", "{ {")
    return f"“{line}”" if line[:1] in ("@", "#", "/") else line


def identifier(text: str, prefix: str) -> str:
    """Return *text* as the name of a variable that means nothing else to any client."""
    name = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
    usual = _IDENTIFIER.fullmatch(name) and name not in RESERVED
    special = name.lower().startswith(("request", "response", SERVER))
    return name if usual and not special else f"{prefix}_{name}".rstrip("_")


def _unused(name: str, taken: Collection[str], ending: str = "") -> str:
    found, number = name, 2
    while found in taken or f"{found}{ending}" in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def url_text(url: str) -> str:
    """Return *url* with whatever is no part of a URL percent-encoded, and every ``{{``."""
    return _NOT_IN_URLS.sub(_percent, url)


def _percent(match: re.Match[str]) -> str:
    data = match[0].encode("utf-8", "replace")
    return "".join(f"%{byte:02X}" for byte in data)


def header_line(name: str, value: str) -> str:
    """Return a header.

    :raises Unsayable: for a name or value that is read as something else.
    """
    if not _HEADER_NAME.fullmatch(name):
        raise Unsayable("a header has a name that no header can have")
    if name.lower().endswith("clientcert"):
        raise Unsayable("a header has a name that httpyac reads a certificate for")
    if value.endswith(",") or "\t" in value or "\n" in value:
        raise Unsayable("the value of a header cannot be written")
    return _sayable(f"{name}: {value}")


def media_type(text: str) -> str:
    """Return a media type.

    :raises Unsayable: when it is none.
    """
    if not _MEDIA_TYPE.fullmatch(text):
        raise Unsayable("a media type cannot be written in a header")
    return text


def file_line(name: str) -> str:
    """Return the line that reads a file from beside the ``.http`` file, whatever its name."""
    base = re.sub(r"[^\w.-]+", "_", posixpath.basename(name), flags=re.ASCII).lstrip(".")
    return f"< ./{base or 'file.bin'}"


def body_text(text: str, kind: str) -> list[str]:
    """Return the lines of a body, or of a part of one; blank lines at its ends are not sent.

    :param kind: its media type. Where JSON or a form has another spelling of what the format
        would misread, it is written.
    :raises Unsayable: for a text that is read as something else.
    """
    text = text.replace("\r\n", "\n")
    match kind_of(kind):
        case "json" if _is_json(text):
            text = _JSON_ESCAPES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
            text = text.replace("\r", "\n")
        case "form" if _FORM_WORDS.match(text):
            text = f"%{ord(text[0]):02X}{text[1:]}"
    lines = text.strip("\n").split("\n")
    for line in lines:
        _sayable(line)
        if _COMMAND.match(line):
            raise Unsayable("a line of its body is a command to some clients")
    return lines


def _sayable(line: str) -> str:
    if _MARKS.search(line):
        raise Unsayable("it has signs that clients replace or end a body at")
    if _CONTROL.search(line):
        raise Unsayable("it has characters that end a line")
    return line


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _boundary(lines: Iterator[str]) -> str:
    """Return what no line holds: its row of dashes is one longer than any."""
    longest = max((len(row) for line in lines for row in re.findall("-+", line)), default=0)
    if longest > MAX_DASHES:
        raise Unsayable("no boundary is different from all its lines")
    return BOUNDARY if longest < 2 else f"{'-' * longest}{BOUNDARY}"
