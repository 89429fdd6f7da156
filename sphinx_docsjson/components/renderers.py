"""How the nodes of components are written: HTML, Markdown, paper."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, TypeAlias

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson import icons as drawings
from sphinx_docsjson.base.nodes import ancestors, skip
from sphinx_docsjson.base.source_files import show_file
from sphinx_docsjson.build import build_of, page_build
from sphinx_docsjson.compat.builders import target, write_without_floats
from sphinx_docsjson.components.registry import Attribute
from sphinx_docsjson.icons.lookup import linked_picture
from sphinx_docsjson.site.model import Icon
from sphinx_docsjson.warnings import Warn, safe_transform, warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator


class Drawing:
    """What the drawing of one document knows: its ids, and what is to be put back.

    :param is_book: whether an EPUB is drawn, where nothing answers to a button.
    """

    def __init__(self, *, is_book: bool) -> None:
        self.is_book = is_book
        self._counts: dict[str, int] = {}
        self._undo: list[Callable[[], None]] = []

    @classmethod
    @contextmanager
    def on(cls, translator: Any) -> Iterator[Drawing]:
        """Draw what *translator* writes; what is changed within this context is put back."""
        drawing = getattr(translator, "docsjson_drawing", None)
        if drawing is None:
            drawing = cls(is_book=translator.builder.name == "epub")
            translator.docsjson_drawing = drawing
        before = len(drawing._undo)
        try:
            yield drawing
        finally:
            while len(drawing._undo) > before:
                drawing._undo.pop()()

    def borrow_children(self, found: Iterable[nodes.Node]) -> list[Any]:
        """Return nodes to be put into elements."""
        taken: list[Any] = list(found)
        self._undo += [partial(setattr, node, "parent", node.parent) for node in taken]
        return taken

    def replace_with(self, drawn: list[nodes.Node], node: nodes.Node) -> list[nodes.Node]:
        """Let *drawn* stand in the place of *node*, and return it.

        Translators ask a node for its place among its siblings.
        """
        parent = node.parent
        for new in drawn:
            new.parent = parent
        if parent is not None and node in parent.children:
            place = parent.index(node)
            self._undo.append(partial(setattr, parent, "children", parent.children))
            parent.children = [*parent.children[:place], *drawn, *parent.children[place + 1 :]]
        return drawn

    def override_classes(self, node: nodes.Element, classes: list[str]) -> None:
        """Give *node* other classes while it is drawn."""
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


class drawn:  # noqa: N801 (it stands among nodes)
    """Nodes that are written with classes of ours, of which they say nothing themselves."""


class icon(drawn, nodes.Inline, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """An icon by name; builders other than HTML leave it out."""


# How the nodes of components are written: a family declares the forms of its nodes beside them.
#
# A node derives from a class of docutils that every builder can write: what no form is given for
# is written as that class.

HtmlForm: TypeAlias = Callable[[Any, Drawing], list[nodes.Node]]
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
    """Return the visitor that writes what *form* draws."""

    def visit(translator: Any, node: nodes.Element) -> None:
        with Drawing.on(translator) as drawing:
            for drawn in drawing.replace_with(form(node, drawing), node):
                drawn.walkabout(translator)
        raise nodes.SkipNode

    return visit


def _markdown_visitor(form: MarkdownForm) -> Callable[[Any, nodes.Element], None]:
    def visit(writer: Any, node: nodes.Element) -> None:
        writer.add(form(writer, node))
        raise nodes.SkipNode

    return visit


def boxed(node: nodes.Element, drawing: Drawing) -> list[nodes.Node]:
    """Return a ``<div>`` with the classes, the ids and the content of *node*."""
    return [copy_identity(node, element("div", "", *drawing.borrow_children(node.children)))]


def copy_identity(old: Any, new: Any, *dropped: str) -> Any:
    """Give *new* the ids of *old* and its classes but those *dropped*."""
    new["ids"] = [*old["ids"], *new["ids"]]
    left = [name for name in old["classes"] if name not in (*dropped, *new["classes"])]
    new["classes"] += left
    new.source, new.line = old.source, old.line
    return new


# A line of short texts that are translated one by one.


class labels(nodes.paragraph, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """A line of short texts; each element with a ``label`` is a message of its own."""

    def preserve_original_messages(self) -> None:
        """Do nothing: the originals are the sources of the elements."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Write a translation in the place of the original."""
        for part in self._parts():
            if part.rawsource == original_message:
                part[:] = [nodes.Text(translated_message)]

    def extract_original_messages(self) -> Sequence[str]:
        """Return the texts."""
        return [part.rawsource for part in self._parts()]

    def _parts(self) -> Iterator[nodes.TextElement]:
        return (part for part in self.findall(nodes.TextElement) if part.get("label"))


# What the paper forms of components are made of: entries, lines, smaller headings.

INNER_LEVEL = 4
"""The level of a heading inside a component in LaTeX, below those of sections and updates."""

