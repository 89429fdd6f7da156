"""Nodes for HTML elements, from which renderers build the HTML of components."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.base.nodes import ancestors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator


def copy_identity(old: Any, new: Any, *dropped: str) -> Any:
    """Give *new* the ids of *old* and its classes but those *dropped*."""
    new["ids"] = [*old["ids"], *new["ids"]]
    left = [name for name in old["classes"] if name not in (*dropped, *new["classes"])]
    new["classes"] += left
    new.source, new.line = old.source, old.line
    return new


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

    ``tag`` is its name, ``html`` a dictionary of attributes. ``needs_script`` leaves it out of
    EPUB, where a button does nothing.
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
    """Return the level that a heading has where *node* is: below its section's own."""
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
