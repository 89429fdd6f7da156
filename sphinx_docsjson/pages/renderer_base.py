"""The base of the renderer: locations, warnings, paragraphs, fences, translated text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import docutils
from docutils import ApplicationError, nodes
from myst_parser.mdit_to_docutils.base import token_line
from sphinx.errors import SphinxError
from sphinx.util.logging import suppress_logging

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.nodes import ancestors
from sphinx_docsjson.compat.myst import OpenRenderer
from sphinx_docsjson.components.code_blocks import code_block
from sphinx_docsjson.components.code_languages import FLAGS, CodeInfo, is_alias, parse_info
from sphinx_docsjson.components.directive import STACK, note_idle_name
from sphinx_docsjson.components.registry import Component, Content, registry
from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.grammar import Shape
from sphinx_docsjson.mdx.javascript import Module
from sphinx_docsjson.mdx.values import ElementValue, JsxElement, Within, as_text, fits
from sphinx_docsjson.pages.rendered_elements import has_elements
from sphinx_docsjson.warnings import Warn, report_failure, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableMapping

    from markdown_it.tree import SyntaxTreeNode
    from myst_parser.config.main import MdParserConfig


# Fenced code in Markdown: which fences are code, and what their info string asks for.

_MARKED_LINES = re.compile(r"\{[\d,\s-]*(\}|$)")


# What all parts of the renderer share: places, warnings, and text rendered where it is.

MAX_NESTED = 30
"""How deep directives and tags may be nested; each level takes a good twenty calls of Python."""


NESTED_TEXT = 20
"""A piece of nested text costs as much as this many expressions."""


class RendererBase(OpenRenderer):
    """MyST's renderer, and what our parts build on."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Prepare for one page."""
        super().setup_render(options, env)
        self.reported: set[tuple[str, str]] = set()
        self.message: Message | None = options.get("docsjson_message")
        self._nested = 0
        self._line: int | None = None

    def inside_component(self) -> bool:
        """Whether the text being read is inside one of our elements."""
        return bool(
            self.md_env.get("docsjson_depth") or self.sphinx_env.current_document.get(STACK)
        )

    # -- places ---------------------------------------------------------------------------

    def line_of(self, token: SyntaxTreeNode) -> int:
        """Return the line, from 1, on which the tag of *token* is."""
        return token_line(token, 0) + int(token.meta.get("offset", 0))

    def place(self, line: int) -> str:
        """Return ``file:line`` for a warning; in a message, the place of the original."""
        if self.message:
            return f"{self.message.path}:{self.message.line}:<translated>"
        return f"{self.document['source']}:{self.reported_line(line)}"

    def reported_line(self, line: int) -> int:
        """Return the line to name for what is at *line* of the text being rendered."""
        return line if self._line is None else self._line

    @contextmanager
    def at_line(self, line: int | None) -> Iterator[None]:
        """Let messages name *line*: what is rendered inside was not written by anyone."""
        before, self._line = self._line, line if self._line is None or line is None else self._line
        try:
            yield
        finally:
            self._line = before

    def warn_once(self, kind: Warn, key: str, message: str, line: int) -> None:
        """Emit a warning unless this page had the same one about *key*."""
        if (kind.value, key) not in self.reported:
            self.reported.add((kind.value, key))
            warn(kind, message, location=self.place(line))

    def warn_here(self, kind: Warn, message: str, line: int) -> None:
        """Emit a warning at a line, once: what is used twice is read twice, and told at both.

        Equal messages of several lines become one line of the log, with their number.
        """
        self.warn_once(kind, f"{self.place(line)} {message}", message, line)

    def report_budget(self, line: int) -> None:
        """Say, once a page, that it has spent what it may be made of."""
        budget = page_budget()
        if budget.spent and not budget.told:
            budget.told = True
            warn(Warn.BUDGET, budget.message(), location=self.place(line))

    def note_handler(self, name: str, line: int) -> None:
        """Remember that an event of an element is omitted; a build says it once for all pages."""
        note_idle_name(self.sphinx_env, name, self.place(line))

    # -- text inside elements -------------------------------------------------------------

    @contextmanager
    def without_indented_code(self) -> Iterator[None]:
        """Take indentation for layout: inside an element it does not mean code."""
        code = "code" in self.md.block.ruler.get_active_rules()
        if code:
            self.md.disable("code")
        try:
            yield
        finally:
            if code:
                self.md.enable("code")

    def nested_render_text(self, text: str, lineno: int, *args: Any, **options: Any) -> None:
        """Render *text* into the current node; nested too deeply, it stays as it is written."""
        if self._nested >= MAX_NESTED:
            message = f"more than {MAX_NESTED} levels of content; close the elements around it."
            self.warn_once(Warn.NESTING, "nested", message, lineno + 1)
            inline = isinstance(self.current_node, nodes.TextElement)
            self.current_node += nodes.Text(text) if inline else nodes.literal_block(text, text)
            return
        if not page_budget().take("steps", NESTED_TEXT):
            self.report_budget(lineno + 1)
            return
        self._nested += 1
        try:
            super().nested_render_text(text, lineno, *args, **options)
        finally:
            self._nested -= 1

    def render_blocks(self, text: str, line: int) -> None:
        """Render *text*, whose first line is *line* (from 0), into the current node."""
        with self.without_indented_code():
            self.nested_render_text(text, line)

    def insert_source(self, source: str, line: int) -> None:
        """Render Markdown source here: as text when it is one paragraph of text, else as blocks.

        In the middle of a paragraph the blocks are moved beside its text afterwards.
        """
        budget = page_budget()
        if not (budget.take("inserts", 1) and budget.take("characters", len(source))):
            self.report_budget(line + 1)
            return
        holder = nodes.container()
        with self.current_node_context(holder):
            self.render_blocks(source, line)
        blocks = [child for child in holder.children if not isinstance(child, nodes.comment)]
        in_text = isinstance(self.current_node, nodes.TextElement)
        if in_text and len(blocks) == 1 and isinstance(blocks[0], nodes.paragraph):
            self.current_node += blocks[0].children
            return
        if in_text and not any(is_block(block) for block in blocks):
            self.current_node += blocks
            return
        self.current_node += holder.children

    def render_value(self, value: Any, line: int) -> None:
        """Render the value of an expression; elements are parsed, text is text."""
        in_text = isinstance(self.current_node, nodes.TextElement)
        if isinstance(value, str | int | float) and not (in_text or isinstance(value, bool)):
            self.insert_element(value, line)
        elif not isinstance(value, list | JsxElement):
            self._render_values([value], line)
        elif fits(value):
            if has_elements(value):
                self.insert_element(value, line)
            else:
                self._render_values([value], line)
        self.report_budget(line)

    def _render_values(self, values: list[Any], line: int) -> None:
        for value in values:
            if isinstance(value, ElementValue):
                self.insert_children(value, line)
            elif isinstance(value, Within):
                self._render_within(value, line)
            elif isinstance(value, list):
                self._render_values(value, line)
            elif not isinstance(value, bool):
                self.current_node.append(nodes.Text(as_text(value)))

    def _render_within(self, value: Within, line: int) -> None:
        in_text = isinstance(self.current_node, nodes.TextElement)
        shown = nodes.inline() if in_text else nodes.container()
        with self.current_node_context(shown):
            self.render_value(value.value, line)
        node = value.element(in_text and not any(map(is_block, shown)))
        node += shown.children
        self.current_node.append(node)
        templates = nodes.container()
        with self.current_node_context(templates), suppress_logging():
            self._render_values(list(value.templates), line)
        node["templates"] = templates.children

    def insert_element(self, value: Any, line: int) -> None:
        """Render the elements that an expression made; :class:`Inserts` does."""
        raise NotImplementedError

    def insert_children(self, value: ElementValue, line: int) -> None:
        """Render what a page wrote inside a tag; :class:`Inserts` does."""
        raise NotImplementedError


