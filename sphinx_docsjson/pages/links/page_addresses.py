"""Which page an address means: the rules of links, as a pure function of the known pages."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sphinx_docsjson.text.near_names import near_path
from sphinx_docsjson.urls import below_base, host_of, is_external, rooted, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx_docsjson.site.model import Redirect

MAX_REDIRECTS = 10

_PARTS = re.compile(r"([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_PAGE_SUFFIX = re.compile(r"\.(?:mdx?|rst|html?)$", re.IGNORECASE)
_STAR = re.compile(r":([A-Za-z_]\w*)(\*?)|\*")


@dataclass(frozen=True, kw_only=True, slots=True)
class Address:
    """Where a link leads.

    :param docname: the page, or ``None`` when *url* leads out of the site.
    :param fragment: the part after ``#``, decoded.
    """

    docname: str | None = None
    url: str = ""
    fragment: str = ""


def split_href(href: str) -> tuple[str, str]:
    """Return the decoded path and fragment of *href*."""
    match = _PARTS.fullmatch(href)
    assert match is not None
    return unquote(match[1]).strip(), unquote((match[3] or "")[1:]).strip()


class Pages:
    """The pages of a site, found by what links say.

    :param docnames: every page.
    :param redirects: the redirects of the configuration; the first match wins.
    :param listed: the pages in the order of the navigation, for links to folders.
    :param root: the page at ``/``.
    :param base: the path that the site is served below, such as ``docs``.
    """

    def __init__(
        self,
        docnames: Iterable[str],
        redirects: Sequence[Redirect] = (),
        listed: Sequence[str] = (),
        root: str = "index",
        base: str = "",
    ) -> None:
        self.docnames = frozenset(docnames)
        self._base = base
        self.root = root
        self._folded = {name.casefold(): name for name in sorted(self.docnames)}
        self._folders: dict[str, str] = {}
        self._meant: dict[str, str | None] = {}
        for name in listed:
            parts = name.split("/")
            for end in range(1, len(parts)):
                self._folders.setdefault("/".join(parts[:end]), name)
        self._exact: dict[str, Redirect] = {}
        self._patterns: list[tuple[re.Pattern[str], Redirect]] = []
        for redirect in redirects:
            source = redirect.source.strip("/")
            if _STAR.search(source):
                self._patterns.append((pattern_of(source), redirect))
            else:
                self._exact.setdefault(source, redirect)

    def find(self, href: str, docname: str) -> Address | None:
        """Return where *href* leads from the page *docname*, or ``None`` when nowhere.

        In this order: a page, the index page of a folder, a redirect, the first listed page of a
        folder; relative to the page first, then from the root.
        """
        path, fragment = split_href(href)
        if not path:
            return Address(docname=docname, fragment=fragment)
        for candidate in self.candidates(path, docname):
            if page := self.page(candidate):
                return Address(docname=page, fragment=fragment)
        for candidate in self.candidates(path, docname):
            if address := self.redirected(candidate):
                return address if address.fragment else _with(address, fragment)
        for candidate in self.candidates(path, docname):
            if page := self._folders.get(candidate):
                return Address(docname=page, fragment=fragment)
        return None

    def candidates(self, path: str, docname: str) -> list[str]:
        """Return the paths from the root that *path* may mean, the likeliest first."""
        rooted = _normal(path.lstrip("/"))
        if path.startswith("/"):
            rest = below_base(path, self._base)
            return [rooted] if rest is None else [rooted, _normal(rest)]
        folder = posixpath.dirname(docname)
        relative = _normal(posixpath.join(folder, path))
        below = _normal(posixpath.join(docname, path))
        found = [relative, rooted] if not path.startswith("..") else [relative, below]
        return [name for name in dict.fromkeys(found) if not name.startswith("..")]

    def page(self, path: str) -> str | None:
        """Return the page at *path* (from the root, without slashes around it)."""
        if path in {"", "."}:
            return self.root if self.root in self.docnames else self._folded.get("index")
        for name in (path, _PAGE_SUFFIX.sub("", path)):
            for spelling in (name, f"{name}/index"):
                if spelling in self.docnames:
                    return spelling
        for name in (path, _PAGE_SUFFIX.sub("", path)):
            folded = name.casefold()
            if page := self._folded.get(folded) or self._folded.get(f"{folded}/index"):
                return page
            if page := self._folded.get(f"{folded}/readme"):
                return page
        return None

    def redirected(self, path: str) -> Address | None:
        """Follow the redirects from *path*; ``None`` when they lead nowhere or in a circle."""
        seen: set[str] = set()
        fragment = ""
        while path not in seen and len(seen) < MAX_REDIRECTS:
            seen.add(path)
            destination = self.destination(path)
            if destination is None:
                return None
            if is_external(destination):
                url = safe_url(destination)
                return Address(url=url) if url else None
            target, own_fragment = split_href(destination)
            fragment = own_fragment or fragment
            path = _normal(target.strip("/"))
            for candidate in self.candidates(f"/{path}", ""):
                if page := self.page(candidate):
                    return Address(docname=page, fragment=fragment)
        return None

    def destination(self, path: str) -> str | None:
        """Return where the first redirect for *path* leads, or ``None``."""
        if redirect := self._exact.get(path):
            return redirect.destination
        for pattern, redirect in self._patterns:
            if match := pattern.fullmatch(path):
                return None if has_open_host(redirect) else fill(redirect.destination, match)
        return None

    def suggestion(self, href: str) -> str | None:
        """Return the page that *href* is meant to lead to, if that is likely."""
        path, _ = split_href(href)
        wanted = _PAGE_SUFFIX.sub("", path.strip("/.")).casefold()
        if wanted not in self._meant:
            self._meant[wanted] = near_path(wanted, tuple(self._folded))
        return self._folded.get(self._meant[wanted] or "")


def _with(address: Address, fragment: str) -> Address:
    return Address(docname=address.docname, url=address.url, fragment=fragment)


def _normal(path: str) -> str:
    normal = posixpath.normpath(path) if path else ""
    return "" if normal == "." else normal.strip("/")


def pattern_of(source: str) -> re.Pattern[str]:
    """Return the pattern of a redirect's source: ``:name`` is a segment, ``*`` any rest.

    What a wildcard matched is never tried again with more or less text, but for the last ``*``
    and names that fill a segment: the time a match takes grows with the length of the path, not
    with its power.
    """
    marks = list(_STAR.finditer(source))
    stars = [number for number, mark in enumerate(marks) if mark[0] == "*" or mark[2]]
    parts = [re.escape(source[: marks[0].start()] if marks else source)]
    names: set[str] = set()
    for number, mark in enumerate(marks):
        name = mark[1] or f"star{number}"
        if name in names:
            return re.compile(re.escape(source))
        names.add(name)
        end = marks[number + 1].start() if number + 1 < len(marks) else len(source)
        literal = source[mark.end() : end]
        following = re.escape(literal)
        whole_rest = number in stars
        if whole_rest and parts[-1].endswith("/") and mark.end() == len(source):
            # ``/old/*`` also stands for ``/old``.
            parts[-1] = parts[-1][:-1] + f"(?:/(?P<{name}>.*))?"
        elif whole_rest and number != stars[-1]:
            parts.append(f"(?>(?P<{name}>.*?){following})")
            following = ""
        elif whole_rest:
            parts.append(f"(?P<{name}>.*)")
        elif end == len(source) or literal.startswith("/"):
            parts.append(f"(?P<{name}>[^/]+)")
        else:
            parts.append(f"(?>(?P<{name}>[^/]+?){following})")
            following = ""
        parts.append(following)
    return re.compile("".join(parts))


def has_open_host(redirect: Redirect) -> bool:
    """Whether what the source matched would choose the host that a redirect leads to."""
    is_pattern = _STAR.search(redirect.source) is not None
    return is_pattern and _STAR.search(host_of(redirect.destination)) is not None


def fill(destination: str, match: re.Match[str]) -> str:
    """Put what the source matched into *destination*: by name, and stars in order.

    A path stays a path of the site, whatever was matched; a host has no mark of a wildcard, see
    :func:`has_open_host`.
    """
    stars = iter([value for name, value in match.groupdict().items() if name.startswith("star")])

    def value(found: re.Match[str]) -> str:
        if found[1]:
            return match.groupdict().get(found[1]) or ""
        return next(stars, None) or ""

    if host := host_of(destination):
        return host + _STAR.sub(value, destination[len(host) :])
    if is_external(destination):
        return destination
    filled = _STAR.sub(value, destination)
    return rooted(filled) if destination.startswith("/") else filled
