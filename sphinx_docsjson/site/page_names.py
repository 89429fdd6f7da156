"""What a page is called that says nothing about it: its path tells."""

from __future__ import annotations

import re

_WORD_BREAK = re.compile(r"[-_\s]+")


def title_from_name(docname: str) -> str:
    """Return a readable title for a page that has none, from the last part of its path."""
    parts = [part for part in docname.split("/") if part]
    name = parts[-2] if len(parts) > 1 and parts[-1] == "index" else parts[-1]
    words = _WORD_BREAK.sub(" ", name).strip()
    return words[:1].upper() + words[1:]
