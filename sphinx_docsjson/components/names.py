"""Short directive and role names, given so that nobody's pages break.

A name that nobody has is ours. A name that docutils, Sphinx or another extension has becomes a
superset: where the options or the argument are ours, our component runs, else theirs runs as if
we were not there. (``reference/ecosystem.md`` §4: the registry of docutils is the only place that
says who has a name, and Sphinx lets the last registration win.)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive

from sphinx_docsjson.compat.docutils_names import directive_of, role_names
from sphinx_docsjson.components.attributes import same_name
from sphinx_docsjson.components.directive import AnyOption, text_option
from sphinx_docsjson.components.domain import component_directives, component_roles
from sphinx_docsjson.components.registry import registry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.components.directive import ComponentDirective

_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")

LEFT_ALONE = frozenset({"view", "prompt", "image", "figure", "color"})
"""Names that another extension may use for something else: never wrapped, only taken if free."""

OWN_ARGUMENT = frozenset({"accordion"})
"""Names whose argument says that the component is ours, because theirs has none."""


def setup_names(app: Sphinx) -> None:
    """Register the setting that says which short names are ours."""
    app.add_config_value(
        "docsjson_directives",
        "auto",
        "env",
        frozenset({str, list, tuple, set, frozenset}),
        description="Which short directive names are ours: `auto`, `all`, `none` or a list.",
    )


def register_names(app: Sphinx, config: Config) -> None:
    """Register the short names that ``docsjson_directives`` asks for.

    ``"auto"`` takes free names and extends taken ones, ``"all"`` takes every name, ``"none"``
    takes none, and a set of names extends or takes those.
    """
    wanted = config.docsjson_directives
    if wanted == "none":
        return
    chosen = None if isinstance(wanted, str) else {str(name).lower() for name in wanted}
    named = component_directives()
    for name, directive in {**named, **hyphenated(named)}.items():
        ours: Any = directive
        if chosen is not None and name not in chosen:
            continue
        theirs = directive_of(name)
        if theirs is None or wanted == "all" or issubclass(theirs, ours):
            app.add_directive(name, ours, override=True)
        elif chosen is not None or name not in LEFT_ALONE:
            app.add_directive(name, extended(ours, theirs), override=True)
    for name, role in component_roles().items():
        taken = name in role_names()
        if (chosen is None or name in chosen) and (wanted == "all" or not taken):
            app.add_role(name, role, override=True)


def hyphenated(directives: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names with hyphens between their words (``code-group``) that nobody has."""
    found = {}
    for component in registry:
        name = _WORD.sub("-", component.name).lower()
        directive = directives.get(component.directive_name)
        if directive is not None and name not in directives and directive_of(name) is None:
            found[name] = directive
    return found


def extended(ours: type[ComponentDirective], theirs: type[Directive]) -> type[Directive]:
    """Return a directive that runs *ours* where it is asked for, and else *theirs*."""
    argument = ours.component_of().directive_name in OWN_ARGUMENT
    taken = theirs.required_arguments + theirs.optional_arguments
    return type(
        f"Extended{theirs.__name__}",
        (Extended,),
        {
            "ours": ours,
            "theirs": theirs,
            "optional_arguments": max(taken, 1) if argument else taken,
            "final_argument_whitespace": theirs.final_argument_whitespace or argument,
            "has_content": theirs.has_content or ours.has_content,
            "__doc__": theirs.__doc__,
        },
    )


def listed(found: Sequence[nodes.Node]) -> Sequence[nodes.Node]:
    """Return nodes with a list around each item: one outside of a list ends some builders.

    sphinx-design warns of a step outside of ``steps`` and makes an item all the same.
    """
    return [
        nodes.enumerated_list("", node, enumtype="arabic", prefix="", suffix=".")
        if isinstance(node, nodes.list_item)
        else node
        for node in found
    ]


class Extended(Directive):
    """Decides by arguments and options which of two directives runs."""

    ours: ClassVar[type[ComponentDirective]]
    theirs: ClassVar[type[Directive]]
    option_spec: ClassVar[Any] = AnyOption(name=text_option)

    def run(self) -> Sequence[nodes.Node]:
        """Run our component, or the directive that had the name."""
        options = self.options if self._asks_for_ours() else self._their_options()
        chosen = self.ours if self._asks_for_ours() else self.theirs
        if len(self.arguments) < chosen.required_arguments:
            raise self.error(
                f'{chosen.required_arguments} argument(s) required, "{self.name}" has none.'
            )
        found = chosen(
            self.name,
            self.arguments,
            options,
            self.content,
            self.lineno,
            self.content_offset,
            self.block_text,
            self.state,
            self.state_machine,
        ).run()
        return found if isinstance(self.state_machine.node, nodes.Sequential) else listed(found)

    def _asks_for_ours(self) -> bool:
        component = self.ours.component_of()
        if self.arguments and component.directive_name in OWN_ARGUMENT:
            return True
        theirs = self.theirs.option_spec or {}
        own = {same_name(n) for a in component.attributes for n in (a.name, *a.aliases)}
        return any(name not in theirs and same_name(name) in own for name in self.options)

    def _their_options(self) -> dict[str, Any]:
        """Return the options as docutils would have converted them."""
        specification: Mapping[str, Any] = self.theirs.option_spec or {}
        converted = {}
        for name, text in self.options.items():
            if name not in specification:
                raise self.error(f'unknown option: "{name}"')
            try:
                converted[name] = specification[name](text or None)
            except (ValueError, TypeError) as error:
                raise self.error(f'invalid option value: (option: "{name}") {error}') from error
        return converted
