"""What a build has to say: printed, and kept for as long as it is true.

A message belongs to the step that gave it: the reading or the writing of a document, a look at
all of them, the begin. It is gone when that step runs again without it.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.live.going_on import going_on
from sphinx_docsjson.cli.live.problem_lines import BuildProblem, problems_in

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

BEGIN = "begin"
AMONG_ALL = "all"
AFTER_READING, CHECKED, FINISHED = (f"{AMONG_ALL}-{step}" for step in ("read", "checked", "done"))
_LASTING = "docsjson.openapi"
"""Messages on descriptions are given once, when a description changed."""


class BuildMessages(io.TextIOBase):
    """The stream that Sphinx writes its warnings to.

    :param folder: the source folder.
    :param shown: where they are printed, too.
    """

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
        """Forget what was said of documents that are no more."""
        for owner in list(self._kept):
            docname = owner.partition(":")[2]
            if docname and docname not in docnames:
                del self._kept[owner]

    def of(self, owner: str) -> list[BuildProblem]:
        """Return what a step said."""
        return self._kept.get(owner, [])

    def problems(self) -> list[BuildProblem]:
        """Return what is true now, errors first."""
        found = dict.fromkeys(problem for kept in self._kept.values() for problem in kept)
        return sorted(found, key=lambda problem: problem.level != "error")