# What Markdown allows and docutils does not: blocks in paragraphs, rules anywhere.

_INLINE = (nodes.Inline, nodes.Text, nodes.raw, nodes.image, nodes.comment, nodes.system_message)


def is_block(node: nodes.Node) -> bool:
    """Whether *node* may not be inside a paragraph."""
    if isinstance(node, nodes.raw):
        return bool(node.get("docsjson_block"))
    if isinstance(node, _INLINE):
        return False
    blocks = nodes.Body | nodes.list_item | nodes.Structural | nodes.Titular
    return isinstance(node, blocks) and not isinstance(node, nodes.target)


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """A translated text.

    :param path: the file that the original is in.
    :param line: the line of the original; 0 when it is not known.
    :param is_title: Sphinx expects a section with a title instead of a paragraph.
    """

    path: str
    line: int
    text: str
    is_title: bool = False


class Fences(RendererBase):
    """The part of the renderer that writes code blocks."""

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a fence with its title, its marked lines and its flags."""
        if not self._is_plain_code(token) or not self.is_our_code(token):
            super().render_fence(token)
            return
        source, line = self.document["source"], token_line(token, 0)
        info = token.info.strip()
        blocks: list[Any] = code_block(
            info,
            self.shown_code(token).removesuffix("\n"),
            config=self.sphinx_env.config,
            location=f"{source}:{line}",
            source=source,
            line=line,
        )
        for block in blocks:
            self.copy_attributes(token, block, ("class", "id"))
            if not info:
                block["language"] = self.default_language()
        self.current_node += blocks

    def shown_code(self, token: SyntaxTreeNode) -> str:
        """Return the code of a fence as its readers see it."""
        return token.content

    def is_our_code(self, token: SyntaxTreeNode) -> bool:
        """Whether a fence asks for what MyST does not know, or is in a component."""
        if self.inside_component() or "[!code" in token.content:
            return True
        word = token.info.strip()
        if "," in word.partition(" ")[0] or self.shown_code(token) != token.content:
            return True
        if word.isalnum() and word.isascii() and word.lower() not in FLAGS:
            return is_alias(word)  # as most are: a language, and nothing to read
        info = parse_info(token.info)
        alone = CodeInfo(language=info.language, others=info.others)
        return info != alone or is_alias(info.language)

    def _is_plain_code(self, token: SyntaxTreeNode) -> bool:
        """Whether a fence is code, and nothing that MyST gives another meaning."""
        name = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
        if name in self.md_config.fence_as_directive or name in self.md_config.number_code_blocks:
            return False
        if name.startswith("{") and not _MARKED_LINES.match(name):
            return False
        return not {"emphasize-lines", "lineno-start"} & set(token.attrs)

    def default_language(self) -> str:
        """Return the language that the page or the project sets for code without one."""
        config = self.sphinx_env.config
        language = self.sphinx_env.current_document.get("highlight_language")
        return str(language or config.highlight_language)


def hoist_blocks(paragraph: nodes.paragraph) -> None:
    """Replace *paragraph* by paragraphs of its text and, between them, the blocks it holds."""
    if not any(is_block(child) for child in paragraph.children):
        return
    parts: list[nodes.Node] = []
    text: list[nodes.Node] = []
    for child in paragraph.children:
        if is_block(child):
            _flush(paragraph, text, parts)
            parts.append(child)
        else:
            text.append(child)
    _flush(paragraph, text, parts)
    paragraph.children = []
    paragraph.replace_self(parts)


def wrap_inlines(holder: nodes.Element, start: int, source: str, line: int) -> None:
    """Put the inline children of a body element, from *start* on, into paragraphs.

    JSX allows a tag such as ``<Button>`` on lines of its own; the writers of docutils take text
    and links in text elements only.
    """
    if isinstance(holder, nodes.TextElement | nodes.Inline):
        return
    like = nodes.paragraph()
    like.source, like.line = source, line
    parts: list[nodes.Node] = []
    text: list[nodes.Node] = []
    for child in holder.children[start:]:
        if _needs_text_element(child):
            text.append(child)
        else:
            _flush(like, text, parts)
            parts.append(child)
    _flush(like, text, parts)
    holder[start:] = parts


def _needs_text_element(node: nodes.Node) -> bool:
    if isinstance(node, nodes.reference):  # the link of a picture needs none
        return len(node) != 1 or not isinstance(node[0], nodes.image)
    if isinstance(node, nodes.Body | nodes.Invisible):  # pictures, raw HTML and targets are both
        return False
    return isinstance(node, nodes.Inline | nodes.Text)


def _flush(like: nodes.paragraph, text: list[nodes.Node], parts: list[nodes.Node]) -> None:
    """Move *text* into a paragraph of its own unless it is only space."""
    if any(not isinstance(node, nodes.Text) or node.strip() for node in text):
        paragraph = nodes.paragraph("", "", *text)
        paragraph["classes"] = list(like["classes"])
        paragraph.source, paragraph.line = like.source, like.line
        if all(isinstance(node, nodes.image) or not node.astext().strip() for node in text):
            # Sphinx would take the alternative text for the text, and put it in its place.
            paragraph["translatable"] = False
        _strip_edges(paragraph)
        parts.append(paragraph)
    text.clear()


def _strip_edges(paragraph: nodes.paragraph) -> None:
    first = paragraph.children[0]
    if isinstance(first, nodes.Text):
        paragraph.replace(first, nodes.Text(str(first).lstrip()))
    last = paragraph.children[-1]
    if isinstance(last, nodes.Text):
        paragraph.replace(last, nodes.Text(str(last).rstrip()))


def drop_misplaced_transitions(
    document: nodes.document, which: Callable[[nodes.transition], bool] | None = None
) -> None:
    """Keep a thematic break only where docutils has one: between the blocks of a section.

    At the start or the end of a page or section it separates nothing and is removed; inside
    another block it stays a line in HTML.

    :param which: the breaks to look at; without it all of the document.
    """
    for transition in list(document.findall(nodes.transition)):
        if which is not None and not which(transition):
            continue
        parent = transition.parent
        if not isinstance(parent, nodes.document | nodes.section):
            rule = nodes.raw("", '<hr class="dj-rule">', format="html", docsjson_block=True)
            parent.replace(transition, rule)
            continue
        index = parent.index(transition)
        before = parent.children[index - 1] if index else None
        opens = before is None or isinstance(before, nodes.title | nodes.transition | nodes.meta)
        if opens or _ends(transition):
            parent.remove(transition)


def _ends(transition: nodes.transition) -> bool:
    """Whether nothing but the ends of sections follows."""
    node: nodes.Element = transition
    while (parent := node.parent) is not None:
        following = parent.children[parent.index(node) + 1 :]
        if any(_counts(child) for child in following):
            return parent is transition.parent and isinstance(following[0], nodes.transition)
        node = parent
    return True


def _counts(node: nodes.Node) -> bool:
    """Whether docutils sees *node* behind a transition; it removes a quote without content."""
    empty_quote = isinstance(node, nodes.block_quote) and not node.children
    return not (empty_quote or isinstance(node, nodes.comment | nodes.Invisible))


def is_ours_to_mend(transition: nodes.transition) -> bool:
    """Whether docutils would not take a thematic break: its releases before 0.22 end the build.

    They do so for one in a quote or an item of a list, even in plain MyST.
    """
    inside = not isinstance(transition.parent, nodes.document | nodes.section)
    in_component = any("component" in parent for parent in ancestors(transition))
    return in_component or (inside and docutils.__version_info__ < (0, 22))


# The translation of a text of a page, read as that text was read.
#
# Sphinx extracts the texts of a document from its doctree, looks each one up in the catalogue, and
# passes the translation to the parser of the document, as if it were a document of its own, in the
# form that reStructuredText needs (``sphinx.transforms.i18n``).

PAGE = "docsjson page"
"""Where the page that is read keeps its :class:`PageContext`, in the data of Sphinx for it."""

_PLACE = re.compile(r"(.*):(-?\d+|None):<translated>", re.DOTALL)
_UNDERLINE = re.compile(r"\n=+\Z")
_LITERAL = "::\n\n   "
_DUMMY = "\n\n   dummy literal"
_IMAGE = re.compile(r"\.\. image:: (\S+)\Z")


@dataclass(frozen=True, kw_only=True)
class PageContext:
    """What a page knows that its messages are read with.

    :param config: the configuration of MyST with what the page changes in it.
    :param footnotes: the labels of its footnotes.
    :param references: its link definitions, as markdown-it keeps them.
    :param front_lines: how many lines its front matter takes.
    """

    config: MdParserConfig
    module: Module = field(default_factory=Module)
    footnotes: frozenset[str] = frozenset()
    references: Mapping[str, Any] = field(default_factory=dict)
    front_lines: int = 0


def message_of(source: str, text: str) -> Message | None:
    """Return the message that Sphinx wants to have parsed, or ``None`` for a document.

    :param source: what docutils calls the source of the document.
    """
    place = _PLACE.fullmatch(source)
    if place is None:
        return None
    line = 0 if place[2] == "None" else int(place[2])
    text = text.removesuffix(_DUMMY)
    plain = _UNDERLINE.sub("", text)
    return Message(path=place[1], line=line, text=plain, is_title=plain != text)


def verbatim(text: str) -> nodes.Element | None:
    """Return the node of a text that is not Markdown: code, or the address of a picture."""
    if text.startswith(_LITERAL):
        code = dedent(text.removeprefix("::\n\n"))
        return nodes.literal_block(code, code)
    if image := _IMAGE.match(text):
        return nodes.image(uri=image[1])
    return None


# Which tag names a page may use, and how the element of each behaves in the flow.

HTML_BLOCKS = words(
    "address article aside audio blockquote center dd details dialog div dl dt embed "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe "
    "legend li main menu nav noscript object ol p picture pre script section source style "
    "summary table tbody td template tfoot th thead tr track ul video caption colgroup "
    "col"
)

HTML_INLINES = words(
    "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input "
    "ins kbd label mark meter output progress q rp rt ruby s samp select option small "
    "span strike strong sub sup textarea time tt u var wbr link meta"
)

HTML_VERBATIM = frozenset({"svg", "math"})
"""Elements whose content is another language; they are passed on as they are."""


def is_inline(component: Component) -> bool:
    """Whether a component is inside text: it has inline content, or only an inline form."""
    only_inline = component.inline is not None and component.directive is None
    return only_inline or component.content is Content.INLINE


def shape_of(name: str) -> Shape:
    """Return how the element *name* behaves; a fragment has no name."""
    if not name:
        return Shape.EITHER
    component = registry.get(name)
    if component is not None:
        return Shape.INLINE if is_inline(component) else Shape.BLOCK
    if name in HTML_BLOCKS:
        return Shape.BLOCK
    if name in HTML_INLINES:
        return Shape.INLINE
    if name in HTML_VERBATIM:
        return Shape.EITHER
    return Shape.UNKNOWN


# Pages that are nested too deeply for any writer.

DEEPEST = 150
"""How many levels a doctree has at most: each takes calls of Python to write, pickle and copy.

