"""The state of one build, beside Sphinx's own objects. Each package sets its fields.

It is kept per ``Config`` object, so the application, the builder and the environment all reach it
without deprecated attributes, and it is never pickled. No other package is imported here at run
time: the types are for readers and type checkers.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote, unquote, urlsplit
from weakref import WeakKeyDictionary

from sphinx_docsjson.urls import mount_path, site_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from sphinx.builders import Builder
    from sphinx.config import Config

    from sphinx_docsjson.compat.sphinx import PageLanguage
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.pages.project import GeneratedDocuments
    from sphinx_docsjson.pages.redirects import Pages
    from sphinx_docsjson.site.model import Site
    from sphinx_docsjson.translation import SiteTexts


State = TypeVar("State")


def _no_title(_front: Mapping[str, Any], _docname: str) -> None:
    """Return no title: no feature knows the page."""


def _no_description(_front: Mapping[str, Any], _docname: str) -> str:
    return ""


class Navigation(Enum):
    """Where the navigation of a build comes from."""

    DOCS_JSON = "docs.json"
    TOCTREES = "toctrees"
    """There is no ``docs.json``; our theme shows the toctrees."""
    NONE = "none"
    """Nor is there our theme: pages are read as those of a site are, and others show them."""


@dataclass(kw_only=True, repr=False)
class Build:
    """One build of a site; what has no value yet is known from its moment on.

    :param site: what ``docs.json`` says, in the language of the build; nobody changes it.
    :param srcdir: the source directory, absolute.
    :param texts: what knows the texts of the site and their translations.
    :param navigation: where the navigation comes from. Without a ``docs.json`` what asks
        :func:`build_of` is told that there is no build, and ``site`` says nothing but a name.
    """

    site: Site
    srcdir: Path
    texts: SiteTexts
    navigation: Navigation = Navigation.DOCS_JSON

    remarks: tuple[str, ...] = ()
    """What an owner should know of ``docs.json`` and need not fix."""

    new_remarks: bool = False
    """Whether no build has said them (``env-before-read-docs``)."""

    builder: Builder = field(init=False)
    """Sphinx's builder, where a transform finds it (``builder-inited``)."""

    documents: GeneratedDocuments = field(init=False)
    """The documents that no author wrote; rooms and extensions add theirs (``config-inited``)."""

    # what features answer

    full_site: Site = field(init=False)
    """The site with pages in the places of the operations that its navigation names."""

    title_of: Callable[[Mapping[str, Any], str], str | None] = _no_title
    """Front matter and its document → the title of what they are bound to, if they are."""

    description_of: Callable[[Mapping[str, Any], str], str] = _no_description
    """The same → the file that describes the API of a page, where readers can have it."""

    description_files: Callable[[], Iterable[str]] = tuple
    """The descriptions of APIs that readers can have: paths below the output, or addresses."""

    _states: dict[type[Any], Any] = field(default_factory=dict)

    # navigation

    generated_root: str | None = None
    """The root document, where the source tree has none (``builder-inited``)."""

    nav: Nav = field(init=False)
    """Where every page is (``env-get-outdated``), and what it is called (``env-updated``)."""

    structure_changed: bool = False
    """Whether Sphinx's own idea of the document tree has to be stored again."""

    is_ahead: bool = False
    """Whether a page is written before all are read, in a copy of the process (``serve``), or
    pages are only checked (``lsp``): which outputs are old does not matter."""

    # pages

    pages: Pages = field(init=False)
    """Every page by its addresses (``env-before-read-docs``)."""

    # html and outputs

    page_language: PageLanguage | None = None
    """What lets pages speak their own language, where there are several (``builder-inited``)."""

    names_in_root: set[str] = field(default_factory=set)
    """The files that will be written into the root of the output (``builder-inited``)."""

    published: set[Path] = field(default_factory=set)
    """The files beside pages that this build wrote, absolute: indexes, pictures, API files."""

    # books: builder-inited

    books: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Labels of each book → the document that it begins with."""

    improves_books: bool = True
    """Whether PDF, EPUB and the like are ours, or what they were (``docsjson_books``)."""

    has_own_book: bool = False
    """Whether the root document has toctrees of the author."""

    def __post_init__(self) -> None:
        self.full_site = self.site

    @property
    def from_toctrees(self) -> bool:
        """Whether our theme shows the toctrees of a project without a ``docs.json``."""
        return self.navigation is Navigation.TOCTREES

    def state(self, kind: type[State]) -> State:
        """Return what a module or a feature keeps of this build, made when it is first asked for.

        :param kind: the class of the state; only the module that has it asks for it.
        """
        if kind not in self._states:
            self._states[kind] = kind()
        found: State = self._states[kind]
        return found

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """Tell what reads too early which of the two it is: Python finds no value."""
            known = name in self.__dataclass_fields__
            reason = (
                "is read before it is set, or in a build that never sets it (toctrees without "
                "docs.json); see the comments of Build, and SCHEDULE in extension.py"
                if known
                else "is not an attribute of a build"
            )
            raise AttributeError(f"build.{name} {reason}", name=name, obj=self)


class ShownBuild(Protocol):
    """The part of a build that has a value with and without ``docs.json``.

    Types keep what asks :func:`shown_build` from the rest, which only a ``docs.json`` gives.
    """

    site: Site
    srcdir: Path
    full_site: Site
    nav: Nav
    """Read it after ``env-get-updated``: toctrees are known then. Earlier, there is an error."""
    published: set[Path]

    def state(self, kind: type[State]) -> State:
        """Return what a module keeps of this build."""

    @property
    def from_toctrees(self) -> bool:
        """Whether our theme shows the toctrees of a project without a ``docs.json``."""


_builds: WeakKeyDictionary[Config, Build] = WeakKeyDictionary()


def begin_build(config: Config, build: Build) -> None:
    """Make *build* the build that *config* belongs to."""
    _builds[config] = build


def build_of(config: Config) -> Build | None:
    """Return the build that *config* belongs to, or ``None`` when it has no ``docs.json``."""
    build = _builds.get(config)
    return build if build and build.navigation is Navigation.DOCS_JSON else None


def shown_build(config: Config) -> ShownBuild | None:
    """Return the build whose navigation pages of our theme show, ``None`` where there is none.

    It comes from a ``docs.json``, or from the toctrees if our theme is used without one.
    """
    build = _builds.get(config)
    return build if build and build.navigation is not Navigation.NONE else None


def page_build(config: Config) -> Build:
    """Return the build that components and pages with tags are read in: every project has one.

    :raises LookupError: when the extension was not set up for *config*.
    """
    build = _builds.get(config)
    if build is None:
        raise LookupError("no build has started")
    return build


def the_build(config: Config) -> Build:
    """Return the build that *config* belongs to; for steps that run where there is one.

    :raises LookupError: when it has no navigation of ours.
    """
    build = _builds.get(config)
    if build is None or build.navigation is Navigation.NONE:
        raise LookupError("this build has no docs.json")
    return build


def part_of(config: Config) -> str | None:
    """Return the path of the part that is built (``docsjson_part``), ``""`` for the root.

    ``None``: the build is a whole site.
    """
    written = getattr(config, "docsjson_part", None)
    return None if written is None else mount_path(str(written))


OPEN = "docsjson-part:"
"""How addresses begin that a part cannot know, because another part has what they lead to."""

TITLED = "?title"
"""How those end whose link shows the title of what it leads to."""


def open_address(target: str, *, titled: bool) -> str:
    """Return an address that ``join`` will know.

    :param target: a path from the root of the site, or types and name of an object in an
        inventory: ``std:label:install``, ``py:function,method:acme.run``.
    :param titled: the link shows the title of the target.
    """
    return f"{OPEN}{quote(target, safe='/:,.#~-_')}{TITLED if titled else ''}"


def base_url(config: Config) -> str:
    """Return the address of the site with a slash at its end, or ``""`` when it is unknown.

    A part of a site is below the address of the whole one, which these say.

    The first of: ``html_baseurl``, the canonical URL that Read the Docs gives to a build
    (``READTHEDOCS_CANONICAL_URL``), and ``seo.metatags.canonical`` of docs.json, which is the
    base that the path of a page is added to.
    """
    build = build_of(config)
    candidates = (
        config.html_baseurl,
        os.environ.get("READTHEDOCS_CANONICAL_URL", ""),
        build.site.metatags.get("canonical", "") if build else "",
    )
    url = next((url for url in map(site_address, candidates) if url), "")
    part = part_of(config)
    return f"{url.rstrip('/')}/{f'{part}/' if part else ''}" if url else ""


def base_path(config: Config) -> str:
    """Return the path that the site is served below, such as ``docs``, without slashes around it.

    Authors of a site at ``https://example.org/docs/`` write links as readers see them:
    ``/docs/quickstart`` for the page ``quickstart``.
    """
    if part := part_of(config):
        return part  # authors of a part write links from the root of the whole site
    try:
        return unquote(urlsplit(base_url(config)).path).strip("/")
    except ValueError:
        return ""
