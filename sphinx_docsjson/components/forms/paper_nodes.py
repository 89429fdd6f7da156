"""The nodes that only the paper forms of components need, and how the builders write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.compat.latex_writer import target, write_without_floats

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class print_anchor(nodes.Inline, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A place that links lead to, in formats that know none where it stands."""


class print_callout(nodes.Admonition, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A callout with a title of its own in LaTeX, in the look of its ``kind``."""


def setup_paper_nodes(app: Sphinx) -> None:
    """Tell the builders how to write the nodes."""
    nothing: dict[str, Any] = dict.fromkeys(("html", "text", "man"), (_skip, None))
    app.add_node(
        print_anchor, latex=(_latex_anchor, None), texinfo=(_texinfo_anchor, None), **nothing
    )
    app.add_node(print_callout, latex=(_open_callout, _close_callout))


def _skip(translator: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


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
