"""The one place where every page component is declared.

From a :class:`Component` come the MyST and reStructuredText directive (and role), the tag, the
reference table in the documentation, the assistant rules and the list that tests iterate over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from docutils import nodes
    from docutils.parsers.rst import Directive
    from sphinx.environment import BuildEnvironment


AttributeType = Literal[
    "text", "markdown", "flag", "number", "choice", "icon", "color", "href", "image", "list"
]


class Content(Enum):
    """What may stand inside a component."""

    NONE = "none"
    """Nothing; the component is its attributes."""

    BLOCKS = "blocks"
    """Any block content."""

    INLINE = "inline"
    """Text with inline markup; the component stands inside a line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Attribute:
    """An attribute of a component.

    :param name: the spelling of the tag (``defaultOpen``); ``defaultopen`` and ``default-open``
        are accepted as well.
    :param type: how the value is read.
    :param choices: the allowed values of a ``choice``.
    :param aliases: other names met in the wild.
    """

    name: str
    type: AttributeType
    doc: str
    default: str | None = None
    choices: tuple[str, ...] = ()
    required: bool = False
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Component:
    """A page component.

    :param name: the tag, such as ``ParamField``. The directive is its lower-case form.
    :param parents: the components it belongs in; empty: anywhere.
    :param directive: the docutils directive class that builds the nodes. It is given every
        attribute as an option string (a bare attribute is ``""``) and reports unknown ones
        itself, so the three syntaxes behave the same.
    :param inline: for inline components, the function that builds the nodes, called as
        ``inline(attributes, children, env, location)`` with attribute strings, child nodes, the
        environment and a ``(source, line)`` pair for warnings.
    """

    name: str
    doc: str
    attributes: tuple[Attribute, ...] = ()
    content: Content = Content.BLOCKS
    parents: tuple[str, ...] = ()
    directive: type[Directive] | None = None
    inline: InlineBuilder | None = None
    main: str | None = None
    """The attribute that a directive's argument, or a role's ``<…>``, stands for."""

    one_of: tuple[str, ...] = ()
    """Attributes of which only one makes sense; of several the first counts, with a warning."""

    newer: bool = False
    """Whether it is beyond the specification's own list."""

    @property
    def directive_name(self) -> str:
        """The name of the directive in MyST and reStructuredText."""
        return self.name.lower().replace(".", "-")


if TYPE_CHECKING:
    from typing import Protocol

    class InlineBuilder(Protocol):
        """Builds the nodes of an inline component."""

        def __call__(
            self,
            attributes: Mapping[str, str],
            children: Sequence[nodes.Node],
            env: BuildEnvironment,
            location: tuple[str, int | None],
        ) -> list[nodes.Node]:
            """Return the nodes of the component."""
            ...


class Registry:
    """The declared components, by tag name."""

    def __init__(self) -> None:
        self._components: dict[str, Component] = {}

    def add(self, *components: Component) -> None:
        """Declare components.

        :raises ValueError: when a name is declared twice.
        """
        for component in components:
            if component.name in self._components:
                raise ValueError(f"component {component.name} is declared twice")
            self._components[component.name] = component

    def get(self, name: str) -> Component | None:
        """Return the component with the tag *name*, or ``None``."""
        return self._components.get(name)

    def __iter__(self) -> Iterator[Component]:
        return iter(self._components.values())

    def __contains__(self, name: str) -> bool:
        return name in self._components


registry = Registry()
