"""Resolves addresses to pages, and writes pages at old addresses that redirect."""

from __future__ import annotations

import json
import posixpath
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from sphinx_docsjson.base.files import (
    find_file,
    identities,
    problem_of_path,
    remove_unless,
    without_unwritable,
    write_if_changed,
)
from sphinx_docsjson.base.near_names import Names, did_you_mean, near_path
from sphinx_docsjson.build import OPEN, base_url, open_address, part_of, the_build
from sphinx_docsjson.i18n import _
from sphinx_docsjson.urls import (
    WEB_SCHEMES,
    below_base,
    host_of,
    is_external,
    path_below,
    path_of_site,
    rooted,
    safe_url,
    site_address,
    why_refused,
)
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Redirect


# Pages at old addresses that lead to new ones, and ``_redirects`` for hosts that read it.

_NOT_IN_A_FIELD = re.compile("[\\s\x00-\x20\x7f-\x9f\ufeff\ud800-\udfff]")
_PATTERN = re.compile(r":[A-Za-z_]\w*\*?|\*")


def check_redirects(app: Sphinx, env: BuildEnvironment) -> None:
    """Report redirects that lead to themselves or to no page."""
    build = the_build(app.config)
    for redirect in build.site.redirects:
        if problem := problem_of(redirect, build.pages):
            warn(Warn.REDIRECT, problem, location=redirect.location)


def problem_of(redirect: Redirect, pages: Pages) -> str:
    """Return what is wrong with a redirect; nothing when it leads to a page or out."""
    if wrong := problem_of_path(redirect.source):
        return f"the redirect from {redirect.source!r} is left out: {wrong}"
    if why := why_refused(redirect.destination, schemes=WEB_SCHEMES):
        return f"the redirect from {redirect.source!r} is left out: {why}."
    if has_open_host(redirect):
        return (
            f"the redirect from {redirect.source!r} is left out: a wildcard in the host of "
            f"{redirect.destination!r} lets anyone choose where it leads. Write out the "
            "host, followed by a slash."
        )
    if page := pages.in_other_case(redirect.source):
        return (
            f"the redirect from {redirect.source!r} is left out: it differs from the page "
            f"'/{page}' only in case, which many hosts and disks ignore. Remove it, or rename the "
            "page."
        )
    if is_external(redirect.destination) or _PATTERN.search(_path(redirect.destination)):
        return ""
    if pages.find("/" + redirect.destination.lstrip("/"), ""):
        return ""
    path, seen = _path(redirect.destination), {_path(redirect.source)}
    while len(seen) <= MAX_REDIRECTS:
        if path in seen:
            return (
                f"the redirect from {redirect.source!r} leads back to itself; it is left out. "
                "Name the page it should lead to."
            )
        seen.add(path)
        following = pages.destination(path)
        if following is None and pages.may_be_elsewhere(path):
            return ""
        if following is None or is_external(following):
            break
        path = _path(following)
    return (
        f"the redirect from {redirect.source!r} leads to {redirect.destination!r}, "
        f"which is not a page; it is left out.{_similar(redirect.destination, pages)}"
    )


def _similar(destination: str, pages: Pages) -> str:
    close = pages.suggestion(destination)
    return did_you_mean(f"/{close}" if close else None)


def write_redirects(app: Sphinx, _failure: Exception | None) -> None:
    """Write a page at each old address, and the list of all redirects."""
    if app.builder.name not in {"html", "dirhtml"}:
        return
    build = the_build(app.config)
    pages = build.pages
    redirects = [
        each
        for each in build.full_site.redirects
        if not problem_of_path(each.source) and not pages.in_other_case(each.source)
    ]
    folder = RedirectFolder(
        Path(app.outdir), Path(app.doctreedir) / f"redirects-{app.builder.name}.json"
    )
    for redirect, source, target in old_addresses(redirects, pages):
        if source in pages.docnames or pages.in_other_case(source):
            continue
        name = output_name(source, app.builder)
        if url := url_of(target, name, app.builder):
            base = base_url(app.config) if part_of(app.config) else app.config.html_baseurl
            is_open = target.startswith(OPEN)
            canonical = "" if is_open else canonical_of(target, app.builder, base)
            if problem := folder.put(name, redirect_page(url, canonical)):
                message = f"the redirect from '/{source}' is left out: {problem}"
                warn(Warn.REDIRECT, message, location=redirect.location)
    lines: dict[str, str] = {}
    for redirect in sorted(redirects, key=lambda each: "#" in each.source):
        if "#" in redirect.source and pages.page(_asked_for(redirect.source)):
            continue
        for line in lines_of(redirect, pages, app.builder):
            lines.setdefault(line.partition(" ")[0], line)
    folder.put_list(list(lines.values()))
    folder.forget_others()


