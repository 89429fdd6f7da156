"""Checks the links in docs.json: targets of its fields and redirects must exist."""

from __future__ import annotations

from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING

from sphinx_docsjson.base.files import is_file_below
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.build import part_of, the_build
from sphinx_docsjson.pages.headings import anchors_of, find_anchor, similar_anchor
from sphinx_docsjson.pages.links import OtherOutputs
from sphinx_docsjson.pages.redirects import split_href
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.pages.redirects import Address
    from sphinx_docsjson.site.model import Location


def check_links(app: Sphinx, env: BuildEnvironment) -> None:
    """Report fields and redirects that lead to no page, file or place on a page.

    Only our theme shows these fields. A part of a site does not know the pages of other parts.
    """
    build = the_build(app.config)
    if has_our_theme(app.config) and part_of(app.config) is None:
        others = OtherOutputs(app.builder, env, build.names_in_root)
        for link in build.site.links:
            path = split_href(link.href)[0]
            if is_external(link.href) or "$" in link.href or not path or _is_beside(path):
                continue
            if address := build.pages.find(_rooted(link.href), ""):
                what = f"{link.field}: {link.href!r}"
                _check_place(env, address, what, link.location)
            elif not _is_file(build, link.href, others):
                page = build.pages.suggestion(link.href)
                hint = did_you_mean(f"/{page}" if page else None)
                message = f"{link.field}: no page or file {link.href!r}.{hint}"
                warn(Warn.LINK, message, location=link.location)
    for redirect in build.site.redirects:
        address = build.pages.find(_rooted(redirect.destination), "")
        if address and not is_external(redirect.destination):
            what = f"the redirect from {redirect.source!r}"
            _check_place(env, address, what, redirect.location)


def _rooted(href: str) -> str:
    return f"/{href.lstrip('/')}"


def _is_beside(path: str) -> bool:
    """Whether a path leads above the root of the site, such as to another version beside it."""
    return normpath(path.lstrip("/")).startswith("..")


def _is_file(build: Build, href: str, others: OtherOutputs) -> bool:
    candidates = build.pages.candidates(_rooted(split_href(href)[0]), "")
    return any(map(others.has, candidates)) or any(linked_files(build, href))


def _check_place(
    env: BuildEnvironment, address: Address, what: str, location: Location | None
) -> None:
    """Report the fragment of an address that its page does not have."""
    page, fragment = address.docname, address.fragment
    if not page or fragment in ("", "top"):
        return
    if find_anchor(anchors_of(env).get(page, ()), fragment) is None:
        hint = did_you_mean(
            f"#{close}" if (close := similar_anchor(env, page, fragment)) else None
        )
        problem = f"the page '/{page}' has no anchor '#{fragment}'.{hint}"
        warn(Warn.ANCHOR, f"{what} leads to the top of its page: {problem}", location=location)


def linked_files(build: Build, href: str) -> Iterator[str]:
    """Yield the file of the source folder that *href* leads to, if it is one and no page."""
    path, _fragment = split_href(href)
    if path and not is_external(href) and build.pages.find(_rooted(path), "") is None:
        for candidate in build.pages.candidates(_rooted(path), ""):
            if is_file_below(build.srcdir, Path(build.srcdir, candidate)):
                yield candidate
