"""The texts of ``sitemap.xml`` (sitemaps.org 0.9) and of ``robots.txt`` (RFC 9309). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote
from xml.sax.saxutils import escape

_NOT_IN_A_LINE = re.compile(
    '[\\s\x00-\x20\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff<>"\\\\^`{|}]'
)
"""What no URL has, and what ends a line or is no character of XML."""

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)


def sitemap_text(addresses: Iterable[str]) -> str:
    """Return a sitemap of pages, by their absolute addresses."""
    entries = "".join(
        f"  <url><loc>{escape(encoded(address))}</loc></url>\n"
        for address in dict.fromkeys(addresses)
    )
    return f"{_HEAD}{entries}</urlset>\n"


def robots_text(sitemap: str | None) -> str:
    """Return a robots file that lets everyone in and names the sitemap."""
    lines = ["User-agent: *", "Allow: /"]
    if sitemap:
        lines += ["", f"Sitemap: {encoded(sitemap)}"]
    return "\n".join(lines) + "\n"


def encoded(url: str) -> str:
    """Return an absolute URL on one line, with what no URL has percent-encoded."""
    return _NOT_IN_A_LINE.sub(lambda found: quote(found[0], errors="replace"), url)