def old_addresses(
    redirects: Sequence[Redirect], pages: Pages
) -> Iterator[tuple[Redirect, str, str]]:
    """Yield every old path with its redirect and the page or URL it leads to.

    A page is ``/docname#fragment``.

    A pattern stands for one address per known page that its destination can name.
    """
    # A host never sees what is behind ``#``: the address before it leads there, unless another
    # redirect has that address.
    for redirect in sorted(redirects, key=lambda each: "#" in each.source):
        source, destination = _asked_for(redirect.source), redirect.destination
        if not _PATTERN.search(source):
            if target := final_target(destination, pages):
                for address in pages.served(source):
                    yield redirect, address, target
        elif not is_external(destination):
            back = pattern_of(pages.bare(_path(destination)))
            if not _PATTERN.search(_path(destination)):
                continue
            for docname in sorted(pages.docnames):
                path = docname.removesuffix("/index")
                if match := back.fullmatch(path):
                    for address in pages.served(fill(source, match)):
                        yield redirect, address, f"/{docname}"


def _asked_for(source: str) -> str:
    """Return what a host is asked for at the source of a redirect, without slashes around it."""
    return source.partition("#")[0].strip("/")


def final_target(destination: str, pages: Pages) -> str:
    """Return the page or URL a destination leads to in the end; nothing when nowhere."""
    if is_external(destination):
        return safe_url(destination, schemes=WEB_SCHEMES) or ""
    address = pages.find("/" + destination.lstrip("/"), "")
    if address is None and pages.may_be_elsewhere(_path(destination)):
        return open_address(f"/{destination.lstrip('/')}", titled=False)
    if address is None:
        return ""
    if address.docname is None:
        return safe_url(address.url, schemes=WEB_SCHEMES) or ""
    fragment = f"#{quote(address.fragment)}" if address.fragment else ""
    return f"/{address.docname}{fragment}"


def output_name(source: str, builder: Builder) -> str:
    """Return the file for an old address, in the way this builder addresses pages."""
    path = re.sub(r"\.(?:html?|mdx?)$", "", source) or "index"
    return f"{path}/index.html" if builder.name == "dirhtml" else f"{path}.html"


def url_of(target: str, name: str, builder: Builder) -> str:
    """Return *target* as a URL relative to the file *name*."""
    if is_external(target):
        return target
    docname, hash_mark, fragment = target[1:].partition("#")
    page = builder.get_target_uri(docname)
    folder = posixpath.dirname(name)
    relative = posixpath.relpath(page or ".", folder or ".")
    if page.endswith("/") or not page:
        relative += "/"
    return path_of_site(relative) + hash_mark + fragment


def canonical_of(target: str, builder: Builder, base: str | None) -> str:
    """Return the absolute URL of *target*, or nothing when the site's own is not known."""
    if is_external(target):
        return target
    docname, _hash, _fragment = target[1:].partition("#")
    return posixpath.join(base, builder.get_target_uri(docname)) if base else ""


def redirect_page(url: str, canonical: str) -> str:
    """Return the HTML of a page that only leads to *url*; it needs no script."""
    shown = escape(url, quote=True)
    link = f'\n<link rel="canonical" href="{escape(canonical, quote=True)}">' if canonical else ""
    title = escape(str(_("This page has moved")))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n"
        f'<meta http-equiv="refresh" content="0; url={shown}">\n'
        f'<meta name="robots" content="noindex">{link}\n</head>\n<body>\n'
        f'<p>{title}: <a href="{shown}">{shown}</a></p>\n</body>\n</html>\n'
    )


def lines_of(redirect: Redirect, pages: Pages, builder: Builder) -> list[str]:
    """Return the lines of ``_redirects`` for a redirect; none when hosts cannot read it.

    The format is that of Netlify and Cloudflare Pages: one ``*`` at the end of the source, whose
    text is ``:splat``, and ``:name`` for one segment.

    Hosts insert anything into ``/:splat``: ``/old//evil.example/x`` would lead to another host.
    Such a redirect gets a line for each page that it leads to.
    """
    base = urlsplit(site_address(builder.config.html_baseurl or "")).path.rstrip("/")
    if part := part_of(builder.config):
        base += f"/{part}"
    sources = pages.served(_asked_for(redirect.source))
    # Without a configured path, the site may be hosted at the root.
    return [
        line
        for source in (sources[:1] if base else sources)
        for line in _lines_at(f"/{source}", base, redirect, pages, builder)
    ]


