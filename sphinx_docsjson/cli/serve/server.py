"""The HTTP server of ``serve``: files and redirects, as static hosts serve them."""

from __future__ import annotations

import ipaddress
import json
import mimetypes
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit
from zlib import crc32

from werkzeug.exceptions import HTTPException
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from sphinx_docsjson.base.source_files import WELL_KNOWN
from sphinx_docsjson.base.theme_files import SERVICES_SCRIPT
from sphinx_docsjson.cli import going_on
from sphinx_docsjson.cli.serve.build_results import MockedApi
from sphinx_docsjson.cli.serve.open_pages import OpenPages
from sphinx_docsjson.cli.serve.proxy import Mock, refused, send_on
from sphinx_docsjson.urls import host_of, is_external, rooted

# The server of ``serve``: files as hosts send them, the script that reloads, what it listens to.
#
# Only this machine is answered, by the names it has for itself, unless a host was named: a page of
# another site that made its own name point here (DNS rebinding) reads nothing.

OWN = "/_docsjson/"
"""Below this are the script and what it listens to; no builder writes there."""

PATIENCE = 2.5
"""How many seconds to wait for a page that does not exist yet, before saying that it comes."""

READING = 20.0
"""How many seconds a request of the playground waits for the descriptions to be read."""

TRIES, PAUSE = 20, 0.01
"""A page that is being written is read again this often, each time this many seconds later."""

LONGEST = 1024
"""How many characters the address of a page to wait for may have."""

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_QUERY = "%!$&'()*+,;=:@/?-._~[]"
_PROXY = b'"proxy":""'


def happened() -> threading.Event:
    """Return an event that has happened."""
    event = threading.Event()
    event.set()
    return event


