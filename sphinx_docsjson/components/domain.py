"""The Sphinx domain ``docsjson``: each component as a directive or a role; short names."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakKeyDictionary

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import compact_paragraph
from sphinx.domains import Domain
from sphinx.util.docutils import SphinxRole

from sphinx_docsjson.activation import uses_design
from sphinx_docsjson.base.nodes import ancestors
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import title_nodes
from sphinx_docsjson.compat.docutils import directive_of, role_names
from sphinx_docsjson.components import families
from sphinx_docsjson.components.assets import HAD_DESIGN
from sphinx_docsjson.components.attributes import same_name
from sphinx_docsjson.components.directive import AnyOption, inline_nodes, text_option
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.components.renderers import Renderers, add_renderers
from sphinx_docsjson.configuration import has_own_myst
from sphinx_docsjson.warnings import safe_role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinx_docsjson.components.directive import ComponentDirective
    from sphinx_docsjson.components.registry import Component


# Importing this module imports every family, whose module declares its components.

for module in iter_modules(families.__path__, f"{families.__name__}."):
    import_module(module.name)
import_module("sphinx_docsjson.components.code_blocks")

__all__ = ["registry"]


# The Sphinx domain ``docsjson``: every component as a directive or a role, always.

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
        text, attributes = split_role_text(self.text, self.component)
        children = [nodes.Text(text)] if text else []
        source, line = self.get_source_info()
        return inline_nodes(self.component, attributes, children, self.env, (source, line)), []


SafeRole = safe_role(ComponentRole)


def split_role_text(text: str, component: Component) -> tuple[str, dict[str, str]]:
    """Return the words of a role and its attributes."""
    from sphinx_docsjson.components.registry import Content

    match = _ARGUMENTS.fullmatch(text)
    label, inside = (match["text"].strip(), match["inside"]) if match else (text.strip(), "")
    attributes: dict[str, str] = {}
    if "=" in inside:
        for name, double, single, bare in _SETTING.findall(inside):
            attributes[name] = double or single or bare
    elif inside and component.main:
        attributes[component.main] = inside
    if component.content is Content.NONE and component.main:
        attributes.setdefault(component.main, label)
        label = ""
    return label, attributes


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
    return {c.directive_name: SafeRole(c) for c in registry if c.inline is not None}


class DocsJsonDomain(Domain):
    """Holds every component, whatever short names the project uses."""

    name = "docsjson"
    label = "docs.json components"
    directives = component_directives()
    roles = component_roles()

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Find nothing: a component is not an object that a text refers to."""
        return []

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Merge nothing: the domain keeps no data."""


def setup_domain(app: Sphinx) -> None:
    """Register the domain."""
    registry.forget_others()
    app.add_domain(DocsJsonDomain)


def add_component(
    app: Sphinx,
    component: Component,
    node_class: type[nodes.Element] | None = None,
    renderers: Renderers | None = None,
) -> None:
    """Declare a component: a tag, a MyST directive or role, and one of reStructuredText.

    :param node_class: the nodes that it makes, where they are a class of its own. Derive it from
        a class of docutils: builders without a form write it as that.
    :param renderers: how these nodes are written in HTML, in Markdown and on paper.
    :raises ValueError: when a component has the name already.
    """
    registry.add_other(component)
    name = component.directive_name
    if component.directive is not None:
        component.directive.optional_arguments = 1 if component.main else 0
        app.add_directive_to_domain("docsjson", name, component.directive)
    if component.inline is not None:
        app.add_role_to_domain("docsjson", name, SafeRole(component))
    if node_class is not None:
        add_renderers(app, node_class, renderers or Renderers())


# Short directive and role names, given so that no existing page breaks.
#
# An unused name becomes ours. A name of docutils, Sphinx or another extension becomes a superset:
# if the options or the argument are ours, our component runs, otherwise theirs runs as if we were
# not there. (``reference/ecosystem.md`` §4: the registry of docutils is the only place that knows
# which names are used, and in Sphinx the last registration wins.)

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


OF_MARKUP = frozenset({"docutils", "sphinx", "sphinx_design", "sphinx_docsjson"})
"""The packages whose directives become supersets; those of a project or of others stay theirs."""


def register_names(app: Sphinx, *_event: object) -> None:
    """Register the short names that ``docsjson_directives`` asks for.

    ``"auto"`` takes unused names and extends used ones, ``"all"`` takes every name, ``"none"``
    takes none, and a set of names extends or takes those. Pages are read next: extensions that
    register a name at ``builder-inited`` have done so, and Sphinx does not warn.
    """
    wanted = app.config.docsjson_directives
    if wanted == "none":
        return
    chosen = None if isinstance(wanted, str) else {str(name).lower() for name in wanted}
    named = component_directives()
    for name, directive in {**named, **hyphenated(named)}.items():
        ours: Any = directive
        theirs = directive_of(name)
        if (chosen is not None and name not in chosen) or (
            theirs and issubclass(theirs, Extended)
        ):
            continue
        if theirs is None or wanted == "all" or issubclass(theirs, ours):
            app.add_directive(name, ours, override=True)
        elif chosen is not None or (
            name not in LEFT_ALONE and theirs.__module__.partition(".")[0] in OF_MARKUP
        ):
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
    """Return nodes with a list around each item: one outside a list ends some builders.

    sphinx-design warns of a step outside ``steps`` and makes an item all the same.
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


