"""Inserts snippets, authors' components and values into pages."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.nodes import ancestors
from sphinx_docsjson.base.source_files import await_files
from sphinx_docsjson.base.titles import AUTHORS_WORDS, words_of
from sphinx_docsjson.build import page_build
from sphinx_docsjson.compat.sphinx import reported_as
from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.javascript import Module, evaluate, rendered, with_variables
from sphinx_docsjson.mdx.jsx import AttributeValue
from sphinx_docsjson.mdx.scan import scan
from sphinx_docsjson.mdx.scripts import SCRIPTS, can_run, why_not
from sphinx_docsjson.mdx.tokens import NotConstant, Undefined
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Dynamic,
    ElementValue,
    Function,
    JsxElement,
    OverBudget,
    ScriptFunction,
    as_text,
)
from sphinx_docsjson.pages.rendered_elements import TEXT_ONLY, DrawnElement, readable_texts
from sphinx_docsjson.pages.renderer_base import Fences
from sphinx_docsjson.pages.snippet_files import Library, Snippet, is_component, note_variables
from sphinx_docsjson.pages.targets import is_live
from sphinx_docsjson.pages.undrawn import note_undrawn
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from markdown_it.tree import SyntaxTreeNode

    from sphinx_docsjson.mdx.grammar import Shape
    from sphinx_docsjson.mdx.jsx import Tag, TagAttribute
    from sphinx_docsjson.mdx.scan import Element as ScannedElement


# What the names of a page stand for: snippets and function components as tags, and values.

SNIPPET = "Snippet"
SCRIPTS_NEEDED = "docsjson-scripts-needed"
"""Event: a page has JavaScript that is more than data. A feature returns what runs it."""

_EXPRESSION = re.compile(r"(?<!\{)\{\s*([A-Za-z_$][\w$.]*)\s*\}(?!\})")


class Inserts(Fences):
    """The part of the renderer that puts other sources and values into the page."""

    mdx: bool
    names: dict[str, Any]
    props: dict[str, Any]
    library: Library
    page_path: Path
    shape_of_rendered: Callable[[str], Shape]
    values_of: Callable[[Tag, int], dict[str, Any]]
    authors_words: list[str]
    """What the author of the page wrote inside the tag that is being rendered."""

    calls: list[tuple[str, str]]
    """The snippets and functions being rendered: the name of the tag, and where it is."""

    def prepare_names(self, document: nodes.document, module: Module, path: Path) -> None:
        """Find out what the imports and exports of the page stand for, before it is parsed.

        :param path: the page; *document* may be a message of it.
        """
        self.document = document
        self.md_env = {}  # MyST sets it only when it renders what is parsed
        env = self.sphinx_env
        variables = page_build(env.config).site.variables

        def with_known(text: str) -> str:
            note_variables(env, text)
            return with_variables(text, variables)

        self.library = Library(
            Path(env.srcdir),
            lambda path: env.note_dependency(str(path)),
            lambda paths: await_files(env, paths),
            with_known,
            lambda library: env.events.emit_firstresult(SCRIPTS_NEEDED, library),
        )
        self.page_path = path
        self.calls, self.authors_words = [], []
        self.names = self.library.names_of(module, self.page_path)
        budget = page_budget()
        if budget.spent and not budget.told:
            budget.told = True
            warn(Warn.BUDGET, budget.message(), location=f"{path}:{module.over or 1}")

    def is_insert(self, name: str) -> bool:
        """Whether the tag *name* is a snippet or a function of the page."""
        return name == SNIPPET or is_component(self.names.get(name))

    def insert(
        self, name: str, values: dict[str, Any], content: str, line: int, content_line: int
    ) -> None:
        """Render what the tag *name* stands for.

        :param values: the attributes of the tag.
        :param content: what is inside the tag.
        """
        before, around = len(self.current_node), self.authors_words
        self.authors_words = [content] if _PLAIN.fullmatch(content) else []
        try:
            self._insert(name, values, content, line, content_line)
            around_it = (self.current_node, *ancestors(self.current_node))
            if any(isinstance(each, nodes.title | nodes.rubric) for each in around_it):
                self._note_words(before)
        finally:
            self.authors_words = around

    def _note_words(self, before: int) -> None:
        """Note in what a component put into a heading which words its author wrote there."""
        words = "".join(self.authors_words)
        for place in range(before, len(self.current_node)):
            node = self.current_node[place]
            if isinstance(node, nodes.Text):
                node = nodes.inline("", "", node.copy())
                self.current_node[place] = node
            if isinstance(node, nodes.Element):
                node[AUTHORS_WORDS], words = words, ""

    def _insert(
        self, name: str, values: dict[str, Any], content: str, line: int, content_line: int
    ) -> None:
        value = self.names.get(name)
        if name == SNIPPET and value is None:
            file = as_text(values.pop("file", ""))
            value = self.library.file(file, self.page_path, line) if file else None
        if content.strip():
            values["children"] = self._children_of(content, content_line)
        if isinstance(value, Snippet):
            with self._called(name, self.place(line)):
                self._snippet(value, values)
        elif isinstance(value, Function | Dynamic):
            with self._called(name, ""):
                self._function(name, value, values, line)
        else:
            # That nothing has this name was reported where it is imported.
            self.insert_source(content, content_line)

    def has_handlers(self, tag: Tag, line: int) -> bool:
        """Whether an element of the page has handlers, and an engine draws what has."""
        if not any(is_live(tag, each) for each in tag.attributes):
            return False
        if not can_run(self.names.get(SCRIPTS)):
            self.note_undrawn(f"<{tag.name}>", "", line)
            return False
        return True

    def insert_with_handlers(self, tag: Tag, content: str, line: int, content_line: int) -> bool:
        """Render an element with handlers, as one that a component makes; say why it is not."""
        attributes = " ".join(
            each.name
            if each.kind is AttributeValue.BARE
            else f"{{{each.text}}}"
            if each.kind is AttributeValue.SPREAD
            else f"{each.name}={{{each.text if _is_code(each) else json.dumps(each.text)}}}"
            for each in tag.attributes
        )
        inside = self._children_of(content, content_line) if content.strip() else UNDEFINED
        end = " />" if inside is UNDEFINED else f">{{$children}}</{tag.name}>"
        names = {**self.names, "$children": inside}
        try:
            source = f"<{tag.name} {attributes}{end}"
            value = self.names[SCRIPTS].value(source, names, NotConstant(source))
        except NotConstant as error:
            self.report_budget(line)
            message = f"<{tag.name}> {why_not(error, self.names)}; its handlers do nothing."
            self.warn_here(Warn.EXPRESSION, message, line)
            return False
        self.render_value(value, line)
        return True

    def _children_of(self, content: str, line: int, depth: int = 0) -> Any:
        """Return what a component is given as its children: a text, elements, or Markdown.

        As in MDX, elements on lines of their own are members of a list whose attributes a
        component may read.
        """
        if _PLAIN.fullmatch(content):
            return content
        if (function := self._function_in(content)) is not None:
            return function
        if depth > _DEEPEST:
            return ElementValue(content, self.names, self.props, line)
        found = scan(content)
        items: list[Any] = []
        position = 0
        for begin, element in sorted(found.elements.items()):
            if begin < position or element.unclosed or not _is_alone(content, begin, element.end):
                continue
            items += self._markdown(content, position, begin, line)
            if element.tag.name not in TEXT_ONLY and (
                element.tag.name in _ASKED or element.tag.name[:1].isupper()
            ):
                at = line + found.line_of(begin)
                items.append(self._page_element(element, content, at, depth + 1))
            else:
                items += self._markdown(content, begin, element.end, line)
            position = element.end
        items += self._markdown(content, position, len(content), line)
        return items if len(items) > 1 else items[0] if items else ""

    def _function_in(self, content: str) -> Any:
        """Return the function that is inside a tag, as ``{(item) => …}``, and nothing else."""
        source = content.strip()
        if not (source.startswith("{") and source.endswith("}") and _FUNCTION.match(source)):
            return None
        try:
            value = evaluate(source[1:-1], self.names)
        except NotConstant:
            return None
        return value if isinstance(value, ScriptFunction | Function | Dynamic) else None

    def _markdown(self, content: str, begin: int, end: int, line: int) -> list[Any]:
        source = dedent(content[begin:end])
        if not source.strip():
            return []
        at = line + content.count("\n", 0, begin)
        in_line = isinstance(self.current_node, nodes.TextElement)
        return [ElementValue(source, self.names, self.props, at, in_line)]

    def _page_element(
        self, element: ScannedElement, content: str, line: int, depth: int
    ) -> JsxElement:
        """Return an element of the page that is among the children of a component."""
        tag = element.tag
        props = self.values_of(tag, line + 1)
        inner = content[tag.end : element.content_end] if element.close else ""
        if inner.strip():
            below = line + content.count("\n", tag.start, tag.end)
            props["children"] = self._children_of(inner, below, depth)
        return JsxElement(name=tag.name, props=props, target=self.names.get(tag.name))

    @contextmanager
    def _called(self, name: str, place: str) -> Iterator[None]:
        """Remember the tag *name* while what it stands for is rendered.

        :param place: where the tag is, when it stands for another file.
        """
        self.calls.append((name, place))
        try:
            yield
        finally:
            self.calls.pop()

    def warn_undefined(self, what: str, name: str, line: int) -> None:
        """Say that *what* of a page uses a name that nothing defines.

        In a snippet the name is an attribute that the tag was not given: the page with the tag is
        reported, with the place in the snippet.
        """
        tag, place = self.calls[-1] if self.calls else ("", "")
        if not place:
            if tag:
                what = f"{what} in the function <{tag}>"
            message = f"{what} uses the name {name}, which is not defined; shown as text."
            self.warn_here(Warn.EXPRESSION, message, line)
            return
        source = Path(self.document["source"])
        root = Path(self.sphinx_env.srcdir)
        shown = source.relative_to(root).as_posix() if source.is_relative_to(root) else source.name
        message = (
            f"<{tag}> has no attribute {name!r}, which {shown}:{line} asks for with {what}. "
            f"Add it, or correct the name there."
        )
        key = (place, message)
        if key not in self.reported:
            self.reported.add(key)
            warn(Warn.EXPRESSION, message, location=place)

    def _snippet(self, snippet: Snippet, props: dict[str, Any]) -> None:
        names = {**snippet.names, **props, "props": props}
        with self._scope(names, props), self._source(snippet.path), self._filled_messages():
            self.insert_source(snippet.text, snippet.line)

    def _function(
        self, name: str, function: Function | Dynamic, props: dict[str, Any], line: int
    ) -> None:
        """Render what a component of the page gives."""
        try:
            value = rendered(function, props)
        except OverBudget:
            self.report_budget(line)
            return
        except NotConstant as error:
            self._refuse(name, error, props, line)
            return
        self._note_left_out(f"<{name}>", line)
        self.render_value(value, line)

    def _refuse(self, name: str, error: NotConstant, props: dict[str, Any], line: int) -> None:
        """Show what can be read of a component that is not drawn; the build says why, once."""
        why = why_not(error, self.names)
        if why:
            why += "; only its text and what is inside it are shown"
        self.note_undrawn(f"<{name}>", why, line)
        texts = readable_texts(props)
        self.render_value([JsxElement(name="p", props={"children": text}) for text in texts], line)
        self.render_value(props.get("children"), line)

    def note_undrawn(self, name: str, why: str, line: int) -> None:
        """Remember that *name* is not drawn, or not as a whole; the build says it once."""
        note_undrawn(self.sphinx_env, name, why, self.place(line))

    def _note_left_out(self, name: str, line: int) -> None:
        """Remember what a component, or an expression, asked for and was not given."""
        for what in dict.fromkeys(self.library.left_out):
            why = f"asks for {what}, which is not known during a build: that part is left out"
            self.note_undrawn(name, why, line)
        self.library.left_out.clear()

    def insert_element(self, value: Any, line: int) -> None:
        """Render the elements that an expression or a component of the page made."""
        drawn = DrawnElement(self.shape_of_rendered)
        source = drawn.source(value)
        if not source:
            return
        with self._scope(drawn.names, {}), self._filled_messages(), self.at_line(line):
            self.insert_source(source, line - 1)

    def insert_children(self, value: ElementValue, line: int) -> None:
        """Render what a page wrote inside a tag, with the names that it knows there."""
        names = self.names if value.names is None else value.names
        begin = line - 1 if value.line is None else value.line
        before = len(self.current_node)
        with self._scope(names, value.props or {}), self.at_line(None):
            self.insert_source(value.source, begin)
        self.authors_words.append(words_of(self.current_node.children[before:]))

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render a code block; the properties of a snippet count in its code, too."""
        if self.props and token.token is not None and "{" in token.content:
            token.token = token.token.copy(content=self._with_props(token.content))
        super().render_fence(token)

    def _with_props(self, code: str) -> str:
        def replace(match: re.Match[str]) -> str:
            value = self.props.get(match[1])
            text = "" if value is None else as_text(value)
            paid = value is not None and page_budget().take("characters", len(text))
            return text if paid else match[0]

        return re.sub(r"\{\s*([A-Za-z_$][\w$]*)\s*\}", replace, code)

    def render_docsjson_expression(self, token: SyntaxTreeNode) -> None:
        """Render ``{…}``: a value of the page, or the text it is."""
        source, line = token.content, self.line_of(token)
        in_word = token.meta["in_word"] and source.replace(",", "").strip().isdigit()
        if in_word and self.mdx:
            message = f"{{{source}}} is shown as text; put the pattern it belongs to in backticks."
            self.warn_here(Warn.EXPRESSION, message, line)
        if self.mdx and source.startswith(("%", "{<", "{%")):
            what = f"{{{_short(source)}}} is a tag of another tool (GitBook, Hugo, Jekyll)"
            self.warn_here(Warn.SYNTAX, f"{what}; shown as text. Write a component.", line)
            self.current_node.append(nodes.Text("{" + source + "}"))
            return
        if not source.strip() or source.lstrip().startswith(("#", ".")) or in_word:
            # ``{#id}`` and ``{.class}`` belong to headings and spans, ``d{3}`` to a pattern.
            self.current_node.append(nodes.Text("{" + source + "}"))
            return
        try:
            value = evaluate(source, self.names)
        except NotConstant as error:
            self.report_budget(line)
            self._expression_as_text(source, error, line)
            return
        self._note_left_out(f"{{{_short(source)}}}", line)
        if isinstance(value, ScriptFunction | Function):
            message = f"{{{_short(source)}}} is a function, which shows nothing: {_ALONE}"
            self.warn_here(Warn.EXPRESSION, message, line)
        elif not isinstance(value, bool):
            self.render_value(value, line)

    def _expression_as_text(self, source: str, error: NotConstant, line: int) -> None:
        """Show ``{…}`` without a value as the text it may be; code is omitted, its texts stay."""
        if isinstance(error, OverBudget):
            return
        code = _CODE.search(source) is not None
        shown = "left out" if code else "shown as text"
        if self.mdx and isinstance(error, Undefined) and not code:
            self.warn_undefined(f"{{{_short(source)}}}", str(error), line)
        elif self.mdx and (why := why_not(error, self.names)):
            self.warn_here(Warn.EXPRESSION, f"{{{_short(source)}}} {why}; {shown}.", line)
        elif self.mdx:
            self.note_undrawn(f"{{{_short(source)}}}", "", line)
        if not code:
            self.current_node.append(nodes.Text("{" + source + "}"))

    def only_string(self, content: str) -> str | None:
        """Return the string that the content of an element is, if it is one and nothing else.

        ``{`…`}`` is how JSX writes code: the line breaks next to the marks do not belong to it.
        """
        source = content.strip()
        if not source.startswith("{") or not source.endswith("}"):
            return None
        try:
            value = evaluate(source[1:-1], self.names)
        except NotConstant:
            return None
        return value.rstrip().lstrip("\n") if isinstance(value, str) else None

    @contextmanager
    def _scope(self, names: dict[str, Any], props: dict[str, Any]) -> Iterator[None]:
        """Make *names* the names in use, on top of those of the caller."""
        before = self.names, self.props
        plain = {
            key: value
            for key, value in props.items()
            if not isinstance(value, ElementValue | JsxElement | Function)
        }
        self.names, self.props = {**self.names, **names}, plain
        try:
            yield
        finally:
            self.names, self.props = before

    @contextmanager
    def _filled_messages(self) -> Iterator[None]:
        """Write values into the texts that translators see: they differ from use to use."""
        before = len(self.current_node)
        yield
        for child in self.current_node.children[before:]:
            for node in child.findall(nodes.TextElement):
                if "{" in node.rawsource and not isinstance(node, nodes.FixedTextElement):
                    node.rawsource = _EXPRESSION.sub(self._filled, node.rawsource)

    def _filled(self, match: re.Match[str]) -> str:
        try:
            value = evaluate(match[1], self.names)
        except NotConstant:
            return match[0]
        if isinstance(value, ElementValue):
            return value.source.strip()
        return as_text(value) if isinstance(value, str | int | float) else match[0]

    @contextmanager
    def _source(self, path: Path) -> Iterator[None]:
        """Make warnings name *path* instead of the page."""
        before, self.document["source"] = self.document["source"], str(path)
        try:
            with reported_as(self.reporter, str(path)):
                yield
        finally:
            self.document["source"] = before