@dataclass(kw_only=True)
class Serving:
    """The state of the server, as its threads share it.

    :param site: the folder that is served.
    :param pages: what browsers have open.
    :param hosts: names by which requests may call this machine.
    :param any_address: whether they may call it by any number.
    :param proxied: whether the playground may send requests to the servers of descriptions through
        us.
    :param mocked: whether it is answered by the examples of descriptions.
    :param base: the address that the pages are built for, with a slash at its end.
    :param api_known: set when the build has told what the descriptions name.
    :param ask: called with the path of a page that does not exist yet.
    """

    site: StaticSite
    pages: OpenPages
    hosts: frozenset[str] = LOOPBACK
    any_address: bool = False
    proxied: bool = False
    mocked: bool = False
    ask: Callable[[str], None] = lambda _path: None
    base: str = ""
    origins: tuple[str, ...] = ()
    mock: Mock = field(default_factory=lambda: Mock(MockedApi(), print))
    api_known: threading.Event = field(default_factory=happened)
    building: bool = False
    written: threading.Condition = field(default_factory=threading.Condition)
    key: str = field(default_factory=secrets.token_urlsafe)
    session: str = field(default_factory=lambda: f"{time.time_ns():x}")

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request (WSGI)."""
        response = Response("The server failed; its terminal shows why.\n", 500)
        with going_on(f"answering {environ.get('PATH_INFO', '')!r}"):
            try:
                response = self.answer(Request(environ))
            except HTTPException as error:  # such as a range that a file does not have
                headers = [item for item in error.get_headers(environ) if item[0] in _RANGE]
                response = Response(f"{error.name}\n", error.code, headers, mimetype="text/plain")
        return response(environ, start_response)

    def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        if not self.knows(request.headers.get("Host", "")):
            return refused("Unknown host: open the site at 127.0.0.1.")
        if self.proxied and request.path == f"{OWN}proxy":
            return self.unread() or send_on(request, self.origins, self.key)
        if self.mocked and request.path == f"{OWN}mock":
            return self.unread() or self.mock.answer(request, self.origins, self.key)
        if request.method not in {"GET", "HEAD"}:
            return Response(status=405, headers={"Allow": "GET, HEAD"})
        if request.path == f"{OWN}live.js":
            script = files(__package__).joinpath("live.js").read_bytes()
            return Response(script, mimetype="text/javascript", headers=_FRESH)
        if request.path == f"{OWN}events":
            return self.events(request)
        return self.page(request)

    def unread(self) -> Response | None:
        """Wait for the descriptions; return what to answer where that takes too long."""
        if self.api_known.wait(READING):
            return None
        text = "The OpenAPI files are still being read; try again.\n"
        return Response(text, 503, mimetype="text/plain", headers={"Retry-After": "5"})

    def knows(self, host: str) -> bool:
        """Whether the ``Host`` header of a request names this machine."""
        try:
            parts = urlsplit(f"//{host}")
            name, _number = parts.hostname or "", parts.port
        except ValueError:
            return False
        if parts.netloc != host or "@" in host:
            return False  # more than a host and its port, and pages are given all of it
        if name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.any_address

    def page(self, request: Request) -> Response:
        """Answer with a file of the site, else with its page for what is missing."""
        path = self.path_of(request.path)
        found = self.site.answer(path)
        wants_page = "." not in path.rpartition("/")[2] or path.endswith(".html")
        if found is None and self.building and wants_page:
            self.ask(path)
            with self.written:
                self.written.wait_for(lambda: self.site.answer(path) is not None, PATIENCE)
            found = self.site.answer(path)
            if found is None and self.building:
                return self.coming(path)
        if found is None:
            missing = self.site.file_of("/404.html")
            if missing is None or missing.file is None:
                return Response("Not found\n", 404, mimetype="text/plain", headers=_FRESH)
            return self.html(missing.file, request, 404, expected=expected_files(path))
        if found.location:
            query = f"?{quote(request.query_string, safe=_QUERY)}" if request.query_string else ""
            place = found.location if "?" in found.location else found.location + query
            return Response(status=found.status, headers={"Location": place})
        assert found.file is not None
        twin = next((t for t in found.twins if t.is_file()), None)
        if twin is not None and wants_markdown(request):
            return self.with_links(self.file(twin, request))
        if found.file.suffix == ".html":
            return self.with_links(self.html(found.file, request, found.status), twin)
        return self.file(found.file, request)

    def path_of(self, path: str) -> str:
        """Return the path of the site that a request means: hosts may serve it below another one.

        Redirects say the whole path, and what is there under it is meant.
        """
        below = unquote(urlsplit(self.base).path)
        if not path.startswith(below) or len(below) < 2 or self.site.answer(path) is not None:
            return path
        return path[len(below) - 1 :]

    def at_home(self, path: Path, content: bytes, request: Request) -> bytes:
        """Return a file as it is where the site has the address that the request called.

        So a reader of the canonical address, the sitemap or ``llms.txt`` stays on this server.
        """
        if not self.base or path.suffix.lower() not in _ADDRESSED:
            return content
        base = self.base.encode()
        own = f"{request.host_url.rstrip('/')}{urlsplit(self.base).path}".encode()
        first, *others = content.split(base)
        found = [first]
        for text in others:
            found += [own if found[-1].endswith(_BEFORE_ADDRESS) else base, text]
        return b"".join(found)

    def with_links(self, response: Response, twin: Path | None = None) -> Response:
        """Add what leads from a page to its twin and to the indexes (RFC 8288)."""
        response.headers["Vary"] = "Accept"
        if twin is not None:
            path = quote(f"/{twin.relative_to(self.site.root).as_posix()}")
            response.headers.add("Link", f'<{path}>; rel="alternate"; type="{MARKDOWN}"')
        for path, relation in INDEXES.items():
            if (self.site.root / path.lstrip("/")).is_file():
                response.headers.add("Link", f"<{path}>; {relation}")
        return response

    def file(self, path: Path, request: Request) -> Response:
        """Answer with a file, or that the browser has it already."""
        content = path.read_bytes()
        self.pages.serves(path, content)
        content = self.at_home(path, content, request)
        if path.name == SERVICES_SCRIPT:
            content = b""  # whoever writes pages is not a reader to be watched
        way = "mock" if self.mocked else "proxy" if self.proxied else ""
        if way and path.suffix == ".js" and _PROXY in content[:4096]:
            own = json.dumps(
                f"{request.host_url.rstrip('/')}{OWN}{way}?key={self.key}&url={{url}}"
            )
            content = content.replace(_PROXY, b'"proxy":' + own.encode(), 1)
        if path.suffix == ".md" or path.name == "llms.txt":
            here = quote(path.relative_to(self.site.root).as_posix())
            content = with_addresses(content, f"{request.host_url}{here}")
        lasts = request.args.get("v") == checksum(content)
        # The key in it is for our pages: no other site may run the script to read it.
        headers = (_LASTING if lasts else _CHECKED) | _OURS
        response = Response(content, content_type=media_type(path), headers=headers)
        response.add_etag()
        return response.make_conditional(request, accept_ranges=True, complete_length=len(content))

    def html(
        self, path: Path, request: Request, status: int, *, expected: tuple[str, ...] = ()
    ) -> Response:
        """Answer with a page, and the script that keeps it up to date."""
        content = whole(path)
        number = self.pages.number
        self.pages.serves(path, content)
        self.pages.expect(expected)
        name = path.relative_to(self.site.root).as_posix()
        return Response(
            self.at_home(path, content, request) + self.script((name, *expected), number),
            status,
            content_type="text/html; charset=utf-8",
            headers=_FRESH | policy_of(self.site.root),
        )

    def coming(self, path: str) -> Response:
        """Answer that a page is being built; it shows itself when it is there."""
        number = self.pages.number
        expected = expected_files(path)
        self.pages.expect(expected)
        return Response(
            COMING + self.script(expected, number, coming=True),
            503,
            content_type="text/html; charset=utf-8",
            headers=_FRESH | {"Retry-After": "1"},
        )

    def script(self, names: tuple[str, ...], number: int, *, coming: bool = False) -> bytes:
        """Return the element that loads the script: for which files, as of which build.

        It is behind the end of a page; browsers take it into its body.
        """
        data = json.dumps(
            {"files": names, "build": number, "session": self.session, "coming": coming}
        )
        shown = data.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
        return f"<script src=\"{OWN}live.js\" data-docsjson-live='{shown}'></script>".encode()

    def events(self, request: Request) -> Response:
        """Answer with what happens from now on, line by line."""
        page = self.path_of(request.args.get("page", "/"))
        since = request.args.get("since", 0, type=int)
        if request.args.get("session", self.session) != self.session:
            since = -1

        def lines() -> Iterator[bytes]:
            yield f"event: session\ndata: {json.dumps(self.session)}\n\n".encode()
            with self.pages.opened(page, since) as told:
                with going_on("asking for a page"):
                    self.ask("" if self.site.answer(page) is not None else page)
                yield from map(str.encode, told)

        return Response(
            lines(), mimetype="text/event-stream", headers=_FRESH, direct_passthrough=True
        )


_ADDRESSED = frozenset({".html", ".md", ".txt", ".xml", ".json"})
"""Files that say their own address, or those of others."""

_BEFORE_ADDRESS = (b'"', b"'", b"(", b"<", b">", b": ", b" at ")
"""What is before an address that we wrote; one in a sentence of the author stays."""

_RANGE = frozenset({"Content-Range", "Accept-Ranges"})
_FRESH = {"Cache-Control": "no-store"}
_CHECKED = {"Cache-Control": "no-cache"}
_OURS = {"Cross-Origin-Resource-Policy": "same-origin"}
_LASTING = {"Cache-Control": "private, max-age=86400, immutable"}

COMING = (
    b'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    b'<meta name="viewport" content="width=device-width">\n<title>Being built</title>\n'
    b"</head>\n<body>\n<p>This page is being built. It shows itself when it is there.</p>\n"
    b"</body>\n</html>\n"
)


_POLICY = re.compile(
    r"^/\*[ \t]*\n(?:[ \t]+.*\n)*?[ \t]+(Content-Security-Policy):[ \t]*(.+)",
    re.MULTILINE | re.IGNORECASE,
)


def policy_of(root: Path) -> dict[str, str]:
    """Return the content policy that a site's ``_headers`` gives to all of its pages.

    What a component may ask of other hosts is then the same as on the site.
    """
    file = root / "_headers"
    found = _POLICY.search(file.read_text("utf-8", "replace")) if file.is_file() else None
    return {found[1]: found[2].strip()} if found else {}


def expected_files(path: str) -> tuple[str, ...]:
    """Return the files that may come to be at a path; none where no file can be."""
    name = path.strip("/")
    if not name:
        return ("index.html",)
    if "\0" in name or len(name) > LONGEST:
        return ()
    return (name,) if name.endswith(".html") else (f"{name}.html", f"{name}/index.html")


def whole(path: Path) -> bytes:
    """Return the content of a page, when a build has written all of it.

    A build writes into the file that a reader asks for. A page of another maker may have no such
    end; it is answered as it is, a little later.
    """
    content = path.read_bytes()
    for _try in range(TRIES):
        if b"</html>" in content[-200:]:
            break
        time.sleep(PAUSE)
        content = path.read_bytes()
    return content


def checksum(content: bytes) -> str:
    """Return what Sphinx adds to the address of a style sheet or script that has a content."""
    return f"{crc32(content.translate(None, bytes([13]))):08x}"


class Quiet(WSGIRequestHandler):
    """Keeps the terminal for the messages of the build."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: Any) -> None:
        """Say nothing."""


