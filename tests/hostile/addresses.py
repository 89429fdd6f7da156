"""Addresses that run or read something, in the spellings by which they got past filters."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup

from tests._support.inputs import input_data

RUNNING = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript://x.example/%0aalert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "file:///etc/passwd",
    "blob:https://x.example/1",
)
BEFORE = ("", "/", "./", "/./", "../", "/../", "//", "///", "\\", "/\\", " ", "\t", "\n", "\x01")
MORE_BEFORE = ("\xa0", "\u200b", "\ufeff", "&#1;", "&#x20;", "&Tab;", "%20", "?", "#", "x/../")
INSIDE = ("\t", "\n", "\r", "&#10;", "&Tab;", "&NewLine;", "\u200b", "\xad", "\0", "&#0000009")
SPACES = "\u1680\u2000\u200a\u205f\u3000\x85\x1c"
OTHER = (
    "ms-msdt:/id PCWDiagnostic",
    "intent://x#Intent;scheme=y;end",
    "about:blank",
    "x:javascript:alert(1)",
    "search-ms:query=x",
)
_INPUTS = input_data(__file__, "addresses.yaml")

SPELLED = tuple(_INPUTS["spelled"])

VECTORS = tuple(
    dict.fromkeys(
        [
            *(before + address for before, address in itertools.product(BEFORE, RUNNING)),
            *(before + RUNNING[0] for before in MORE_BEFORE),
            *(f"java{inside}script:alert(1)" for inside in INSIDE),
            *(f"/java{inside}script:alert(1)" for inside in INSIDE),
            *(space + address for space in SPACES for address in (RUNNING[0], OTHER[0])),
            *OTHER,
            *SPELLED,
        ]
    )
)

_BLANK = "".join(map(chr, range(0x21)))
_ALLOWED = frozenset({"", "http", "https", "mailto", "tel", "cursor", "vscode", "windsurf"})
"""The last three are those of the editors that the menu of a page opens."""
_ADDRESSES = ("href", "src", "action", "formaction", "poster", "data", "xlink:href", "background")
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp|svg\+xml)[;,]")


def scheme_in_a_browser(address: str) -> str:
    """Return the scheme of an address, by the steps of the URL standard (section 4.4)."""
    text = address.strip(_BLANK)
    text = re.sub(r"[\t\n\r]", "", text)
    match = re.match(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)", text)
    return match[0].lower() if match else ""


def dangers(file: Path) -> Iterator[str]:
    """Yield what would run or read something when the page *file* is opened or clicked."""
    soup = BeautifulSoup(file.read_text(encoding="utf-8"), "html.parser")
    for element in soup.find_all(True):
        for name, value in element.attrs.items():
            text = " ".join(value) if isinstance(value, list) else str(value)
            if name.startswith("on") or name == "srcdoc":
                yield f"<{element.name} {name}={text!r}>"
            if name == "content" and element.get("http-equiv", "").lower() == "refresh":
                text = text.partition("=")[2]
            elif name not in _ADDRESSES:
                continue
            shown_only = (
                element.name == "img" and name == "src" and _PICTURE.match(text.strip(_BLANK))
            )
            if scheme_in_a_browser(text) not in _ALLOWED and not shown_only:
                yield f"<{element.name} {name}={text!r}>"
        is_data = element.get("type") == "application/json"
        if element.name == "script" and not is_data and "alert(1)" in element.text:
            yield str(element)[:200]
