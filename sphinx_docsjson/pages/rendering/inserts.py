"""What the names of a page stand for: snippets and function components as tags, and values."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.log_messages import reported_as
from sphinx_docsjson.files.awaited_files import await_files
from sphinx_docsjson.mdx.budget import page_budget
from sphinx_docsjson.mdx.javascript.js_values import (
    Dynamic,
    ElementValue,
    NotConstant,
    OverBudget,
    Undefined,
    as_text,
)
from sphinx_docsjson.mdx.javascript.literals import evaluate
from sphinx_docsjson.mdx.modules import Module
from sphinx_docsjson.mdx.variables import with_variables
from sphinx_docsjson.pages.rendering.fences import Fences
from sphinx_docsjson.pages.rendering.snippets import Bound, Library, Snippet, is_component
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.tree import SyntaxTreeNode

SNIPPET = "Snippet"

_EXPRESSION = re.compile(r"(?<!\{)\{\s*([A-Za-z_$][\w$.]*)\s*\}(?!\})")


class Inserts(Fences):
    """The part of the renderer that puts other sources and values into the page."""

    mdx: bool
    names: dict[str, Any]
    props: dict[str, Any]
    library: Library
    page_path: Path
    calls: list[tuple[str, str]]
    """The snippets and functions being rendered: the name of the tag, and where it stands."""

    def prepare_names(self, document: nodes.document, module: Module, path: Path) -> None:
        """Find out what the imports and exports of the page stand for, before it is parsed.

        :param path: the page; *document* may be a message of it.
        """
        self.document = document
        self.md_env = {}  # MyST sets it only when it renders what is parsed
        env = self.sphinx_env
        build = build_of(env.config)
        variables = build.site.variables if build else {}
        self.library = Library(
            Path(env.srcdir),
            lambda path: env.note_dependency(str(path)),
            lambda paths: await_files(env, paths),
            lambda text: with_variables(text, variables),
        )
        self.page_path = path
        self.calls = []
        self.names = self.library.names_of(module, self.page_path)
        budget = page_budget()
        if budget.spent and not budget.told:
            budget.told = True
            warn(Warn.BUDGET, budget.message(), location=f"{path}:{module.over or 1}")

    def is_insert(self, name: str) -> bool:
        """Whether the tag *name* is a snippet or a function of the page."""
        return name == SNIPPET or is_component(self.names.get(name))

    def insert(
        self,
        name: str,
        values: dict[str, Any],
        content: str,
        line: int,
        content_line: int,
        *,
        inline: bool,
    ) -> None:
        """Render what the tag *name* stands for.

        :param values: the attributes of the tag.
        :param content: what stands inside the tag.
        """
        value = self.names.get(name)
        if name == SNIPPET and value is None:
            file = as_text(values.pop("file", ""))
            value = self.library.file(file, self.page_path, line) if file else None
        if content.strip():
            values["children"] = ElementValue(content)
        if isinstance(value, Snippet):
            with self._called(name, self.place(line)):
                self._snippet(value, values)
        elif isinstance(value, Bound):
            with self._called(name, ""):
                self._function(value, values, line)
        elif isinstance(value, Dynamic):
            message = (
                f"<{name}> is a function that needs JavaScript, which is not run; "
                "only what stands inside it is shown."
            )
            self.warn_once(Warn.SNIPPET, name, message, line)
            self.insert_source(content, content_line)
        else:
            # That nothing has this name was said where it is imported.
            self.insert_source(content, content_line)

    @contextmanager
    def _called(self, name: str, place: str) -> Iterator[None]:
        """Remember the tag *name* while what it stands for is rendered.

        :param place: where the tag stands, when it stands for another file.
        """
        self.calls.append((name, place))
        try:
            yield
        finally:
            self.calls.pop()

    def warn_undefined(self, what: str, name: str, line: int) -> None:
        """Say that *what* of a page uses a name that nothing defines.

        In a snippet the name is an attribute that the tag is not given: the page that has the
        tag is told, with the place in the snippet.
        """
        tag, place = self.calls[-1] if self.calls else ("", "")
        if not place:
            if tag:
                what = f"{what} in the function <{tag}>"
            message = f"{what} uses the name {name}, which nothing defines; shown as text."
            self.warn_once(Warn.EXPRESSION, what, message, line)
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

    def _function(self, bound: Bound, values: dict[str, Any], line: int) -> None:
        template = bound.template
        props = dict(values)
        for name, default in template.parameters.defaults.items():
            if name not in props:
                try:
                    props[name] = evaluate(default, bound.names) if default else None
                except NotConstant:
                    props[name] = None
        names = {**bound.names, **props}
        if whole := template.parameters.whole:
            names[whole] = values
        source = _without_parentheses(template.source)
        with self._scope(names, props), self._filled_messages():
            if source.startswith("<"):
                self.insert_source(source, line - 1)
                return
            try:
                value = evaluate(source, names)
            except OverBudget:
                self.tell_budget(line)
                return
            except NotConstant:
                self.warn_once(
                    Warn.SNIPPET,
                    source,
                    "a function component needs JavaScript, which is not run; only what stands "
                    "inside its tag is shown.",
                    line,
                )
                self.render_value(values.get("children", ""), line)
                return
            self.render_value(value, line)

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
            self.warn_once(Warn.EXPRESSION, source, message, line)
        if self.mdx and source.startswith(("%", "{<", "{%")):
            what = f"{{{_short(source)}}} is a tag of another tool (GitBook, Hugo, Jekyll)"
            self.warn_once(Warn.SYNTAX, source, f"{what}; shown as text. Write a component.", line)
            self.current_node.append(nodes.Text("{" + source + "}"))
            return
        if not source.strip() or source.lstrip().startswith(("#", ".")) or in_word:
            # ``{#id}`` and ``{.class}`` belong to headings and spans, ``d{3}`` to a pattern.
            self.current_node.append(nodes.Text("{" + source + "}"))
            return
        try:
            value = evaluate(source, self.names)
        except NotConstant as error:
            self.tell_budget(line)
            if self.mdx and isinstance(error, Undefined):
                self.warn_undefined(f"{{{_short(source)}}}", str(error), line)
            elif self.mdx and not isinstance(error, OverBudget):
                what = f"{{{_short(source)}}} needs JavaScript, which is not run"
                self.warn_once(Warn.EXPRESSION, source, f"{what}; shown as text.", line)
            self.current_node.append(nodes.Text("{" + source + "}"))
            return
        if not isinstance(value, bool):
            self.render_value(value, line)

    def only_string(self, content: str) -> str | None:
        """Return the string that the content of an element is, if it is one and nothing else.

        ``{`…`}`` is how JSX writes code: the line breaks beside the marks are no part of it.
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
        plain = {key: value for key, value in props.items() if not isinstance(value, ElementValue)}
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


def _without_parentheses(source: str) -> str:
    source = source.strip().rstrip(";").strip()
    while source.startswith("(") and source.endswith(")"):
        source = source[1:-1].strip()
    return source


def _short(source: str) -> str:
    line = " ".join(source.split())
    return line if len(line) <= 60 else line[:57] + "…"
