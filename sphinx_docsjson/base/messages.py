"""Checks and cleans text of any origin: size limits, lost characters, one-line messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

# How the method of an operation is recognised among the words around it. Pure.

METHOD = (
    r"(?:(?i:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|QUERY|CONNECT|COPY|LOCK|SEARCH)"
    r"|[A-Z][A-Z0-9_-]+(?=\s+/))"
)
"""A pattern: a method that is known, in any case, or a word in capitals before a path.

OpenAPI 3.2 describes methods of any name (``additionalOperations``), such as ``LINK``.
"""


# What is accepted and does nothing. Pure.


def without_effect(names: Sequence[str], where: str) -> str:
    """Return the sentence that names of fields have no effect, with their place."""
    return f"{', '.join(names)} {'has' if len(names) == 1 else 'have'} no effect here ({where})."


# Where a line of HTML may end inside a long word, such as a path or a dotted name. Pure.

LONG_WORD = 16

LONG_NAME = 24
"""How many letters have room in a sidebar."""

LONG_LINE = 36
"""How many letters of code have room on a line of a phone."""

_ENDS = tuple(re.compile(rf"(?<=[\w}}\])]{end})(?=[\w{{\[(])") for end in ("/", r"\.", "_"))


def breakable(html: str, longest: int = LONG_WORD) -> str:
    """Return escaped text of which words of more letters than *longest* may take several lines.

    A line ends after a slash; inside what is still long, after a dot, then after an underscore.
    Browsers would break it anywhere, even inside a word. A name that fits on a line is not broken:
    a line ends after an underscore only in a longer one.
    """
    long = rf"[^\s<>]{{{longest + 1},}}"
    return re.sub(long, lambda word: _broken(word.group()), html)


def _broken(word: str, depth: int = 0) -> str:
    longest = LONG_NAME if depth == len(_ENDS) - 1 else LONG_WORD
    if len(word) <= longest or depth == len(_ENDS):
        return word
    return "<wbr>".join(_broken(part, depth + 1) for part in _ENDS[depth].split(word))


# How deep and how many the values of a file may be, once every alias is written out. Pure.

MAX_DEPTH = 200
MAX_VALUES = 4_000_000
"""A file of 1 kB can hold billions of values: lists of aliases of lists of aliases."""


class TooLarge(ValueError):
    """Values beyond a limit; the message says which."""


def read_json(text: str | bytes) -> Any:
    """Return the value of JSON that comes from outside.

    :raises ValueError: when it is not one, or deeper than anyone writes; the module of Python ends
        in ``RecursionError`` there, where the cause is hard to find.
    """
    try:
        value = json.loads(text)
    except RecursionError:
        raise TooLarge("it is nested too deeply") from None
    check_size(value)
    return value


def check_size(value: Any, *, max_depth: int = MAX_DEPTH, max_values: int = MAX_VALUES) -> None:
    """Refuse values that are too deep, too many once aliases are written out, or endless.

    :raises TooLarge: when a limit is passed.
    """
    if not _fits(value, max_depth, max_values):
        _refuse(value, max_depth, max_values)


def _fits(value: Any, max_depth: int, max_values: int) -> bool:
    """Whether values are within the limits: counted level by level, aliases written out."""
    level = [value] if isinstance(value, dict | list) else []
    depth, total = 0, 1
    while level and depth <= max_depth and total <= max_values:
        depth += 1
        total += sum(map(len, level))
        level = [item for node in level for item in _members(node)]
    return depth <= max_depth and total <= max_values


def _refuse(value: Any, max_depth: int, max_values: int) -> None:
    """Say which limit is passed; containers that occur again are looked at once."""
    sizes: dict[int, int] = {}
    open_now: set[int] = set()
    stack: list[tuple[Any, list[Any] | None]] = [(value, None)]
    depths: dict[int, int] = {}
    while stack:
        node, opened = stack.pop()
        identity = id(node)
        if opened is not None:
            open_now.discard(identity)
            total = 1 + len(node) + sum(sizes[id(item)] - 1 for item in opened)
            if total > max_values:
                raise TooLarge("it contains too many values (YAML aliases count)")
            sizes[identity] = total
            depths[identity] = 1 + max((depths[id(item)] for item in opened), default=0)
            if depths[identity] > max_depth:
                raise TooLarge(f"it is nested more than {max_depth} levels deep")
            continue
        if identity in sizes:
            continue
        if identity in open_now:
            raise TooLarge("it contains itself")
        open_now.add(identity)
        members = _members(node)
        stack.append((node, members))
        stack += [(item, None) for item in members]


def _members(node: Any) -> list[Any]:
    """Return the mappings and lists in a mapping or a list."""
    values = node.values() if isinstance(node, dict) else node
    return [item for item in values if isinstance(item, (dict, list))]


# Half a surrogate pair: an escape such as ``\ud800`` names it, no encoding can write it. Pure.
#
# Source: The Unicode Standard, section 3.8, and RFC 8259, section 8.2.

_ANY = re.compile("[\ud800-\udfff]")
_NOT_IN_A_TITLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_LONE = re.compile(
    r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<![^\\]\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)


def well_formed(text: str) -> str:
    """Return *text* with its surrogate pairs joined and U+FFFD for half a pair."""
    if not _ANY.search(text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def title_line(text: str) -> str:
    """Return a title or name on one line, of characters that XML has (XML 1.0, section 2.2).

    Inventories, catalogues, packages of books and LaTeX have no way to write others.
    """
    return " ".join(_NOT_IN_A_TITLE.sub(" ", well_formed(text)).split())


def well_formed_values(value: Any, source: str, *, is_json: bool = False) -> Any:
    """Return *value*, read from the text *source*, with every string in it well formed.

    This looks at the values only if the source contains an escape of half a pair.

    :param is_json: pairs of escapes, such as those of an emoji, are joined already.
    """
    escaped = _LONE if is_json else _ESCAPED
    return _mended(value) if escaped.search(source) or _ANY.search(source) else value


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value


# Sets of names, written as one text.


def words(text: str) -> frozenset[str]:
    """Return the words of *text*."""
    return frozenset(text.split())


# A message that quotes anything → one line that is safe for a terminal and a log. Pure.
#
# Messages quote files, which may contain long texts, several lines, or a password; many people
# read the logs of continuous integration, and they are kept for years.

MAX_QUOTED = 200
"""How much of what others wrote a message shows, all its quotes together."""

MAX_LENGTH = 500
MAX_READ = 20_000
"""No more is looked at: a whole file in a message costs no time."""

_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_SPACE = re.compile(r"(?:\s|(?<!\\)\\[nrt])+")
_QUOTED = re.compile(
    r"""(?<![\w\\])(?:
        '(?:\\.|[^'\\])*'(?!\w)
      | "(?:\\.|[^"\\])*"(?!\w)
      | `[^`]*`
      | (?<!\S)\{.*\}
      | <[^\s<>][^<>]*>
    )|\S{41,}""",
    re.VERBOSE,
)
"""What is quoted; a word that is longer than ours ever are was written by others, too."""

_SECRET = re.compile(
    r"""
      (?P<block>-----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----).*
    | (?P<login>://[^\s/:@]+:)[^\s/@]+(?=@)
    | (?P<named>(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase)\w*["']?\s*[:=]\s*["'`]?)
      [^\s"'`<>{}$,;…]{8,}
    | (?P<bearer>\b(?:Bearer|Basic)\s+)[\w.~+/=-]{12,}
    | (?P<prefix>\b(?:
        (?:AKIA|ASIA)(?=[0-9A-Z]{12}) | gh[pousr]_ | github_pat_ | glpat- | xox[abeprs]- | sk-
      | (?:sk|pk|rk)_(?:live|test)_ | AIza | npm_ | pypi- | hf_ | SG\. | phc_ | eyJ(?=[\w-]+\.)
      ))[\w.-]{12,}
    """,
    re.VERBOSE | re.IGNORECASE,
)


def one_line(message: str) -> str:
    """Return *message* as one line: what it quotes is shortened, and no secret is in it."""
    text = _SPACE.sub(" ", _cut(message, MAX_READ))
    text = _UNSEEN.sub("", text).strip()
    text = _SECRET.sub(_hidden, text)
    text = _shortened(text)
    if len(text) > MAX_LENGTH:
        text = _cut(text, MAX_LENGTH)
    return text


def _hidden(match: re.Match[str]) -> str:
    return f"{match[match.lastgroup or 0]}…"


def _shortened(text: str) -> str:
    quotes = list(_QUOTED.finditer(text))
    allowances = dict(_allowances([match.end() - match.start() for match in quotes]))
    parts, end = [], 0
    for number, match in enumerate(quotes):
        parts += [text[end : match.start()], _cut(match[0], allowances[number])]
        end = match.end()
    return "".join([*parts, text[end:]])


def _allowances(lengths: list[int]) -> Iterator[tuple[int, int]]:
    """Yield how long each quote may be: short ones stay, long ones share what is left."""
    left, waiting = MAX_QUOTED, len(lengths)
    for number, length in sorted(enumerate(lengths), key=lambda pair: pair[1]):
        allowed = min(length, left // waiting)
        yield number, allowed
        left, waiting = left - allowed, waiting - 1


def _cut(text: str, length: int) -> str:
    """Return *text* with at most *length* characters: its beginning and its end."""
    if len(text) <= length:
        return text
    kept = max(length - 1, 2)
    tail = kept // 3
    return f"{text[: kept - tail]}…{text[len(text) - tail :]}"