_ASKED = words("img div p span a summary")
"""Elements of HTML that a component may ask for their attributes; others stay as written."""

_ALONE = "call it, or put nothing else inside the tag."

_FUNCTION = re.compile(r"\{\s*+(?:async\b\s*+)?(?:\(|function\b|[\w$]++\s*+(?:=>|\}\Z))")
"""How a function between braces may begin."""

_DEEPEST = 8
"""How deep a component may ask for the children of its children."""

_PLAIN = re.compile(r"(?>(?:[^\n<>{}*_`\[\]!&\\#~$|:@/]++|:(?!//)|/(?!/))*)")
"""A text that is the same in Markdown."""


def _is_code(attribute: TagAttribute) -> bool:
    return attribute.kind is AttributeValue.EXPRESSION


def _is_alone(content: str, begin: int, end: int) -> bool:
    """Whether nothing else is on the lines of an element."""
    before = content[content.rfind("\n", 0, begin) + 1 : begin]
    after = content.find("\n", end)
    return not before.strip() and not content[end : after if after >= 0 else None].strip()


_CODE = re.compile(r"=>|</[A-Za-z]|<[A-Za-z][^<>]*/>|[\w$]\(|`")
"""What an expression has in it that no reader was meant to see."""


def _short(source: str) -> str:
    line = " ".join(source.split())
    return line if len(line) <= 60 else line[:57] + "…"