MERGED = "docsjson_entries"
"""The attribute of the lists made here: those that follow each other become one."""


def entry(
    label: Iterable[nodes.Node], content: Iterable[nodes.Node], ids: Iterable[str] = ()
) -> nodes.definition_list:
    """Return a title with what belongs to it."""
    term = nodes.term("", "", *unwrap(label))
    term["ids"] = list(ids)
    definition = nodes.definition("", *unwrap(content))
    return nodes.definition_list(
        "", nodes.definition_list_item("", term, definition), **{MERGED: True}
    )


def own_icon(node: nodes.Element, form: str) -> list[nodes.Node]:
    """Return the icon that an author gave a component, where it is drawn."""
    if form != "latex" or "own_icon" not in node:
        return []
    return [icon(**node["own_icon"]), nodes.Text(" ")]


def line_of(*label: nodes.Node) -> nodes.paragraph:
    """Return a paragraph of its own."""
    return nodes.paragraph("", "", *label)


def has_class(node: nodes.Node, name: str) -> bool:
    """Whether *node* is an element of that class."""
    return isinstance(node, nodes.Element) and name in node["classes"]


def lower_headings(content: Iterable[nodes.Node]) -> None:
    """Let the headings in *content* be smaller than the title above them."""
    for node in content:
        for rubric in node.findall(nodes.rubric):
            rubric["heading-level"] = max(INNER_LEVEL, rubric.get("heading-level", INNER_LEVEL))


def frameless(node: Any, form: str) -> list[nodes.Node]:
    """Return what stands in a frame that paper does not have."""
    return unwrap(node.children)


def unwrap(found: Iterable[nodes.Node]) -> list[Any]:
    """Detach nodes from their parents, so that they can stand elsewhere."""
    taken = list(found)
    for node in taken:
        node.parent = None
    return taken


# Icons: the node at read time, the drawing at write time, and the attributes that name them.

ICON_TYPES = ("brands", "duotone", "light", "regular", "sharp-solid", "solid", "thin")

ICON = Attribute(name="icon", type="icon", doc="An icon name, a URL or a path.")
ICON_TYPE = Attribute(
    name="iconType", type="choice", choices=ICON_TYPES, doc="The Font Awesome style of the icon."
)
ICON_LIBRARY = Attribute(
    name="iconLibrary",
    type="choice",
    choices=("fontawesome", "lucide", "tabler"),
    doc="The set of the icon, where it is not that of `docs.json`.",
)


class _ClassesOfDrawing(HTMLParser):
    """Reads the classes of an author's drawing."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the classes of the drawing itself."""
        if tag == "svg":
            self.names += (dict(attrs).get("class") or "").split()


def make_icon(
    name: str,
    *,
    config: Config,
    location: str | tuple[str, int | None] | None,
    icon_type: str | None = None,
    library: str | None = None,
    color: str | None = None,
    size: str | None = None,
    classes: Sequence[str] = (),
) -> list[icon]:
    """Return the node of an icon, or nothing and a warning when no set has it."""
    node = icon(name=name.strip(), classes=list(classes))
    for key, value in (("icon_type", icon_type), ("color", color), ("size", size)):
        if value:
            node[key] = value
    node["library"] = library or _library(config)
    if not node["name"]:
        return []
    source = _source(node, config)
    if drawings.resolve_icon(_model(node), source) is None:
        warn(Warn.ICON, drawings.unknown_icon(node["name"]), location=location)
        return []
    build = page_build(config)
    if node["name"].startswith("<"):
        drawing = _ClassesOfDrawing()
        drawing.feed(node["name"])
        keep_classes(build.builder.env, drawing.names)
    picture = linked_picture(node["name"])
    if build is not None and picture:
        show_file(build.builder.env, picture.lstrip("/"))
    return [node]


def icon_html(node: icon, config: Config, *, root: str = "") -> str:
    """Return the drawing of an icon; size and colour are SVG attributes, never a style."""
    size = node.get("size")
    classes = ["dj-icon", *(["dj-icon-sized"] if size else []), *node["classes"]]
    wish = drawings.IconRequest(classes=" ".join(classes), size=size, color=node.get("color"))
    return drawings.resolve_icon(_model(node), _source(node, config), root=root, wish=wish) or ""


def _library(config: Config) -> str:
    build = build_of(config)
    return (build.site.icon_library if build else None) or "fontawesome"


def _source(node: icon, config: Config) -> drawings.IconSource:
    return drawings.IconSource(
        library=node["library"],
        srcdir=page_build(config).srcdir,
        folders=config.docsjson_icon_dirs,
    )


def _model(node: icon) -> Icon:
    return Icon(name=node["name"], type=node.get("icon_type"))


