"""Links to other hosts, followed by Sphinx's ``linkcheck``; what answers is asked once a week.

Sphinx keeps nothing between two runs. It is told to ignore the addresses that answered lately.
"""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx_docsjson.cli.checking.build_without_output import application
from sphinx_docsjson.cli.checking.message_recorder import MessageRecorder
from sphinx_docsjson.cli.checking.message_texts import BuildMessage, MessagePlace, grouped
from sphinx_docsjson.text.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import TextIO

    from sphinx.config import Config

    from sphinx_docsjson.cli.checking.build_without_output import CheckedProject

FILE = "links.json"
DAYS = 7
BUILDER = "linkcheck"
ANSWERED = frozenset({"working", "redirected"})
DEAD = frozenset({"broken", "timeout"})

Answers: TypeAlias = dict[str, float]
"""Address → when it answered, in seconds since 1970."""


def check_links(
    project: CheckedProject, folder: Path, *, days: float = DAYS, status: TextIO | None = None
) -> tuple[BuildMessage, ...]:
    """Return what ``linkcheck`` says of the links of *project*.

    :param days: how long an answer counts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    now = time.time()
    known = {url: when for url, when in _kept(folder).items() if when > now - days * 86400}
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
    place = MessagePlace(file=row["filename"], line=row["lineno"] or 0)
    text = f"{row['uri']} does not answer as it should: {said}"
    return BuildMessage(level="warning", text=text, kind=BUILDER, places=(place,))


def _kept(folder: Path) -> Answers:
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {str(url): float(when) for url, when in found.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _keep(folder: Path, known: Answers) -> None:
    (folder / FILE).write_text(json.dumps(known, indent=0), encoding="utf-8")
