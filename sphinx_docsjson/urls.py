"""Checks URLs before they reach a page: the only check for ``href`` and ``src``.

A link leads by ``https``, ``http``, ``mailto`` or ``tel``, or to somewhere in the site; links of
pages and of ``docs.json`` also open applications. What a page loads by itself, without a click,
comes from the site or by ``http`` and ``https``.

Each function returns the text that it checked, and callers print only that text: a URL that is
checked as one text and printed as another could lead elsewhere.
"""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote, urlsplit

WEB_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
"""All schemes that a link of an API description may have, and that a redirect may lead to."""

APPLICATION_SCHEMES = frozenset(
    {
        # Calendars, messages and places: from the safelist of the HTML standard ("custom scheme
        # handlers", section 8.7.1.3), without those that read files or log in to a machine.
        *("geo", "im", "irc", "ircs", "matrix", "sip", "sms", "smsto", "webcal", "xmpp"),
        # Editors, whose "install" buttons add a server or an extension.
        *("cursor", "jetbrains", "kiro", "vscode", "vscode-insiders", "vscodium"),
        *("windsurf", "zed"),
        # Agents and tools, for the same.
        *("claude", "goose", "lmstudio", "raycast", "warp"),
        # Where teams talk and work.
        *("discord", "figma", "linear", "msteams", "notion", "obsidian", "slack", "tg"),
        *("whatsapp", "zoommtg"),
    }
)
"""Schemes that open an application, which asks the reader before it does anything."""

LINK_SCHEMES = WEB_SCHEMES | APPLICATION_SCHEMES
"""All schemes that a link of a page or of ``docs.json`` may have."""

REFUSED_SCHEMES = frozenset(
    {
        "blob",
        "data",
        "file",
        "filesystem",
        "jar",
        "javascript",
        "jscript",
        "livescript",
        "mocha",
        "vbscript",
        "view-source",
    }
)
"""Schemes that run code or read files: those that are found behind spaces, too."""

_WEB = frozenset({"http", "https"})
_C0_AND_SPACE = "".join(map(chr, range(33)))
_SPACES = (
    _C0_AND_SPACE + "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
)
_BREAKS = re.compile(r"[\t\n\r]")
"""What browsers remove of a URL wherever it is (WHATWG URL, section 4.4)."""

