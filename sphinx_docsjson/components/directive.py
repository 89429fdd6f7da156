"""The base class of all component directives: attributes, anchors, icons, context."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import ApplicationError, nodes
from docutils.parsers.rst import DirectiveError, directives
from sphinx import addnodes
from sphinx.errors import SphinxError
from sphinx_design.shared import SdDirective, create_component, is_component

from sphinx_docsjson.base.files import near_file
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.base.nodes import add_anchor, add_anchors, title_ids
from sphinx_docsjson.base.sanitize import declarations
from sphinx_docsjson.base.source_files import find_or_await
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.build import base_path
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.attributes import (
    ReadAttributes,
    harmless,
    read_attributes,
    same_name,
)
from sphinx_docsjson.components.html_elements import keep_classes, style_class
from sphinx_docsjson.components.icons import make_icon
from sphinx_docsjson.components.registry import Component, InlineTag, registry
from sphinx_docsjson.urls import is_external, safe_source
from sphinx_docsjson.warnings import Warn, report_failure, warn

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

Converter = Callable[[str | None], Any]
INSTEAD = "its content is shown as it is written"
STACK = "docsjson_components"


def text_option(value: str | None) -> str:
    """Return the text of an option; docutils and MyST say ``None`` for an empty one."""
    return value or ""


class AnyOption(dict[str, Converter]):
    """An option specification that takes every name, so that the component itself can answer.

    docutils and MyST would otherwise reject an unknown name before our class sees it, each with
    its own message.
    """

    def __missing__(self, name: str) -> Converter:
        return text_option

    def __contains__(self, name: object) -> bool:
        return True


class ComponentDirective(SdDirective):
    """A component as a directive; a subclass names it and builds its nodes.

    It is a directive of sphinx-design, so ``sd_custom_directives`` can set defaults for it.
    """

    tag: ClassVar[str]
    """The name in the registry."""

    node_class: ClassVar[type[nodes.container]] = nodes.container
    """The class of the node."""

    css_class: ClassVar[str] = ""
    """The class of the element, if it is not that of the directive's name."""

    extends: ClassVar[Mapping[str, Any]] = {}
    """The options of the directive of another package that this one extends."""

    parent_components: ClassVar[tuple[str, ...]] = ()
    """sphinx-design components that are as good a parent as ours."""

    has_content = True
    required_arguments = 0
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = AnyOption(name=text_option)
    values: dict[str, str]
    common: dict[str, str]

    def run_with_defaults(self) -> list[nodes.Node]:
        """Return the nodes of the component; whatever fails costs the component, not the page."""
        try:
            return self._run()
        except (SphinxError, ApplicationError, DirectiveError):
            raise
        except Exception as error:  # a component of another package may raise anything
            text = "\n".join(self.content)
            report_failure(f"<{self.tag}>", error, self.get_location(), instead=INSTEAD)
            return [nodes.literal_block(text, text)]

    def _run(self) -> list[nodes.Node]:
        """Read the attributes, say what is wrong with them, and build what is left."""
        component = self.component
        raw = {str(name): value or "" for name, value in self.options.items()}
        if self.arguments and component.main:
            raw.setdefault(component.main, self.arguments[0])
        self.common = take_common(component, raw)
        read = read_attributes(component, raw, {*self.extends, "name", "class"})
        self._report(read)
        self.values = read.values
        self.options = self._convert(read.foreign)
        self.arguments = []
        fits = self._stands_well()
        with self._standing_in(component.name):
            built = self.build()
        give_common(built, self.common, self.env, self.state.document)
        place_links(built, self.get_source_info())
        return built if fits else self.alone(built)

    def build(self) -> list[nodes.Node]:
        """Return the nodes of the component: a box with the content, if it is no more."""
        node = self.container()
        self.parse_content(node)
        return [node]

    def alone(self, built: list[nodes.Node]) -> list[nodes.Node]:
        """Return the nodes of a component that is outside its parent."""
        return built

    @classmethod
    def component_of(cls) -> Component:
        """Return the declaration of the component."""
        component = registry.get(cls.tag)
        assert component is not None
        return component

    @property
    def component(self) -> Component:
        """The declaration of the component."""
        return self.component_of()

    def flag(self, name: str) -> bool:
        """Whether a flag is set."""
        return self.values.get(name) == "true"

    def container(self) -> nodes.container:
        """Return an empty container for the component, with ``class`` and ``name`` of docutils."""
        name = f"dj-{self.component.directive_name}"
        made = create_component(name, [self.css_class or name])
        node: nodes.container = self.finish(become(made, self.node_class))
        return node

    def finish(self, node: Any) -> Any:
        """Mark *node* as this component: what it is, where it is, ``class`` and ``name``."""
        node["component"] = self.tag
        node["component_attributes"] = dict(sorted(self.values.items()))
        if own := self.options.get("class"):
            node["classes"] += own if isinstance(own, list) else directives.class_option(own)
        self.set_source_info(node)
        if self.options.get("name"):
            self.add_name(node)
        return node

    def parse_content(self, node: nodes.Element) -> None:
        """Parse the content of the directive into *node*."""
        if self.content:
            self.state.nested_parse(self.content, self.content_offset, node)

    def inline(self, text: str) -> list[nodes.Node]:
        """Return *text* with its inline markup as nodes."""
        parsed, messages = self.parse_inline(text, lineno=self.lineno)
        found: list[nodes.Node] = []
        for node in parsed:  # what a component of the page was given may be a paragraph
            found += node.children if isinstance(node, nodes.paragraph) else [node]
        return [*harmless(found), *messages]

    def titled(self, node: nodes.TextElement, text: str) -> Any:
        """Fill *node* with the inline markup of *text*, for readers and translators."""
        node.rawsource = text
        node.extend(self.inline(text))
        self.set_source_info(node)
        return node

    def keep_icon(self, node: nodes.Element, color: str | None = None) -> None:
        """Note the icon of the component on *node*; only HTML draws it."""
        found = make_icon(
            self.values.get("icon", ""),
            config=self.config,
            location=self.get_location(),
            icon_type=self.values.get("iconType"),
            library=self.values.get("iconLibrary"),
            color=color,
        )
        for drawn in found:
            names = ("name", "icon_type", "color", "library")
            node["own_icon"] = {key: drawn[key] for key in names if key in drawn}

    def picture(self, name: str) -> str:
        """Return the address of the picture that an attribute names, if there is one."""
        image = self.values.get(name, "").strip()
        if not image:
            return ""
        if is_external(image):
            address = safe_source(image, picture=True)
            if address is None:
                self.complain(
                    f"<{self.tag}>: the image {image!r} is no file and no URL.", Warn.URL
                )
            return address or ""
        found = find_or_await(self.env, image, self.env.docname, base_path(self.config))
        if found is None:
            near = did_you_mean(near_file(Path(self.env.srcdir), image))
            self.complain(f"<{self.tag}>: the image {image!r} does not exist.{near}", Warn.IMAGE)
            return ""
        return f"/{found}"

    def anchor(self, node: nodes.Element, wanted: str) -> str:
        """Give *node* an id like *wanted* that no other node of the document has."""
        return add_anchor(self.state.document, node, wanted)

    def title_anchor(
        self, node: nodes.Element, title: nodes.Element | None, otherwise: str = ""
    ) -> None:
        """Give *node* the ids of a title: the author's own one, else those made of its words.

        :param otherwise: the id of a title without words.
        """
        if own := self.values.get("id"):
            self.anchor(node, own)
        elif wanted := title_ids(title_text(title), otherwise):
            add_anchors(self.state.document, node, wanted)

    def complain(self, message: str, kind: Warn = Warn.ATTRIBUTE) -> None:
        """Emit a warning at the line of the component."""
        warn(kind, message, location=self.get_location())

    def _report(self, read: ReadAttributes) -> None:
        for problem in read.problems:
            self.complain(problem.message, problem.kind)
        note_idle(self.env, self.component, read, self.get_location())

    def _convert(self, options: Mapping[str, str]) -> dict[str, Any]:
        converted: dict[str, Any] = {}
        for name, text in options.items():
            converter = self.extends.get(name)
            try:
                converted[name] = converter(text or None) if converter else text
            except (ValueError, TypeError) as error:
                message = f"<{self.tag}>: the option {name}={text!r} is left out: {error}."
                self.complain(message)
        return converted

    def _stands_well(self) -> bool:
        parents = self.component.parents
        if not parents:
            return True
        stack = self.env.current_document.get(STACK, ())
        node: Any = self.state_machine.node
        if stack and stack[-1] in parents:
            return True
        if any(is_component(node, name) for name in self.parent_components):
            return True
        message = f"<{self.tag}> belongs directly inside <{'> or <'.join(parents)}>."
        self.complain(message, Warn.PARENT)
        return False

    @contextmanager
    def _standing_in(self, name: str) -> Iterator[None]:
        before: Any = self.env.current_document.get(STACK, ())
        self.env.current_document[STACK] = (*before, name)
        try:
            yield
        finally:
            self.env.current_document[STACK] = before


