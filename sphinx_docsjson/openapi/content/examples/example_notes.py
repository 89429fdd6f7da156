"""What is said of the examples of a body, and where those lie that are not in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docutils import nodes

from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.content.markdown_nodes import to_nodes
from sphinx_docsjson.openapi.content.outside_markdown import link_target
from sphinx_docsjson.openapi.model.exchange import Example


def example_notes(
    examples: Iterable[Example], source: str, address: Callable[[str], str]
) -> list[nodes.Node]:
    """Return a list of the examples of which there is more to say than their code shows.

    :param source: the file that the texts come from.
    :param address: what an address of the file is relative to.
    """
    listed = nodes.bullet_list(classes=["dj-example-notes"])
    for example in dict.fromkeys(map(_told, examples)):
        name, description, url = example
        if not description and not url:
            continue
        line = nodes.paragraph("", "", *_head(name, address(url) if url else ""))
        about = to_nodes(description, source)
        if about and isinstance(about[0], nodes.paragraph):
            line += [nodes.Text(": "), *about.pop(0).children]
        listed.append(nodes.list_item("", line, *about))
    if not listed.children:
        return []
    words = str(_("Examples"))
    title = nodes.paragraph("", f"{words}:", classes=["dj-example-notes-title"])
    title["translatable"] = False
    return [title, listed]


def _told(example: Example) -> tuple[str, str, str]:
    name = example.summary or example.name or str(_("Example"))
    return name, example.description, example.url or ""


def _head(name: str, url: str) -> list[nodes.Node]:
    """Return the name of an example, as a link where its value lies elsewhere."""
    target = link_target(url) if url else None
    if target:
        return [nodes.reference("", "", nodes.strong(name, name), refuri=target, internal=False)]
    found: list[nodes.Node] = [nodes.strong(name, name)]
    return [*found, nodes.Text(" "), nodes.literal(url, url)] if url else found
