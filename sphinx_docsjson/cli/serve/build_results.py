"""What the build process sends to the server: messages, pages, API servers, examples."""

from __future__ import annotations

import io
import pickle
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice, product
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from sphinx_docsjson.cli import going_on
from sphinx_docsjson.cli.serve.open_pages import BuildProblem, problems_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path
    from typing import TextIO

    from docutils import nodes
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.ext.openapi.request.values import ApiAnswer


# What the operations of a site's descriptions answer: the examples of their responses.


@dataclass(frozen=True, kw_only=True, slots=True)
class AnsweredOperation:
    """An operation with its answers, the successful ones first.

    :param bases: the paths of its servers, each of which is before its own ``path``.
    :param description: the key of its description.
    """

    method: str
    path: str
    bases: frozenset[str]
    description: str
    answers: tuple[ApiAnswer, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MockedApi:
    """What the descriptions of a site answer.

    :param descriptions: key → a pickled :class:`Specification`, which the process that answers
        reads when the first request comes.
    """

    operations: tuple[AnsweredOperation, ...] = ()
    descriptions: Mapping[str, bytes] = field(default_factory=dict)


def api_of(build: Build | None, *, is_answered: bool) -> tuple[list[str], MockedApi, bool]:
    """Return what the server needs to know of the descriptions of a site.

    These are the origins of their servers, what they answer if asked for, and whether
    ``docs.json`` has requests go through a proxy without naming one.
    """
    mocked = mocked_in(build) if is_answered else MockedApi()
    wanted = build is not None and build.site.api.playground_proxy is True
    return sorted(origins_in(build)), mocked, wanted


def mocked_in(build: Build | None) -> MockedApi:
    """Return all operations of all descriptions of a site."""
    from sphinx_docsjson.ext.openapi.pages.reference import known_reference
    from sphinx_docsjson.ext.openapi.request.values import answers_of

    reference = known_reference(build)
    if reference is None:
        return MockedApi()
    found = []
    for api in reference.known.values():
        spec, examples = api.spec, api.examples
        for operation in spec.operations:
            urls = [url for server in operation.servers for url in urls_of(server)]
            found.append(
                AnsweredOperation(
                    method=operation.method,
                    path=operation.path,
                    bases=frozenset(urlsplit(url).path.rstrip("/") for url in urls or [""]),
                    description=spec.key,
                    answers=tuple(answers_of(operation, examples)),
                )
            )
    descriptions = {spec.key: pickle.dumps(spec) for spec in reference.specs}
    return MockedApi(operations=tuple(found), descriptions=descriptions)


# The words between the process that builds and the one that serves: a name and its data.

AGAIN = 75
"""The exit code by which the process that builds asks for another one."""

ASKED = 100
"""How many pages can be waited for at a time; who asked first is forgotten first."""

STEP = 0.25
"""Seconds between two words about how far the build is."""


class BuildChannel:
    """What the process that builds hears and says.

    :param link: to the other process.
    """

    def __init__(self, link: Connection, messages: BuildMessages) -> None:
        self._link = link
        self._messages = messages
        self._later: list[str] = []
        self._said = 0.0
        self._may_begin = False
        self.typed: dict[str, str] = {}
        """Path → the text that an editor shows and has not saved."""
        self.asked: deque[str] = deque(maxlen=ASKED)
        """The paths of pages that someone waits for."""
        self.open: list[str] = []
        """The paths of pages that are looked at, the last one first."""
        self.began = time.monotonic()
        """When the change came that is being worked on."""

    def wait_for_begin(self) -> None:
        """Wait until the other process looks for changes; pages may be asked for before.

        :raises EOFError: when the other process has ended.
        """
        while not self._may_begin:
            self._link.poll(None)
            self.listen()
        self.began = time.monotonic()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a word; return whether there is one."""
        return bool(self._later) or self._link.poll(seconds)

    def wait_beside(self, work: Connection) -> bool:
        """Wait for the end of a work; return whether a file has changed before.

        :raises EOFError: when the other process has ended.
        """
        while not self._later and work not in wait([work, self._link]):
            self.listen()
        return bool(self._later)

    def changed(self) -> list[str]:
        """Return the files that changed since the last time.

        :raises EOFError: when the other process has ended.
        """
        self.listen()
        found, self._later = self._later, []
        return found

    def listen(self) -> None:
        """Hear what was said, and keep which files changed for the next step.

        :raises EOFError: when the other process has ended.
        """
        while self._link.poll():
            word, data = self._link.recv()
            if word == "changed":
                self.began = time.monotonic()
                self._later += data
            elif word == "typed":
                self.began = time.monotonic()
                path, text = data
                if text is None:
                    self.typed.pop(path, None)
                else:
                    self.typed[path] = text
                self._later.append(path)
            elif word == "look":
                self.open = list(data)
            elif word == "ask":
                self.asked.append(data)
            elif word == "begin":
                self._may_begin = True

    def tell(self, word: str, data: Any = None) -> None:
        """Say something."""
        self._link.send((word, data))

    def problems(self) -> None:
        """Report what is wrong at present."""
        self.tell("problems", [asdict(problem) for problem in self._messages.problems()])

    def progress(self, what: str, done: int, total: int) -> None:
        """Say how far a step is that takes long."""
        now = time.monotonic()
        if now - self._said > STEP and now - self.began > 1:
            self._said = now
            self.tell("progress", f"{what} {done:,} of {total:,}")


# What a build has to say: printed, and kept for as long as it is true.
#
# A message belongs to the step that gave it: the reading or the writing of a document, a look at
# all of them, the begin. It is gone when that step runs again without it.

BEGIN = "begin"
AMONG_ALL = "all"
AFTER_READING, CHECKED, FINISHED = (f"{AMONG_ALL}-{step}" for step in ("read", "checked", "done"))
_LASTING = "docsjson.openapi"
"""Messages on descriptions are given once, when a description changed."""


class BuildMessages(io.TextIOBase):
    """The stream that Sphinx writes its warnings to.

    A message belongs to the step that gave it, and is gone when that step runs without it.

    :param folder: the source folder.
    :param shown: where they are printed, too.
    """

    wants_each_place = True

    def __init__(self, folder: Path, shown: TextIO) -> None:
        self._folder = folder
        self._shown = shown
        self._kept: dict[str, list[BuildProblem]] = {}
        self._line = ""
        self.owner = BEGIN
        self.muted = False

    def write(self, text: str, /) -> int:
        """Print *text*, and keep what it says."""
        if self.muted:
            return len(text)
        self._shown.write(text)
        self._shown.flush()
        lines, end, self._line = (self._line + text).rpartition("\n")
        with going_on("reading a message of the build"):
            for problem in problems_in(lines + end, self._folder):
                self.add(problem)
        return len(text)

    def flush(self) -> None:
        """Print what waits."""
        self._shown.flush()

    def isatty(self) -> bool:
        """Whether colours are shown."""
        return self._shown.isatty()

    def add(self, problem: BuildProblem) -> None:
        """Keep a problem of the present step."""
        owner = self.owner
        if owner.startswith(AMONG_ALL) and problem.kind.startswith(_LASTING):
            owner = BEGIN
        kept = self._kept.setdefault(owner, [])
        if problem not in kept:
            kept.append(problem)

    def step(self, owner: str) -> None:
        """Begin a step: what it said before is said again, or true no more."""
        self.owner = owner
        self._kept.pop(owner, None)

    def keep_only(self, docnames: set[str]) -> None:
        """Forget what was said about documents that are no more."""
        for owner in list(self._kept):
            docname = owner.partition(":")[2]
            if docname and docname not in docnames:
                del self._kept[owner]

    def of_pages(self) -> dict[str, list[BuildProblem]]:
        """Return what the reading and the writing of documents said."""
        return {owner: kept for owner, kept in self._kept.items() if ":" in owner}

    def take_over(self, of_pages: Mapping[str, list[BuildProblem]]) -> None:
        """Go on with what was said about documents before, which is true until they are read."""
        self._kept |= of_pages

    def of(self, owner: str) -> list[BuildProblem]:
        """Return what a step said."""
        return self._kept.get(owner, [])

    def problems(self) -> list[BuildProblem]:
        """Return what is true now, errors first."""
        found = dict.fromkeys(problem for kept in self._kept.values() for problem in kept)
        return sorted(found, key=lambda problem: problem.level != "error")


# What other pages may show of a page: its titles, its place, what it defines.
#
# Sphinx writes a page again when its own source changed. A link in another page that shows a
# title, a sidebar, a link that found nothing so far: all of them may change with these facts.

BINDING = "openapi"
"""Front matter whose names begin so binds a page to a description, which is read at the begin."""

OWN = frozenset({"wordcount"})
"""What MyST notes of a page and no other page shows."""


def facts_of(env: BuildEnvironment, docnames: Iterable[str]) -> dict[str, object]:
    """Return document → what others may show of it."""
    wanted = set(docnames)
    defined: dict[str, set[tuple[Any, ...]]] = {docname: set() for docname in wanted}
    for domain in env.domains.sorted():
        for name, shown, kind, docname, anchor, _priority in domain.get_objects():
            if docname in wanted:
                defined[docname].add((domain.name, str(name), str(shown), kind, anchor))
    labels = env.domains.standard_domain
    for label, (docname, anchor, title) in labels.labels.items():
        if docname in wanted:
            defined[docname].add(("label", label, str(title), "", anchor))
    for label, (docname, anchor) in labels.anonlabels.items():
        if docname in wanted:
            defined[docname].add(("anchor", label, "", "", anchor))
    return {docname: _facts(env, docname, defined[docname]) for docname in sorted(wanted)}


def _facts(env: BuildEnvironment, docname: str, defined: object) -> object:
    return (
        _text(env.titles.get(docname)),
        _text(env.longtitles.get(docname)),
        _text(env.tocs.get(docname)),
        repr(sorted(item for item in env.metadata.get(docname, {}).items() if item[0] not in OWN)),
        tuple(env.toctree_includes.get(docname, ())),
        repr(env.toc_secnumbers.get(docname)),
        repr(env.toc_fignumbers.get(docname)),
        defined,
    )


def _text(node: nodes.Element | None) -> str:
    return "" if node is None else str(node)


def bindings_of(env: BuildEnvironment, docnames: Iterable[str]) -> dict[str, object]:
    """Return document → what binds it to descriptions."""
    return {
        docname: {k: v for k, v in env.metadata.get(docname, {}).items() if k.startswith(BINDING)}
        for docname in docnames
    }


# The servers that descriptions name, as origins: what the proxy of the playground may reach.

MANY = 200


def origins_in(build: Build | None) -> set[str]:
    """Return the origins of all servers of all descriptions of a site."""
    from sphinx_docsjson.ext.openapi.pages.reference import known_reference

    reference = known_reference(build)
    specs = reference.specs if reference is not None else []
    servers = {
        server
        for spec in specs
        for servers in (spec.servers, *(operation.servers for operation in spec.operations))
        for server in servers
    }
    return {origin for server in servers for url in urls_of(server) if (origin := origin_of(url))}


def urls_of(server: Any) -> Iterator[str]:
    """Yield the addresses of a server, with each value that a description lists for it."""
    values = [
        [(variable.name, value) for value in variable.enum or (variable.default,)]
        for variable in server.variables
    ]
    for chosen in islice(product(*values), MANY):
        yield server.with_values(dict(chosen))


# What an address reaches: an origin.

_PORTS = {"http": 80, "https": 443}


def address_of(url: str) -> str:
    """Return an address as :func:`origin_of` reads it, for who sends a request there.

    Other readers pass over other spaces, and take angles and marks around an address away.
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", parts.query, ""))


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address; nothing of one that is not for the web."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return ""
    if not parts.hostname or parts.username is not None or parts.password is not None:
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port}"
