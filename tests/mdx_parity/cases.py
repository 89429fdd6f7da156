"""Cases: a title, a page, and what micromark finds in it: its outline, or its tags."""

from __future__ import annotations

from pathlib import Path


def cases(name: str) -> list[tuple[str, str, str]]:
    """Return title, source and result of each case of a file; lines with one dot part them."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    found = []
    for part in f"{text}\n".split("\n.\n\n"):
        if part.strip():
            title, source, outline = part.split("\n.\n")
            found.append((title.strip(), source, outline.strip("\n")))
    return found
