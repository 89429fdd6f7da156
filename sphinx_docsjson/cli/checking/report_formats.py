"""What a check found, as text, JSON, SARIF 2.1.0 or commands of GitHub Actions. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.cli.checking.message_texts import BuildMessage, MessagePlace

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
KINDS = "https://pypi.org/project/sphinx-docsjson/"
MANY = 3
"""Up to this number of places stand on the line of a message; more get lines of their own."""

Formatter = Callable[[Sequence["BuildMessage"], Path], str]


def as_text(messages: Sequence[BuildMessage], folder: Path) -> str:
    """Return a line for each message; further places follow below it."""
    return "\n".join(line for message in messages for line in _lines(message, folder))


def _lines(message: BuildMessage, folder: Path) -> Iterator[str]:
    places = [_named(place, folder) for place in message.places]
    yield f"{places[0]}: {message.line}" if places else message.line
    rest = places[1:]
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
                for place in message.places
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
            "locations": [_location(place, folder) for place in message.places if place.file],
        }
        for message in messages
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": SARIF, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False)


def _location(place: MessagePlace, folder: Path) -> dict[str, Any]:
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
    for place in message.places or (None,):
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


def file_of(place: MessagePlace, folder: Path) -> str:
    """Return the file of a place as somebody names it where the command is run."""
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


def _named(place: MessagePlace, folder: Path) -> str:
    within = f":docstring of {place.inside}" if place.inside else ""
    numbers = [str(number) for number in (place.line, place.column) if number]
    return ":".join([f"{file_of(place, folder)}{within}", *numbers])


FORMATS: dict[str, Formatter] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
}