def inline_nodes(
    component: Component,
    attributes: Mapping[str, str],
    children: Sequence[nodes.Node],
    env: BuildEnvironment,
    location: tuple[str, int | None],
) -> list[nodes.Node]:
    """Return the nodes of an inline component, and report what is wrong with its attributes."""
    assert component.inline is not None
    place = ":".join(str(part) for part in location if part)
    raw = dict(attributes)
    try:
        common = take_common(component, raw)
        read = read_attributes(component, raw)
        for problem in read.problems:
            warn(problem.kind, problem.message, location=place)
        note_idle(env, component, read, place)
        tag = InlineTag(values=read.values, children=children, env=env, location=location)
        found = component.inline(tag)
        give_common(found, common, env)
    except SphinxError:
        raise
    except Exception as error:
        report_failure(f"<{component.name}>", error, place, instead="its words are shown instead")
        return list(children)
    place_links(found, location)
    return found


def place_links(found: Sequence[nodes.Node], location: tuple[str, int | None]) -> None:
    """Let links that a component makes say where it is, for messages about them."""
    for each in found:
        for link in each.findall(addnodes.pending_xref):
            if link.line is None:
                link.source, link.line = location


# What every component may have, like every tag: classes, a style, an id. Tags handle them.

COMMON = ("className", "style", "id")