_UNSEEN_BUT_SPACE = re.compile(
    r"[\x00-\x1f\x7f-\xa0\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    r"\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that nobody sees: controls, spaces and formats of Unicode, and what it ignores."""

_BEFORE = re.compile(rf"(?:{_UNSEEN_BUT_SPACE.pattern}|\x20)++")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*+):")
_HOST = re.compile(r"[/\\]{2}")
_ABSOLUTE = re.compile(r"https?://[^/\\?#]", re.IGNORECASE)
_NOT_IN_URLS = re.compile(r"[\x00-\x20\x7f-\xa0\s\"'()<>\\^`{|}]")
_AUTHORITY = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.\-]*+:)?[/\\]{2,}+[^/\\?#]*+")
_HOST_AND_PORT = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)+):\d+(?![\w@])", re.IGNORECASE)
_PICTURE = re.compile(
    r"data:image/(?:avif|bmp|gif|jpe?g|png|svg\+xml|webp|x-icon|vnd\.microsoft\.icon)[;,]",
    re.IGNORECASE,
)
_DOT = re.compile(r"\.|%2e", re.IGNORECASE)
_WAYS_UP = re.compile(r"(^|[/\\])((?:\.|%2e){1,2})(?=\Z|[/\\?#])", re.IGNORECASE)
_MOST_LAYERS = 8


def scheme_of(url: str) -> str | None:
    """Return the lower-case scheme that a browser sees in *url*, or ``None``.

    Browsers ignore space and control characters before a URL, and tabs and line breaks in it
    (WHATWG URL, section 4.4). Entities are decoded too: many formats have them.
    """
    match = _SCHEME.match(_as_browsers_read(unescape(url)))
    return match.group(1).lower() if match else None


def is_external(url: str) -> bool:
    """Whether *url* leaves the site for a browser: it has a scheme, or starts with ``//``.

    Browsers read ``\\`` as ``/``.
    """
    return _HOST.match(_as_browsers_read(url)) is not None or scheme_of(url) is not None


def why_refused(url: str, *, schemes: frozenset[str] = LINK_SCHEMES) -> str:
    """Return why *url* may not be the target of a link, or nothing when it may.

    For messages; whoever prints an address prints what :func:`safe_url` returns.
    """
    return _why_refused(_cleaned(url), schemes)


def safe_url(url: str, *, schemes: frozenset[str] = LINK_SCHEMES) -> str | None:
    """Return *url* without surrounding space if it may be the target of a link, else ``None``.

    Only *schemes* pass, and links without a scheme. No spelling hides another scheme: entities,
    case, spaces and control characters are decoded, even where browsers would not.
    """
    text = _cleaned(url)
    return None if _why_refused(text, schemes) else text


def runs(url: str) -> bool:
    """Whether some reading of *url* has a scheme that runs code or reads files."""
    return any(
        match and match.group(1).lower() in REFUSED_SCHEMES
        for reading in _readings(_cleaned(url))
        for match in [_SCHEME.match(_UNSEEN_BUT_SPACE.sub("", reading).replace(" ", ""))]
    )


def safe_source(url: str, *, picture: bool = False) -> str | None:
    """Return *url* without surrounding space if a page may load it by itself, else ``None``.

    :param picture: it is shown by ``<img>``, which runs nothing; ``data:`` images may be there.
    """
    text = _cleaned(url)
    if picture and _PICTURE.match(text):
        return text
    return text if _other_scheme(text, _WEB) is None else None


def _why_refused(text: str, schemes: frozenset[str]) -> str:
    scheme = _other_scheme(text, schemes)
    if scheme is None:
        return ""
    if not scheme:
        return "its beginning is escaped too many times"
    if _HOST_AND_PORT.match(_readings(text)[-1]):
        return f"it does not begin with a scheme: write 'http://{scheme}:…'"
    return f"{scheme + ':'!r} is not allowed in a link"


def _other_scheme(text: str, schemes: frozenset[str]) -> str | None:
    """Return the scheme beside *schemes* that a reading of *text* has, or ``None``.

    Nothing is returned for a scheme that is behind more layers of entities than anyone needs.
    """
    readings = _readings(text)
    for reading in readings:
        seen = _UNSEEN_BUT_SPACE.sub("", reading).lstrip(" ")
        for spelled in (_as_browsers_read(reading), seen):
            match = _SCHEME.match(spelled)
            if match and match.group(1).lower() not in schemes:
                return match.group(1).lower()
        match = _SCHEME.match(seen.replace(" ", ""))
        if match and match.group(1).lower() in REFUSED_SCHEMES:
            return match.group(1).lower()
    return "" if len(readings) > _MOST_LAYERS else None


def _readings(text: str) -> list[str]:
    """Return *text* and what entities in it make of it, one layer after the other.

    Nobody needs many layers, and each costs a pass over the text.
    """
    found = [text]
    while len(found) <= _MOST_LAYERS and "&" in found[-1]:
        following = unescape(found[-1])
        if following == found[-1]:
            break
        found.append(following)
    return found


def _cleaned(url: str) -> str:
    """Return *url* without what browsers or readers pass over: that is judged, and printed."""
    text = _BREAKS.sub("", url)
    before = _BEFORE.match(text)
    return text[before.end() if before else 0 :].rstrip(_SPACES)


def _as_browsers_read(text: str) -> str:
    return _BREAKS.sub("", text.lstrip(_C0_AND_SPACE))


def site_address(url: str) -> str:
    """Return the absolute address of a site, as a machine names it; nothing when it is not one.

    It is written in pages, in Markdown and in files for crawlers, so characters with a meaning in
    one of them are encoded. Other themes print it as it is.
    """
    text = safe_source(url) or ""
    if not _ABSOLUTE.match(text):
        return ""
    try:
        urlsplit(text)
    except ValueError:
        return ""
    return _NOT_IN_URLS.sub(lambda match: quote(match[0]), text)


def mount_path(path: str) -> str | None:
    """Return the path that a part of a site is at, without slashes; ``""`` is the root.

    ``None``: it leads out of the site, or could not be a folder of an address.

    >>> mount_path("/en/v1/")
    'en/v1'
    """
    names = [name for name in path.strip().split("/") if name not in ("", ".")]
    wrong = ".." in names or any(_NOT_IN_URLS.search(name) for name in names)
    return None if wrong or is_external(path) or "?" in path or "#" in path else "/".join(names)


def path_of_site(path: str) -> str:
    """Return *path*, which leads somewhere in the site, so that it is read as nothing else.

    What remains of ``/javascript:alert(1)`` without its slash would be a scheme, and what begins
    with two slashes a host.
    """
    text = _cleaned(path)
    if not is_external(text) and not text.startswith("\\"):
        return text
    return "./" + text.lstrip("/\\" + _SPACES)


def rooted(path: str) -> str:
    """Return *path*, from the root of a host, so that no browser finds another host in it.

    >>> rooted("//evil.example/x")
    '/evil.example/x'
    """
    return "/" + _cleaned(path).lstrip("/\\" + _SPACES)


def host_of(url: str) -> str:
    """Return *url* up to the end of its host and port; nothing where it names no host."""
    match = _AUTHORITY.match(url)
    return match[0] if match else ""


def without_ways_up(path: str) -> str:
    """Encode the dots of the segments of *path* that lead up, or nowhere.

    Parsers of URLs treat ``%2e`` as a dot too (WHATWG URL, "double-dot URL path segment"), so they
    are encoded twice.

    >>> without_ways_up("/a/../b.c")
    '/a/%252E%252E/b.c'
    """
    return _WAYS_UP.sub(lambda match: match[1] + _DOT.sub("%252E", match[2]), path)


def below_base(path: str, base: str) -> str | None:
    """Return what *path*, from the root of a host, is below *base*; ``None`` where it is not.

    >>> below_base("/docs/quickstart", "docs")
    'quickstart'
    """
    bare = path.lstrip("/")
    if not base or not path.startswith("/") or not f"{bare}/".startswith(f"{base}/"):
        return None
    return bare[len(base) :].lstrip("/")


def path_below(url: str, address: str) -> str | None:
    """Return the path, from the root of a site, that *url* has there; ``None`` elsewhere.

    :param address: that of the site, or nothing where it is not known.

    >>> path_below("http://docs.example.com/a/b.png?v=2", "https://docs.example.com/a")
    '/b.png'
    """
    try:
        given, site = urlsplit(url), urlsplit(address)
    except ValueError:
        return None
    if not site.netloc or given.netloc.lower() != site.netloc.lower():
        return None
    root = f"{site.path.rstrip('/')}/"
    return f"/{given.path.removeprefix(root)}" if given.path.startswith(root) else None
