"""Semantic nodes → HTML elements: one transform, and one function per component.

Each family registers the functions that rewrite its nodes. Nothing here runs for other formats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.components.component_nodes import element, icon
from sphinx_docsjson.components.forms import FORMS

if TYPE_CHECKING:
    from sphinx.config import Config

CALLOUTS: frozenset[type[nodes.Element]] = frozenset(
    {
        addnodes.seealso,
        nodes.admonition,
        nodes.attention,
        nodes.caution,
        nodes.danger,
        nodes.error,
        nodes.hint,
        nodes.important,
        nodes.note,
        nodes.tip,
        nodes.warning,
    }
)
"""The admonitions of docutils and Sphinx.

What others derive from them belongs to others: Sphinx its objects, ``sphinx.ext.todo`` its notes,
which it finds again later and hides where the project does not want them.
"""

PRIORITY = 190
"""After references are resolved (10), before sphinx-design rewrites its own (199, 200)."""

SEMANTIC = "docsjson_semantic"
"""The attribute that keeps what the outermost component was before it became HTML elements.

Whatever writes another format beside the HTML (the Markdown twins) reads it in place of the
elements. It is ``None`` on elements of which an earlier one speaks already.
"""


class Page:
    """What the rewriting of one document knows: the configuration and the ids it gave out."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._counts: dict[str, int] = {}

    def new_id(self, prefix: str) -> str:
        """Return ``prefix-1``, ``prefix-2``, … in turn."""
        self._counts[prefix] = self._counts.get(prefix, 0) + 1
        return f"{prefix}-{self._counts[prefix]}"

    def own_icon(self, node: nodes.Element, *classes: str) -> list[icon]:
        """Return the icon that the author gave *node*, if any."""
        return [icon(classes=list(classes), **node["own_icon"])] if "own_icon" in node else []

    def icon(self, name: str, *classes: str) -> icon:
        """Return an icon of our own chrome; Lucide has all that we use."""
        return icon(name=name, library="lucide", classes=list(classes))


Rewriter = Callable[[Any, Page], list[nodes.Node]]
_rewriters: dict[str, Rewriter] = {}


def rewrites(*names: str) -> Callable[[Rewriter], Rewriter]:
    """Register the decorated function as the one that writes the components *names* in HTML."""

    def register(function: Rewriter) -> Rewriter:
        for name in names:
            _rewriters[name] = function
        return function

    return register


class ComponentsToHtml(SphinxPostTransform):
    """Replace every component by the HTML elements that it is, the innermost first."""

    default_priority = PRIORITY
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Rewrite the document."""
        page = Page(self.config)
        found = list(filter(is_ours, self.document.findall(nodes.Element)))
        originals = _outermost(found)
        for node in reversed(found):
            parent = node.parent
            if parent is None:
                continue
            new = _rewriters[kind_of(node) or "Callout"](node, page)
            if id(node) in originals:
                _remember(originals[id(node)], new)
            index = parent.index(node)
            parent[index : index + 1] = new


def is_ours(node: nodes.Element) -> bool:
    """Whether *node* is a component; an admonition of docutils is drawn as a callout."""
    if kind_of(node):
        return True
    # One that has no title says in its text what it is: sphinx-proof begins so.
    is_plain = type(node) is not nodes.admonition
    return type(node) in CALLOUTS and (is_plain or any(map(is_title, node.children[:1])))


def is_title(node: nodes.Node) -> bool:
    """Whether *node* is the title of what holds it."""
    return isinstance(node, nodes.title)


def _outermost(found: list[nodes.Element]) -> dict[int, nodes.Element]:
    """Return copies of the block components that stand in no other, by their identity."""
    components = set(map(id, found))
    originals = {}
    for node in found:
        parent = node.parent
        while parent is not None and id(parent) not in components:
            parent = parent.parent
        if parent is None and not isinstance(node, nodes.Inline):
            originals[id(node)] = node.deepcopy()
    return originals


def _remember(original: nodes.Element, written: list[nodes.Node]) -> None:
    """Keep *original* on the first of the elements that were written for it."""
    elements = [node for node in written if isinstance(node, nodes.Element)]
    for number, node in enumerate(elements):
        node[SEMANTIC] = None if number else original


def kind_of(node: nodes.Element) -> str:
    """Return the component that *node* is, if a function writes it, else ``""``."""
    name = "" if type(node) in FORMS else node.get("component", "")
    return name if name in _rewriters else ""


def kept(node: nodes.Element, *dropped: str) -> list[str]:
    """Return the classes of *node* that its author gave it: all but *dropped*."""
    return [name for name in node["classes"] if name not in dropped]


def carry(old: Any, new: Any, *dropped: str) -> Any:
    """Give *new* the ids and the author's classes of *old*."""
    new["ids"] = [*old["ids"], *new["ids"]]
    new["classes"] += [name for name in kept(old, *dropped) if name not in new["classes"]]
    new.source, new.line = old.source, old.line
    return new


def boxed(node: nodes.Element) -> list[nodes.Node]:
    """Return a ``<div>`` with the classes, the ids and the content of *node*."""
    return [carry(node, element("div", "", *unwrap(node.children)))]


def heading_level(node: nodes.Node) -> int:
    """Return the level that a heading has where *node* stands: below its section's own."""
    depth, parent = 1, node.parent
    while parent is not None:
        depth += isinstance(parent, nodes.section)
        parent = parent.parent
    return min(max(depth, 2), 6)


def permalink(target: str, label: str) -> nodes.Node:
    """Return the link that shows beside a heading, as Sphinx writes it for our theme."""
    return element("a", "headerlink", href=f"#{target}", title=label)


def unwrap(found: Iterable[nodes.Node]) -> list[Any]:
    """Detach nodes from their parents, so that they can stand elsewhere."""
    taken = list(found)
    for node in taken:
        node.parent = None
    return taken
