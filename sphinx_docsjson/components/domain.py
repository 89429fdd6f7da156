"""The Sphinx domain ``docsjson``: every component as a directive or a role, always."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.domains import Domain
from sphinx.util.docutils import SphinxRole

from sphinx_docsjson.components.all import registry

if TYPE_CHECKING:
    from docutils.parsers.rst import Directive
    from sphinx.application import Sphinx

    from sphinx_docsjson.components.registry import Component

_ARGUMENTS = re.compile(
    r"""(?P<text>[^<]*)<(?P<inside>(?:[^<>"']|"[^"]*"|'[^']*')*)>\s*""", re.DOTALL
)
_SETTING = re.compile(r"""([A-Za-z_][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?\s*""")


class ComponentRole(SphinxRole):
    """An inline component as a role: ``text <tip="…" headline="…">``, ``text <main value>``."""

    def __init__(self, component: Component) -> None:
        super().__init__()
        self.component = component

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes of the component."""
        assert self.component.inline is not None
        text, attributes = split_role_text(self.text, self.component)
        children = [nodes.Text(text)] if text else []
        source, line = self.get_source_info()
        found = self.component.inline(attributes, children, self.env, (source, line))
        return found, []


def split_role_text(text: str, component: Component) -> tuple[str, dict[str, str]]:
    """Return the words of a role and its attributes."""
    from sphinx_docsjson.components.registry import Content

    match = _ARGUMENTS.fullmatch(text)
    words, inside = (match["text"].strip(), match["inside"]) if match else (text.strip(), "")
    attributes: dict[str, str] = {}
    if "=" in inside:
        for name, double, single, bare in _SETTING.findall(inside):
            attributes[name] = double or single or bare
    elif inside and component.main:
        attributes[component.main] = inside
    if component.content is Content.NONE and component.main:
        attributes.setdefault(component.main, words)
        words = ""
    return words, attributes


def component_directives() -> dict[str, type[Directive]]:
    """Return the directive of each block component, by its short name."""
    found = {}
    for component in registry:
        if component.directive is not None:
            component.directive.optional_arguments = 1 if component.main else 0
            found[component.directive_name] = component.directive
    return found


def component_roles() -> dict[str, Callable[..., Any]]:
    """Return the role of each inline component, by its short name."""
    return {c.directive_name: ComponentRole(c) for c in registry if c.inline is not None}


class DocsJsonDomain(Domain):
    """Holds every component, whatever short names the project uses."""

    name = "docsjson"
    label = "docs.json components"
    directives = component_directives()
    roles = component_roles()

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Find nothing: a component is no object that a text refers to."""
        return []

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Merge nothing: the domain keeps no data."""


def setup_domain(app: Sphinx) -> None:
    """Register the domain."""
    app.add_domain(DocsJsonDomain)
