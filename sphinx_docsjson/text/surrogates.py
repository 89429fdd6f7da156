r"""Half a surrogate pair: an escape such as ``\ud800`` names it, no encoding can write it. Pure.

Source: The Unicode Standard, section 3.8, and RFC 8259, section 8.2.
"""

from __future__ import annotations

import re
from typing import Any

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

    Only where the source has an escape of half a pair does this look at the values.

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
