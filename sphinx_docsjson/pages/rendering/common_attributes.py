"""The attributes that every element of JSX may have: classes, a style, an id, data for scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from docutils import nodes

from sphinx_docsjson.mdx.markup.html_attributes import classes_of, style_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_docsjson.components.registry import Component

_SEPARATORS = re.compile(r"[-_]")
_COMMON = frozenset({"class", "classname", "id", "key", "ref", "slot", "style"})


class PageStyles(Protocol):
    """What gives nodes styles and ids."""

    def style_class(self, style: Mapping[str, str]) -> str:
        """Return the class that stands for a style."""

    def name_target(self, node: nodes.Element, identifier: str) -> None:
        """Make a name an id of a node."""


def split_common(
    component: Component, attributes: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the attributes that *component* reads, and the common ones that it does not know."""
    declared = {
        _plain(name) for attribute in component.attributes for name in _spellings(attribute)
    }
    own: dict[str, str] = {}
    common: dict[str, str] = {}
    for name, value in attributes.items():
        plain = _plain(name)
        is_common = plain in _COMMON or name.startswith(("data-", "aria-"))
        (common if is_common and plain not in declared else own)[name] = value
    return own, common


def apply_common(found: Sequence[nodes.Node], common: Mapping[str, str], page: PageStyles) -> None:
    """Give the classes, the style and the id of an element to the first node it made."""
    node = next((node for node in found if isinstance(node, nodes.Element)), None)
    if node is None or not common:
        return
    node["classes"] += classes_of(common)
    if style := style_of(common):
        node["classes"].append(page.style_class(style))
    if identifier := common.get("id"):
        page.name_target(node, identifier)


def _spellings(attribute: object) -> list[str]:
    return [getattr(attribute, "name", ""), *getattr(attribute, "aliases", ())]


def _plain(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()
