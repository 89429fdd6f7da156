"""``sphinx-docsjson check``: prints the warnings of a build without writing the site."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from sphinx_docsjson.base.messages import one_line
from sphinx_docsjson.cli import alone_in, can_be_built, no_site, usual_folder
from sphinx_docsjson.cli.baseline import new_messages
from sphinx_docsjson.cli.check_build import application, look
from sphinx_docsjson.cli.check_messages import (
    BuildMessage,
    MessageLocation,
    MessageRecorder,
    grouped,
    read_message,
)
from sphinx_docsjson.cli.progress import Progress
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from typing import TextIO

    from sphinx.config import Config

    from sphinx_docsjson.cli.check_build import CheckedProject


TRANSLATING = "writing output"
"""A check translates one page at a time, and says itself how far it is."""

RIGHT, WRONG, MISUSED = 0, 1, 2
"""The exit codes: no message, at least one, and a project that cannot be built at all."""


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """How a check is asked for on the command line.

    :param cache: where the last look is kept; ``None``: in the cache of the user.
    :param external: links to other hosts are followed, too.
    :param baseline: the file that lists accepted messages.
    """

    format: str = "text"
    builder: str = "html"
    settings: Mapping[str, str] = field(default_factory=dict)
    nitpicky: bool = False
    jobs: int = 1
    cache: Path | None = None
    fresh: bool = False
    external: bool = False
    baseline: Path | None = None
    quiet: bool = False


def check(folder: Path, options: CheckOptions = CheckOptions()) -> int:
    """Print all that a build would say, each thing once; return the exit code."""
    if not can_be_built(folder):
        print(no_site(folder), file=sys.stderr)
        return MISUSED
    from sphinx_docsjson.cli.check_build import CheckedProject

    project = CheckedProject(
        folder=folder.resolve(),
        builder=options.builder,
        settings=options.settings,
        nitpicky=options.nitpicky,
        jobs=options.jobs,
    )
    begin = time.monotonic()
    messages, result, failed = _find(project, options)
    accepted = ""
    if options.baseline and not failed:
        messages, accepted = new_messages(messages, options.baseline, project.folder)
    text = FORMATS[options.format](messages, folder)
    if text:
        print(text)
    if options.format == "text" and not options.quiet:
        loaded = load_site(folder)
        for remark in loaded.remarks:
            print(f"{loaded.files[0].name}: {remark}")
        for remark in result.remarks if result else ():
            print(remark)
        if accepted:
            print(accepted)
        print(summary(folder, messages, result, time.monotonic() - begin))
    if failed:
        return MISUSED
    return WRONG if messages else RIGHT


def _find(
    project: CheckedProject, options: CheckOptions
) -> tuple[list[BuildMessage], CheckResult | None, bool]:
    """Return the messages, what was looked at, and whether Sphinx gave up."""

    from sphinx_docsjson.cli.check_messages import StoppedBuild

    asked = (project.builder, str(project.nitpicky), *map("=".join, options.settings.items()))
    cache = options.cache or usual_folder("check", project.folder, *asked)
    progress = None if options.quiet else Progress(sys.stderr, silent=TRANSLATING)
    try:
        result = check_project(project, cache, fresh=options.fresh, status=progress)
        messages = list(result.messages)
        if options.external:
            messages += check_links(project, cache / "external", status=progress)
    except StoppedBuild as stopped:
        return list(stopped.messages), None, not stopped.by_site
    finally:
        if progress is not None:
            progress.end()
    return messages, result, False


def summary(
    folder: Path, messages: list[BuildMessage], result: CheckResult | None, seconds: float
) -> str:
    """Return the last line: how much is wrong, and how much was looked at."""
    count = sum(max(1, len(message.locations)) for message in messages)
    found = "no problem"
    if messages:
        found = f"{len(messages)} problem{'s' if len(messages) > 1 else ''}"
        found += f" in {count} places" if count > len(messages) else ""
    if result is None:
        return f"{folder}: {found}; the build stops there"
    pages = f"{result.documents} page{'' if result.documents == 1 else 's'}"
    read = f"{pages}, {result.read} of them new or changed"
    return f"{folder}: {found} ({read}; {seconds:.1f} s)"


# Links to other hosts, followed by Sphinx's ``linkcheck``; those that answered are checked once a
# week.
#
# Sphinx keeps nothing between two runs. It is told to ignore the addresses that answered lately.

FILE = "links.json"
DAYS = 7
BUILDER = "linkcheck"
ANSWERED = frozenset({"working", "redirected"})
DEAD = frozenset({"broken", "timeout"})

Answers: TypeAlias = dict[str, float]
"""Address → when it answered, in seconds since 1970."""


def check_links(
    project: CheckedProject, folder: Path, *, status: TextIO | None = None
) -> tuple[BuildMessage, ...]:
    """Return what ``linkcheck`` says about the links of *project*."""
    folder.mkdir(parents=True, exist_ok=True)
    now = time.time()
    known = {url: when for url, when in _kept(folder).items() if when > now - DAYS * 86400}
    recorder = MessageRecorder()
    with application(project, folder, recorder, builder=BUILDER, status=status) as app:
        ignore(app.config, known)
        app.build(force_all=True)
        rows = _rows(app.outdir / "output.json")
    known |= {row["uri"]: now for row in rows if row["status"] in ANSWERED}
    _keep(folder, known)
    return tuple(grouped(_message(row) for row in rows if row["status"] in DEAD))


def ignore(config: Config, known: Iterable[str]) -> None:
    """Let the builder leave out addresses, beside those that the project leaves out."""
    links = "|".join(map(re.escape, known))
    if links:
        config.linkcheck_ignore = [*config.linkcheck_ignore, f"(?:{links})$"]


def _rows(path: Path) -> list[dict[str, Any]]:
    """Return what the builder wrote down of each link."""
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _message(row: dict[str, Any]) -> BuildMessage:
    said = one_line(f"{row['info']}") or row["status"]
    location = MessageLocation(file=row["filename"], line=row["lineno"] or 0)
    text = f"{row['uri']} does not answer as expected: {said}"
    return BuildMessage(level="warning", text=text, kind=BUILDER, locations=(location,))


def _kept(folder: Path) -> Answers:
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {str(url): float(when) for url, when in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _keep(folder: Path, known: Answers) -> None:
    (folder / FILE).write_text(json.dumps(known, indent=0), encoding="utf-8", newline="\n")


# What a check found, as text, JSON, SARIF 2.1.0 or commands of GitHub Actions. Pure.

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
KINDS = "https://pypi.org/project/sphinx-docsjson/"
MANY = 3
"""Up to this number of places stand on the line of a message; more get lines of their own."""

Formatter = Callable[[Sequence["BuildMessage"], Path], str]


def as_text(messages: Sequence[BuildMessage], folder: Path) -> str:
    """Return a line for each message; further places follow below it."""
    return "\n".join(line for message in messages for line in _lines(message, folder))


def _lines(message: BuildMessage, folder: Path) -> Iterator[str]:
    locations = [_named(each, folder) for each in message.locations]
    yield f"{locations[0]}: {message.line}" if locations else message.line
    rest = locations[1:]
    if 0 < len(rest) < MANY:
        yield f"    also {', '.join(rest)}"
    elif rest:
        yield f"    also at {len(rest)} more places:"
        yield from (f"    {place}" for place in rest)


def as_json(messages: Sequence[BuildMessage], folder: Path) -> str:
    """Return a list of messages, each with its places."""
    found = [
        {
            "level": message.severity,
            "kind": message.kind or None,
            "message": message.text,
            "places": [
                {
                    "file": file_of(place, folder) or None,
                    "line": place.line or None,
                    "column": place.column or None,
                    "object": place.inside or None,
                }
                for place in message.locations
            ],
        }
        for message in messages
    ]
    return json.dumps(found, indent=2, ensure_ascii=False)


def as_sarif(messages: Sequence[BuildMessage], folder: Path) -> str:
    """Return a log of the Static Analysis Results Interchange Format (OASIS, 2.1.0)."""
    kinds = sorted({message.kind or message.severity for message in messages})
    driver = {
        "name": "sphinx-docsjson",
        "version": __version__,
        "informationUri": KINDS,
        "rules": [{"id": kind} for kind in kinds],
    }
    results = [
        {
            "ruleId": message.kind or message.severity,
            "ruleIndex": kinds.index(message.kind or message.severity),
            "level": message.severity,
            "message": {"text": message.text},
            "locations": [_location(place, folder) for place in message.locations if place.file],
        }
        for message in messages
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": SARIF, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _location(place: MessageLocation, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {"artifactLocation": {"uri": uri_of(file_of(place, folder))}}
    if place.line and not place.inside:
        found["region"] = {"startLine": place.line}
        if place.column:
            found["region"]["startColumn"] = place.column
    return {"physicalLocation": found}


def as_github(messages: Sequence[BuildMessage], folder: Path) -> str:
    """Return a workflow command for each place, which GitHub shows beside the changed lines."""
    return "\n".join(line for message in messages for line in _commands(message, folder))


def _commands(message: BuildMessage, folder: Path) -> Iterator[str]:
    text = _escaped(message.text)
    for place in message.locations or (None,):
        about = {}
        if place is not None and place.file:
            about["file"] = file_of(place, folder)
            if place.line and not place.inside:
                about["line"] = str(place.line)
            if place.column:
                about["col"] = str(place.column)
        if message.kind:
            about["title"] = message.kind
        listed = ",".join(f"{name}={_property(value)}" for name, value in about.items())
        yield f"::{message.severity}{' ' if listed else ''}{listed}::{text}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def file_of(place: MessageLocation, folder: Path) -> str:
    """Return the file of a place as someone names it where the command is run."""
    if not place.file:
        return ""
    path = Path(place.file)
    if not path.is_absolute():
        path = folder / path
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def uri_of(path: str) -> str:
    """Return a path as SARIF names files: a relative reference, or ``file:`` (RFC 3986)."""
    if not PurePath(path).is_absolute():
        return quote(f"./{path}" if ":" in path.split("/")[0] else path)
    return PurePath(path).as_uri()


def _named(place: MessageLocation, folder: Path) -> str:
    within = f":docstring of {place.inside}" if place.inside else ""
    numbers = [str(number) for number in (place.line, place.column) if number]
    return ":".join([f"{file_of(place, folder)}{within}", *numbers])


FORMATS: dict[str, Formatter] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
}


# A project → all that a build of it would say, from the last look and what changed since.

ATTEMPTS = 3


@dataclass(frozen=True, kw_only=True)
class CheckResult:
    """What a check found, and what it looked at.

    :param read: how many documents were read, ``written`` how many were translated.
    :param remarks: what pages have without effect.
    """

    messages: tuple[BuildMessage, ...]
    documents: int
    read: int
    written: int
    remarks: tuple[str, ...] = ()


def check_project(
    project: CheckedProject,
    folder: Path,
    *,
    fresh: bool = False,
    status: TextIO | None = None,
) -> CheckResult:
    """Check *project*, and keep in *folder* what the next look can begin with.

    Which of two documents gets the message that both define the same name depends on their order.
    After a change, all of them are read again in the order of a clean build.
    """
    with alone_in(folder) as work:
        read: set[str] = set()
        written: set[str] = set()
        for attempt in range(ATTEMPTS):
            looked = look(project, work, fresh=fresh and not attempt, status=status)
            starts_anew = not attempt and looked.read == looked.documents
            read |= looked.read
            written |= looked.written
            if starts_anew or not looked.duplicates:
                break
        found = list(map(read_message, looked.messages))
    return CheckResult(
        messages=tuple(grouped(found)),
        documents=len(looked.documents),
        read=len(read),
        written=len(written),
        remarks=looked.remarks,
    )
