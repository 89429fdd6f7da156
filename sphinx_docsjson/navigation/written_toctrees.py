"""The navigation of a project without ``docs.json``, generated from its toctrees.

If our theme is used without a docs.json (``html_theme = "docsjson"``), the toctrees of the authors
become the same tree that ``docs.json`` gives, so one sidebar serves both: the toctrees of the root
document are groups, their captions the names of the groups, and a page with toctrees of its own is
a group whose name links to the page. Previous and next come from Sphinx.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sphinx import addnodes
from sphinx.locale import _ as sphinx_word

from sphinx_docsjson.build import the_build
from sphinx_docsjson.navigation.nav import Nav
from sphinx_docsjson.navigation.toctrees import info_of
from sphinx_docsjson.navigation.tree import PageInfo
from sphinx_docsjson.site.model import Container, Kind, LinkEntry, PageEntry
from sphinx_docsjson.theme_options import options_of
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.site.model import Node

MADE_PAGES = {"genindex": "genindex", "modindex": "py-modindex", "search": "search"}
"""What toctrees may name of the pages that Sphinx makes → the name of the page."""

MOST_LEVELS = 30
"""Toctrees that are deeper are not drawn."""

MOST_PLACES = 4
"""So often the toctrees of a page are drawn, where several pages name it; toctrees that name each
other would be endless."""


def read_navigation(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Make the navigation, now that all toctrees, titles and section numbers are known."""
    build, options = the_build(app.config), options_of(app.config)
    made = {
        "genindex": sphinx_word("Index"),
        "py-modindex": sphinx_word("Module Index"),
        "search": sphinx_word("Search Page"),
    }
    pages = {docname: info_of(env, docname) for docname in env.found_docs}
    pages |= {name: PageInfo(title=title, label=title) for name, title in made.items()}
    reader = ToctreeReader(
        toctrees={name: tuple(_toctrees(app, toc)) for name, toc in env.tocs.items()},
        labels={name: info.label for name, info in pages.items()},
        numbers={name: _number(app, env, name) for name in env.found_docs},
        levels=min(options.navigation_depth or MOST_LEVELS, MOST_LEVELS),
    )
    root = app.config.root_doc
    navigation = Container(
        kind=Kind.SITE,
        label=build.site.navigation.label,
        children=(
            # The root document is the start of everything; if a toctree names it, it is listed
            # too.
            Container(kind=Kind.GROUP, label="", hidden=True, children=(PageEntry(path=root),)),
            *(reader.tabs(root) if options.shows_header_links else reader.groups(root)),
        ),
    )
    build.full_site = replace(build.site, navigation=navigation)
    build.nav = Nav(
        build.full_site, frozenset(pages), pages, neighbours=_neighbours(env), made=made.keys()
    )
    return []


def _neighbours(env: BuildEnvironment) -> dict[str, tuple[str | None, str | None]]:
    """Return the pages before and after each page, as Sphinx shows them: only documents."""

    def document(name: str | None) -> str | None:
        return name if name in env.titles else None

    return {
        name: (document(before), document(after))
        for name, (_parent, before, after) in env.collect_relations().items()
        if name in env.titles
    }


def _toctrees(app: Sphinx, toc: Any) -> Iterator[addnodes.toctree]:
    """Yield the toctrees of a document that are written for this build."""
    for node in toc.findall(addnodes.toctree):
        around, is_meant = node.parent, True
        while around is not None and is_meant:
            if isinstance(around, addnodes.only):
                is_meant = bool(app.tags.eval_condition(around["expr"]))
            around = around.parent
        if is_meant:
            yield node


def _number(app: Sphinx, env: BuildEnvironment, docname: str) -> str:
    """Return what is before the title of a page of a numbered toctree."""
    number = env.toc_secnumbers.get(docname, {}).get("")
    return f"{'.'.join(map(str, number))}{app.config.html_secnumber_suffix}" if number else ""


def _beginning_with(page: PageEntry, groups: list[Container]) -> tuple[Container, ...]:
    """Return groups with a page at the beginning, in the first one if that has no caption."""
    if groups and not groups[0].label:
        return (replace(groups[0], children=(page, *groups[0].children)), *groups[1:])
    return (Container(kind=Kind.GROUP, label="", children=(page,)), *groups)


@dataclass(frozen=True, kw_only=True)
class ToctreeReader:
    """Makes containers of toctrees.

    :param toctrees: document → its toctrees.
    :param labels: page → what it calls itself.
    :param numbers: document → what is before its title, mostly nothing.
    :param levels: how many levels are made.
    """

    toctrees: Mapping[str, Sequence[Any]]
    labels: Mapping[str, str]
    numbers: Mapping[str, str] = field(default_factory=dict)
    levels: int = MOST_LEVELS
    _expanded: Counter[str] = field(default_factory=Counter)
    """How often the toctrees of a document are made: each place that names it shows them."""

    def groups(self, docname: str, above: tuple[str, ...] = ()) -> Iterator[Container]:
        """Yield the toctrees of a document, each as a group with its caption.

        :param above: the pages around the document, which cannot be in it once more.
        """
        around = (*above, docname)
        for toctree in self.toctrees.get(docname, ()):
            children = tuple(self._entries(toctree, around))
            if children:
                label = toctree.get("caption") or ""
                yield Container(kind=Kind.GROUP, label=label, children=children)

    def tabs(self, docname: str) -> Iterator[Node]:
        """Yield each entry of the toctrees of a document as a tab with its own sidebar."""
        for toctree in self.toctrees.get(docname, ()):
            for title, ref in toctree["entries"]:
                if is_external(ref):
                    yield LinkEntry(kind=Kind.TAB, label=title or ref, href=ref)
                elif (page := self._page(title, ref, docname)) is not None:
                    inside = self.groups(page.path, (docname,)) if page.path != docname else ()
                    label = page.label or self.labels[page.path]
                    yield Container(
                        kind=Kind.TAB, label=label, children=_beginning_with(page, [*inside])
                    )

    def _entries(self, toctree: Any, around: tuple[str, ...]) -> Iterator[Node]:
        for title, ref in toctree["entries"]:
            if is_external(ref):
                yield LinkEntry(kind=Kind.GROUP, label=title or ref, href=ref)
            elif (page := self._page(title, ref, around[-1])) is not None:
                yield self._branch(page, around) or page

    def _page(self, title: str | None, ref: str, docname: str) -> PageEntry | None:
        """Return the entry of a page; there is none of a document that does not exist."""
        path = docname if ref == "self" else ref
        if path not in self.toctrees:
            path = MADE_PAGES.get(ref, path)
        if path not in self.labels:
            return None
        number = self.numbers.get(path, "")
        label = f"{number}{title or self.labels[path]}" if number else title or ""
        return PageEntry(path=path, label=label)

    def _branch(self, page: PageEntry, around: tuple[str, ...]) -> Container | None:
        """Return a page with the entries of its toctrees, if there are any to make."""
        again = self._expanded[page.path] >= MOST_PLACES
        if again or len(around) >= self.levels or page.path in around:
            return None
        self._expanded[page.path] += 1
        children = tuple(
            child
            for toctree in self.toctrees.get(page.path, ())
            for child in self._entries(toctree, (*around, page.path))
        )
        if not children:
            return None
        return Container(
            kind=Kind.GROUP,
            label=page.label or self.labels[page.path],
            root=page.path,
            is_link=True,
            children=children,
        )
