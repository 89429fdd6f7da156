"""Loads descriptions: from files, from allowed URLs and from the cache."""

from __future__ import annotations

import ipaddress
import json
import os
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from string import hexdigits
from typing import Any
from urllib.parse import urljoin, urlsplit

from sphinx_docsjson.base.files import read_cache, write_cache
from sphinx_docsjson.ext.openapi.reading.bundle import Bundle, bundle
from sphinx_docsjson.ext.openapi.reading.inlining import inline
from sphinx_docsjson.ext.openapi.reading.locations import AS_WRITTEN, SourcePointers, file_pointer
from sphinx_docsjson.ext.openapi.reading.overlays import KIND, Overlay
from sphinx_docsjson.ext.openapi.reading.parse import (
    MAX_BYTES,
    OutsideFile,
    UnreadableFile,
    decoded,
    is_hidden,
    normal_key,
    text,
)
from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem, as_written, wrong_reference
from sphinx_docsjson.pages.ignored import Rules, read_rules

MAX_LAYERS = 6
"""What is referred to may refer to more, which its place is followed through so often."""

WORTH_CACHING = 100_000
"""Below this size a file is parsed faster than a cache is looked up."""

SUPPORTED = ("3.0", "3.1", "3.2")
ASYNC = ("2.", "3.")
"""The versions of AsyncAPI that are read."""

