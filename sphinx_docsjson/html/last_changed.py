"""When each page was last changed, asked from git once per build."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sphinx_docsjson.html.repository import run_git

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def change_dates(srcdir: Path) -> dict[str, datetime]:
    """Return path below *srcdir* → the time of the last commit that changed it.

    The oldest commits of a shallow clone are left out: git reports every file as changed in
    them. Without git, or outside a repository, nothing is known.
    """
    cut = frozenset(_shallow_commits(srcdir))
    log = run_git(
        srcdir,
        *("log", "-z", "--format=%x00%H %cI"),
        *("--name-only", "--relative", "--no-renames", "--", "."),
    )
    return parse_log(log, cut)


def parse_log(log: str, cut: frozenset[str] = frozenset()) -> dict[str, datetime]:
    """Return path → time of the newest commit with it in the output of ``git log -z``.

    The only character that no path has, NUL, ends each of them and stands before a commit, so
    that an empty piece comes before one; a line end comes before its first path.

    :param cut: commits to leave out.
    """
    found: dict[str, datetime] = {}
    moment: datetime | None = None
    pieces = iter(log.split("\0"))
    first = False
    for piece in pieces:
        if not piece:
            commit, _, written = next(pieces, "").partition(" ")
            moment = datetime.fromisoformat(written) if written and commit not in cut else None
            first = True
        elif moment is not None:
            found.setdefault(piece[1:] if first else piece, moment)
            first = False
    return found


def _shallow_commits(srcdir: Path) -> list[str]:
    if run_git(srcdir, "rev-parse", "--is-shallow-repository") != "true":
        return []
    name = run_git(srcdir, "rev-parse", "--git-path", "shallow")
    try:
        return (srcdir / name).read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError):
        return []


def page_date(
    front: Mapping[str, str], path: str, dates: Mapping[str, datetime]
) -> datetime | None:
    """Return the date that a page shows.

    :param front: the front matter; ``lastUpdatedDate`` counts more than git does.
    """
    written = front.get("lastupdateddate", "").strip()
    if written:
        try:
            return datetime.fromisoformat(written)
        except ValueError:
            return None
    return dates.get(path)
