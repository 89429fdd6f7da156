"""The pages that are open in browsers, and the events and problems to send them."""

from __future__ import annotations

import json
import queue
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_docsjson.base.files import content_digest
from sphinx_docsjson.cli import going_on

# What browsers have open, and what they are sent: events of a build, one line of JSON each.
#
# Each file that was served is known by its content. After a build those whose content differs are
# named, with the number of the build, so that a page asks only for what changed since it was
# loaded.

BEAT = 15.0
"""Seconds after which a silent connection says that it is there, or finds out that it is not."""

MISSING = 1000
"""How many addresses without a file are remembered; the oldest are forgotten first."""

SERVED = 100_000
"""How many files are remembered that were served, under each of their names."""


class OpenPages:
    """The connections of browsers.

    :param root: the folder that is served.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._pages: dict[queue.Queue[str | None], str] = {}
        self._served: dict[str, tuple[int, str]] = {}
        self._missing: dict[str, None] = {}
        self._changed_in: dict[str, int] = {}
        self._last: dict[str, dict[str, Any]] = {}
        self.number = 0

    def serves(self, file: Path, content: bytes) -> None:
        """Remember what a file held when it was served."""
        name = file.relative_to(self._root).as_posix()
        with self._lock:
            self._served.setdefault(name, (file.stat().st_mtime_ns, content_digest(content)))
            if len(self._served) > SERVED:
                del self._served[next(iter(self._served))]

    def expect(self, names: Iterable[str]) -> None:
        """Remember files that were asked for and are not there: their coming is a change."""
        with self._lock:
            for name in names:
                if name not in self._served:
                    self._served[name] = (0, "")
                    self._missing[name] = None
            while len(self._missing) > MISSING:
                oldest = next(iter(self._missing))
                del self._missing[oldest]
                self._served.pop(oldest, None)

    def look_again(self) -> list[str]:
        """Find the served files that hold something else now, and tell browsers of them."""
        changed = []
        with self._lock:
            for name in list(self._served):
                with going_on("looking at a file that was served"):
                    if self._is_changed(name):
                        changed.append(name)
            if changed:
                self.number += 1
                self._changed_in |= dict.fromkeys(changed, self.number)
        if changed:
            self.tell("changed", files=changed, build=self.number)
        return changed

    def _is_changed(self, name: str) -> bool:
        """Whether a file that was served holds something else; remembers its content now."""
        time, digest = self._served[name]
        path = self._root / name
        try:
            if (now := path.stat().st_mtime_ns) == time:
                return False
            new = content_digest(path.read_bytes())
        except (OSError, ValueError):  # it is gone, or no file can have such a name
            now, new = 0, ""
        self._served[name] = (now, new)
        if new:
            self._missing.pop(name, None)
        return new != digest

    def tell(self, event: str, *, keep: bool = False, **data: Any) -> None:
        """Send an event to every open page.

        :param keep: pages that are opened later get it too.
        """
        with self._lock:
            if keep:
                self._last[event] = data
            for waiting in self._pages:
                waiting.put(_line(event, data))

    def paths(self) -> list[str]:
        """Return the paths of the pages that are looked at, the last one first."""
        with self._lock:
            return list(dict.fromkeys(reversed(self._pages.values())))

    @contextmanager
    def opened(self, path: str, since: int) -> Iterator[Iterator[str]]:
        """Give the events for a page, until it is closed.

        :param since: the number of the build that the page was loaded from.
        """
        waiting: queue.Queue[str | None] = queue.Queue()
        self.look_again()  # what was written since, nobody looked at
        with self._lock:
            missed = [name for name, number in self._changed_in.items() if number > since]
            if missed:
                waiting.put(_line("changed", {"files": missed, "build": self.number}))
            for event, data in self._last.items():
                waiting.put(_line(event, data))
            self._pages[waiting] = path
        try:
            yield self._events(waiting)
        finally:
            with self._lock:
                self._pages.pop(waiting, None)

    def _events(self, waiting: queue.Queue[str | None]) -> Iterator[str]:
        yield ": open\n\n"
        while True:
            try:
                line = waiting.get(timeout=BEAT)
            except queue.Empty:
                line = ": still here\n\n"
            if line is None:
                return
            yield line

    def close(self) -> None:
        """End all connections."""
        with self._lock:
            for waiting in self._pages:
                waiting.put(None)


def _line(event: str, data: dict[str, Any]) -> str:
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"


# The messages of a build as data: file, line, what is wrong, what to do, the lines around it.

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_MESSAGE = re.compile(r"(?:(?P<where>.*?): )?(?P<level>WARNING|ERROR|CRITICAL): (?P<message>.*)")
_PLACE = re.compile(
    r"(?P<place>.*?)(?::(?P<within>docstring of .+?))?(?::(?P<line>\d+))?(?::(?P<column>\d+))?:?"
)
_KIND = re.compile(r" \[([\w-]+(?:\.[\w-]+)+)\]\Z")
AROUND = 2
"""How many lines before and after the one with the problem are shown."""

ADVICE = (
    (r"unknown directive|Unknown directive", "Correct the name, or load its extension."),
    (r"[Uu]nknown interpreted text role|[Uu]nknown role", "Correct the name of the role."),
    (r"document isn't included in any toctree", "List the page in the navigation or a toctree."),
    (r"undefined label|unknown document|cross-reference|xref", "Correct the target of the link."),
    (r"image file not readable", "Correct the path, or add the file."),
    (r"[Ii]nclude file .* not found|not found or reading it failed", "Correct the path."),
    (r"Malformed YAML", "Correct the front matter, between the two lines of `---`."),
    (r"[Tt]itle underline too short", "Make the underline as long as the title."),
    (r"[Uu]nexpected indentation|[Uu]nindent", "Indent the block evenly, with an empty line."),
    (r"[Dd]uplicate", "Rename one of the two."),
    (r"syntax error|SyntaxError|invalid syntax", "Correct the file and save it."),
    (r"No module named|Could not import extension", "Install the package, or correct the name."),
)
"""What to do about messages of others, which often only say what is wrong."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BuildProblem:
    """One message of a build.

    :param file: the path of the file, as the author knows it; may be empty.
    :param excerpt: numbers and texts of the lines around.
    """

    level: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    kind: str = ""
    advice: str = ""
    excerpt: tuple[tuple[int, str], ...] = ()