Fetch = Callable[[str], str]


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A specification as it was read.

    :param key: its path from the source directory, with slashes, or its URL.
    :param document: the bundled document, or ``None`` when there is none.
    :param problems: what is wrong; their pointers lead into the files as they are.
    :param files: the keys of all its files, and of those that it refers to and that are not there.
    :param digest: of the text of all files, and of why the others cannot be read.
    :param source_pointers: where the parts of *document* are in the files.
    :param notes: what was done to the files, which nobody has to fix.
    :param is_outside: the file was not read, because of where it is.
    """

    key: str
    document: dict[str, Any] | None
    problems: tuple[ApiProblem, ...] = ()
    files: tuple[str, ...] = ()
    digest: str = ""
    source_pointers: SourcePointers = AS_WRITTEN
    notes: tuple[ApiProblem, ...] = ()
    is_outside: bool = False


def load(
    key: str,
    srcdir: Path,
    *,
    overlays: Sequence[Overlay] = (),
    fetch: Fetch | None = None,
    cache: Path | None = None,
    encoding: str = "utf-8-sig",
    root: Path | None = None,
) -> Loaded:
    """Read a specification.

    :param key: a path from the source directory (a leading slash is ignored), or a URL.
    :param overlays: what changes it, in this order.
    :param fetch: reads a URL; it refuses those that are not allowed.
    :param cache: the folder of parsed files; ``None``: parse each time.
    :param encoding: of its files.
    :param root: the folder that a key may lead to, where it leads out of *srcdir*.
    :returns: what could be read; nothing is raised for what is in the files.
    """
    name = key if "://" in key else normal_key(key)
    around = root if root is not None and name.startswith("../") else srcdir
    try:
        return _load(name, srcdir, overlays, reader(srcdir, fetch, encoding, around), cache)
    except UnreadableFile as error:
        message = f"the API description {name!r} cannot be read: {error}"
        return Loaded(
            key=name,
            document=None,
            problems=(ApiProblem(message=message, kind=_kind(name), place=error.place),),
            files=(name,),
            is_outside=isinstance(error, OutsideFile),
        )


def _kind(key: str) -> str:
    return "openapi-remote" if "://" in key else "openapi-file"


def root_of(srcdir: Path, chosen: str = "") -> Path:
    """Return the folder whose files a configuration may name: *chosen*, else the repository.

    :param chosen: a path from *srcdir* (``docsjson_root``).
    """
    here = srcdir.resolve()
    if chosen:
        return (here / chosen).resolve()
    return next((each for each in (here, *here.parents) if (each / ".git").exists()), here)


def reader(
    srcdir: Path, fetch: Fetch | None, encoding: str = "utf-8-sig", root: Path | None = None
) -> Fetch:
    """Return what reads files and URLs; it raises :exc:`UnreadableFile`.

    :param root: the folder that no file may be outside, where that is not *srcdir*.
    """

    def read(name: str) -> str:
        if "://" in name:
            if fetch is None:
                raise UnreadableFile("URLs are not read (see docsjson_allow_remote)")
            return fetch(name)
        return read_file(srcdir, name, encoding, root)

    return read


def _load(
    key: str, srcdir: Path, overlays: Sequence[Overlay], read: Fetch, cache: Path | None
) -> Loaded:
    text_of_root = read(key)
    rules = read_rules(srcdir / ".mintignore")
    kept = cache and _cache_file(cache, key, text_of_root, overlays, rules)
    stored = _stored(kept, key, text_of_root, read) if kept else None
    if stored is not None:
        return stored
    found = bundle(
        key,
        lambda name: text_of_root if name == key else read(name),
        rules.ignores_file,
        overlays,
    )
    problems, source_pointers = _inlined(found)
    loaded = Loaded(
        key=key,
        document=found.document,
        problems=tuple(problems),
        source_pointers=source_pointers,
        files=tuple(found.texts),
        digest=digest_of(found.texts),
        notes=(*(_applied(overlay) for overlay in overlays), *found.notes),
    )
    loaded = _supported(loaded)
    # An overlay may have failed because a package was missing, which is not noted for a file.
    complete = not any(problem.kind == KIND for problem in loaded.problems)
    if kept and complete and sum(map(len, found.texts.values())) > WORTH_CACHING:
        write_cache(kept, loaded)
    return loaded


def _applied(overlay: Overlay) -> ApiProblem:
    return ApiProblem(message="this overlay is applied", pointer=file_pointer(overlay.key))


def _inlined(found: Bundle) -> tuple[list[ApiProblem], SourcePointers]:
    """Put what is referred to where OpenAPI has no references into the document."""
    if not isinstance(found.document, dict):
        return found.problems, found.source_pointers
    done = inline(found.document)
    layers = (done.moved,) * MAX_LAYERS if done.moved else ()
    known = {problem.pointer for problem in found.problems}
    source = found.source_pointers.source
    missing = (
        ApiProblem(message=wrong_reference(ref, None, ""), pointer=source(pointer))
        for ref, pointer in done.missing
        if f"{source(pointer)}/$ref" not in known
    )
    endless = (
        ApiProblem(
            message=f"what {as_written(source(ref))!r} refers to is left out: with it "
            "the description would be endless or too large; refer to less",
            pointer=source(pointer),
        )
        for ref, pointer in done.endless
    )
    source_pointers = SourcePointers(layers=(*layers, *found.source_pointers.layers))
    return [*found.problems, *missing, *endless], source_pointers


def read_file(
    srcdir: Path, name: str, encoding: str = "utf-8-sig", root: Path | None = None
) -> str:
    """Return the text of a file of the source tree, or of the repository around it.

    :param root: the folder that it may not are outside; by default *srcdir*.
    :raises UnreadableFile: when it is outside, is too large, or is not text in its encoding.
    """
    root = (root or srcdir).resolve()
    try:
        path = (srcdir.resolve() / name).resolve()
    except (OSError, ValueError, RuntimeError):  # NUL, half a character, a circle of links
        raise UnreadableFile("no file can have such a name") from None
    if not path.is_relative_to(root):
        raise OutsideFile(
            f"it is outside {root.name!r}, the folder that may be read. Set docsjson_root in "
            "conf.py to a folder around both, or copy the file before the build"
        )
    if is_hidden(path.relative_to(root).as_posix()) and not is_hidden(name):
        raise UnreadableFile("it is a link to a file whose name starts with a dot")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UnreadableFile(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        return decoded(path.read_bytes(), encoding).replace("\r\n", "\n").replace("\r", "\n")
    except FileNotFoundError:
        raise UnreadableFile("there is no such file") from None
    except UnicodeDecodeError:
        name = encoding.removesuffix("-sig").upper()
        raise UnreadableFile(f"it is not {name} text") from None
    except OSError as error:
        raise UnreadableFile(error.strerror or "it cannot be opened") from None


# A description as it was at a tag of git. Nothing is fetched, and no shell is used.

GIT_SECONDS = 60


def load_at(
    key: str,
    srcdir: Path,
    revision: str,
    *,
    overlays: Sequence[Overlay] = (),
    cache: Path | None = None,
) -> Loaded:
    """Read a specification as it was at a tag or commit of the repository around *srcdir*.

    :param revision: a name that was judged: it begins with a letter or a digit, and is not a
        range.
    :returns: as :func:`load` does; what git does not have is a problem.
    """
    try:
        commit = _commit_of(srcdir, revision)
        return _load(key, srcdir, overlays, partial(_blob, srcdir, commit), cache)
    except UnreadableFile as error:
        problem = ApiProblem(message=f"{key!r} is not compared: {error}", kind="openapi-file")
        return Loaded(key=key, document=None, problems=(problem,), files=(key,))


def _commit_of(srcdir: Path, revision: str) -> str:
    """Return the hash of the commit that a tag, or the beginning of a hash, means."""
    names = [f"refs/tags/{revision}"]
    names += [revision] if len(revision) >= 7 and not set(revision) - set(hexdigits) else []
    for name in names:
        code, found = _git(srcdir, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        if code == 0:
            return found.decode("ascii", "replace").strip()
    code, _said = _git(srcdir, "rev-parse", "--git-dir")
    if code:
        raise UnreadableFile(f"it is not in a Git repository, so there is no tag {revision!r}")
    raise UnreadableFile(
        f"git has no tag {revision!r} here; a shallow clone has no tags: "
        f"`git fetch --depth 1 origin tag {revision}` gets it"
    )


def _blob(srcdir: Path, commit: str, name: str) -> str:
    """Return the text of a file as it was in a commit; its path is relative to *srcdir*."""
    if "://" in name or is_hidden(name) or any(ord(char) < 32 for char in name):
        raise UnreadableFile("only files of the repository have an older version")
    place = f"{commit}:./{name}"
    code, size = _git(srcdir, "cat-file", "-s", place)
    if code or not size.strip().isdigit():
        raise UnreadableFile(f"{name!r} did not exist at that time")
    if int(size) > MAX_BYTES:
        raise UnreadableFile(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
    code, data = _git(srcdir, "cat-file", "blob", place)
    try:
        return decoded(data) if code == 0 else ""
    except UnicodeDecodeError:
        raise UnreadableFile("it is not UTF-8 text") from None


def _git(folder: Path, *arguments: str) -> tuple[int, bytes]:
    """Return the exit code of git and what it prints; it never prompts, and fetches nothing."""
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            capture_output=True,
            timeout=GIT_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **quiet, "LC_ALL": "C"},
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        raise UnreadableFile("git cannot be run") from None
    return done.returncode, done.stdout


def _supported(loaded: Loaded) -> Loaded:
    """Return what was read as a version that is known, converted where needed."""
    document = loaded.document
    if not isinstance(document, dict):
        held = {type(None): "is empty", list: "is a list"}.get(type(document), "is a string")
        return _refused(loaded, f"the file {held}, not an API description", "openapi-file")
    version, older = text(document.get("openapi")), text(document.get("swagger"))
    events = text(document.get("asyncapi"))
    if version.startswith(SUPPORTED) or events.startswith(ASYNC):
        return loaded
    if older.startswith("2."):
        return _converted(loaded, document, older)
    if older:
        message = f"Swagger {older} is not supported; the oldest supported version is Swagger 2.0"
    elif events:
        message = f"AsyncAPI {events} is not supported; this release reads 2.0 to 2.6, 3.0 and 3.1"
    elif version:
        message = f"OpenAPI {version} is not supported; this release reads {', '.join(SUPPORTED)}"
    else:
        message = "the file has no 'openapi' field, so it is not an OpenAPI description"
    return _refused(loaded, message, "openapi-version")


def _refused(loaded: Loaded, message: str, kind: str) -> Loaded:
    problem = ApiProblem(message=message, kind=kind)
    return replace(loaded, document=None, problems=(*loaded.problems, problem))


def _converted(loaded: Loaded, document: dict[str, Any], version: str) -> Loaded:
    """Return a document of Swagger 2.0 as OpenAPI 3.0."""
    from sphinx_docsjson.ext.openapi.reading.swagger2 import convert_swagger

    scheme = loaded.key.partition("://")[0] if "://" in loaded.key else "https"
    new = convert_swagger(document, default_scheme=scheme)
    message = f"this Swagger {version} file is shown as OpenAPI {new.document['openapi']}"
    source = loaded.source_pointers.source
    lost = [replace(note, pointer=source(note.pointer)) for note in new.notes]
    return replace(
        loaded,
        document=new.document,
        source_pointers=SourcePointers(
            layers=(*new.source_pointers.layers, *loaded.source_pointers.layers)
        ),
        notes=(*loaded.notes, ApiProblem(message=message), *lost),
    )


def digest_of(texts: dict[str, str]) -> str:
    """Return a digest of the names and texts of files."""
    total = sha256()
    for name, content in sorted(texts.items()):
        total.update(f"{len(name)}:{name}:{len(content)}:".encode())
        total.update(content.encode("utf-8", "surrogatepass"))
    return total.hexdigest()


def _cache_file(
    cache: Path, key: str, root_text: str, overlays: Sequence[Overlay], rules: Rules
) -> Path:
    texts = {f"{number} {o.of_several} {o.key}": o.source for number, o in enumerate(overlays)}
    ignored = [(rule.pattern.pattern, rule.negated, rule.folders_only) for rule in rules.rules]
    name = digest_of({key: root_text, **texts, ".mintignore": repr(ignored)})
    return cache / f"{name[:40]}.pickle"


def _stored(path: Path, key: str, root_text: str, read: Fetch) -> Loaded | None:
    loaded = read_cache(path)
    if not isinstance(loaded, Loaded):
        return None
    if len(loaded.files) > 1:
        texts = {name: _text_or_reason(name, read) for name in loaded.files if name != key}
        if digest_of({key: root_text, **texts}) != loaded.digest:
            return None
    return loaded


def _text_or_reason(name: str, read: Fetch) -> str:
    try:
        return read(name)
    except UnreadableFile as error:
        return str(error)


# Specifications at URLs: only from allowed origins, never from private addresses, cached.

MAX_HOPS = 5
REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Fetcher:
    """Reads URLs for the loader.

    :param allowed: origins such as ``https://api.example.com``.
    :param folder: where answers are kept, with their ETags; a build without a network uses them.
    :param saved: returns what ``sphinx-docsjson fetch`` saved of a URL; then no host is contacted.
    """

    def __init__(
        self,
        allowed: Iterable[str],
        folder: Path,
        saved: Callable[[str], str | None] = lambda _url: None,
    ) -> None:
        self.allowed = {origin_of(url) for url in allowed}
        self.folder = folder
        self.saved = saved

    def __call__(self, url: str) -> str:
        """Return the text at *url*.

        :raises UnreadableFile: when it is not allowed, or there is no answer and none is kept.
        """
        origin = origin_of(url)
        if not origin:
            raise UnreadableFile("only http and https URLs can be read")
        try:
            if (found := self.saved(url)) is not None:
                return found
        except UnreadableFile:
            if origin not in self.allowed:
                raise
        if origin not in self.allowed:
            raise UnreadableFile(
                "a build does not read URLs; run `sphinx-docsjson fetch` once, which saves it in "
                f"the source folder, or add {origin!r} to docsjson_allow_remote"
            )
        kept = self.folder / f"{sha256(url.encode()).hexdigest()[:40]}.json"
        known = _kept(kept)
        try:
            answer = self._ask(url, known)
        except (OSError, HTTPException, ValueError) as error:
            if known is not None:
                return str(known["text"])
            raise UnreadableFile(f"{url} did not answer ({error})") from None
        if answer is not None:
            known = answer
            _keep(kept, answer)
        if known is None:
            raise UnreadableFile(f"{url} answered that nothing changed, but nothing is kept")
        return str(known["text"])

    @staticmethod
    def _ask(url: str, known: dict[str, Any] | None) -> dict[str, Any] | None:
        """Return text and ETag, or ``None`` when what is known still holds."""
        headers = {"User-Agent": "sphinx-docsjson", "Accept": "*/*"}
        if known and known.get("etag"):
            headers["If-None-Match"] = str(known["etag"])
        place = url
        for _hop in range(MAX_HOPS):
            answer = get(place, headers, limit=MAX_BYTES)
            if answer.status in REDIRECTS:
                place = _next_place(place, answer.headers.get("Location", ""))
            elif answer.status == 304:
                return None
            elif answer.status == 200:
                text = decoded(answer.data)
                return {"url": url, "etag": answer.headers.get("ETag"), "text": text}
            else:
                raise OSError(f"status {answer.status}")
        raise OSError("it redirects too many times")


def _next_place(place: str, location: str) -> str:
    """Return where a redirect leads inside one origin.

    :raises OSError: when it leads out of it.
    """
    following = urljoin(place, location)
    if not location or origin_of(following) != origin_of(place):
        raise OSError(f"it leads to another host, {origin_of(following) or 'which is unknown'}")
    return following


def origin_of(url: str) -> str:
    """Return scheme, host and port of an http or https URL, else ``""``."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    standard = {"https": 443, "http": 80}[parts.scheme] == port
    host = parts.hostname.lower()
    return f"{parts.scheme}://{host}" + ("" if standard else f":{port}")


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) and isinstance(value.get("text"), str) else None


