"""The registry of all components.

From a :class:`Component` come the directive (or role) of MyST and reStructuredText, the tag, the
reference in the documentation, the rules for assistants, and the list that tests iterate over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from docutils import nodes
    from docutils.parsers.rst import Directive
    from sphinx.environment import BuildEnvironment


AttributeType = Literal[
    "text", "markdown", "flag", "number", "choice", "icon", "color", "href", "image", "list"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Attribute:
    """An attribute of a component.

    :param name: the spelling of the tag (``defaultOpen``); ``defaultopen`` and ``default-open``
        are accepted as well.
    :param type: how the value is read.
    :param choices: the allowed values of a ``choice``, or of the entries of a list.
    :param aliases: other names met in the wild.
    :param instead: of an attribute of the hosted platform that has no effect here: why, or what
        to use instead. A build says so once.
    :param sampled: whether the documentation shows it; not what takes the component away.
    """

    name: str
    type: AttributeType
    doc: str = ""
    default: str | None = None
    choices: tuple[str, ...] = ()
    required: bool = False
    aliases: tuple[str, ...] = ()
    instead: str = ""
    sampled: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class InlineTag:
    """An inline component as it is in a page.

    :param values: its attributes, read and checked.
    :param children: the nodes inside it.
    :param location: its file and line, for warnings.
    """

    values: Mapping[str, str]
    children: Sequence[nodes.Node]
    env: BuildEnvironment
    location: tuple[str, int | None]


class Content(Enum):
    """What may be inside a component."""

    NONE = "none"
    """Nothing; the component is its attributes."""

    BLOCKS = "blocks"
    """Any block content."""

    INLINE = "inline"
    """Text with inline markup; the component is inside a line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Component:
    """A page component.

    :param name: the tag, such as ``ParamField``. The directive is its lower-case form.
    :param parents: the components it belongs in; empty: anywhere.
    :param directive: the docutils directive class that builds the nodes. It is given every
        attribute as an option string (a bare attribute is ``""``) and reports unknown ones
        itself, so the three syntaxes behave the same.
    :param inline: for inline components, the function that builds the nodes, called as
        ``inline(tag)``.
    """

    name: str
    doc: str
    attributes: tuple[Attribute, ...] = ()
    content: Content = Content.BLOCKS
    parents: tuple[str, ...] = ()
    directive: type[Directive] | None = None
    inline: Callable[[InlineTag], list[nodes.Node]] | None = None
    main: str | None = None
    """The attribute that a directive's argument, or a role's ``<…>``, stands for."""

    one_of: tuple[str, ...] = ()
    """Attributes of which only one makes sense; of several the first counts, with a warning."""

    newer: bool = False
    """Whether it is beyond the specification's own list."""

    instead: str = ""
    """Of a component of the hosted platform that only shows its content: what to use instead."""

    @property
    def directive_name(self) -> str:
        """The name of the directive in MyST and reStructuredText."""
        return self.name.lower().replace(".", "-")


class Registry:
    """The declared components, by tag name: ours, and those of other packages in one build."""

    def __init__(self) -> None:
        self._components: dict[str, Component] = {}
        self._others: set[str] = set()

    def add(self, *components: Component) -> None:
        """Declare components.

        :raises ValueError: when a name is declared twice.
        """
        for component in components:
            if component.name in self._components:
                raise ValueError(f"component {component.name} is declared twice")
            self._components[component.name] = component

    def add_other(self, component: Component) -> None:
        """Declare a component of another package, for the builds that load it.

        :raises ValueError: when a component has the name already.
        """
        self.add(component)
        self._others.add(component.name)

    def forget_others(self) -> None:
        """Forget the components of other packages: another build of this process begins."""
        for name in self._others:
            del self._components[name]
        self._others.clear()

    def get(self, name: str) -> Component | None:
        """Return the component with the tag *name*, or ``None``."""
        return self._components.get(name)

    def __iter__(self) -> Iterator[Component]:
        return iter(self._components.values())

    def __contains__(self, name: str) -> bool:
        return name in self._components


registry = Registry()
