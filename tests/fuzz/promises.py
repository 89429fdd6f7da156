"""What every build promises: no exception, nothing that runs, messages of one line."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests._support.building import Built, build_site
from tests.hostile.addresses import dangers

REFUSED = 2
SPHINX = (
    "WARNING: cannot copy image file",
    "WARNING: unknown directive name: ",
    "WARNING: duplicate term description of ",
)
"""Sphinx's own words, without a type: for a picture of an ``.md`` page that is a folder, for a
directive of a domain that nobody has, and for a glossary that an area puts on several pages."""

MESSAGE = re.compile(r"(?:.+: )?(?:WARNING|ERROR|CRITICAL): .+ \[[\w.-]+\]")


def broken(
    folder: Path,
    files: Mapping[str, str | bytes],
    builder: str = "html",
    conf: Mapping[str, Any] | None = None,
) -> Iterator[str | Built]:
    """Build *files*; yield how it failed, or what it built, for :func:`dangerous` and others."""
    settings = {"html_theme": "docsjson", "suppress_warnings": ["toc"], **(conf or {})}
    try:
        yield build_site(folder / "src", dict(files), builder, conf=settings)
    except SystemExit as stop:
        # A docs.json that cannot be read is refused: the one line of it is said before.
        if stop.code != REFUSED:
            yield f"the build stops with {stop.code}"
    except Exception as error:
        yield wrong(error)


def wrong(error: BaseException) -> str:
    """Return the last place of our package that *error* came through, and what it says."""
    cause = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    frames = traceback.extract_tb(cause.__traceback__)
    ours = [frame for frame in frames if "sphinx_docsjson" in frame.filename]
    last = (ours or frames)[-1]
    said = " ".join(str(error).split())[:200]
    return f"{Path(last.filename).name}:{last.name}: {type(error).__name__}: {said}"


def dangerous(built: Built) -> Iterator[str]:
    """Yield what runs in the pages of a site whose texts nobody has to trust."""
    for page in built.outdir.rglob("*.html"):
        for danger in dangers(page):
            yield f"runs: {danger[:200]}"


def unclear(built: Built) -> Iterator[str]:
    """Yield the lines of the log that are no message of one line with its type."""
    for line in built.warning_lines:
        if not MESSAGE.fullmatch(line) and not any(words in line for words in SPHINX):
            yield f"message: {line[:200]!r}"