def _lines_at(
    source: str, base: str, redirect: Redirect, pages: Pages, builder: Builder
) -> list[str]:
    # Netlify does not know 307; every host knows these two.
    status = 301 if redirect.permanent else 302
    if has_open_host(redirect):
        return []
    if _PATTERN.search(source):
        destination = redirect.destination
        splat = re.search(r":([A-Za-z_]\w*)\*$|\*$", source)
        if splat:
            source = source[: splat.start()] + "*"
            ending = re.escape(splat[0])
            destination = re.sub(ending + r"|\*", ":splat", destination)
        if "*" in source[:-1] or "*" in destination:
            return []
        if not is_external(destination):
            destination = "/" + pages.bare(destination.lstrip("/"))
        if destination.lstrip("/").startswith(":splat") and not is_external(destination):
            return [
                _line(f"{base}/{old}", _on_host(found, base, builder), status)
                for _redirect, old, found in old_addresses([redirect], pages)
            ]
        target = destination if is_external(destination) else base + destination
    else:
        found = final_target(redirect.destination, pages)
        if not found:
            return []
        target = _on_host(found, base, builder)
    return [_line(f"{base}{source}", target, status)]


def _on_host(target: str, base: str, builder: Builder) -> str:
    """Return the address of a page or URL as a line of ``_redirects`` names it."""
    if is_external(target):
        return target
    docname, hash_mark, fragment = target[1:].partition("#")
    return f"{base}/{builder.get_target_uri(docname)}{hash_mark}{fragment}"


def _line(source: str, target: str, status: int) -> str:
    return f"{_field(source)} {_field(target)} {status}"


def _field(address: str) -> str:
    """Return *address* as a field of a line: hosts divide it at blanks, and compare it decoded."""
    return _NOT_IN_A_FIELD.sub(lambda found: quote(found[0], errors="replace"), address)


def _path(href: str) -> str:
    return split_href(href)[0].strip("/")


# Which page an address means: the rules of links, as a pure function of the known pages.

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


def own_path(env: BuildEnvironment, target: str) -> str:
    """Return the path from the root of the file that *target* is on this site, else *target*."""
    path = path_below(target, base_url(env.config))
    found = find_file(env, path, "", "") if path else None
    return f"/{found}" if found else target


class Pages:
    """The pages of a site, found by what links say.

    :param docnames: every page.
    :param redirects: the redirects of the configuration; the first match wins.
    :param listed: the pages in the order of the navigation, for links to folders.
    :param root: the page at ``/``.
    :param base: the path that the site is served below, such as ``docs``.
    :param part: that of the part of a site that these are, or ``None`` where it is the whole.
    """

    def __init__(
        self,
        docnames: Iterable[str],
        redirects: Sequence[Redirect] = (),
        listed: Sequence[str] = (),
        root: str = "index",
        base: str = "",
        part: str | None = None,
    ) -> None:
        self._part = part
        self.docnames = frozenset(docnames)
        self._base = base
        self.root = root
        self._folded = {name.casefold(): name for name in sorted(self.docnames)}
        self._folders: dict[str, str] = {}
        self._names = Names(self._folded)
        self._meant: dict[str, str | None] = {}
        for name in listed:
            parts = name.split("/")
            for end in range(1, len(parts)):
                self._folders.setdefault("/".join(parts[:end]), name)
        self._exact: dict[str, Redirect] = {}
        self._patterns: list[tuple[re.Pattern[str], Redirect]] = []
        # The addresses in the redirects show below which path the site is hosted, if that is not
        # configured.
        self._base = base or _hosted_below(redirects, self)
        for redirect in redirects:
            source = redirect.source.strip("/").replace("/#", "#")
            if _STAR.search(source.partition("#")[0]):
                self._patterns.append((pattern_of(source), redirect))
                if self.bare(source) != source:
                    self._patterns.append((pattern_of(self.bare(source)), redirect))
            else:
                self._exact.setdefault(source, redirect)
                self._exact.setdefault(self.bare(source), redirect)

    def find(self, href: str, docname: str) -> Address | None:
        """Return where *href* leads from the page *docname*, or ``None`` when nowhere.

        In this order: a page, the index page of a folder, a redirect, the first listed page of a
        folder; relative to the page first, then from the root.
        """
        path, fragment = split_href(href)
        if not path:
            return Address(docname=docname, fragment=fragment)
        if fragment:
            for candidate in self.candidates(path, docname):
                moved = f"{candidate}#{fragment}"
                if moved in self._exact and (address := self.redirected(moved)):
                    return address
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

    def bare(self, path: str) -> str:
        """Return *path*, from the root of the host, as it is below the path of the site."""
        rest = below_base(f"/{path}", self._base)
        return path if rest is None else rest

    def served(self, path: str) -> list[str]:
        """Return the addresses below the root of the output that *path* may mean."""
        return list(dict.fromkeys((self.bare(path), path)))

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
        # Generated pages have the names of the hosted platform, without characters that no file
        # has.
        bare = without_unwritable(path)
        return self.page(bare) if bare != path else None

    def may_be_elsewhere(self, path: str) -> bool:
        """Whether another part of the site may have a page that this one does not have."""
        return self._part is not None and not (
            self._part and below_base(f"/{path}", self._part) is not None
        )

    def in_other_case(self, source: str) -> str | None:
        """Return the page that the source of a redirect differs from by case only."""
        name = _PAGE_SUFFIX.sub("", self.bare(_asked_for(source)))
        page = self._folded.get(name.casefold())
        return page if page != name and name not in self.docnames else None

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
                url = safe_url(destination, schemes=WEB_SCHEMES)
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
            self._meant[wanted] = near_path(wanted, self._names)
        return self._folded.get(self._meant[wanted] or "")