def _keep(file: Path, answer: dict[str, Any]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(answer), encoding="utf-8", newline="\n")
    except OSError:
        return


# One GET request: to an address that is resolved and checked once, with one time limit, directly.

SECONDS = 20.0
"""How long a request may take in all, whatever it does in that time."""

CHUNK = 64 * 1024

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_UNICAST = ipaddress.IPv6Network("2000::/3")

Address = tuple[Any, ...]
"""A socket address as :mod:`socket` writes it: the host, the port, and more for IPv6."""

Lookup = Callable[[str, int], "list[tuple[int, Address]]"]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a server said.

    :param data: the body, or nothing when it is of no use (a redirect, an error).
    """

    status: int
    headers: Mapping[str, str]
    data: bytes


def get(
    url: str,
    headers: Mapping[str, str],
    *,
    limit: int,
    seconds: float = SECONDS,
    lookup: Lookup | None = None,
) -> Answer:
    """Return the answer of a server to one request; redirects are not followed.

    Proxies of the environment are not used: they would resolve the host again.

    :param url: an http or https URL.
    :param limit: the bytes of a body that are read at the most.
    :param lookup: returns socket families and addresses of a host; those that are not public
        are refused in it.
    :raises OSError: when there is no answer in time, the host is refused, or the body is larger.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    deadline = time.monotonic() + seconds
    plain = _connected((lookup or public_addresses)(host, port), deadline)
    with _ended_at(deadline, plain):
        stream = plain
        if secure:
            stream = ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        connection = HTTPConnection(host, port)
        connection.sock = stream
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", target, headers={**headers, "Connection": "close"})
            response = connection.getresponse()
            data = b"".join(_chunks(response, limit)) if response.status == 200 else b""
            return Answer(status=response.status, headers=dict(response.headers), data=data)
        finally:
            connection.close()