def listen(serving: Serving, host: str, port: int) -> BaseWSGIServer:
    """Return a server that answers in threads until ``shutdown`` is called."""
    server = make_server(host, port, serving, threaded=True, request_handler=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True, name="server").start()
    return server


# Which file answers a path, as hosts of static sites choose it.
#
# Folders are not listed. What begins with a dot, or is outside the folder behind a link, is not
# there.

MARKDOWN = "text/markdown"
CATALOG = f"/{WELL_KNOWN}/api-catalog"
INDEXES = {
    "/llms.txt": 'rel="describedby"; type="text/plain"',
    CATALOG: 'rel="api-catalog"',
}
"""Files of a site that pages lead to by a header, and how."""

_TYPES = {
    "api-catalog": "application/linkset+json",
    ".md": MARKDOWN,
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".txt": "text/plain",
    ".inv": "application/octet-stream",
}
"""Types of the content of a site; what a machine has registered for them differs."""


_DESTINATION = re.compile(r"(`[^`]*`)|(\]\(<?)([^\s()<>]+)")
_MARKS = re.compile(r"[ \t>]*(`{3,}+|~{3,}+)")
_POINTERS = ("> For AI agents: ", "All pages in one file: ")


def with_addresses(content: bytes, address: str) -> bytes:
    """Return Markdown with links that lead on from wherever it is read.

    A build without a known address writes relative links. This server knows its own, and a twin
    is also read at the address of its page.
    """

    def absolute(found: re.Match[str]) -> str:
        code, start, target = found.groups()
        return code or start + urljoin(address, target)

    lines, fence = [], ""
    for line in content.decode("utf-8", "surrogateescape").split("\n"):
        marks = _MARKS.match(line)
        if marks and (not fence or marks[1].startswith(fence)):
            fence = "" if fence else marks[1]
        elif not fence and line.startswith(_POINTERS):
            before, _gap, last = line.rpartition(" ")
            end = "." if last.endswith(".") else ""
            line = f"{before} {urljoin(address, last.removesuffix('.'))}{end}"
        elif not fence:
            line = _DESTINATION.sub(absolute, line)
        lines.append(line)
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def wants_markdown(request: Request) -> bool:
    """Whether a request names Markdown, and does not like HTML more (RFC 9110, section 12.5.1).

    The files in ``cli/hosts`` answer the same in every other server.
    """
    ranges = {
        name.partition(";")[0].strip().lower(): quality
        for name, quality in request.accept_mimetypes
    }
    nearest = next((name for name in ("text/html", "text/*", "*/*") if name in ranges), "")
    return 0 < ranges.get(MARKDOWN, 0) >= ranges.get(nearest, 0)


