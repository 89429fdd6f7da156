"""The URLs in the head of a page: canonical, languages, breadcrumb, images."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

from sphinx_docsjson.base.files import find_file
from sphinx_docsjson.base.source_files import META_FILES
from sphinx_docsjson.build import base_path, base_url, build_of
from sphinx_docsjson.html.meta import announced_uri
from sphinx_docsjson.html.template_data import Alternate, SiteAddresses
from sphinx_docsjson.site.model import html_language
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinx.application import Sphinx

    from sphinx_docsjson.navigation.nav import Choice, NavView
    from sphinx_docsjson.site.model import Site


AddressOf: TypeAlias = "Callable[[str], str | None]"
"""Returns the address of a page on the web, or ``None`` where that of the site is not known."""


def with_addresses(
    app: Sphinx, tags: Mapping[str, str], pagename: str, addresses: SiteAddresses
) -> dict[str, str]:
    """Return meta tags with the addresses of the files that they name.

    Their readers, such as social networks, know no page to resolve an address from, so it is
    absolute if the address of the site is known. A tag whose file is missing was reported and is
    omitted.
    """
    base, found = base_url(app.config), dict(tags)
    for name, value in tags.items():
        if name.lower() in META_FILES and value.strip() and not is_external(value):
            file = find_file(app.env, value.strip(), pagename, base_path(app.config))
            found[name] = ""
            if file is not None:
                found[name] = base + quote(file) if base else addresses.file(file)
    return found


def canonical_url(app: Sphinx, pagename: str) -> str | None:
    """Return the address of a page on the web, as the builder writes it.

    Sphinx's own ``pageurl`` names the file even where ``dirhtml`` leaves it out.
    """
    base = base_url(app.config)
    return base + uri_of(app, pagename) if base else None


def alternates(address: AddressOf, languages: Sequence[Choice]) -> tuple[Alternate, ...]:
    """Return the languages that a page exists in, itself among them, as search engines want it.

    The default language is also what readers of other languages get. For a page in one language
    only, or without the address of the site, there are none.
    """
    there = [
        (each, url)
        for each in languages
        if each.is_same and each.docname and (url := address(each.docname))
    ]
    if len(there) < 2:
        return ()
    found = [(html_language(each.label), url) for each, url in there]
    # A link to another site may be before the languages of this one.
    first = next((each for each in languages if each.default), there[0][0])
    found += [("x-default", url) for each, url in there if each is first]
    return tuple(Alternate(language=language, url=url) for language, url in found)


def way_to_page(
    address: AddressOf, nav_view: NavView | None, pagename: str, title: str
) -> Iterator[tuple[str, str]]:
    """Yield the label and the address of each page on the way to a page, and of the page."""
    own = address(pagename)
    if nav_view is None or not own:
        return
    for crumb in nav_view.breadcrumb:
        if crumb.docname not in (None, pagename) and (url := address(crumb.docname)):
            yield crumb.label, url
    yield title or pagename, own


def uri_of(app: Sphinx, docname: str) -> str:
    """Return the address of a page below the root of the site as search engines get it."""
    build = build_of(app.config)
    uri = app.builder.get_target_uri(docname)
    return announced_uri(uri, build.site) if build else uri


def logo_address(app: Sphinx, site: Site) -> str | None:
    """Return the whole address of the logo of ``docs.json``, where it has one on the web."""
    path = site.logo.image.light if site.logo else ""
    if not path or is_external(path):
        return path or None
    return base_url(app.config) + quote(path) if base_url(app.config) else None
