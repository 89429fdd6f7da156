"""The regular expressions of the theme's scripts, found in their source.

Pygments tells an expression from a division. Those that are made while a script runs are known
where their text stands in the call, with the constants of the file put in.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pygments.lexers.javascript import JavascriptLexer
from pygments.token import String

from tests.growth.patterns import UNKNOWN, Asked

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("theme/scripts", "sphinx_docsjson")

_MADE = re.compile(r"RegExp\(\s*(?:`([^`]*)`|'([^'\n]*)')(?:\s*,\s*'(\w*)')?\s*,?\s*\)")
_CONSTANT = re.compile(r"const (\w+) =\s+((?:'[^'\n]*'\s*\+?\s*)+);")
_PART = re.compile(r"'([^'\n]*)'")
_PUT_IN = re.compile(r"\$\{([^}]*)\}")
_ASKED = frozenset("ims")
"""The flags that change what a text has to be. ``u`` is left out: recheck knows few classes."""


@cache
def script_patterns() -> list[Asked]:
    """Return every pattern of the scripts whose text is known before they run."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.js")):
            place = path.relative_to(ROOT).as_posix()
            found += _patterns_of(place, path.read_text(encoding="utf-8"))
    return found


def _patterns_of(place: str, text: str) -> Iterator[Asked]:
    for _at, kind, value in JavascriptLexer().get_tokens_unprocessed(text):
        if kind in String.Regex:
            source, _, flags = value[1:].rpartition("/")
            yield _asked(place, source, flags)
    constants = {one[1]: "".join(_PART.findall(one[2])) for one in _CONSTANT.finditer(text)}
    for made in _MADE.finditer(text):
        source = _PUT_IN.sub(lambda part: constants.get(part[1], UNKNOWN), made[1] or made[2])
        yield _asked(place, source.replace("\\\\", "\\"), made[3] or "")


def _asked(place: str, source: str, flags: str) -> Asked:
    classes = re.sub(r"\\p\{\w+\}", "a-zA-Z" if "[" in source else "[a-zA-Z]", source)
    classes = re.sub(r"\\u\{\w+\}(?:-\\u\{\w+\})?", "", classes)
    return Asked(
        place=place,
        key=f"/{source}/{flags}",
        source=classes,
        flags="".join(sorted(_ASKED & set(flags))),
    )