def take_common(component: Component, raw: dict[str, str]) -> dict[str, str]:
    """Take out of *raw* the attributes that every component has and this one does not declare."""
    own = {same_name(n) for a in component.attributes for n in (a.name, *a.aliases)}
    common = {same_name(name): name for name in COMMON if same_name(name) not in own}
    written = [name for name in raw if same_name(name) in common]
    return {common[same_name(name)]: raw.pop(name) for name in written}


def give_common(
    found: Sequence[nodes.Node],
    common: Mapping[str, str],
    env: BuildEnvironment,
    document: nodes.document | None = None,
) -> None:
    """Give the first element of a component its classes, its style and its id."""
    node = next((node for node in found if isinstance(node, nodes.Element)), None)
    if node is None:
        return
    if names := common.get("className", "").split():
        keep_classes(env, names)
        node["classes"] += names
    if style := declarations(common.get("style", "")):
        node["classes"].append(style_class(env, style))
    if document is not None and (wanted := common.get("id")):
        add_anchor(document, node, wanted)


IDLE = "docsjson_idle"
"""The key in the metadata of a page with what does nothing on it: ``<Card x>`` or ``onClick`` →
the line where it is first; 0 where that is in another file, such as a snippet."""


def note_idle(
    env: BuildEnvironment, component: Component, read: ReadAttributes, place: str
) -> None:
    """Remember what a component has that has no effect; a build says it once for all pages."""
    used = [f"<{component.name} {name}>" for name in read.idle]
    used += [f"<{component.name}>"] if component.instead else []
    for name in used:
        note_idle_name(env, name, place)


def note_idle_name(env: BuildEnvironment, name: str, place: str) -> None:
    """Remember what has no effect at *place*, a path with a line."""
    path, _, line = place.rpartition(":")
    here = line.isdigit() and Path(path) == Path(env.doc2path(env.docname))
    known: dict[str, int] = env.metadata[env.docname].setdefault(IDLE, {})
    known.setdefault(name, int(line) if here else 0)


def why_idle(used: str) -> str:
    """Return what to use instead of what :func:`note_idle` remembered."""
    if not used.startswith("<"):
        return "Write it in braces on an HTML element, such as `<div onClick={…}>`."
    name, _, attribute = used.strip("<>").partition(" ")
    component = registry.get(name)
    if component is None:  # of a version before
        return ""
    found = next((a.instead for a in component.attributes if a.name == attribute), "")
    return found or component.instead
