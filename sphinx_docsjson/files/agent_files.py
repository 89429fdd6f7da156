"""Files for agents, which are published as they are and are no pages: skills, instructions.

A host serves them from the root of the site: ``skill.md``, ``skills/<name>/SKILL.md`` with what
lies beside it, ``AGENTS.md``, ``CLAUDE.md`` and the folder ``.well-known``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.text.word_sets import words

if TYPE_CHECKING:
    from collections.abc import Iterator

AT_THE_TOP = words("skill.md AGENTS.md CLAUDE.md")
SKILL, SKILLS, WELL_KNOWN = "SKILL.md", "skills", ".well-known"


def is_agent_file(path: str, root: Path) -> bool:
    """Whether the file *path*, from the source folder *root*, is for agents."""
    if path in AT_THE_TOP or path == SKILL:
        return True
    parts = path.split("/")
    if parts[0] == WELL_KNOWN:
        return len(parts) > 1
    # What lies beside a skill belongs to it; ``skills`` may also be a folder of pages.
    return len(parts) > 2 and parts[0] == SKILLS and (root / SKILLS / parts[1] / SKILL).is_file()


def agent_files(root: Path) -> Iterator[str]:
    """Yield the files for agents below the source folder *root*, from there, in order."""
    for name in (*sorted(AT_THE_TOP), SKILL):
        if name in _names(root):
            yield name
    for top in (SKILLS, WELL_KNOWN):
        for folder, folders, files in os.walk(root / top):
            folders.sort()
            for name in sorted(files):
                path = (Path(folder) / name).relative_to(root).as_posix()
                if is_agent_file(path, root):
                    yield path


def _names(folder: Path) -> frozenset[str]:
    """Return the names in a folder as they are spelled, also where a disk ignores case."""
    return frozenset(entry.name for entry in os.scandir(folder) if entry.is_file())
