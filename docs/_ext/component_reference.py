"""The reference of a component, made from its declaration, so that it cannot drift.

``docsjson-component`` shows a component in the three syntaxes, what becomes of it, and a table of
its attributes. What it shows is the example of ``examples.yaml``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from component_samples import Code, Part, Written, as_myst, as_rst, as_tag
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from sphinx_docsjson.components.domain import registry
from sphinx_docsjson.components.registry import Attribute, Component

EXAMPLES = Path(__file__).with_name("examples.yaml")


class ComponentReference(SphinxDirective):
    """The reference of the components that the argument names."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the reference."""
        self.env.note_dependency(str(EXAMPLES))
        found: list[nodes.Node] = []
        for name in self.arguments[0].split():
            component = registry.get(name)
            if component is None:
                raise self.error(f"no component {name!r}")
            found += self.parse_text_to_nodes(reference(component))
        return found


def reference(component: Component) -> str:
    """Return the reference as MyST Markdown."""
    written = example(component)
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


@cache
def examples() -> dict[str, list[Any]]:
    """Return the examples as they are written: the name of a component, and what it holds."""
    read: dict[str, list[Any]] = yaml.safe_load(EXAMPLES.read_text(encoding="utf-8"))
    return read


def example(component: Component) -> Written:
    """Return the example of a component, inside the component that it belongs in."""
    written = _written(component, examples()[component.name])
    while written.component.parents and (outer := registry.get(written.component.parents[0])):
        required = {a.name: a.choices[-1] for a in outer.attributes if a.required and a.choices}
        written = Written(component=outer, attributes=required, content=(written,))
    return written


def _written(component: Component, parts: Sequence[Any]) -> Written:
    attributes: dict[str, str] = {}
    content: list[Part] = []
    for part in parts:
        match part:
            case str():
                content.append(part)
            case {"code": [language, title, text]}:
                content.append(Code(language=language, title=title, text=text))
            case dict() if (inner := registry.get(next(iter(part)))) is not None:
                content.append(_written(inner, part[inner.name]))
            case _:
                attributes = {name: _value(value) for name, value in part.items()}
    return Written(component=component, attributes=attributes, content=tuple(content))


def _value(value: Any) -> str:
    """Return a value as the samples write it; an attribute that is only there has none."""
    if value is True:
        return ""
    return json.dumps(value) if isinstance(value, list) else str(value)


def fence(language: str, title: str, text: str) -> str:
    """Return a code block as Markdown."""
    return f"~~~~{language} {title}\n{text}\n~~~~"


def table(component: Component) -> str:
    """Return the table of the attributes that have an effect, as Markdown."""
    shown = [a for a in component.attributes if not a.instead]
    if not shown:
        return ""
    rows = [f"| `{a.name}` | {type_of(a)} | {effect(a)} |" for a in shown]
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
