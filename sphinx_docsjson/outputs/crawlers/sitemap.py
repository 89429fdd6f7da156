"""The texts of ``sitemap.xml`` (sitemaps.org 0.9) and of ``robots.txt`` (RFC 9309). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

_HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)


def sitemap_text(addresses: Iterable[str]) -> str:
    """Return a sitemap of pages, by their absolute addresses."""
    entries = "".join(
        f"  <url><loc>{escape(address)}</loc></url>\n" for address in dict.fromkeys(addresses)
    )
    return f"{_HEAD}{entries}</urlset>\n"


def robots_text(sitemap: str | None) -> str:
    """Return a robots file that lets everyone in and names the sitemap."""
    lines = ["User-agent: *", "Allow: /"]
    if sitemap:
        lines += ["", f"Sitemap: {sitemap}"]
    return "\n".join(lines) + "\n"
