"""Turns the renderers of components into visitors of their nodes.

A node derives from a docutils class that every builder can write: it is written as that class in
formats without a form of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.icons import icon
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class FormContext:
    """What the forms of nodes know of the document that is written.

    It gives out ids, and puts back what they changed in the tree.

    :param is_book: whether an EPUB is written, where nothing answers to a button.
    """

    def __init__(self, *, is_book: bool) -> None:
        self.is_book = is_book
        self._counts: dict[str, int] = {}
        self._undo: list[Callable[[], None]] = []

    @classmethod
    @contextmanager
    def of(cls, translator: Any) -> Iterator[FormContext]:
        """Return the context of what *translator* writes; changes are put back at its end."""
        context = getattr(translator, "docsjson_forms", None)
        if context is None:
            context = cls(is_book=translator.builder.name == "epub")
            translator.docsjson_forms = context
        before = len(context._undo)
        try:
            yield context
        finally:
            while len(context._undo) > before:
                context._undo.pop()()

    def borrow_children(self, found: Iterable[nodes.Node]) -> list[Any]:
        """Return nodes to be put into elements."""
        taken: list[Any] = list(found)
        self._undo += [partial(setattr, node, "parent", node.parent) for node in taken]
        return taken

    def replace_with(self, made: list[nodes.Node], node: nodes.Node) -> list[nodes.Node]:
        """Put *made* in place of *node*, and return it.

        Translators look up the position of a node among its siblings.
        """
        parent = node.parent
        for new in made:
            new.parent = parent
        if parent is not None and node in parent.children:
            place = parent.index(node)
            self._undo.append(partial(setattr, parent, "children", parent.children))
            parent.children = [*parent.children[:place], *made, *parent.children[place + 1 :]]
        return made

    def override_classes(self, node: nodes.Element, classes: list[str]) -> None:
        """Give *node* other classes while it is written."""
        self._undo.append(partial(node.__setitem__, "classes", node["classes"]))
        node["classes"] = classes

    def new_id(self, prefix: str) -> str:
        """Return ``prefix-1``, ``prefix-2``, … in turn."""
        self._counts[prefix] = self._counts.get(prefix, 0) + 1
        return f"{prefix}-{self._counts[prefix]}"

    def own_icon(self, node: nodes.Element) -> list[icon]:
        """Return the icon that the author gave *node*, if any."""
        return [icon(**node["own_icon"])] if "own_icon" in node else []

    def icon(self, name: str, *classes: str) -> icon:
        """Return an icon of our own chrome; Lucide has all that we use."""
        return icon(name=name, library="lucide", classes=list(classes))


HtmlForm: TypeAlias = Callable[[Any, FormContext], list[nodes.Node]]
"""Returns the elements that a node is in HTML, around the node's own children."""

MarkdownForm: TypeAlias = Callable[[Any, Any], str]
"""Returns the Markdown of a node, given the writer of a twin and the node."""

PaperForm: TypeAlias = Callable[[Any, str], list[nodes.Node]]
"""Returns plain nodes for paper or a terminal, given the node and the format of the builder."""

SearchForm: TypeAlias = Callable[[Any, Any], None]
"""Notes what a reader finds a node by, given the reading of the document and the node."""

SEARCH_FORMS: dict[type[nodes.Node], SearchForm | None] = {}
"""Class of nodes of a feature → its form for the search; ``None``: the search leaves it out."""

Preparation: TypeAlias = Callable[[Any, Any], None]
"""Does to a node what must be done before HTML is written, given the configuration, too."""

PRIORITY = 190
"""After references are resolved (10), before sphinx-design rewrites its own (199, 200)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Renderers:
    """The forms of one class of nodes."""

    html: HtmlForm | None = None
    markdown: MarkdownForm | None = None
    paper: PaperForm | None = None
    ready: Preparation | None = None
    unwritten: frozenset[str] = frozenset()
    """Classes of a node and of its parts (for sphinx-design) that its HTML does without."""

    titled: bool = False
    """Whether the first rubric in a node is its title, which HTML has as another element."""


RENDERERS: dict[type[nodes.Element], Renderers] = {}
"""Class of nodes → its forms."""


FOREIGN = frozenset({nodes.__name__, addnodes.__name__})
"""The modules whose nodes are registered by others."""


def hide_from_design(node: nodes.Element, config: Any) -> None:
    """Let sphinx-design not draw a node that is drawn by us."""
    node.attributes.pop("design_component", None)


def setup_forms(app: Sphinx) -> None:
    """Register the visitors of all nodes."""
    for node_class in _of_others:
        RENDERERS.pop(node_class, None)
    _of_others.clear()
    for node_class, forms in RENDERERS.items():
        if node_class.__module__ not in FOREIGN:
            register_node(app, node_class, forms)
    app.add_post_transform(safe_transform(GetReadyForHtml))


_of_others: set[type[nodes.Element]] = set()
"""The classes of nodes that other packages added in this build."""


def add_renderers(app: Sphinx, node_class: type[nodes.Element], forms: Renderers) -> None:
    """Give a class of nodes of another package its forms, in this build."""
    RENDERERS[node_class] = forms
    _of_others.add(node_class)
    register_node(app, node_class, forms)


def register_node(app: Sphinx, node_class: type[nodes.Element], forms: Renderers) -> None:
    """Register a class of nodes with the visitors of its forms."""
    visitors: dict[str, Any] = {}
    if forms.html:
        visitors["html"] = (html_visitor(forms.html), None)
    if forms.markdown:
        visitors["docsjson_markdown"] = (_markdown_visitor(forms.markdown), None)
    app.add_node(node_class, **visitors)


class GetReadyForHtml(SphinxPostTransform):
    """Do what must be done to the nodes of a document before HTML is written."""

    default_priority = PRIORITY
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Look at every node once."""
        ready = {kind: forms.ready for kind, forms in RENDERERS.items() if forms.ready}
        for node in list(self.document.findall(nodes.Element)):
            if prepare := ready.get(type(node)):
                prepare(node, self.config)


def html_visitor(form: HtmlForm) -> Callable[[Any, nodes.Element], None]:
    """Return the visitor that writes what *form* returns."""

    def visit(translator: Any, node: nodes.Element) -> None:
        with FormContext.of(translator) as context:
            for made in context.replace_with(form(node, context), node):
                made.walkabout(translator)
        raise nodes.SkipNode

    return visit


def _markdown_visitor(form: MarkdownForm) -> Callable[[Any, nodes.Element], None]:
    def visit(writer: Any, node: nodes.Element) -> None:
        writer.add(form(writer, node))
        raise nodes.SkipNode

    return visit


def boxed(node: nodes.Element, context: FormContext) -> list[nodes.Node]:
    """Return a ``<div>`` with the classes, the ids and the content of *node*."""
    return [copy_identity(node, element("div", "", *context.borrow_children(node.children)))]
