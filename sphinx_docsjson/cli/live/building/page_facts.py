"""What other pages may show of a page: its titles, its place, what it defines.

Sphinx writes a page again when its own source changed. A link in another page that shows a title,
a sidebar, a link that found nothing so far: all of them may change with these facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from docutils import nodes
    from sphinx.environment import BuildEnvironment

BINDING = "openapi"
"""Front matter whose names begin so binds a page to a description, which is read at the begin."""

OWN = frozenset({"wordcount"})
"""What MyST notes of a page and no other page shows."""


def facts_of(env: BuildEnvironment, docnames: Iterable[str]) -> dict[str, object]:
    """Return document → what others may show of it."""
    wanted = set(docnames)
    defined: dict[str, set[tuple[Any, ...]]] = {docname: set() for docname in wanted}
    for domain in env.domains.sorted():
        for name, shown, kind, docname, anchor, _priority in domain.get_objects():
            if docname in wanted:
                defined[docname].add((domain.name, str(name), str(shown), kind, anchor))
    labels = env.domains.standard_domain
    for label, (docname, anchor, title) in labels.labels.items():
        if docname in wanted:
            defined[docname].add(("label", label, str(title), "", anchor))
    for label, (docname, anchor) in labels.anonlabels.items():
        if docname in wanted:
            defined[docname].add(("anchor", label, "", "", anchor))
    return {docname: _facts(env, docname, defined[docname]) for docname in sorted(wanted)}


def _facts(env: BuildEnvironment, docname: str, defined: object) -> object:
    return (
        _text(env.titles.get(docname)),
        _text(env.longtitles.get(docname)),
        _outline(env.tocs.get(docname)),
        repr(sorted(item for item in env.metadata.get(docname, {}).items() if item[0] not in OWN)),
        tuple(env.toctree_includes.get(docname, ())),
        repr(env.toc_secnumbers.get(docname)),
        repr(env.toc_fignumbers.get(docname)),
        defined,
    )


def _text(node: nodes.Element | None) -> str:
    return "" if node is None else str(node)


def _outline(node: nodes.Element | None) -> str:
    return "" if node is None else str(node)


def bindings_of(env: BuildEnvironment, docnames: Iterable[str]) -> dict[str, object]:
    """Return document → what binds it to descriptions."""
    return {
        docname: {k: v for k, v in env.metadata.get(docname, {}).items() if k.startswith(BINDING)}
        for docname in docnames
    }