# sphinx-design: components need its nodes and transforms, but seldom its names and files.
#
# If a project loads it, it works as if we were not there. Otherwise nothing in a project is
# overridden: names wait until it is known which are unused, and pages load its files only if they
# use one of its names.

DESIGN = "sphinx_design"
LOADS_FILES = "builder-inited"

_waiting: WeakKeyDictionary[Sphinx, list[Callable[[], Any]]] = WeakKeyDictionary()


def load_design(app: Sphinx, config: Config) -> None:
    """Load sphinx-design, without its names, where the project does not (``config-inited``)."""
    if DESIGN in app.extensions:
        HAD_DESIGN.add(app)
        return
    with_files = has_our_theme(config) or uses_design(app, config)
    waiting: list[Callable[[], Any]] = []
    connect = app.connect

    def keep_directive(name: str, directive: Any, **_options: Any) -> None:
        waiting.append(partial(_offer_directive, app, name, directive))

    def keep_role(name: str, role: Any, **_options: Any) -> None:
        waiting.append(partial(_offer_role, app, name, role))

    def keep_listener(event: str, run: Any, **options: Any) -> None:
        if event == "config-inited":
            waiting.append(partial(run, app, config))
        elif event != LOADS_FILES or with_files:
            connect(event, run, **options)

    held: dict[str, Any] = {
        "add_directive": keep_directive,
        "add_role": keep_role,
        "connect": keep_listener,
    }
    for name, instead in held.items():
        setattr(app, name, instead)
    try:
        app.setup_extension(DESIGN)
    finally:
        for name in held:
            delattr(app, name)
    _waiting[app] = waiting
    if not (has_our_theme(config) or has_own_myst(config)):
        app.add_node(nodes.container, override=True, html=(_open_container, _close_container))


def register_design_names(app: Sphinx, *_event: object) -> None:
    """Register the names of sphinx-design that nobody has."""
    for do in _waiting.pop(app, ()):
        do()


def _offer_directive(app: Sphinx, name: str, directive: Any) -> None:
    if directive_of(name) in (None, directive):
        app.add_directive(name, directive, override=True)


def _offer_role(app: Sphinx, name: str, role: Any) -> None:
    if name not in role_names():
        app.add_role(name, role)


def _open_container(translator: Any, node: nodes.container) -> None:
    """Write a container as docutils does; those of sphinx-design have no class ``container``."""
    ours = "design_component" in node or "component" in node
    ours = ours or any(name.startswith(("sd-", "dj-")) for name in node["classes"])
    if not ours:
        type(translator).visit_container(translator, node)
        return
    style = {"style": node["style"]} if "style" in node else {}
    translator.body.append(translator.starttag(node, "div", CLASS="docutils", **style))


