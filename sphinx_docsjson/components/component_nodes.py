"""The nodes that docutils does not have, and how each builder writes them."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.writers.html5 import HTML5Translator

BUILDERS = ("latex", "text", "man", "texinfo")


class html_element(nodes.General, nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """An HTML element; only transforms for HTML make it.

    ``tag`` is its name, ``html`` a dictionary of attributes. ``needs_script`` keeps it out of
    EPUB, where nothing answers to a button, and ``book`` is a node to write there instead.
    """


class drawn:  # noqa: N801 (it stands among nodes)
    """Nodes that are written with classes of ours, of which they say nothing themselves."""


class icon(drawn, nodes.Inline, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """An icon by name; builders other than HTML leave it out."""


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


class field_head(nodes.paragraph, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """The first line of a field; other builders write the paragraph that it is.

    ``head`` is its data, ``labels`` the pills in it as the author wrote them.
    """

    def preserve_original_messages(self) -> None:
        """Do nothing: ``labels`` stay."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Put a translation in the place of a label."""
        from sphinx_docsjson.components.families.fields import head_words, with_label

        self["head"] = with_label(self["head"], original_message, translated_message)
        self[:] = head_words(self["head"])

    def extract_original_messages(self) -> Sequence[str]:
        """Return the labels."""
        labels: Sequence[str] = self["labels"]
        return labels


class tooltip(nodes.abbreviation):  # noqa: N801 (docutils spells its nodes so)
    """A term with an explanation; other builders write the abbreviation that it is."""


class agents_only(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Content that only the Markdown twin of a page has."""


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


def setup_nodes(app: Sphinx) -> None:
    """Tell every builder how to write the nodes."""
    nothing: dict[str, Any] = dict.fromkeys(BUILDERS, (_pass, _pass))
    skip: dict[str, Any] = dict.fromkeys(BUILDERS, (_skip, _pass))
    app.add_node(html_element, html=(visit_element, depart_element), **nothing)
    twin: dict[str, Any] = {"docsjson_markdown": (_pass, _pass)}
    app.add_node(icon, html=(visit_icon, _pass), **skip, **twin)
    app.add_node(agents_only, html=(_skip, _pass), **skip, **twin)
    app.add_node(labels)
    app.add_node(field_head, html=(visit_field_head, _pass))
    app.add_node(tooltip, html=(_visit_abbreviation, _depart_abbreviation))


def _pass(translator: Any, node: nodes.Element) -> None:
    """Write nothing for the node itself."""


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


VOID = frozenset({"img", "input", "hr", "br"})
INLINE = frozenset(
    {"a", "button", "code", "figcaption", "p", "span", "summary", *(f"h{n}" for n in range(1, 7))}
)


def visit_element(translator: HTML5Translator, node: html_element) -> None:
    """Open the element; a book leaves out what needs a script, or has a node of its own for it."""
    if translator.builder.name == "epub" and (node.get("needs_script") or "book" in node):
        if "book" in node:
            node["book"].walkabout(translator)
        raise nodes.SkipNode
    attributes = dict(node["html"])
    if node["tag"] == "details" and translator.builder.name == "epub":
        attributes["open"] = "open"
    suffix = "" if node["tag"] in INLINE else "\n"
    translator.body.append(translator.starttag(node, node["tag"], suffix, **attributes))


def depart_element(translator: HTML5Translator, node: html_element) -> None:
    """Close the element."""
    if node["tag"] not in VOID:
        translator.body.append(f"</{node['tag']}>")
        if node["tag"] not in INLINE:
            translator.body.append("\n")


def visit_icon(translator: HTML5Translator, node: icon) -> None:
    """Write the icon as inline SVG; a book, which has no style sheet of ours, goes without."""
    from sphinx_docsjson.components.families.inline_icons import icon_html

    if translator.builder.name == "epub":
        return
    page = translator.builder.get_target_uri(translator.builder.current_docname)
    folder = posixpath.dirname(page)
    root = posixpath.relpath(".", folder) + "/" if folder else ""
    translator.body.append(icon_html(node, translator.config, root=root))


def visit_field_head(translator: HTML5Translator, node: field_head) -> None:
    """Write the head of a field."""
    from sphinx_docsjson.components.families.fields import field_head_html

    translator.body.append(field_head_html(node["head"]))
    raise nodes.SkipNode


def _visit_abbreviation(translator: HTML5Translator, node: tooltip) -> None:
    translator.visit_abbreviation(node)


def _depart_abbreviation(translator: HTML5Translator, node: tooltip) -> None:
    translator.depart_abbreviation(node)
