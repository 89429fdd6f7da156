"""The nodes of API pages and how each builder writes them.

A whole field tree is one node with data on it: a node for each field costs four times the time
and memory. HTML is written straight from the data; for all other formats a post-transform makes
ordinary nodes of it when they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.nodes import OF_TITLE, PAPER, skip
from sphinx_docsjson.components.icons import Styled
from sphinx_docsjson.ext.openapi.content.fields_html import FieldWriter
from sphinx_docsjson.ext.openapi.content.fields_markdown import FieldNodes
from sphinx_docsjson.ext.openapi.content.markdown import first_sentence
from sphinx_docsjson.ext.openapi.content.texts import api_text
from sphinx_docsjson.ext.openapi.schema.fieldtree import (
    ONE_PAGE,
    Field,
    Target,
    anchored,
    name_slug,
)
from sphinx_docsjson.i18n import _
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator

    from sphinx_docsjson.ext.openapi.content.fields_markdown import FieldMarkdown


MAX_SENTENCES = 12
"""How many fields of a tree are found by the first sentence of their descriptions too."""

OTHER_FORMATS = (*PAPER, "xml", "pseudoxml")


class field_tree(Styled, nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A tree of fields: ``tree`` is its :class:`Field`, ``pages`` the documents of its links.

    Its only child is text for the search, which no builder writes.
    """


def field_tree_node(
    tree: Field, pages: dict[Target, str], *, opened: bool = False, compact: bool = False
) -> field_tree:
    """Return the node of a field tree.

    :param pages: the document of each schema that the tree links to.
    :param opened: nothing is closed at first.
    :param compact: what is said about a field is on the line of its name.
    """
    node = field_tree("", nodes.Text(search_text(tree)))
    node["tree"] = tree
    node["pages"] = {
        item.target: pages[item.target] for item in tree.walk() if item.target in pages
    }
    node["opened"] = opened
    node["compact"] = compact
    return node


def search_text(tree: Field) -> str:
    """Return what the search finds a tree by: all names, and what the fields in view are for.

    Everything else would make the index of a large API larger than its pages.
    """
    names = dict.fromkeys(item.name for item in tree.walk())
    in_view = (tree,) if tree.name else tree.children
    sentences = [first_sentence(item.description) for item in in_view[:MAX_SENTENCES]]
    return " ".join(word for word in (*names, *sentences) if word)


class media_line(Styled, nodes.paragraph):  # noqa: N801 (docutils spells its nodes so)
    """What a body is: its media types and, in HTML, its type and limits, which ``of`` has."""


def media_line_node(names: Iterable[str], tree: field_tree, *, required: bool) -> media_line:
    """Return the line above a tree, which says from now on what its own head would say.

    :param required: the body must be there.
    """
    node = media_line("", "", classes=["dj-media-type"])
    for name in names:
        node += [nodes.Text(", ")] if node.children else []
        node.append(nodes.literal(name, name))
    node["media"], node["required"] = len(node.children), required
    if required:
        node += [nodes.Text(" "), required_mark()]
    node["translatable"] = False
    node["of"], node["pages"] = tree["tree"], tree["pages"]
    tree["headed"] = True
    return node


