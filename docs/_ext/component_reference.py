"""The reference of a component, made from its declaration, so that it cannot drift.

``docsjson-component`` shows a component in the three syntaxes, what becomes of it, and a table of
its attributes.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.components.registry import (
    Attribute,
    Component,
    as_myst,
    as_rst,
    as_tag,
    sample,
)

NO_ATTRIBUTES = "It has no attributes."


class ComponentReference(SphinxDirective):
    """The reference of the components that the argument names."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the reference."""
        found: list[nodes.Node] = []
        for name in self.arguments[0].split():
            component = registry.get(name)
            if component is None:
                raise self.error(f"no component {name!r}")
            found += self.parse_text_to_nodes(reference(component))
        return found


def reference(component: Component) -> str:
    """Return the reference as MyST Markdown."""
    written = sample(component, registry)
    live = as_myst(written, prefix="docsjson:")
    code = [
        fence("mdx", "Tag", as_tag(written)),
        fence("markdown", "MyST", as_myst(written)),
        fence("rst", "reStructuredText", as_rst(written)),
    ]
    parts = [
        f"**{component.name}**: {component.doc}",
        "::::::::::{docsjson:codegroup}\n" + "\n\n".join(code) + "\n::::::::::",
        f"In a line: {live}." if written.is_inline else live,
        table(component),
    ]
    return "\n\n".join(parts)


def fence(language: str, title: str, text: str) -> str:
    """Return a code block as Markdown."""
    return f"~~~~{language} {title}\n{text}\n~~~~"


def table(component: Component) -> str:
    """Return the table of attributes as Markdown."""
    if not component.attributes:
        return NO_ATTRIBUTES
    rows = [f"| `{a.name}` | {type_of(a)} | {effect(a)} |" for a in component.attributes]
    return "\n".join(["| Attribute | Value | Effect |", "| --- | --- | --- |", *rows])


def type_of(attribute: Attribute) -> str:
    """Return what the value of an attribute is, in words."""
    if attribute.choices:
        return ", ".join(f"`{choice}`" for choice in attribute.choices)
    words = {"flag": "on or off", "markdown": "inline Markdown", "href": "address", "list": "list"}
    return words.get(attribute.type, attribute.type)


def effect(attribute: Attribute) -> str:
    """Return what an attribute does."""
    parts = [attribute.doc]
    if attribute.required:
        parts.append("Required.")
    if attribute.default is not None:
        parts.append(f"Default: `{attribute.default}`.")
    if attribute.aliases:
        parts.append("Also: " + ", ".join(f"`{name}`" for name in attribute.aliases) + ".")
    return " ".join(parts).replace("|", "\\|")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("docsjson-component", ComponentReference)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