@dataclass(frozen=True, kw_only=True)
class HostAnswer:
    """What answers a path: a file, or an address that it leads to.

    :param twins: where the same page is as Markdown.
    """

    file: Path | None = None
    location: str = ""
    status: int = 200
    twins: tuple[Path, ...] = ()


@dataclass(kw_only=True)
class StaticSite:
    """A folder that is served.

    :param root: the output of a build; it may not be there yet.
    """

    root: Path
    _rules: tuple[tuple[int, int], list[RedirectRule]] = field(default=((0, 0), []), init=False)

    def answer(self, path: str) -> HostAnswer | None:
        """Return what answers a path, decoded and beginning with a slash; else ``None``."""
        rule = next((rule for rule in self.rules() if rule.leads(path) is not None), None)
        try:
            found = self.file_of(path)
        except OSError:  # a name that no file can have
            found = None
        if rule is not None and (found is None or rule.forced):
            return HostAnswer(location=rule.leads(path) or "/", status=rule.status)
        return found

    def file_of(self, path: str) -> HostAnswer | None:
        """Return the file at a path: itself, with ``.html``, or the index of a folder."""
        name = path.strip("/")
        here = self.root / name
        if not self.is_published(here):
            return None
        if path.endswith("/"):
            if (index := here / "index.html").is_file() and self.is_published(index):
                return self._page(index)
            page = here.with_name(f"{here.name}.html")
            if name and page.is_file() and self.is_published(page):
                return HostAnswer(location=f"/{name}", status=308)
            return None
        if here.is_file():
            return self._page(here) if here.suffix == ".html" else HostAnswer(file=here)
        page = here.with_name(f"{here.name}.html")
        if page.is_file() and self.is_published(page):
            return self._page(page)
        if (here / "index.html").is_file():
            return HostAnswer(location=f"/{name}/", status=308)
        return None

    def _page(self, file: Path) -> HostAnswer:
        twins = [file.with_suffix(".md")]
        if file.name == "index.html" and file.parent != self.root:
            twins.append(file.parent.with_name(f"{file.parent.name}.md"))
        return HostAnswer(file=file, twins=tuple(t for t in twins if self.is_published(t)))

    def is_published(self, path: Path) -> bool:
        """Whether *path* may be answered: inside the folder, also behind links, not hidden.

        ``.well-known`` at the root is meant to be found (RFC 8615).
        """
        try:
            real, root = path.resolve(), self.root.resolve()
        except (OSError, ValueError, RuntimeError):
            return False
        if not real.is_relative_to(root) or not path.is_relative_to(self.root):
            return False
        ways = (real.relative_to(root).parts, path.relative_to(self.root).parts)
        parts = (part for way in ways for part in way[way[:1] == (WELL_KNOWN,) :])
        return not any(part.startswith(".") for part in parts)

    def rules(self) -> list[RedirectRule]:
        """Return the rules of ``_redirects``, read again when the file changed."""
        path = self.root / "_redirects"
        try:
            state = path.stat()
            key = (state.st_mtime_ns, state.st_size)
            if key != self._rules[0]:
                self._rules = (key, list(rules_in(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError):
            self._rules = ((0, 0), [])
        return self._rules[1]


def media_type(path: Path) -> str:
    """Return the media type of a file, with its encoding where it is text."""
    found = _TYPES.get(path.suffix.lower() or path.name) or mimetypes.guess_type(path.name)[0]
    found = found or "application/octet-stream"
    is_text = found.startswith("text/") or found in {"application/json", "application/yaml"}
    return f"{found}; charset=utf-8" if is_text else found


# The rules of ``_redirects`` as hosts read them: the format of Netlify and Cloudflare Pages.

FOLLOWED = frozenset({301, 302, 303, 307, 308})
_PLACEHOLDER = re.compile(r":([A-Za-z_]\w*)")
_KEPT = "/:@!$'()*,;"
"""What of a path means the same in a path and in a query."""


@dataclass(frozen=True, kw_only=True)
class RedirectRule:
    """A line of the file.

    :param source: a path in which ``*``, at its end, stands for anything and ``:name`` for one
        segment.
    :param target: a path or a URL, with ``:splat`` and ``:name`` for what the source held.
    """

    source: str
    target: str
    status: int = 301
    forced: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The expression that matches the paths of the rule, with or without a last slash."""
        source = self.source.rstrip("/")
        parts = [
            f"(?P<{part[1:]}>[^/]+)" if _PLACEHOLDER.fullmatch(part) else re.escape(part)
            for part in re.split(r"(:[A-Za-z_]\w*)", source.removesuffix("/*").removesuffix("*"))
        ]
        end = "/?"
        # A path may hold an encoded line feed, which a dot matches only if it is told to.
        if source.endswith("/*"):
            end = "(?:/(?P<splat>(?s:.*)))?"
        elif source.endswith("*"):
            end = "(?P<splat>(?s:.*))"
        return re.compile("".join(parts) + end)

    def leads(self, path: str) -> str | None:
        """Return where *path* leads by this rule, or ``None``.

        The content of the path stays a part of a path: it never chooses another host.
        """
        match = self.pattern.fullmatch(path)
        host = host_of(self.target)
        found = match.groupdict() if match else {}
        if match is None or any(name[1] in found for name in _PLACEHOLDER.finditer(host)):
            return None
        if is_external(self.target) and not host:
            return self.target

        def value(name: re.Match[str]) -> str:
            # The path is decoded: what it held is text, and a header holds no line feed.
            return quote(found[name[1]] or "", safe=_KEPT) if name[1] in found else name[0]

        filled = _PLACEHOLDER.sub(value, self.target[len(host) :])
        return host + filled if host else rooted(filled)


def rules_in(text: str) -> Iterator[RedirectRule]:
    """Yield the rules of a file; lines that do not redirect, or make no sense, are omitted."""
    for line in text.splitlines():
        words = line.partition("#")[0].split() if line.lstrip().startswith("#") else line.split()
        if len(words) < 2 or not words[0].startswith("/"):
            continue
        status = words[2] if len(words) > 2 else "301"
        code = status.rstrip("!")
        if not code.isdigit() or int(code) not in FOLLOWED:
            continue
        names = _PLACEHOLDER.findall(words[0])
        if len(names) != len(set(names)):
            continue
        yield RedirectRule(
            source=unquote(words[0]),
            target=words[1],
            status=int(code),
            forced=status.endswith("!"),
        )