An ordinary page has 30 levels of tags and 20 of Markdown before it is this deep.
"""


def is_too_deep(document: nodes.Node) -> bool:
    """Whether what writes, copies or stores a doctree may run out of calls."""
    level: list[nodes.Node] = [document]
    for _depth in range(DEEPEST):
        level = [child for node in level for child in node.children]
        if not level:
            return False
    return True


def read_or_show(read: Callable[[], None], text: Any, document: nodes.document) -> None:
    """Read the text of a page into its document; show it as written where that fails."""
    docname = document.settings.env.docname
    try:
        read()
        if not is_too_deep(document):
            return
    except RecursionError:
        pass
    except (SphinxError, ApplicationError):
        raise
    except Exception as error:
        report_failure("reading", error, docname, instead="it is shown as it is written")
        _show_as_written(text, document)
        return
    _show_as_written(text, document)
    message = "the page is nested too deeply and is shown as it is written; flatten it."
    warn(Warn.NESTING, message, location=(docname, 1))


def _show_as_written(text: Any, document: nodes.document) -> None:
    """Put the text of a page into its document, of which nothing that was read is left."""
    source = document.get("source", "")
    # Notes for transforms are lost with it.
    document.__init__(document.settings, document.reporter, source=source)  # type: ignore[misc]  # a document is begun again
    document.note_source(source, -1)
    # A transform of MyST asks for it; MyST sets it when it begins to render.
    document.settings.myst_footnote_sort = False
    lines = text if isinstance(text, str) else "\n".join(text)
    document += nodes.literal_block(lines, lines)