def _close_container(translator: Any, node: nodes.container) -> None:
    if hasattr(node, "html5tagname"):  # docutils opened it
        type(translator).depart_container(translator, node)
    else:
        translator.body.append("</div>\n")


# Step titles and update labels in “On this page”.

ENTRIES = ("Step", "Update", "Heading")


def add_entries(app: Sphinx, doctree: nodes.document) -> None:
    """Add the titles of *doctree* that are in no closed part to its table of contents."""
    docname = app.env.docname
    contents = app.env.tocs.get(docname)
    if contents is None:
        return
    places: dict[str, int] = {}
    entries: dict[str, nodes.list_item] | None = None
    for node in doctree.findall(nodes.Element):
        if node.get("component") not in ENTRIES or is_closed(node):
            continue
        is_heading = isinstance(node, nodes.rubric)
        title = node if is_heading else node.next_node(nodes.rubric)
        if title is None or not (is_heading or title.parent is node) or not title["ids"]:
            continue
        entries = entries_by_anchor(contents) if entries is None else entries
        anchor = section_of(node)
        entry = entries.get(anchor)
        if entry is not None and is_heading and title["heading-level"] <= level_of(node):
            outer: Any = entry.parent
            made = entry_of(title, docname)
            outer.insert(outer.index(entry) + 1, made)
            # What follows it in the section is below it.
            entries[anchor] = made
            places[anchor] = 0
        elif entry is not None:
            insert(entry, title, docname, places.setdefault(anchor, 0))
            places[anchor] += 1


def is_closed(node: nodes.Node) -> bool:
    """Whether *node* is in a part that is closed at first, or in another step."""
    for parent in ancestors(node):
        kind = parent.get("component", "")
        closed = kind in ("Accordion", "Expandable") and not parent.get("opened")
        if closed or kind in ENTRIES or (kind == "Tab" and not _is_first(parent)):
            return True
    return False


def _is_first(tab: nodes.Element) -> bool:
    siblings = [c for c in tab.parent.children if isinstance(c, nodes.container)]
    chosen = next((c for c in siblings if c.get("selected")), siblings[0] if siblings else tab)
    return chosen is tab


def section_of(node: nodes.Node) -> str:
    """Return the anchor of the section that holds *node*; that of the first one is empty."""
    section = next((each for each in ancestors(node) if isinstance(each, nodes.section)), None)
    if section is None or isinstance(section.parent, nodes.document):
        return ""
    return f"#{section['ids'][0]}"


def entries_by_anchor(contents: nodes.Element) -> dict[str, nodes.list_item]:
    """Return the list items of the sections by the anchors that they lead to."""
    found: dict[str, nodes.list_item] = {}
    for item in contents.findall(nodes.list_item):
        reference = item.next_node(nodes.reference)
        if reference is not None and "anchorname" in reference:
            found.setdefault(reference["anchorname"], item)
    return found


def insert(item: nodes.Element, title: Any, docname: str, position: int) -> None:
    """Put an entry for *title* before the subsections of *item*, at *position*."""
    lists = [child for child in item.children if isinstance(child, nodes.bullet_list)]
    if not lists:
        lists = [nodes.bullet_list()]
        item += lists[0]
    lists[0].insert(position, entry_of(title, docname))


def level_of(node: nodes.Node) -> int:
    """Return the level of the heading of the section that holds *node*; a page has the first."""
    return sum(isinstance(each, nodes.section) for each in ancestors(node))


def entry_of(title: Any, docname: str) -> nodes.list_item:
    """Return the entry that leads to *title*."""
    anchor = f"#{title['ids'][0]}"
    label = title_nodes(title)
    reference = nodes.reference("", "", *label, internal=True, refuri=docname, anchorname=anchor)
    return nodes.list_item("", compact_paragraph("", "", reference))
