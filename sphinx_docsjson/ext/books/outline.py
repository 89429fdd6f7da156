"""The navigation as books, and the settings of LaTeX, Texinfo and manual pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import __
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import texescape
from sphinx.util.osutil import make_filename_from_project

from sphinx_docsjson.base.messages import title_line, words
from sphinx_docsjson.base.nodes import ancestors, skip
from sphinx_docsjson.base.theme_files import has_our_theme, write_if_new
from sphinx_docsjson.build import build_of, the_build
from sphinx_docsjson.compat.builders import set_in_language, write_in_title
from sphinx_docsjson.compat.sphinx import catalogue_code, has_conf, logger_of, values_of_conf
from sphinx_docsjson.configuration import is_set, own_suffixes, set_default
from sphinx_docsjson.navigation.toctrees import (
    ToctreeSection,
    our_toctrees,
    plain_sections,
    toctree_nodes,
)
from sphinx_docsjson.navigation.tree import Tree
from sphinx_docsjson.pages.ignored import is_book
from sphinx_docsjson.site.colors import BADGE_TINT, printed_badges
from sphinx_docsjson.site.model import (
    Container,
    Kind,
    LinkEntry,
    PageEntry,
    html_language,
    text_direction,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.site.model import Node


# The settings of LaTeX, texinfo and manual pages that ``docs.json`` answers; conf.py wins.

ENGINE = "xelatex"
"""It reads Unicode and the fonts of the system, in a third of the time of LuaLaTeX."""

RIGHT_TO_LEFT_ENGINE = "lualatex"
"""The one whose babel sets paragraphs from right to left beside Sphinx's packages."""

PACKAGES = ("docsjson", "docsjsonfonts")
"""Our style files, beside this module."""

COLORS = "docsjsoncolors"
"""The style file that each build writes."""

CHOSEN_FOR_AN_ENGINE = words(
    "babel cmappkg extrapackages fontenc fontpkg fontsubstitution inputenc passoptionstopackages "
    "polyglossia preamble substitutefont textcyrillic textgreek utf8extra"
)
"""What conf.py writes for the engine that it knows; another one might not understand it."""

ELEMENTS = {
    "extraclassoptions": "openany,oneside",
    # Sites nest lists, fields and steps deeper than the six levels of LaTeX.
    "maxlistdepth": "20",
    "fncychap": "",
    "figure_align": "H",
    # A line of code without a space is still broken at the margin.
    "sphinxsetup": "verbatimforcewraps=true",
}

FONTS = {
    "fontpkg": r"\usepackage{docsjsonfonts}",
    "fvset": r"\fvset{fontsize=\small}"
    r"\ifdefined\xeCJKVerbAddon\fvset{formatcom=\xeCJKVerbAddon}\fi",
}

CHINESE = {"fontenc": r"\IfFileExists{xeCJK.sty}{\usepackage{xeCJK}}{\usepackage{fontspec}}"}
"""As Sphinx has it, where its package is installed."""


OF_BOOKS = ("latex_", "epub_", "man_", "texinfo_", "text_", "gettext_")
"""What the settings of books begin with."""


def choose_books(app: Sphinx, config: Config) -> None:
    """Find out whether books stay what they were without us (``config-inited``)."""
    build = the_build(config)
    build.has_own_book = has_own_toctree(app)
    if config.docsjson_books is not None:
        build.improves_books = bool(config.docsjson_books)
        return
    build.improves_books = (
        has_our_theme(config)
        or not has_conf(config)
        or not (
            build.has_own_book
            or any(name.startswith(OF_BOOKS) for name in values_of_conf(config))
            or _is_one_page(app, build)
        )
    )


def _is_one_page(app: Sphinx, build: Build) -> bool:
    """Whether the project was a page that needs no toctree, and docs.json names no other one."""
    root = app.config.root_doc
    files = [Path(app.srcdir, f"{root}{suffix}") for suffix in own_suffixes(app.config)]
    if not any(file.is_file() for file in files) or build.site.navigation.openapi is not None:
        return False
    return all(_names_only(node, root) for _above, node in build.site.navigation.walk())


def _names_only(node: Node, docname: str) -> bool:
    """Whether an entry leads to no other page than *docname*."""
    match node:
        case PageEntry():
            return node.path == docname
        case Container():
            return node.openapi is None and node.root in (None, docname)
    return isinstance(node, LinkEntry)


def choose_engine(app: Sphinx, config: Config) -> None:
    """Set what conf.py left open (``config-inited``, before Sphinx derives the rest)."""
    if not the_build(config).improves_books:
        return
    folder = Path(__file__).parent
    files = [str(folder / f"{name}.sty") for name in PACKAGES]
    config.latex_additional_files = [*config.latex_additional_files, *files]
    app.add_latex_package("docsjson", after_hyperref=True)
    if not the_build(config).has_own_book:
        set_elements(config)