def public_addresses(host: str, port: int) -> list[tuple[int, Address]]:
    """Return the socket addresses of a host.

    :raises OSError: when one of them is not public, or there is none.
    """
    found = [
        (int(info[0]), info[4]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]
    for _family, address in found:
        if not is_public(str(address[0])):
            raise OSError(f"{host} is not a public address")
    return found


def is_public(text: str) -> bool:
    """Whether an IP address belongs to the Internet, also behind the forms that embed IPv4.

    Those are IPv4-mapped addresses (RFC 4291), NAT64 (RFC 6052) and 6to4 (RFC 3056).
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not address.is_multicast
    embedded = address.ipv4_mapped or address.sixtofour
    if address in _NAT64:
        embedded = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if embedded is not None:
        return is_public(str(embedded))
    return address in _UNICAST and address.is_global


def _connected(addresses: list[tuple[int, Address]], deadline: float) -> socket.socket:
    error: OSError = OSError("it has no address")
    for family, address in addresses:
        stream = socket.socket(family, socket.SOCK_STREAM)
        stream.settimeout(_left(deadline))
        try:
            stream.connect(address)
        except OSError as problem:
            stream.close()
            error = problem
        else:
            return stream
    raise error


@contextmanager
def _ended_at(deadline: float, stream: socket.socket) -> Iterator[None]:
    """Cut *stream* off when the time is over: a timeout of its own begins again at each byte."""

    def end() -> None:
        with suppress(OSError):
            stream.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(_left(deadline), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        stream.close()
        # The clock decides: the timeout of the stream may come just before the timer.
        if time.monotonic() >= deadline:
            raise OSError("it took too long")


def _chunks(response: Any, limit: int) -> Iterator[bytes]:
    size = 0
    while chunk := response.read(CHUNK):
        size += len(chunk)
        if size > limit:
            raise OSError("the file is too large")
        yield chunk


def _left(deadline: float) -> float:
    return max(0.01, deadline - time.monotonic())
