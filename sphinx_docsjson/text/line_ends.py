"""Where a line of HTML may end inside of a long word, such as a path or a dotted name. Pure."""

from __future__ import annotations

import re

LONG_WORD = 16

_LONG = re.compile(rf"[^\s<>]{{{LONG_WORD + 1},}}")
_ENDS = tuple(re.compile(rf"(?<=[\w}}\])]{end})(?=[\w{{\[(])") for end in ("/", r"\.", "_"))


def breakable(html: str) -> str:
    """Return escaped text of which long words may take several lines.

    A line ends after a slash; inside of what is still long, after a dot, then after an underscore.
    Browsers would break it anywhere, in the middle of what readers take as a word.
    """
    return _LONG.sub(lambda word: _broken(word.group()), html)


def _broken(word: str, depth: int = 0) -> str:
    if len(word) <= LONG_WORD or depth == len(_ENDS):
        return word
    return "<wbr>".join(_broken(part, depth + 1) for part in _ENDS[depth].split(word))