class media_group(Styled, nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """The content of a body in some of its media types, beside other groups: ``media`` are theirs.

    Without a script the groups are below each other; the script shows that of the chosen type.
    """


class media_choice(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """The choice of the media type of a page: ``media`` are those to choose from."""


def required_mark() -> nodes.inline:
    """Return the mark of what must be there."""
    text = str(_("required"))
    return nodes.inline(text, text, classes=["dj-field-required"])


class endpoint(Styled, nodes.paragraph):  # noqa: N801 (docutils spells its nodes so)
    """Method and address of an operation; other builders write the paragraph that it is.

    ``method``, ``path`` and ``base`` are its data, ``servers`` the link to where the others are.
    """


def endpoint_node(method: str, path: str, base: str = "") -> endpoint:
    """Return the line with an operation's method and address."""
    address = f"{base}{path}"
    node = endpoint("", "", nodes.strong(method, method), nodes.Text(" "))
    node.append(nodes.literal(address, address))
    node.attributes.update({"method": method, "path": path, "base": base})
    node["translatable"] = False
    node[OF_TITLE] = True
    return node


class FieldTreesToNodes(SphinxPostTransform):
    """Make ordinary nodes of field trees where no HTML is written."""

    default_priority = 5
    formats = OTHER_FORMATS

    def run(self, **options: Any) -> None:
        """Replace the trees of the document."""
        for node in list(self.document.findall(field_tree)):
            writer = FieldNodes(
                link=partial(self._link, node),
                source=self.document.get("source", ""),
            )
            node.replace_self(writer.tree(node["tree"]))

    def _link(self, node: field_tree, target: Target, text: str) -> nodes.Node:
        inner = nodes.emphasis(text, text)
        docname = node["pages"].get(target)
        if docname is None:
            return inner
        return addnodes.pending_xref(
            "",
            inner,
            refdomain="std",
            reftype="doc",
            reftarget=f"/{docname}",
            refdoc=self.env.docname,
            refexplicit=True,
            refwarn=True,
        )


def setup_nodes(app: Sphinx) -> None:
    """Tell every builder how to write the nodes."""
    others: dict[str, Any] = dict.fromkeys(PAPER, (skip, None))
    others["docsjson_markdown"] = (write_markdown, None)
    app.add_node(api_text, html=(skip, None))
    app.add_node(field_tree, html=(visit_field_tree, None), **others)
    app.add_node(endpoint, html=(visit_endpoint, None))
    app.add_node(media_group, html=(visit_media_group, depart_media_group))
    nowhere: dict[str, Any] = dict.fromkeys((*PAPER, "docsjson_markdown"), (skip, None))
    app.add_node(media_choice, html=(visit_media_choice, None), **nowhere)
    app.add_node(
        media_line,
        html=(visit_media_line, None),
        docsjson_markdown=(write_media_line, None),
    )
    app.add_post_transform(safe_transform(FieldTreesToNodes))


def visit_field_tree(translator: HTML5Translator, node: field_tree) -> None:
    """Write a whole field tree."""
    tree = node["tree"]
    if translator.builder.name == ONE_PAGE:
        tree = anchored(tree, name_slug(translator.docnames[-1]))
    writer = _writer(translator, node)
    translator.body.append(writer.tree(tree, headed=node.get("headed", False)))
    raise nodes.SkipNode


def visit_media_line(translator: HTML5Translator, node: media_line) -> None:
    """Write the line above a tree, with what the head of the tree would say."""
    translator.body.append(translator.starttag(node, "p", ""))
    for child in node.children[: node["media"]]:
        child.walkabout(translator)
    head = _writer(translator, node).head(node["of"], required=node["required"])
    translator.body.append(f"{head}</p>\n")
    raise nodes.SkipNode


def visit_media_group(translator: HTML5Translator, node: media_group) -> None:
    """Open a group; the first of a body is shown until another one is chosen."""
    parent = node.parent
    first = next(each for each in parent.children if isinstance(each, media_group))
    shown = " dj-media-on" if first is node else ""
    names = escape("|".join(node["media"]))
    translator.body.append(f'<div class="dj-media-group{shown}" data-media="{names}">\n')


def depart_media_group(translator: HTML5Translator, node: media_group) -> None:
    """Close a group."""
    translator.body.append("</div>\n")


def visit_media_choice(translator: HTML5Translator, node: media_choice) -> None:
    """Write a list to choose from; it is seen where a script follows it."""
    if translator.builder.name == "epub":
        raise nodes.SkipNode
    options = "".join(f"<option>{escape(name, quote=False)}</option>" for name in node["media"])
    label = escape(str(_("Media type")), quote=False)
    translator.body.append(
        f'<p class="dj-media-choice"><label>{label} <select>{options}</select></label></p>\n'
    )
    raise nodes.SkipNode


def _writer(translator: HTML5Translator, node: nodes.Element) -> FieldWriter:
    builder, pages = translator.builder, node["pages"]

    def url_of(target: Target) -> str | None:
        return _uri(builder, pages[target]) if target in pages else None

    return FieldWriter(
        url_of=url_of,
        opened=node.get("opened", False) or builder.name == "epub",
        compact=node.get("compact", False),
    )


def write_markdown(writer: Any, node: field_tree) -> None:
    """Write a field tree for the Markdown twins."""
    fields = _markdown(writer, node)
    writer.body.append(fields.tree(node["tree"], headed=node.get("headed", False)))
    raise nodes.SkipNode


def write_media_line(writer: Any, node: media_line) -> None:
    """Write the line above a tree for the Markdown twins, in the order of the page."""
    fields = _markdown(writer, node)
    names = "".join(
        fields.code(child.astext()) if isinstance(child, nodes.literal) else child.astext()
        for child in node.children[: node["media"]]
    )
    writer.body.append(names + fields.head(node["of"], required=node["required"]))
    raise nodes.SkipNode


def _markdown(writer: Any, node: nodes.Element) -> FieldMarkdown:
    from sphinx_docsjson.base.markdown import code_span
    from sphinx_docsjson.ext.openapi.content.fields_markdown import FieldMarkdown

    pages = node["pages"]

    def url_of(target: Target) -> str | None:
        return writer.addresses.document(pages[target]) if target in pages else None

    return FieldMarkdown(url_of=url_of, code=code_span)


def _uri(builder: StandaloneHTMLBuilder, docname: str) -> str | None:
    try:
        return builder.get_relative_uri(builder.current_docname, docname)
    except NoUri:
        return None


# Method and address of an operation as HTML.

_VARIABLE = re.compile(r"\{[^{}]+\}")
_WORD = re.compile(r"[^a-z]+")


def method_classes(method: str) -> list[str]:
    """Return the classes of the badge of a method."""
    return ["dj-method", f"dj-method-{_WORD.sub('', method.lower()) or 'other'}"]


def visit_endpoint(translator: HTML5Translator, node: endpoint) -> None:
    """Write method and address: the variables of the path stand out, the address can be copied."""
    path, base = node["path"], escape(node["base"])
    shown = escape(path).replace("/", "/<wbr>") if path.startswith("/") else escape(path)
    shown = _VARIABLE.sub(r'<span class="dj-endpoint-variable">\g<0></span>', shown)
    if servers := node.get("servers"):
        anchor, label = map(escape, servers)
        shown = f'<a class="dj-endpoint-servers" href="#{anchor}">{label}</a>{shown}'
    if base:
        host = base.replace(".", "<wbr>.")
        shown = f'<span class="dj-endpoint-base">{host}</span>{shown}'
    button = (
        f'<button type="button" class="dj-endpoint-copy" data-copied="{escape(_("Copied"))}" '
        f'data-copy-text="{base}{escape(path)}" hidden>{escape(_("Copy"))}</button>'
    )
    classes = " ".join(["dj-endpoint", *node["classes"]])
    badge = " ".join(method_classes(node["method"]))
    translator.body.append(
        f'<div class="{classes}"><span class="{badge}">{escape(node["method"])}</span> '
        f'<code class="dj-endpoint-path">{shown}</code>'
        f"{button if translator.builder.name != 'epub' else ''}</div>\n"
    )
    raise nodes.SkipNode
