"""The navigation as books: one for each version, language and tab, its groups as parts.

Every builder of single documents (LaTeX, texinfo, manual pages) begins at one document and
follows its toctrees. For each book such a document is generated; websites do not have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.osutil import make_filename_from_project

from sphinx_docsjson.build import the_build
from sphinx_docsjson.compat.latex_writer import write_in_title
from sphinx_docsjson.configuration import is_set
from sphinx_docsjson.navigation.root import as_heading
from sphinx_docsjson.navigation.toctree import (
    ToctreeSection,
    our_toctrees,
    plain_sections,
    toctree_nodes,
)
from sphinx_docsjson.navigation.tree import Tree
from sphinx_docsjson.pages.sources.named_documents import is_book
from sphinx_docsjson.text.surrogates import title_line

if TYPE_CHECKING:
    from sphinx import addnodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

FOLDER = "docsjson-books"
SETTINGS = {"latex": "latex_documents", "texinfo": "texinfo_documents", "man": "man_pages"}
"""Builders that make one document of many pages, and where conf.py names the documents."""


class part_title(nodes.General, nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """The name of a group before its pages: a part of a printed book."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Book:
    """One book.

    :param labels: the containers that it is of, such as a version and a tab; empty for a site
        that is one book.
    :param sections: its groups, in order.
    """

    labels: tuple[str, ...]
    sections: tuple[ToctreeSection, ...]

    def title(self, project: str) -> str:
        """Return what stands on its cover."""
        return title_line(" – ".join((project, *self.labels)))

    def name(self, project: str, originals: Mapping[str, str]) -> str:
        """Return the name of its files, the same in every language.

        :param originals: translation → original, for the labels.
        """
        labels = [originals.get(label, label) for label in self.labels]
        words = [make_filename_from_project(word) for word in (project, *labels)]
        return "-".join(dict.fromkeys(filter(None, words)))


def books_of(tree: Tree) -> list[Book]:
    """Return the books of a navigation, in its order."""
    found: dict[tuple[str, ...], list[ToctreeSection]] = {}
    for section in plain_sections(tree):
        found.setdefault(section.outer, []).append(section)
    single = len(found) == 1
    return [
        Book(labels=() if single else labels, sections=tuple(sections))
        for labels, sections in found.items()
    ]


def makes_books(builder: Builder, config: Config) -> bool:
    """Whether a builder makes one document of many pages, and conf.py does not say of which."""
    setting = SETTINGS.get(builder.name)
    return setting is not None and not is_set(config, setting)


def generate_books(app: Sphinx) -> None:
    """Add the document that each book begins with (``builder-inited``, before the project)."""
    build = the_build(app.config)
    build.has_own_book = has_own_toctree(app)
    if build.has_own_book or not makes_books(app.builder, app.config):
        return
    for number, book in enumerate(books_of(Tree(build.placed, _Everything()))):
        docname = f"{FOLDER}/{number}"
        title = book.title(" ".join(str(app.config.project).split()))
        if build.documents.add(docname, as_heading(title)):
            build.books[book.labels] = docname


def has_own_toctree(app: Sphinx) -> bool:
    """Whether the author made a book already."""
    return is_book(app.srcdir, app.config.root_doc, app.config.source_suffix)


class _Everything(frozenset[str]):
    """Stands for the documents before Sphinx has looked for them: every page is there."""

    def __contains__(self, name: object) -> bool:
        return True


def read_again(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Iterable[str]:
    """Let Sphinx read the first documents of books again that list other pages than before."""
    return [
        name
        for labels, name in the_build(app.config).books.items()
        if name in env.tocs
        and _shape(our_toctrees(env.tocs[name])) != _shape(toctrees_of(app, labels, name))
    ]


def _shape(toctrees: list[addnodes.toctree]) -> list[tuple[Any, ...]]:
    return [(node.get("rawcaption"), *map(tuple, node["entries"])) for node in toctrees]


def fill_book(app: Sphinx, doctree: nodes.document) -> None:
    """Put the groups of a book into its first document while it is read."""
    name = app.env.docname
    labels = {first: labels for labels, first in the_build(app.config).books.items()}.get(name)
    if labels is None:
        return
    home: Any = doctree.children[-1]
    for heading in doctree.findall(nodes.title):
        # It is made of texts of docs.json, which are translated elsewhere.
        heading["translatable"] = False
    toctrees = toctrees_of(app, labels, name)
    for toctree in toctrees:
        words = toctree["caption"]
        # LaTeX would take it for the title of the contents.
        toctree["caption"] = None
        if words and len(toctrees) > 1:
            title = part_title(words, words)
            title.source, title.line = toctree.source, 1
            home += title
        home += toctree


def toctrees_of(app: Sphinx, labels: tuple[str, ...], name: str) -> list[addnodes.toctree]:
    """Return the toctrees of a book, one for each of its groups."""
    build = the_build(app.config)
    book = next((each for each in books_of(build.nav.tree) if each.labels == labels), None)
    source = str(build.srcdir / build.site.source_file)
    return toctree_nodes(book.sections if book else (), name, source)


def books_with_pages(app: Sphinx) -> list[tuple[Book, str]]:
    """Return the books that hold a page, and the documents that they begin with."""
    build = the_build(app.config)
    return [
        (book, build.books[book.labels])
        for book in books_of(build.nav.tree)
        if book.labels in build.books
    ]


def setup_parts(app: Sphinx) -> None:
    """Tell every builder how to write the name of a part."""
    skip: dict[str, Any] = dict.fromkeys(("html", "text", "man", "texinfo"), (_skip, None))
    app.add_node(
        part_title, latex=(_open_part, _close_part), docsjson_markdown=(_skip, None), **skip
    )


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def _open_part(translator: Any, node: part_title) -> None:
    translator.body.append("\n\n\\part{")
    write_in_title(translator, inside=True)


def _close_part(translator: Any, node: part_title) -> None:
    write_in_title(translator, inside=False)
    translator.body.append("}\n")
