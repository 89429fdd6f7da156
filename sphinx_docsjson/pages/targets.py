"""The links, images and files that a page refers to, and the attributes of its tags."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote

from docutils import nodes
from myst_parser.mdit_to_docutils.base import token_line
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.files import find_file, is_file, meant_files, near_file, write_if_changed
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.base.nodes import give_id, reference_to
from sphinx_docsjson.base.source_files import (
    await_files,
    find_extra_file,
    find_or_await,
    is_authors,
)
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.build import base_path, page_build
from sphinx_docsjson.components.html_elements import STYLES, keep_classes, style_class
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.configuration import build_of_page
from sphinx_docsjson.mdx.evaluation import is_handler
from sphinx_docsjson.mdx.javascript import evaluate
from sphinx_docsjson.mdx.jsx import AttributeValue, TagBudget, is_blank, read_tag
from sphinx_docsjson.mdx.markup import LENGTH, classes_of, drawing_of, style_of
from sphinx_docsjson.mdx.scripts import SCRIPTS, can_run, why_not
from sphinx_docsjson.mdx.tokens import NotConstant, Undefined
from sphinx_docsjson.mdx.values import (
    Dynamic,
    ElementValue,
    Function,
    JsxElement,
    OverBudget,
    as_text,
    fits,
)
from sphinx_docsjson.pages.rendered_elements import has_elements, icon_of, line_of
from sphinx_docsjson.pages.renderer_base import RendererBase
from sphinx_docsjson.urls import below_base, is_external, path_of_site, safe_source, why_refused
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markdown_it.tree import SyntaxTreeNode
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_docsjson.components.registry import Component
    from sphinx_docsjson.mdx.grammar import Shape
    from sphinx_docsjson.mdx.jsx import Tag, TagAttribute


# Links, images and files that a page names, as nodes.

IMAGE_ACTIONS = ("copy", "download")
PLACEMENTS = (
    *("bottom-center", "bottom-left", "bottom-right"),
    *("top-center", "top-left", "top-right"),
)
"""What ``<img actions>`` may offer, and where ``actionsPlacement`` may put it."""


class Targets(RendererBase):
    """The part of the renderer that makes links and images."""

    # -- links ----------------------------------------------------------------------------

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown link as MyST does; one that no file can be called is text."""
        before = len(self.current_node)
        href = str(token.attrs.get("href", ""))
        if below_base(href, self._base()) and (found := self.find_file(href)):
            token.attrs["href"] = f"/{found}"
        try:
            super().render_link(token)
        except (OSError, ValueError):  # MyST looks on the disk, also for a name with NUL
            del self.current_node[before:]
            message = f"no page or file {str(token.attrGet('href'))!r}; the link is shown as text."
            warn(Warn.LINK, message, location=self.place(token_line(token, 0)))
            self.render_children(token)

    def link(self, href: str, children: Sequence[nodes.Node], line: int) -> list[nodes.Node]:
        """Return a link to *href* around *children*; only *children* when it must not be one."""
        if not href.strip():
            return list(children)
        node = reference_to(href, *children, docname=self.sphinx_env.docname)
        if node is None:
            message = f"the link to {href!r} is left out: {why_refused(href)}."
            warn(Warn.URL, message, location=self.place(line))
            return list(children)
        node.source, node.line = self.document["source"], self.reported_line(line)
        if isinstance(node, nodes.reference) and not any(True for _ in node.findall(nodes.image)):
            node["classes"].append("external")
        return [node]

    # -- images ---------------------------------------------------------------------------

    def render_image(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown image; a path may also be meant from the root of the site."""
        super().render_image(token)
        image = self.current_node.children[-1]
        if isinstance(image, nodes.image) and not is_external(image["uri"]):
            page = Path(self.sphinx_env.doc2path(self.sphinx_env.docname))
            path = unquote(image["uri"])
            rooted = path.startswith("/")
            there = is_file(
                (Path(self.sphinx_env.srcdir) if rooted else page.parent) / path.lstrip("/")
            )
            found = None if there else self.find_file(image["uri"])
            if found is not None:
                image["uri"] = "/" + found
            elif there:
                image["uri"] = path
            elif self._tells_of_images(image["uri"]):
                line = token_line(token, 0)
                self.current_node.remove(image)
                self.current_node += self.image({"src": image["uri"], "alt": image["alt"]}, line)

    def _tells_of_images(self, uri: str) -> bool:
        """Whether an image of a page in Markdown that is not there is reported in our words.

        Only in our theme; not where Sphinx chooses among formats, or is to be quiet.
        """
        config = self.sphinx_env.config
        quiet = {"image", "image.*", "image.not_readable"} & set(config.suppress_warnings)
        return has_our_theme(config) and not quiet and not uri.endswith("*")

    def _beside_the_folder(self, target: str) -> str | None:
        """Return the path of a picture that Sphinx finds from the page, as in ``../static``."""
        page, path = Path(self.sphinx_env.doc2path(self.sphinx_env.docname)), unquote(target)
        return path if path.startswith("../") and is_file(page.parent / path) else None

    def image(self, attributes: Mapping[str, str], line: int) -> list[nodes.Node]:
        """Return the image that ``<img>`` or ``![](…)`` describes.

        A missing file costs a warning, and the text of the image is shown instead.
        """
        source = attributes.get("src", "").strip()
        alt = attributes.get("alt", "")
        target = safe_source(source, picture=True)
        if target is None:
            message = f"the image {source!r} is left out: write a file or an https:// address."
            warn(Warn.URL, message, location=self.place(line))
        if not target:
            return [nodes.Text(alt)] if alt else []
        if not is_external(target):
            found = find_or_await(self.sphinx_env, target, self._source_path(), self._base())
            found = self._beside_the_folder(target) if found is None else f"/{found}"
            if found is None:
                left = "its text is shown instead" if alt else "nothing is shown in its place"
                message = f"the image {source!r} does not exist; {left}."
                message += self.similar_file(target)
                warn(Warn.IMAGE, message, location=self.place(line))
                return [nodes.emphasis("", alt)] if alt else []
            target = found
        node = nodes.image(uri=target, alt=alt)
        node.source, node.line = self.document["source"], line
        node["classes"].extend(self.classes(attributes))
        if "noZoom" in attributes or "nozoom" in attributes:
            node["classes"].append("dj-no-zoom")
        node["classes"] += self._image_actions(attributes, line)
        if title := attributes.get("title"):
            node["title"] = title
        self._size(node, attributes)
        if align := attributes.get("align"):
            node["classes"].append(f"dj-align-{nodes.make_id(align)}")
        if identifier := attributes.get("id"):
            self.name_target(node, identifier)
        return [node]

    def _image_actions(self, attributes: Mapping[str, str], line: int) -> list[str]:
        """Return the classes by which the script of the page finds what to offer, and where."""
        written = attributes.get("actions")
        if written is None or written.strip().lower() == "false":
            return []
        asked = [name.strip().lower() for name in written.split(",")]
        if written.strip().lower() in ("", "true"):
            asked = list(IMAGE_ACTIONS)
        for name in asked:
            if name not in IMAGE_ACTIONS:
                known = " and ".join(IMAGE_ACTIONS)
                message = f"<img>: actions={name!r} is not known; there are {known}."
                self.warn_here(Warn.ATTRIBUTE, message, line)
        place = attributes.get("actionsPlacement", PLACEMENTS[0]).strip().lower()
        if place not in PLACEMENTS:
            message = (
                f"<img>: actionsPlacement={place!r} is not known; "
                f"write one of {', '.join(PLACEMENTS)}."
            )
            self.warn_here(Warn.ATTRIBUTE, message, line)
            place = PLACEMENTS[0]
        found = [f"dj-image-{name}" for name in IMAGE_ACTIONS if name in asked]
        return [*found, f"dj-image-{place}"] if found else []

    def _size(self, node: nodes.image, attributes: Mapping[str, str]) -> None:
        style = style_of(attributes)
        for key in ("width", "height"):
            value = (style.pop(key, "") or attributes.get(key, "")).strip()
            if not LENGTH.fullmatch(value):
                continue
            # docutils does not know units of the window and of the root: they are left to CSS.
            (style if value.endswith(("vw", "vh", "ch", "rem")) else node)[key] = value
        if style and (css_class := self.style_class(style)):
            node["classes"].append(css_class)

    # -- files ----------------------------------------------------------------------------

    def find_file(self, target: str) -> str | None:
        """Return the path below the source directory of the file *target*, or ``None``.

        A missing file is waited for.
        """
        env, where = self.sphinx_env, (target, self._source_path(), self._base())
        found = find_file(env, *where)
        if found is None:
            await_files(env, meant_files(*where))
        return found

    def _source_path(self) -> str:
        """Return the path of the text being rendered, below the source directory."""
        source = Path(self.document["source"])
        root = Path(self.sphinx_env.srcdir)
        if source.is_relative_to(root):
            return source.relative_to(root).as_posix()
        return self.sphinx_env.docname

    def _base(self) -> str:
        return base_path(self.sphinx_env.config)

    def similar_file(self, target: str) -> str:
        """Return the question whether another file is meant, in a message about *target*."""
        root = Path(self.sphinx_env.srcdir)
        meant = meant_files(target, self._source_path(), self._base())
        found = next((near for path in meant if (near := near_file(root, path))), None)
        return did_you_mean(f"/{found}" if found else None)

    def static_file(self, target: str) -> str | None:
        """Make the file *target* part of the output and return its name among the downloads."""
        env = self.sphinx_env
        found = find_or_await(env, target, self._source_path(), self._base())
        if found is None:
            return None
        env.note_dependency(str(Path(env.srcdir) / found))
        return str(env.dlfiles.add_file(env.docname, found))

    def extra_address(self, target: str) -> str | None:
        """Return where the output has *target*, when it is an extra file, from its root."""
        build = page_build(self.sphinx_env.config)
        if is_external(target):
            return None
        for path in meant_files(target, self._source_path(), self._base()):
            found = find_extra_file(Path(build.builder.confdir), self.sphinx_env.config, path)
            if found is not None:
                return found[0]
        return None

    # -- styles and ids -------------------------------------------------------------------

    def style_class(self, style: Mapping[str, str]) -> str:
        """Return the class for *style* and remember its rule for the site's style sheet."""
        return style_class(self.sphinx_env, style)

    def classes(self, attributes: Mapping[str, str]) -> list[str]:
        """Return the classes of an element, and remember them for the site's style sheet."""
        names = classes_of(attributes)
        if names:
            keep_classes(self.sphinx_env, names)
        return names

    def name_target(self, node: nodes.Element, identifier: str) -> None:
        """Make *identifier* an id of *node* unless the page has it already."""
        identifier = _as_id(identifier)
        if identifier and identifier not in self.document.ids:
            give_id(self.document, node, identifier)

    def is_named(self, identifier: str) -> bool:
        """Whether a node of the page has the id *identifier*, or there is none to have."""
        identifier = _as_id(identifier)
        return not identifier or identifier in self.document.ids


def _as_id(identifier: str) -> str:
    return identifier.strip().replace(" ", "-")


# The attributes that every element of JSX may have: classes, a style, an id, data for scripts.

_SEPARATORS = re.compile(r"[-_]")
_COMMON = frozenset({"class", "classname", "id", "key", "ref", "slot", "style"})


class PageStyles(Protocol):
    """What gives nodes styles and ids."""

    def style_class(self, style: Mapping[str, str]) -> str:
        """Return the class that stands for a style."""

    def classes(self, attributes: Mapping[str, str]) -> list[str]:
        """Return the classes of an element."""

    def name_target(self, node: nodes.Element, identifier: str) -> None:
        """Make a name an id of a node."""


def split_common(
    component: Component, attributes: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the attributes that *component* reads, and the common ones that it does not know."""
    declared = {
        _plain_name(name) for attribute in component.attributes for name in _spellings(attribute)
    }
    own: dict[str, str] = {}
    common: dict[str, str] = {}
    for name, value in attributes.items():
        plain = _plain_name(name)
        is_common = plain in _COMMON or name.startswith(("data-", "aria-"))
        (common if is_common and plain not in declared else own)[name] = value
    return own, common


def apply_common(found: Sequence[nodes.Node], common: Mapping[str, str], page: PageStyles) -> None:
    """Give the classes, the style and the id of an element to the first node it made."""
    node = next((node for node in found if isinstance(node, nodes.Element)), None)
    if node is None or not common:
        return
    node["classes"] += page.classes(common)
    if style := style_of(common):
        node["classes"].append(page.style_class(style))
    if identifier := common.get("id"):
        page.name_target(node, identifier)


def _spellings(attribute: object) -> list[str]:
    return [getattr(attribute, "name", ""), *getattr(attribute, "aliases", ())]


def _plain_name(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()


# Paths of missing images: they stay paths, whatever they look like.


class ImagePaths(SphinxPostTransform):
    """Sphinx writes ``/javascript:x``, which is not a file, without its slash."""

    default_priority = 90

    def run(self, **kwargs: Any) -> None:
        """Mark what would be read as a scheme as a path."""
        if build_of_page(self.env, self.env.docname) is None:
            return
        for image in self.document.findall(nodes.image):
            uri = image.get("uri", "")
            judged = safe_source(uri, picture=True)
            image["uri"] = path_of_site(uri) if judged is None else judged


# The style sheet of what authors wrote as ``style={{…}}``: classes instead of attributes.
#
# A strict content security policy forbids style attributes; a file of the site is allowed.

FILE = "docsjson-author.css"


def add_style_sheet(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: nodes.document
) -> None:
    """Load the style sheet on a page that has styles of its author."""
    if app.env.metadata.get(pagename, {}).get(STYLES):
        app.add_css_file(FILE)


def write_style_sheet(app: Sphinx, _builder_or_failure: Builder | Exception | None) -> None:
    """Write the rules of every page; an EPUB is packed before the build is finished."""
    if app.builder.format != "html":
        return
    rules: dict[str, str] = {}
    for metadata in app.env.metadata.values():
        rules.update(metadata.get(STYLES) or {})
    target = Path(app.outdir) / "_static" / FILE
    if rules and not is_authors(app, target):
        text = "".join(f".{name}{{{rules[name]}}}\n" for name in sorted(rules))
        write_if_changed(target, text)


# The attributes of a tag as the strings that components and HTML elements are given.

_FOLLOWING = re.compile(r"""\s([A-Za-z][\w:-]*+)=["']""")
_HANDLER = re.compile(r"on[A-Z]\w*|on[a-z]+")


def is_live(tag: Tag, attribute: TagAttribute) -> bool:
    """Whether an attribute is code of an element that readers may use."""
    is_code = attribute.kind is AttributeValue.EXPRESSION
    return is_code and tag.name[:1].islower() and is_handler(attribute.name)


class Scope(Protocol):
    """What attributes are evaluated in."""

    names: dict[str, Any]
    mdx: bool

    calls: list[tuple[str, str]]

    def warn_undefined(self, what: str, name: str, line: int) -> None:
        """Say that *what* uses a name that nothing defines."""

    def warn_here(self, kind: Warn, message: str, line: int) -> None:
        """Emit a located warning, once a place."""

    def shape_of_rendered(self, name: str) -> Shape:
        """Return how an element behaves that a component of the page made."""

    def note_undrawn(self, name: str, why: str, line: int) -> None:
        """Remember that *name* is not drawn."""

    def report_budget(self, line: int) -> None:
        """Say that the page has spent its budget, if it has."""

    def note_handler(self, name: str, line: int) -> None:
        """Remember that an event of an element is omitted."""


def attribute_values(tag: Tag, scope: Scope, line: int) -> dict[str, Any]:
    """Return the attributes of *tag* with their values; a bare one is ``True``.

    Event handlers are omitted, except for a component of the author: if an engine draws it, they
    may work. An expression that is not constant costs its attribute and a warning.
    """
    values: dict[str, Any] = {}
    of_author = isinstance(scope.names.get(tag.name), Function | Dynamic)
    may_answer = of_author and can_run(scope.names.get(SCRIPTS))
    for attribute in tag.attributes:
        may_act = attribute.kind is not AttributeValue.BARE and _HANDLER.fullmatch(attribute.name)
        if may_act and not may_answer:
            if not is_live(tag, attribute):  # which is told by itself
                scope.note_handler(attribute.name, line)
            continue
        if attribute.misquoted:
            missing = _FOLLOWING.search(attribute.text)
            message = (
                f'the value of "{attribute.name}" of <{tag.name}> has no closing quotation mark '
                f"before {missing[1]}; it is read up to the last one. Add the mark."
                if missing
                else f'the value of "{attribute.name}" of <{tag.name}> contains quotation marks; '
                "it is read up to the last one. Put single quotation marks around it."
            )
            scope.warn_here(Warn.TAG, message, line)
        if attribute.unquoted and scope.mdx:
            message = (
                f'the value of "{attribute.name}" of <{tag.name}> has no quotation marks, which '
                f'MDX does not allow. Write {attribute.name}="{attribute.text}".'
            )
            scope.warn_here(Warn.TAG, message, line)
        if attribute.kind is AttributeValue.BARE:
            values[attribute.name] = True
        elif attribute.kind is AttributeValue.STRING:
            values[attribute.name] = attribute.text
        else:
            _evaluate(attribute, tag, scope, line, values)
    return values


def attribute_strings(tag: Tag, scope: Scope, line: int) -> dict[str, str]:
    """Return the attributes of *tag* as strings: a bare one is empty, data is JSON."""
    values = attribute_values(tag, scope, line)
    _plain_icon(values, scope)
    bare = {a.name for a in tag.attributes if a.kind is AttributeValue.BARE}
    for name in _marked_up(tag.name) & values.keys():
        value = values[name]
        if isinstance(value, list | JsxElement) and fits(value) and has_elements(value):
            values[name] = line_of(value, scope.shape_of_rendered)
    found = {
        name: "" if name in bare else as_text(value)
        for name, value in values.items()
        if value is not None
    }
    scope.report_budget(line)
    return found


def _marked_up(name: str) -> set[str]:
    """Return the attributes of a component that are Markdown."""
    component = registry.get(name)
    return {a.name for a in component.attributes if a.type == "markdown"} if component else set()


def _plain_icon(values: dict[str, Any], scope: Scope) -> None:
    """Turn an element that is an icon into what it names, and a drawing into plain SVG.

    ``icon={<img src="…" />}`` and ``icon={<Icon icon="…" />}`` name an icon. An element may be in
    a fragment.
    """
    icon = values.get("icon")
    if fits(icon) and has_elements(icon):
        drawn = icon_of(icon)
        values["icon"] = drawing_of(drawn, {}) if drawn.startswith("<") else drawn
        if values.get("iconType") == "image":
            del values["iconType"]
        return
    if not isinstance(icon, ElementValue):
        return
    if drawing := drawing_of(icon.source, scope.names):
        values["icon"] = drawing
        return
    start = max(icon.source.find("<img"), icon.source.find("<Icon"))
    tag = read_tag(icon.source, start, TagBudget(len(icon.source))) if start >= 0 else None
    if tag is None:
        return
    inner = attribute_values(tag, scope, 0)
    named = inner.get("src") or inner.get("icon")
    if named:
        values["icon"] = as_text(named)
    if values.get("iconType") == "image":
        del values["iconType"]


def _evaluate(
    attribute: TagAttribute, tag: Tag, scope: Scope, line: int, values: dict[str, Any]
) -> None:
    spread = attribute.kind is AttributeValue.SPREAD
    source = attribute.text.strip()
    if is_blank(source):
        return
    if spread and not source.startswith("..."):
        message = f"<{tag.name}> ignores {{{source}}}: write name={{{source}}}, or {{...object}}."
        scope.warn_here(Warn.EXPRESSION, message, line)
        return
    try:
        value = evaluate(source.removeprefix("...") if spread else source, scope.names)
    except OverBudget:
        scope.report_budget(line)
        return
    except NotConstant as error:
        name = "{" + source + "}" if spread else f'"{attribute.name}"'
        if isinstance(error, Undefined) and scope.calls and scope.calls[-1][1]:
            what = f"{attribute.name}={{{source}}} of <{tag.name}>"
            scope.warn_undefined(what, str(error), line)
            return
        if reason := why_not(error, scope.names):
            message = f"the attribute {name} of <{tag.name}> is left out: it {reason}."
            scope.warn_here(Warn.EXPRESSION, message, line)
        else:
            scope.note_undrawn("{" + source + "}", "", line)
        return
    if not spread:
        values[attribute.name] = value
    elif isinstance(value, dict):
        values.update(_plain_values(value))


def _plain_values(value: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key): item for key, item in value.items()}