def visit_icon(translator: HTML5Translator, node: icon) -> None:
    """Write the icon as inline SVG; a book, which has no style sheet of ours, goes without."""
    if translator.builder.name == "epub":
        return
    page = translator.builder.get_target_uri(translator.builder.current_docname)
    folder = posixpath.dirname(page)
    root = posixpath.relpath(".", folder) + "/" if folder else ""
    translator.body.append(icon_html(node, translator.config, root=root))


# Elements of HTML as nodes: what the HTML forms of components are drawn with.

STYLES = "docsjson_styles"
"""The key in a document's metadata that holds its style classes."""


def style_class(env: BuildEnvironment, style: Mapping[str, str]) -> str:
    """Return the class for *style*, and remember its rule for the style sheet of the site.

    The same style has the same class on every page.
    """
    rule = ";".join(f"{name}:{value}" for name, value in style.items())
    name = "dj-s-" + hashlib.sha256(rule.encode()).hexdigest()[:10]
    styles: dict[str, Any] = env.metadata[env.docname].setdefault(STYLES, {})
    styles[name] = rule
    return name


CLASSES = "docsjson_classes"
"""The key in the metadata of a page that holds the classes of its author."""


def keep_classes(env: BuildEnvironment, names: Iterable[str]) -> None:
    """Remember classes of the page being read, for the style sheet of the site."""
    known: dict[str, None] = env.metadata[env.docname].setdefault(CLASSES, {})
    known.update(dict.fromkeys(names))


class html_element(nodes.General, nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """An HTML element; only HTML forms and transforms for HTML make it.

    ``tag`` is its name, ``html`` a dictionary of attributes. ``needs_script`` keeps it out of
    EPUB, where nothing answers to a button.
    """


def element(
    tag: str, classes: str = "", *children: nodes.Node, needs_script: bool = False, **html: Any
) -> html_element:
    """Return an HTML element; an underscore in an attribute name stands for a hyphen."""
    node = html_element("", "", *children, tag=tag, classes=classes.split())
    if identity := html.pop("id", None):
        node["ids"].append(identity)
    node["html"] = {name.rstrip("_").replace("_", "-"): value for name, value in html.items()}
    if needs_script:
        node["needs_script"] = True
    return node


def heading_level(node: nodes.Node) -> int:
    """Return the level that a heading has where *node* stands: below its section's own."""
    depth = 1 + sum(isinstance(parent, nodes.section) for parent in ancestors(node))
    return min(max(depth, 2), 6)


def permalink(target: str, label: str) -> nodes.Node:
    """Return the link that shows beside a heading, as Sphinx writes it for our theme."""
    return element("a", "headerlink", href=f"#{target}", title=label)


VOID = frozenset({"img", "input", "hr", "br"})
INLINE = frozenset(
    {
        *("a", "abbr", "button", "code", "figcaption", "p", "span", "summary"),
        *(f"h{n}" for n in range(1, 7)),
    }
)


def visit_element(translator: HTML5Translator, node: html_element) -> None:
    """Open the element; a book leaves out what needs a script, and shows what opens opened."""
    attributes = dict(node["html"])
    if translator.builder.name == "epub":
        if node.get("needs_script"):
            raise nodes.SkipNode
        if node["tag"] == "details":
            attributes["open"] = "open"
    suffix = "" if node["tag"] in INLINE else "\n"
    translator.body.append(translator.starttag(node, node["tag"], suffix, **attributes))


def depart_element(translator: HTML5Translator, node: html_element) -> None:
    """Close the element."""
    if node["tag"] not in VOID:
        translator.body.append(f"</{node['tag']}>")
        if node["tag"] not in INLINE:
            translator.body.append("\n")


# The nodes that only the paper forms of components need, and how the builders write them.


class print_anchor(nodes.Inline, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A place that links lead to, in formats that know none where it stands."""


class print_callout(nodes.Admonition, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A callout with a title of its own in LaTeX, in the look of its ``kind``."""


def setup_paper_nodes(app: Sphinx) -> None:
    """Tell the builders how to write the nodes."""
    nothing: dict[str, Any] = dict.fromkeys(("html", "text", "man"), (skip, None))
    app.add_node(
        print_anchor, latex=(_latex_anchor, None), texinfo=(_texinfo_anchor, None), **nothing
    )
    app.add_node(print_callout, latex=(_open_callout, _close_callout))


def _latex_anchor(translator: Any, node: print_anchor) -> None:
    translator.body += [target(translator, identity) for identity in node["ids"]]
    raise nodes.SkipNode


def _texinfo_anchor(translator: Any, node: print_anchor) -> None:
    for identity in node["ids"]:
        translator.add_anchor(identity, node)
    raise nodes.SkipNode


def _open_callout(translator: Any, node: print_callout) -> None:
    translator.body.append(f"\n\\begin{{sphinxadmonition}}{{{node['kind']}}}")
    write_without_floats(translator, inside=True)


def _close_callout(translator: Any, node: print_callout) -> None:
    translator.body.append("\\end{sphinxadmonition}\n")
    write_without_floats(translator, inside=False)
