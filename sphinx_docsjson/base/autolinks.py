"""Turns bare URLs and mail addresses in text into links, as GitHub does (GFM, 6.9).

``https://…``, ``http://…``, ``www.…`` and e-mail addresses. Where one begins and ends is what
``micromark-extension-gfm-autolink-literal`` says, which the hosted platform and other tools for
MDX use. Three things differ: the punctuation of Chinese and Japanese and curly quotation marks end
an address, ``www.`` needs a name behind it, and what follows a slash is not an e-mail address.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from typing import TYPE_CHECKING

from markdown_it.rules_inline import text as read_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline


IN_LINK = "docsjson_in_link"
"""The key of markdown-it's environment that says that what is read is the text of a link."""

_BEGINS = re.compile(
    r"""
    (?<![A-Za-z])https?+://(?=.)
  | (?<![^\W_]|[./@\\-])www\.(?=.)
  | (?<![A-Za-z0-9_.+/@-])(?>(?:mailto:)?)[A-Za-z0-9.+_-]++@(?=[A-Za-z0-9_-])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MAY_BE_ADDRESS = re.compile(r"://|www\.|@", re.IGNORECASE)
_EMAIL_HOST = re.compile(r"[A-Za-z0-9_-]++(?>(?:\.[A-Za-z0-9][A-Za-z0-9_-]*+)+)")
_ENDS = re.compile(
    r"""
    [\s<\0] | \](?=[(\[\s]|\Z)
  | [\u3001-\u3003\u3008-\u3011\u3014-\u301b]                       # Chinese and Japanese marks
  | [\uff01\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff61-\uff64]
    """,
    re.VERBOSE,
)
_TRAIL = frozenset("!\"'),.:;?_*~]“”‘’«»")
_ENTITY = re.compile(r"&[A-Za-z]++;")
_ONLY_TRAIL = re.compile(r"(?>(?:[!\"'),.:;?_*~\]“”‘’«»]|&[A-Za-z]++;)*)(?:[\s<]|\Z)")
LONGEST_ENTITY = 40
LONGEST_HOST = 255
"""More letters than a name of the internet can have: what is longer is not an address."""


def autolinks_plugin(md: MarkdownIt) -> None:
    """Let *md* make links of addresses in text."""
    # Each block of text is read by one state, and those of blocks follow each other.
    last: tuple[str, list[int]] = ("", [])

    def begins_in(text: str) -> list[int]:
        nonlocal last
        if last[0] is not text:
            last = (text, begins(text))
        return last[1]

    def words(state: StateInline, silent: bool) -> bool:
        """Read text up to the next mark or address."""
        starts = begins_in(state.src)
        if not starts:
            return read_text(state, silent)
        start = state.pos
        if not read_text(state, True):
            return False
        following = bisect_left(starts, start + 1)
        if following < len(starts):
            state.pos = min(state.pos, starts[following])
        if not silent:
            _append(state, state.src[start : state.pos])
        return True

    def address(state: StateInline, silent: bool) -> bool:
        """Read an address; the rule for links skips over what may become the text of one."""
        starts = begins_in(state.src)
        if not starts or silent or state.linkLevel or state.env.get(IN_LINK):
            return False
        number = bisect_left(starts, state.pos)
        if number == len(starts) or starts[number] != state.pos:
            return False
        end = end_of_address(state.src, state.pos, state.posMax)
        return end > 0 and _push(state, end)

    md.inline.ruler.at("text", words)
    md.inline.ruler.before("text", "docsjson_autolink", address)


def _append(state: StateInline, words: str) -> None:
    if hasattr(state, "append_pending"):  # since markdown-it-py 4.3, in proportion to the words
        state.append_pending(words)
    else:
        state.pending += words


def _push(state: StateInline, end: int) -> bool:
    text = state.src[state.pos : end]
    href = state.md.normalizeLink(target_of(text))
    if not state.md.validateLink(href):
        return False
    token = state.push("link_open", "a", 1)
    token.attrs = {"href": href}
    token.markup, token.info = "autolink", "auto"
    state.push("text", "", 0).content = text
    token = state.push("link_close", "a", -1)
    token.markup, token.info = "autolink", "auto"
    state.pos = end
    return True


def begins(text: str) -> list[int]:
    """Return where in *text* an address may begin."""
    if not _MAY_BE_ADDRESS.search(text):
        return []
    return [match.start() for match in _BEGINS.finditer(text)]


def target_of(address: str) -> str:
    """Return where *address*, as it is written, leads."""
    lower = address.lower()
    if lower.startswith(("http://", "https://", "mailto:")):
        return address
    return f"http://{address}" if lower.startswith("www.") else f"mailto:{address}"


def end_of_address(text: str, start: int, limit: int) -> int:
    """Return where the address ends that begins at *start*; 0 when there is none.

    :param limit: how far to read.
    """
    begin = _BEGINS.match(text, start, limit)
    if begin is None:
        return 0
    if begin[0].endswith("@"):
        host = _EMAIL_HOST.match(text, begin.end(), limit)
        return host.end() if host and host[0][-1].isalpha() else 0
    if _is_punctuation(text[begin.end()]) or not _has_host(text, begin.end(), limit):
        return 0
    stop = _ENDS.search(text, begin.end(), limit)
    return _without_trail(text, begin.end(), stop.start() if stop else limit)


def _has_host(text: str, start: int, limit: int) -> bool:
    """Whether the name of a host begins at *start*: no underscore in its last two parts.

    Looked at first, because only so much of what is not an address is read.
    """
    end, furthest = start, min(limit, start + LONGEST_HOST)
    while end < furthest and (text[end] in "-._" or not _is_punctuation(text[end])):
        end += 1
    host = text[start:end]
    if (without := host.rstrip("._")) != host and _ONLY_TRAIL.match(
        text, start + len(without), limit
    ):
        host = without
    return bool(host) and "_" not in ".".join(host.split(".")[-2:])


def _without_trail(text: str, start: int, end: int) -> int:
    """Return where an address ends without the punctuation of the sentence around it."""
    first = end
    while first > start:
        entity = -1
        if text[first - 1] == ";":
            entity = text.rfind("&", max(start, first - LONGEST_ENTITY), first)
        if entity >= 0 and _ENTITY.fullmatch(text, entity, first):
            first = entity
        elif text[first - 1] in _TRAIL:
            first -= 1
        else:
            break
    # A parenthesis that closes one of the address belongs to it.
    unclosed = text.count("(", start, first) - text.count(")", start, first)
    while first < end and text[first] == ")" and unclosed > 0:
        first, unclosed = first + 1, unclosed - 1
    return first


def _is_punctuation(character: str) -> bool:
    return character.isspace() or unicodedata.category(character)[0] in "PS"