def problems_in(text: str, folder: Path) -> list[BuildProblem]:
    """Return the problems that Sphinx wrote to its stream of warnings.

    :param folder: the source folder, which the paths of files are shown relative to.
    """
    found: list[re.Match[str]] = []
    more: list[list[str]] = []
    for line in _COLOR.sub("", text).splitlines():
        if match := _MESSAGE.fullmatch(line):
            found.append(match)
            more.append([match["message"]])
        elif more and line.strip():
            more[-1].append(line)
    return [_problem(match, lines, folder) for match, lines in zip(found, more, strict=True)]


def _problem(match: re.Match[str], lines: Iterable[str], folder: Path) -> BuildProblem:
    message = "\n".join(lines)
    kind = _KIND.search(message)
    where = _PLACE.fullmatch(match["where"] or "")
    path = Path(where["place"]) if where is not None and where["place"] else None
    if path is not None and not path.is_absolute():
        path = folder / path
    number = 0 if where is None or where["within"] else int(where["line"] or 0)
    return BuildProblem(
        level="warning" if match["level"] == "WARNING" else "error",
        message=message[: kind.start()] if kind else message,
        file=shown_path(path, folder) if path else "",
        line=number,
        column=int(where["column"] or 0) if where is not None and number else 0,
        kind=kind[1] if kind else "",
        advice=advice_on(message),
        excerpt=excerpt(path, number) if path else (),
    )


def as_line(problem: BuildProblem) -> str:
    """Return a problem as it is printed."""
    place = ":".join(str(part) for part in (problem.file, problem.line) if part)
    return f"{place or 'serve'}: ERROR: {problem.message}"


def advice_on(message: str) -> str:
    """Return what to do about a message of others; ours say it themselves."""
    if "[docsjson." in message:
        return ""
    return next((advice for pattern, advice in ADVICE if re.search(pattern, message)), "")


def shown_path(path: Path, folder: Path) -> str:
    """Return a path as the author knows it: relative to the source folder where it is in it."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


def excerpt(path: Path, line: int) -> tuple[tuple[int, str], ...]:
    """Return the lines around a place in a file; nothing where there is no such place."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except (OSError, ValueError):
        return ()
    if not 0 < line <= len(lines):
        return ()
    first = max(1, line - AROUND)
    return tuple(
        (number, text[:300]) for number, text in enumerate(lines[first - 1 : line + AROUND], first)
    )


def problem_of(error: BaseException, folder: Path) -> BuildProblem:
    """Return an exception that ended a build as a problem, at the innermost place of the author.

    :param folder: the source folder; code below its parent counts as the author's.
    """
    place, line = _innermost(error, folder)
    message = _without_trace(str(error) or type(error).__name__)
    if named := re.search(r"\(([\w.-]+\.py), line (\d+)\)", message):
        place, line = str(folder / named[1]), int(named[2])
    elif not place and (named := re.search(r"[Cc]ould not import extension ([\w.]+)", message)):
        place, line = _line_with(folder / "conf.py", named[1])
    path = Path(place) if place else None
    return BuildProblem(
        level="error",
        message=message,
        file=shown_path(path, folder) if path else "",
        line=line,
        advice=advice_on(message) or "Correct it and save; the build is tried again.",
        excerpt=excerpt(path, line) if path else (),
    )


def _innermost(error: BaseException, folder: Path) -> tuple[str, int]:
    """Return the file and line of the author that an error came from, also behind another one."""
    found = ("", 0)
    behind: BaseException | None = error
    while behind is not None:
        trace = behind.__traceback__
        while trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename)
            if file.is_relative_to(folder.parent) and "site-packages" not in file.parts:
                found = (str(file), trace.tb_lineno)
            trace = trace.tb_next
        behind = behind.__cause__ or behind.__context__
    return found


def _without_trace(message: str) -> str:
    """Return a message without the way that an error took, which its place and its end tell."""
    text, trace, rest = message.rstrip().partition("Traceback (most recent call last):")
    return f"{text.rstrip()} {rest.rpartition(chr(10))[2]}" if trace else message


def _line_with(path: Path, word: str) -> tuple[str, int]:
    """Return the first line of a file that has a word in quotes."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return "", 0
    quoted = re.compile(rf"""(["']){re.escape(word)}\1""")
    number = next((n for n, text in enumerate(lines, 1) if quoted.search(text)), 0)
    return (str(path), number) if number else ("", 0)
