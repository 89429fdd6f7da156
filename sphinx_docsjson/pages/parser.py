"""The Markdown parser of a docs.json site: MyST with our tags, front matter and headings."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from myst_parser.config.main import MdParserConfig, merge_file_level
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.warnings_ import MystWarnings, create_warning

from sphinx_docsjson.pages.front_texts import front_texts
from sphinx_docsjson.pages.frontmatter import (
    FrontMatter,
    field_lines,
    front_markdown,
    read_front_matter,
)
from sphinx_docsjson.pages.messages import PAGE, Message, Page, message_of, verbatim
from sphinx_docsjson.pages.modules import Module
from sphinx_docsjson.pages.renderer import PageRenderer
from sphinx_docsjson.pages.tags import tags_plugin
from sphinx_docsjson.pages.variables import with_variables, without_values
from sphinx_docsjson.state import State, state_of
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markdown_it import MarkdownIt
    from sphinx.environment import BuildEnvironment

ROOM = "parsers"

FOOTNOTE = re.compile(r"^[ \t>]*\[\^([^\]\s]+)\]:", re.MULTILINE)

OFF_IN_PAGES = ("substitution_block", "substitution_inline", "front_matter")
OFF_IN_MDX = (
    "code",
    "deflist",
    "fieldlist",
    "myst_block_break",
    "myst_line_comment",
    "myst_target",
)


class PageParser(MystParser):
    """Parses ``.md`` and ``.mdx`` pages; without a ``docs.json`` it is MyST's own parser."""

    # A class variable for docutils, one of the instance for MyST.
    supported: ClassVar[tuple[str, ...]] = ("md", "markdown", "myst", "mdx")  # type: ignore[misc]

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse the text of a page into *document*."""
        env: BuildEnvironment = document.settings.env
        state = state_of(env.config)
        if state is None:
            super().parse(inputstring, document)
            return
        if message := message_of(document["source"], inputstring):
            self._parse_message(message, state, document)
            return
        text = inputstring.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
        written, text = text, with_variables(text, state.site.variables)
        front = read_front_matter(text)
        source = document["source"]
        if front.problem:
            warn(Warn.FRONT_MATTER, front.problem, location=f"{source}:{front.problem_line}")
        keep_metadata(env, front)
        front_lines = text.count("\n", 0, front.length)
        body = "\n" * front_lines + text[front.length :]
        page = Page(
            config=config_of(env, front, document),
            module=Module.of(body),
            footnotes=frozenset(FOOTNOTE.findall(body)),
            references={},
            front_lines=front_lines,
        )
        parser = self._prepared(state, document, page, Path(source))
        parser.options["docsjson_front"] = front
        lines = parser.options["docsjson_lines"] = field_lines(text[: front.length])
        document.extend(front_texts(front, lines, source))
        memory: dict[str, Any] = {}
        parser.render(body, memory)
        if text != written:
            name_variables(document, written, state.site.variables)
        env.temp_data[PAGE] = replace(page, references=memory.get("references", {}))

    def _parse_message(self, message: Message, state: State, document: nodes.document) -> None:
        """Parse what a translator wrote for a text of the page that is being read."""
        if found := verbatim(message.text):
            document.append(found)
            return
        env: BuildEnvironment = document.settings.env
        page: Page = env.temp_data.get(PAGE) or Page(
            config=config_of(env, FrontMatter(), document)
        )
        parser = self._prepared(state, document, page, Path(message.path))
        text = with_variables(message.text, state.site.variables)
        if 0 < message.line <= page.front_lines:
            text = front_markdown(text)
        parser.options["docsjson_message"] = message
        parser.renderInline(text, {"references": dict(page.references)})

    @staticmethod
    def _prepared(state: State, document: nodes.document, page: Page, path: Path) -> MarkdownIt:
        """Return the parser for *document*, which is the page at *path* or a message of it."""
        env: BuildEnvironment = document.settings.env
        parser = _parser_of(state, env, page.config, mdx=path.suffix == ".mdx")
        parser.options["document"] = document
        parser.options["docsjson_front"] = parser.options["docsjson_message"] = None
        parser.options["docsjson_footnotes"] = page.footnotes
        renderer = parser.renderer
        assert isinstance(renderer, PageRenderer)
        renderer.prepare_names(document, page.module, path)
        return parser


def _parser_of(
    state: State, env: BuildEnvironment, config: MdParserConfig, *, mdx: bool
) -> MarkdownIt:
    """Return the parser of the build; a page with a configuration of its own has its own.

    Making one asks for every member of the renderer, which takes as long as a short page.
    """
    if config is not env.myst_config:  # type: ignore[attr-defined]  # MyST puts it there
        return page_parser(config, mdx=mdx)
    parsers: dict[bool, MarkdownIt] = state.rooms.setdefault(ROOM, {})
    if mdx not in parsers:
        parsers[mdx] = page_parser(config, mdx=mdx)
    return parsers[mdx]


def page_parser(config: MdParserConfig, *, mdx: bool) -> MarkdownIt:
    """Return the Markdown parser of a page.

    :param mdx: leave out what MyST adds to lines of text, and indented code.
    """
    parser = create_md_parser(config, PageRenderer)
    renderer = parser.renderer
    assert isinstance(renderer, PageRenderer)
    tags_plugin(parser, renderer.shape_of)
    for rule in (*OFF_IN_PAGES, *(OFF_IN_MDX if mdx else ())):
        parser.disable(rule, ignoreInvalid=True)
    parser.options["docsjson_mdx"] = mdx
    return parser


def config_of(
    env: BuildEnvironment, front: FrontMatter, document: nodes.document
) -> MdParserConfig:
    """Return MyST's configuration with what the ``myst`` key of the page changes in it."""
    config: MdParserConfig = env.myst_config  # type: ignore[attr-defined]  # MyST puts it there
    own = {key: front.fields[key] for key in ("myst",) if key in front.fields}
    if not own:
        return config

    def report(kind: MystWarnings, message: str) -> None:
        create_warning(document, message, kind, line=1, append_to=document)

    return merge_file_level(config, own, report)


def name_variables(document: nodes.document, written: str, variables: Mapping[str, str]) -> None:
    """Let the messages of a page hold the names of variables instead of their values."""
    for node in document.findall(nodes.TextElement):
        if node.rawsource and not isinstance(node, nodes.FixedTextElement):
            node.rawsource = without_values(node.rawsource, written, variables)


def keep_metadata(env: BuildEnvironment, front: FrontMatter) -> None:
    """Keep the fields as Sphinx keeps those of other pages: names with strings."""
    metadata: dict[str, Any] = env.metadata[env.docname]
    for name in front.fields:
        if name != "myst":
            value = front.fields[name]
            is_data = isinstance(value, dict | list)
            metadata[name] = value if is_data else front.text(name)
    if front.text("hidden") == "true":
        metadata.setdefault("orphan", "")
