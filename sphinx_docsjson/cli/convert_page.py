"""The page that is being converted: the current line, the changes, and what stays.

Callouts of other tools also become our tags, which blocks and tags both write.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.convert_code import attribute
from sphinx_docsjson.pages.other_syntaxes import CALLOUT_TAGS

if TYPE_CHECKING:
    from sphinx_docsjson.cli.other_tools import FoundSite

# More kinds of callouts than those that a message names; the title says which one it was.
KINDS = CALLOUT_TAGS | {
    "abstract": "Info",
    "bug": "Danger",
    "example": "Note",
    "failure": "Danger",
    "fail": "Danger",
    "faq": "Info",
    "question": "Info",
    "quote": "Note",
    "secondary": "Note",
    "seealso": "Info",
    "summary": "Info",
    "todo": "Note",
    "tldr": "Info",
    "done": "Check",
}


@dataclass(kw_only=True)
class PageConversion:
    """A page while it is rewritten.

    :param page: its file, from which the paths of what it includes are written.
    :param first_line: the lines above the text that is rewritten, and one.
    :param changed: what is written in another way → how often it was rewritten.
    :param left: what has no counterpart, or needs its author → the lines it is on.
    """

    page: Path
    site: FoundSite
    first_line: int = 1
    changed: Counter[str] = field(default_factory=Counter)
    left: dict[str, list[int]] = field(default_factory=dict)

    def leave(self, what: str, line: int) -> None:
        """Note what is left as it is."""
        self.left.setdefault(what, []).append(line + self.first_line)


def callout_tags(kind: str, title: str) -> tuple[str, str]:
    """Return the tags of a callout; the kind is its title where the tag says another."""
    tag = KINDS.get(kind.lower(), "Note")
    if not title and kind.lower() != tag.lower():
        title = kind[:1].upper() + kind[1:]
    return f"<{tag}{attribute('title', title)}>", f"</{tag}>"
