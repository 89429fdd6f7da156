"""Links of docs.json: whether what its fields and redirects lead to is there."""

from __future__ import annotations

from pathlib import Path
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


def check_links(app: Sphinx, env: BuildEnvironment) -> None:
    """Report fields and redirects that lead to no page, file or place on a page.

    Only our theme shows these fields. A part of a site does not know the pages of the others.
    """
    build = the_build(app.config)
    others = OtherOutputs(app.builder, env, build.names_in_root)
    if has_our_theme(app.config) and part_of(app.config) is None:
        for link in build.site.links:
            path, _fragment = split_href(link.href)
            if is_external(link.href) or not path or "$" in path:
                continue
            address = build.pages.find(_rooted(link.href), "")
            if address is not None:
                if problem := _dead_anchor(env, address):
                    message = (
                        f"{link.field}: {link.href!r} leads to the top of its page: {problem}"
                    )
                    warn(Warn.ANCHOR, message, location=link.location)
            elif not any(map(others.has, build.pages.candidates(_rooted(path), ""))) and not any(
                linked_files(build, link.href)
            ):
                page = build.pages.suggestion(link.href)
                hint = did_you_mean(f"/{page}" if page else None)
                message = f"{link.field}: no page or file {link.href!r}.{hint}"
                warn(Warn.LINK, message, location=link.location)
    for redirect in build.site.redirects:
        if not is_external(redirect.destination):
            address = build.pages.find(_rooted(redirect.destination), "")
            if address and (problem := _dead_anchor(env, address)):
                message = f"the redirect from {redirect.source!r} leads to the top of its page: {problem}"
                warn(Warn.ANCHOR, message, location=redirect.location)


def _rooted(href: str) -> str:
    return f"/{href.lstrip('/')}"


def _dead_anchor(env: BuildEnvironment, address: Address) -> str:
    """Return what is wrong with the fragment of an address; nothing where its page has it."""
    page, fragment = address.docname, address.fragment
    if not page or fragment in ("", "top"):
        return ""
    if find_anchor(anchors_of(env).get(page, ()), fragment) is not None:
        return ""
    close = similar_anchor(env, page, fragment)
    return (
        f"the page '/{page}' has no '#{fragment}'.{did_you_mean(f'#{close}' if close else None)}"
    )


def linked_files(build: Build, href: str) -> Iterator[str]:
    """Yield the file of the source folder that *href* leads to, if it is one and no page."""
    path, _fragment = split_href(href)
    if path and not is_external(href) and build.pages.find(_rooted(path), "") is None:
        for candidate in build.pages.candidates(_rooted(path), ""):
            if is_file_below(build.srcdir, Path(build.srcdir, candidate)):
                yield candidate