def write_colors(app: Sphinx) -> None:
    """Write the colours of badges, which are those of the pages (``builder-inited``)."""
    if app.builder.format != "latex" or not the_build(app.config).improves_books:
        return
    lines = [f"\\ProvidesPackage{{{COLORS}}}"]
    lines.append(f"\\newcommand\\docsjsonTint{{{100 * BADGE_TINT:g}}}")
    for name, color in printed_badges(the_build(app.config).site.colors).items():
        lines.append(f"\\definecolor{{docsjson@{name}}}{{HTML}}{{{color.lstrip('#').upper()}}}")
    write_if_new(Path(app.outdir) / f"{COLORS}.sty", "\n".join([*lines, "\\endinput"]) + "\n")


def set_elements(config: Config) -> None:
    """Choose the engine and what comes with it, where nothing in conf.py is about them."""
    elements: dict[str, Any] = dict(config.latex_elements)
    chosen = is_set(config, "latex_engine") or CHOSEN_FOR_AN_ENGINE & set(elements)
    if not chosen:
        config.latex_engine = engine_for(config)
        # Sphinx's classes for Japanese need another engine.
        set_default(config, "latex_docclass", {"manual": "report", "howto": "article"})
    ours = dict(ELEMENTS)
    if config.latex_engine in {"xelatex", "lualatex"}:
        # The other program for indexes is seldom installed.
        set_default(config, "latex_use_xindy", False)
        ours |= FONTS
        ours |= CHINESE if str(config.language).startswith("zh") else {}
        if not {"babel", "polyglossia", "fontpkg"} & set(elements):
            logger_of(BUILDER).addFilter(OWN_LANGUAGES)
    if setup := elements.get("sphinxsetup"):
        elements["sphinxsetup"] = f"{ours['sphinxsetup']},{setup}"
    config.latex_elements = {**ours, **elements}


class OwnLanguages(logging.Filter):
    """Silences Sphinx about a language that its table for Babel lacks.

    :class:`LanguageOfBook` has every language of Babel's locale files.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let all other messages through."""
        return str(record.msg) != str(__("no Babel option known for language %r"))


BUILDER = "sphinx.builders.latex"
OWN_LANGUAGES = OwnLanguages()


def engine_for(config: Config) -> str:
    """Return the engine that sets all languages of a site."""
    languages = [
        node.label
        for _above, node in the_build(config).site.navigation.walk()
        if isinstance(node, Container) and node.kind is Kind.LANGUAGE
    ]
    directions = {text_direction(html_language(each)) for each in (config.language, *languages)}
    return RIGHT_TO_LEFT_ENGINE if "rtl" in directions else ENGINE


