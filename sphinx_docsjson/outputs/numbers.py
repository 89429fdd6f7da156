"""The numbers that Sphinx puts before titles and captions: ``numfig`` and numbered toctrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def number_of(env: BuildEnvironment, docname: str, node: nodes.Node) -> str:
    """Return what stands before the title of a section or the caption of anything else."""
    if not isinstance(node, nodes.Element) or not node["ids"]:
        return ""
    first = node["ids"][0]
    if isinstance(node, nodes.section):
        numbers = env.toc_secnumbers.get(docname, {})
        # The first heading of a page has no anchor of its own.
        found = numbers.get(f"#{first}") or (numbers.get("") if _is_first(node) else None)
        return f"{_dotted(found)}{env.config.html_secnumber_suffix}" if found else ""
    kind = env.domains.standard_domain.get_enumerable_node_type(node)
    figures = env.toc_fignumbers.get(docname, {}).get(kind or "", {})
    pattern = env.config.numfig_format.get(kind)
    return f"{pattern % _dotted(figures[first])} " if pattern and first in figures else ""


def _is_first(section: nodes.section) -> bool:
    return isinstance(section.parent, nodes.document)


def _dotted(numbers: tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))
