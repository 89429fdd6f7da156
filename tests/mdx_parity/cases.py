"""The cases of ``cases.txt``: a title, a page and the outline that micromark has of it."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_name("cases.txt")


def cases() -> list[tuple[str, str, str]]:
    """Return title, source and outline of each case; lines with one dot part them."""
    found = []
    for part in f"{FILE.read_text(encoding='utf-8')}\n".split("\n.\n\n"):
        if part.strip():
            title, source, outline = part.split("\n.\n")
            found.append((title.strip(), source, outline.strip("\n")))
    return found
