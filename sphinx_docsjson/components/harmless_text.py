"""What an attribute of a component may show: text with its markup, of which nothing runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.text.harmless_markup import harmless_markup
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from collections.abc import Sequence


def harmless(found: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes of an attribute without scripts, handlers and addresses that run.

    A page may hold what Sphinx lets it hold; of its attributes ``docs/publish/trust.md`` promises
    more. The parsers of Sphinx judge no address that stands in reStructuredText.
    """
    holder = nodes.inline("", "", *found)
    for raw in list(holder.findall(nodes.raw)):
        if "html" in raw.get("format", ""):
            text = harmless_markup(raw.astext())
            raw.clear()
            raw += nodes.Text(text)
    for link in list(holder.findall(nodes.reference)):
        if "refuri" in link and not _is_judged(link):
            link.replace_self(link.children)
    for target in list(holder.findall(nodes.target)):
        if "refuri" in target and not _is_judged(target):
            target.parent.remove(target)
    return holder.children


def _is_judged(node: nodes.Element) -> bool:
    """Whether *node* may lead to where it leads, which is then the address that was judged."""
    url = safe_url(str(node["refuri"]))
    if url is not None:
        node["refuri"] = url
    return url is not None
