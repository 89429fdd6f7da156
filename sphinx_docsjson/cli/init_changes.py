"""Changes the files of a folder for ``init``, and reports each change."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_docsjson.navigation.tree import SUFFIXES


@dataclass(kw_only=True)
class FolderChanges:
    """What is done to a folder, and said about it."""

    folder: Path
    lines: list[str] = field(default_factory=list)

    def say(self, done: str, path: Path, why: str = "") -> None:
        """Note what was done to a file."""
        self.lines.append(f"{done:<8} {path}{f'  ({why})' if why else ''}")

    def write(self, path: Path, text: str, why: str = "") -> None:
        """Write a file that is not there; a page may be there with another suffix."""
        others = [path.with_suffix(each) for each in SUFFIXES] if path.suffix in SUFFIXES else []
        taken = next((each for each in (path, *others) if each.exists()), None)
        if taken is not None:
            self.say("kept", taken)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        self.say("written", path, why)

    def change(self, path: Path, text: str, why: str) -> None:
        """Write a file of the author again."""
        write_author_file(path, text)
        self.say("changed", path, why)

    def copy(self, path: Path, source: Path) -> None:
        """Copy a picture to where a build finds it."""
        if path.exists():
            self.say("kept", path)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        self.say("copied", path, f"from {source}")


def write_author_file(path: Path, text: str) -> None:
    """Write a file of the author with the line ends that it has, else with line feeds."""
    with suppress(FileNotFoundError):
        if b"\r\n" in path.read_bytes():
            text = text.replace("\n", "\r\n")
    path.write_text(text, encoding="utf-8", newline="")
