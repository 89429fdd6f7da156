"""Keeps a build running when writing a page raises an exception: only the element is lost.

Each builder writes a page by one walk of a translator. Ours extends the translator of the builder:
if a visitor raises, the element is replaced by its text, and the walk starts again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx.errors import SphinxError

from sphinx_docsjson.base.nodes import shown_text
from sphinx_docsjson.compat.sphinx import translator_class
from sphinx_docsjson.warnings import INSTEAD, LEFT_OUT, place_of, report_failure

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MOST_WALKS = 20
"""After this many failures the element around the next one is replaced as well."""

PARTS = (nodes.Part, nodes.Titular, nodes.list_item)
"""What is only where its parent expects it; the parent is replaced."""

STAND_IN = "dj-stand-in"
"""The attribute of an element that stands for one that failed: it is not replaced again."""


def use_safe_translator(app: Sphinx) -> None:
    """Wrap the translator of the builder in :class:`SafeTranslator`."""
    builder = app.builder
    if getattr(builder, "default_translator_class", None) is None:
        return
    given = translator_class(app)
    app.set_translator(builder.name, type(given.__name__, (SafeTranslator, given), {}), True)


class SafeTranslator(nodes.NodeVisitor):
    """A translator that goes on where a visitor raises an exception."""

    _failed: tuple[nodes.Node, ...] = ()
    _is_walking = False

    def dispatch_visit(self, node: Any) -> Any:
        """Call the visitor of a node; for the document, the whole walk."""
        if isinstance(node, nodes.document) and not self._is_walking:
            self._walk(node)
            raise nodes.SkipNode
        try:
            return super().dispatch_visit(node)
        except nodes.TreePruningException:
            raise
        except Exception:
            self._failed += (node,)
            raise

    def dispatch_departure(self, node: Any) -> Any:
        """Call the visitor of the end of a node."""
        try:
            return super().dispatch_departure(node)
        except Exception:
            self._failed += (node,)
            raise

    def _walk(self, document: nodes.document) -> None:
        self._is_walking = True
        before = _copied(vars(self))
        for walks in range(2 * MOST_WALKS):
            try:
                document.walkabout(self)
            except SphinxError:
                raise
            except Exception as error:
                # Nodes that a visitor makes only to write them are in no document: their source
                # is. Books share the children of several documents: parents do not lead to the
                # root.
                inside = {id(node) for node in document.findall()}
                failed = next((node for node in self._failed if id(node) in inside), document)
                vars(self).clear()
                vars(self).update(_copied(before))
                where = _replaced(failed, with_parent=walks >= MOST_WALKS)
                if hasattr(self, "footnotestack"):
                    _show_footnotes(where, document)
                _replace(failed, where, error)
            else:
                return


def _copied(state: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes of a translator with lists of its own, also those in lists."""
    return {name: _copy(value, 2) for name, value in state.items()}


def _copy(value: Any, depth: int) -> Any:
    if type(value) is list and depth:
        return [_copy(each, depth - 1) for each in value]
    return value.copy() if type(value) in {dict, set} else value


def _show_footnotes(replaced: nodes.Node, document: nodes.document) -> None:
    """Leave footnotes where they are: Texinfo writes them where they are referred to."""
    references = replaced.findall(nodes.footnote_reference)
    lost = {(node.get("docname"), node.get("refid")) for node in references}
    for footnote in list(document.findall(nodes.footnote)) if lost else ():
        if any((footnote.get("docname"), name) in lost for name in footnote["ids"]):
            footnote.replace_self(footnote.children[1:])


def _is_stand_in(node: Any) -> bool:
    first = node.children[0] if isinstance(node, nodes.document) and node.children else node
    return isinstance(first, nodes.Element) and STAND_IN in first


def _replaced(failed: Any, *, with_parent: bool) -> Any:
    """Return the element that is replaced: what failed, or one around it."""
    node: Any = failed.parent if with_parent and failed.parent is not None else failed
    while node.parent is not None and isinstance(node, PARTS):
        node = cast("nodes.Element", node).parent
    return node


def _replace(failed: Any, node: Any, error: Exception) -> None:
    """Put the text of *node* in its place, in an element whose visitor is another one."""
    text = "" if isinstance(node, nodes.Text) or _is_stand_in(node) else shown_text(node)
    new: list[nodes.Node] = []
    if text and isinstance(node.parent, nodes.TextElement):
        new = [nodes.Text(text)]
    elif text:
        is_paragraph = isinstance(node, (nodes.paragraph, nodes.document))
        made = nodes.literal_block if is_paragraph else nodes.paragraph
        new = [made(text, text, language="text", **{STAND_IN: True})]
    name = failed.tagname if isinstance(failed, nodes.Element) else "text"
    result = INSTEAD if new else LEFT_OUT
    report_failure(f"writing <{name}>", error, place_of(failed), instead=result)
    if node.parent is None:
        node.children.clear()
        node += new
    else:
        node.parent.replace(node, new)
