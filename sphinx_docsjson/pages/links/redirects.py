"""Pages at old addresses that lead to new ones, and ``_redirects`` for hosts that read it."""

from __future__ import annotations

import posixpath
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from sphinx_docsjson.build import the_build
from sphinx_docsjson.locale import _
from sphinx_docsjson.pages.links.page_addresses import (
    MAX_REDIRECTS,
    Pages,
    fill,
    has_open_host,
    pattern_of,
    split_href,
)
from sphinx_docsjson.pages.links.redirect_folder import RedirectFolder
from sphinx_docsjson.site.page_names import problem_of_path
from sphinx_docsjson.text.near_names import did_you_mean
from sphinx_docsjson.urls import is_external, path_of_site, safe_url, site_address, why_refused
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Redirect

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
    if why := why_refused(redirect.destination):
        return f"the redirect from {redirect.source!r} is left out: {why}."
    if has_open_host(redirect):
        return (
            f"the redirect from {redirect.source!r} is left out: a wildcard in the host of "
            f"{redirect.destination!r} lets anybody choose where it leads. Write the host out, "
            "and a slash behind it."
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
        if following is None or is_external(following):
            break
        path = _path(following)
    return (
        f"the redirect from {redirect.source!r} leads to {redirect.destination!r}, "
        f"which is no page; it is left out.{_similar(redirect.destination, pages)}"
    )


def _similar(destination: str, pages: Pages) -> str:
    close = pages.suggestion(destination)
    return did_you_mean(f"/{close}" if close else None)


def write_redirects(app: Sphinx, _failure: Exception | None) -> None:
    """Write a page at each old address, and the list of all redirects."""
    if app.builder.name not in {"html", "dirhtml"}:
        return
    build = the_build(app.config)
    redirects = [r for r in build.site.redirects if not problem_of_path(r.source)]
    pages = build.pages
    folder = RedirectFolder(
        Path(app.outdir), Path(app.doctreedir) / f"redirects-{app.builder.name}.json"
    )
    for redirect, source, target in old_addresses(redirects, pages):
        if source in pages.docnames:
            continue
        name = output_name(source, app.builder)
        if url := url_of(target, name, app.builder):
            canonical = canonical_of(target, app.builder, app.config.html_baseurl)
            if problem := folder.put(name, redirect_page(url, canonical)):
                message = f"the redirect from '/{source}' is left out: {problem}"
                warn(Warn.REDIRECT, message, location=redirect.location)
    folder.put_list([line for r in redirects for line in lines_of(r, pages, app.builder)])
    folder.forget_others()


def old_addresses(
    redirects: Sequence[Redirect], pages: Pages
) -> Iterator[tuple[Redirect, str, str]]:
    """Yield every old path with its redirect and the page or URL it leads to.

    A page is ``/docname#fragment``.

    A pattern stands for one address per known page that its destination can name.
    """
    for redirect in redirects:
        source, destination = redirect.source.strip("/"), redirect.destination
        if not _PATTERN.search(source):
            if target := final_target(destination, pages):
                yield redirect, source, target
        elif not is_external(destination):
            back = pattern_of(_path(destination))
            if not _PATTERN.search(_path(destination)):
                continue
            for docname in sorted(pages.docnames):
                path = docname.removesuffix("/index")
                if match := back.fullmatch(path):
                    yield redirect, fill(source, match), f"/{docname}"


def final_target(destination: str, pages: Pages) -> str:
    """Return the page or URL a destination leads to in the end; nothing when nowhere."""
    if is_external(destination):
        return safe_url(destination) or ""
    address = pages.find("/" + destination.lstrip("/"), "")
    if address is None:
        return ""
    if address.docname is None:
        return safe_url(address.url) or ""
    fragment = f"#{quote(address.fragment)}" if address.fragment else ""
    return f"/{address.docname}{fragment}"


def output_name(source: str, builder: Builder) -> str:
    """Return the file for an old address, in the way this builder addresses pages."""
    path = re.sub(r"\.(?:html?|mdx?)$", "", source) or "index"
    return f"{path}/index.html" if builder.name == "dirhtml" else f"{path}.html"


def url_of(target: str, name: str, builder: Builder) -> str:
    """Return *target* as a URL relative to the file *name*."""
    if not target.startswith("/"):
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
    if not target.startswith("/"):
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

    Hosts put anything into ``/:splat``: ``/old//evil.example/x`` would lead to another host. Such
    a redirect has a line for each page that it leads to.
    """
    source = "/" + redirect.source.strip("/")
    base = urlsplit(site_address(builder.config.html_baseurl or "")).path.rstrip("/")
    # Netlify does not know 307; these two every host knows.
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
        if destination.lstrip("/").startswith(":splat") and not is_external(destination):
            return [
                _line(f"{base}/{old}", _on_host(found, base, builder), status)
                for _redirect, old, found in old_addresses([redirect], pages)
            ]
        target = destination if is_external(destination) else "/" + destination.lstrip("/")
    else:
        found = final_target(redirect.destination, pages)
        if not found:
            return []
        target = _on_host(found, base, builder)
    return [_line(f"{base}{source}", target, status)]


def _on_host(target: str, base: str, builder: Builder) -> str:
    """Return the address of a page or URL as a line of ``_redirects`` names it."""
    if not target.startswith("/"):
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