def _hosted_below(redirects: Sequence[Redirect], pages: Pages) -> str:
    """Return the first segment that redirects lead to and that the site knows nothing of.

    It is the path that the site was hosted below if no page or folder has that name, and most of
    the destinations are pages when it is removed.
    """
    folders = {name.partition("/")[0].casefold() for name in pages.docnames}
    rests: dict[str, list[str]] = {}
    for redirect in redirects:
        path = "" if is_external(redirect.destination) else _path(redirect.destination)
        first, slash, rest = path.partition("/")
        if slash and first.casefold() not in folders and not _STAR.search(path):
            rests.setdefault(first, []).append(rest)
    for first, paths in rests.items():
        if 2 * sum(pages.page(path) is not None for path in paths) > len(paths):
            return first
    return ""


def _with(address: Address, fragment: str) -> Address:
    return Address(docname=address.docname, url=address.url, fragment=fragment)


def _normal(path: str) -> str:
    normal = posixpath.normpath(path) if path else ""
    return "" if normal == "." else normal.strip("/")


def pattern_of(source: str) -> re.Pattern[str]:
    """Return the pattern of a redirect's source: ``:name`` is a segment, ``*`` any rest.

    What a wildcard matched is never tried again with more or less text, except for the last ``*``
    and names that fill a segment: the time of a match grows linearly with the length of the path,
    not exponentially.
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

    A path stays a path of the site, whatever was matched; a host contains no wildcard, see
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


# The files of redirects in the output folder: they never replace another file.

FILE = "_redirects"
MARK = "# Written by sphinx-docsjson from the redirects of the configuration."
REDIRECTS = b'http-equiv="refresh"'


class RedirectFolder:
    """Writes the pages of redirects, and removes those of the build before.

    :param outdir: the output folder. All other files of the site are there already.
    :param memory: the file, outside it, that keeps the names of what was written.
    """

    def __init__(self, outdir: Path, memory: Path) -> None:
        self._outdir = outdir
        self._memory = memory
        self._written: dict[str, None] = {}

    def put(self, name: str, text: str) -> str:
        """Write the page *name*, unless a page is there; return why it could not be written.

        The first redirect of an address is used.
        """
        path = self._outdir / name
        if name in self._written:
            return ""
        for parent in path.relative_to(self._outdir).parents:
            if (self._outdir / parent).is_file():
                return f"{parent.as_posix()!r} is a file of the site and cannot also be a folder."
        if path.is_dir():
            return f"{name!r} is a folder of the site and cannot also be a file."
        try:
            if not is_page(path):
                write_if_changed(path, text)
                self._written[name] = None
        except OSError as error:
            return f"{name!r} cannot be written ({error.strerror})."
        return ""

    def put_list(self, lines: Sequence[str]) -> None:
        """Write the list that hosts read, unless the author has one; without lines, remove it."""
        listing = self._outdir / FILE
        if listing.exists() and not _is_ours(listing):
            return
        if lines:
            write_if_changed(listing, "\n".join([MARK, *lines, ""]))
        else:
            listing.unlink(missing_ok=True)

    def forget_others(self) -> None:
        """Remove the pages of redirects that are no more, and keep the names of today's."""
        kept = identities(self._outdir / name for name in self._written)
        for name in self._names_of_the_build_before():
            path = self._outdir / name
            inside = path.resolve().is_relative_to(self._outdir.resolve())
            if name not in self._written and inside and path.is_file() and not is_page(path):
                remove_unless(path, kept)
        if self._written or self._memory.is_file():
            write_if_changed(self._memory, json.dumps(list(self._written)))

    def _names_of_the_build_before(self) -> list[str]:
        try:
            names = json.loads(self._memory.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def is_page(path: Path) -> bool:
    """Whether a file that is not a redirect is at *path*."""
    return path.is_file() and REDIRECTS not in path.read_bytes()[:2000]


def _is_ours(listing: Path) -> bool:
    return listing.is_file() and listing.read_bytes().startswith(MARK.encode())
