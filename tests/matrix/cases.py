"""The cases: a text file for each extension, with the files of a small project that uses it.

A file begins with the packages that it needs, one a line (``requires: name==version``), and a
note where a difference is meant to be (``expect: …``). Then come the files, each after a line
``=== path``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("cases")
HEAD = re.compile(r"^(requires|expect):\s*(\S.*)$", re.MULTILINE)
FILE = re.compile(r"^=== (\S+)\n", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A project that uses an extension.

    :param requires: what has to be installed beside our own tests.
    :param expected: differences that are meant to be, as regular expressions.
    :param files: path → text.
    """

    name: str
    requires: tuple[str, ...]
    expected: tuple[str, ...]
    files: dict[str, str]

    def write(self, folder: Path) -> Path:
        """Write the files below *folder*."""
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder

    def is_expected(self, difference: str) -> bool:
        """Whether a difference is meant to be."""
        return any(re.search(pattern, difference) for pattern in self.expected)


def read_cases() -> dict[str, Case]:
    """Return the cases by name."""
    cases = map(read_case, sorted(FOLDER.glob("*.txt")))
    return {case.name: case for case in cases}


def read_case(path: Path) -> Case:
    """Return the case in a file."""
    head, *parts = FILE.split(path.read_text(encoding="utf-8"))
    fields = HEAD.findall(head)
    return Case(
        name=path.name.removesuffix(".txt"),
        requires=tuple(value for key, value in fields if key == "requires"),
        expected=tuple(value for key, value in fields if key == "expect"),
        files=dict(zip(parts[::2], parts[1::2], strict=True)),
    )