def list_documents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Make one document of each book (``env-updated``)."""
    build = the_build(app.config)
    config, project = app.config, str(app.config.project)
    author = str(config.author) if is_set(config, "author") else ""
    originals = {shown: text for text, shown in build.texts.known.items()}
    listed: dict[str, list[tuple[Any, ...]]] = {name: [] for name in SETTINGS.values()}
    for book in books_of(build.nav.tree):
        if book.labels not in build.books:
            continue
        document, title = build.books[book.labels], book.title(project)
        name = book.name(project, originals)
        for_latex = (
            texescape.escape_abbr(texescape.escape(text, config.latex_engine))
            for text in (title, author)
        )
        latex = (document, f"{name}.tex", *for_latex, config.latex_theme)
        texinfo = (document, name, title, author, name, title, "Miscellaneous")
        man = (document, name, title, [author] if author else [], 1)
        for setting, described in zip(listed, (latex, texinfo, man), strict=True):
            listed[setting].append(described)
    for setting, documents in listed.items():
        if documents:
            set_default(config, setting, documents)
    return []


IN_BABEL = {"zh-CN": "zh-Hans", "zh-TW": "zh-Hant"}
"""Code of a language → what LaTeX calls it, if otherwise."""


class LanguageOfBook(SphinxPostTransform):
    """Has LaTeX set each book in its language, after its words became those of it."""

    default_priority = 1
    formats = ("latex",)

    def run(self, **options: Any) -> None:
        """Prepare what is written around the document."""
        build, elements = build_of(self.config), self.config.latex_elements
        if build is None or build.has_own_book or elements.get("fontpkg") != FONTS["fontpkg"]:
            return
        if "babel" in elements or "polyglossia" in elements:
            return
        spoken = build.page_language.spoken if build.page_language else None
        language = html_language(spoken or self.config.language)
        tried = f"{IN_BABEL.get(language, language)},{language.partition('-')[0]},en"
        commands = rf"\newcommand\docsjsonLanguages{{{tried}}}"
        if text_direction(language) == "rtl":
            commands += r"\newcommand\docsjsonRightToLeft{}"
        set_in_language(build.builder, catalogue_code(language), commands)


# The navigation as books: one for each version, language and tab, its groups as parts.
#
# Every builder of single documents (LaTeX, texinfo, manual pages) begins at one document and
# follows its toctrees. For each book such a document is generated; websites do not have it.

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
        """Return what is on its cover."""
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
    """Whether a builder makes one document of many pages, and conf.py does not say about which."""
    setting = SETTINGS.get(builder.name)
    return setting is not None and not is_set(config, setting)


def generate_books(app: Sphinx) -> None:
    """Add the document that each book begins with (``builder-inited``, before the project)."""
    logger_of(BUILDER).removeFilter(OWN_LANGUAGES)  # Sphinx has looked for its language
    build = the_build(app.config)
    build.has_own_book = has_own_toctree(app)
    if build.has_own_book or not (build.improves_books and makes_books(app.builder, app.config)):
        return
    for number, book in enumerate(books_of(Tree(build.full_site, _Everything()))):
        docname = f"{FOLDER}/{number}"
        title = book.title(" ".join(str(app.config.project).split()))
        if build.documents.add(docname, front={"title": title}):
            build.books[book.labels] = docname


def has_own_toctree(app: Sphinx) -> bool:
    """Whether the author made a book already."""
    suffixes = {*app.config.source_suffix, *own_suffixes(app.config)}
    return is_book(app.srcdir, app.config.root_doc, suffixes)


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
        # LaTeX would use it as the title of the contents.
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


def setup_parts(app: Sphinx) -> None:
    """Tell every builder how to write the name of a part."""
    others: dict[str, Any] = dict.fromkeys(("html", "text", "man", "texinfo"), (skip, None))
    app.add_node(
        part_title, latex=(_open_part, _close_part), docsjson_markdown=(skip, None), **others
    )


def _open_part(translator: Any, node: part_title) -> None:
    translator.body.append("\n\n\\part{")
    write_in_title(translator, inside=True)


def _close_part(translator: Any, node: part_title) -> None:
    write_in_title(translator, inside=False)
    translator.body.append("}\n")


# Where LaTeX may break what is longer than a line or a column.

SHORT_WORD, LONG_WORD = 12, 30
"""A longer word may be broken: in the cell of a table, and elsewhere."""

BREAK = r"\docsjsonBreak{}"


def break_long_words(document: nodes.document) -> None:
    """Let LaTeX break long identifiers, sooner in the cells of tables."""
    for text in list(document.findall(nodes.Text)):
        parent = text.parent
        long = any(len(word) > SHORT_WORD for word in text.split())
        if not long or not isinstance(parent, nodes.Element):
            continue
        literal = isinstance(parent, nodes.literal)
        if literal and (parent.get("language") or "code" in parent["classes"]):
            continue
        # The text of an address is broken by Sphinx.
        if "://" in text or any(_stands_in(text, kind) for kind in UNBROKEN):
            continue
        limit = SHORT_WORD if _stands_in(text, nodes.entry) else LONG_WORD
        parts = [part for part in _breakable(str(text), limit) if part]
        if len(parts) > 1:
            new: list[nodes.Node] = []
            for part in parts:
                new += [nodes.raw("", BREAK, format="latex")] if new else []
                new.append(nodes.Text(part))
            parent.replace(text, new)


def _breakable(text: str, limit: int) -> list[str]:
    """Return the pieces of *text* between which a line may end."""
    pieces = [""]
    for word in re.split(r"(\s+)", text):
        if len(word) <= limit or word.isspace():
            pieces[-1] += word
            continue
        found = [p for p in re.split(r"(?<=[_/.:,;=&?\-])|(?<=[a-z])(?=[A-Z])", word) if p]
        shorter = [p[i : i + limit] for p in found for i in range(0, len(p), limit)]
        pieces[-1] += shorter[0]
        pieces += shorter[1:]
    return pieces


UNBROKEN = (
    nodes.FixedTextElement,
    nodes.Titular,
    nodes.math,
    nodes.raw,
    nodes.comment,
    addnodes.desc_signature,
)
"""What is written as it is, or again in the contents; Sphinx breaks signatures itself."""


def _stands_in(node: nodes.Node, kind: type[Any]) -> bool:
    return any(isinstance(parent, kind) for parent in ancestors(node))
