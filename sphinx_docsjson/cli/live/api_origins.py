"""What an address reaches: an origin."""

from __future__ import annotations

from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address; nothing of one that is not for the web."""
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError):
        return ""
    if not parts.hostname or parts.username is not None or parts.password is not None:
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port}"
