"""The Markdown parser: MyST with our tags, also in the MyST parsers of others."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from myst_parser.config.main import (
    MdParserConfig,
    TopmatterReadError,
    merge_file_level,
    read_topmatter,
)
from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.warnings_ import MystWarnings, create_warning

from sphinx_docsjson.base.autolinks import autolinks_plugin
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import without_tags
from sphinx_docsjson.build import Build, page_build
from sphinx_docsjson.compat.myst import myst_config, parsers_made_by
from sphinx_docsjson.configuration import (
    MYST_EXTENSIONS,
    chooses_myst_syntax,
    has_tags,
    is_set,
    owns_markdown,
)
from sphinx_docsjson.mdx.budget import PageBudget, spending
from sphinx_docsjson.mdx.formulas import FORMULAS, Formulas
from sphinx_docsjson.mdx.grammar import Grammar
from sphinx_docsjson.mdx.javascript import Module, with_variables, without_values
from sphinx_docsjson.mdx.rules import tags_plugin
from sphinx_docsjson.pages.confined import ConfinedMarkup, confine_files
from sphinx_docsjson.pages.front_matter import (
    FrontMatter,
    field_lines,
    front_nodes,
    keep_metadata,
    keep_own_fields,
    mend_front_matter,
    read_front_matter,
)
from sphinx_docsjson.pages.headings import title_plugin
from sphinx_docsjson.pages.other_syntaxes import other_syntaxes_plugin
from sphinx_docsjson.pages.renderer import HostedRenderer, PageRenderer
from sphinx_docsjson.pages.renderer_base import (
    PAGE,
    Message,
    PageContext,
    message_of,
    read_or_show,
    verbatim,
)
from sphinx_docsjson.pages.snippet_files import note_variables
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docutils.parsers import Parser
    from markdown_it import MarkdownIt
    from sphinx.environment import BuildEnvironment


# Our tags in files that a parser of another extension reads, where it is built on MyST.
#
# Such a parser (that of ``myst_nb``) creates its own Markdown parser with a renderer of its own.
# While it parses a page, our renderer is put in front of its renderer, and our tags are added.


def is_guest(parser: type[Parser]) -> bool:
    """Whether a parser is one of another extension on top of MyST."""
    others = issubclass(parser, MystParser) and not issubclass(parser, PageParser | _Tagged)
    return others and parser is not MystParser


def with_tags(parser: type[Parser]) -> type[Parser]:
    """Return the parser of another extension with our tags."""
    return type(parser.__name__, (_Tagged, parser), {"__module__": parser.__module__})


class _Tagged(MystParser):
    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse the text of a page as the other parser does, and our tags in it."""
        env: BuildEnvironment = document.settings.env
        if not has_tags(env.config):
            super().parse(inputstring, document)
            return
        path = Path(env.doc2path(env.docname))
        if path.suffix == ".md":
            keep_own_fields(env, read_front_matter(inputstring))

        def make(config: Any, renderer: Any) -> MarkdownIt:
            parser = create_md_parser(config, _before(renderer))
            tags_plugin(parser, Grammar(_page_renderer(parser), whole=False))
            parser.options["document"] = document
            _page_renderer(parser).prepare_names(document, Module.of(""), path)
            return parser

        with spending(PageBudget()), parsers_made_by(make, type(self), __name__):
            read_or_show(partial(super().parse, inputstring, document), inputstring, document)


@cache
def _before(renderer: type[DocutilsRenderer]) -> type[DocutilsRenderer]:
    """Return a renderer that is asked before that of another extension."""
    return type(renderer.__name__, (PageRenderer, renderer), {})


def _page_renderer(parser: MarkdownIt) -> PageRenderer:
    renderer = parser.renderer
    assert isinstance(renderer, PageRenderer)
    return renderer


# The Markdown parser of a docs.json site: MyST with our tags, front matter and headings.

FOOTNOTE = re.compile(r"^[ \t>]*\[\^([^\]\s]+)\]:", re.MULTILINE)

OFF_IN_MDX = (
    "code",
    "deflist",
    "fieldlist",
    "front_matter",
    "myst_block_break",
    "myst_line_comment",
    "myst_target",
)


class PageParser(MystParser):
    """Parses ``.md`` and ``.mdx`` pages; without a ``docs.json`` it is MyST's own parser."""

    # A class variable for docutils, one of the instance for MyST.
    supported: ClassVar[tuple[str, ...]] = ("md", "markdown", "myst", "mdx")  # type: ignore[misc]  # docutils declares it without ClassVar

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse the text of a page into *document*."""
        env: BuildEnvironment = document.settings.env
        build = page_build(env.config)
        message = message_of(document["source"], inputstring)
        path = Path(message.path if message else document["source"])
        ours = path.suffix == ".mdx" or has_tags(env.config)
        if not ours and env.docname not in build.documents:
            title = front_title(inputstring) if has_our_theme(env.config) else ""
            make = partial(_with_title, title)
            with parsers_made_by(make, MystParser, __name__) if title else nullcontext():
                super().parse(inputstring, document)
            return
        read = partial(parse_myst, inputstring, document, path, build)
        if message:
            read = partial(parse_message, message, document, path, build)
        elif path.suffix == ".mdx":
            read = partial(parse_confined, inputstring, document, path, build)
        with spending(PageBudget()):
            read_or_show(read, message.text if message else inputstring, document)


def parse_confined(text: str, document: nodes.document, path: Path, build: Build) -> None:
    """Parse an ``.mdx`` page, and keep its directives inside the source directory."""
    env: BuildEnvironment = document.settings.env
    with ConfinedMarkup(env):
        parse_hosted(text, document, path, build)
    confine_files(document, env)


def front_title(text: str) -> str:
    """Return the title in the front matter of a page."""
    return without_tags(read_front_matter(text).text("title"))


def _with_title(title: str, config: Any, renderer: Any) -> MarkdownIt:
    """Return a parser of MyST that shows the title of the front matter."""
    parser = create_md_parser(config, renderer)
    if not config.title_to_header:
        title_plugin(parser, title)
    return parser


def parse_myst(text: str, document: nodes.document, path: Path, build: Build) -> None:
    """Parse a ``.md`` page: as MyST does, and what we add."""
    env: BuildEnvironment = document.settings.env
    if owns_markdown(env.config):
        text = mended(text, document)
    written, text = text, _with_variables(text, env, build)
    front = read_front_matter(text)
    if owns_markdown(env.config):
        report_empty(text, front, document, build)
    page = PageContext(
        config=_with_topmatter(myst_config(env), text, document),
        module=Module.of(text[front.length :]),
        front_lines=text.count("\n", 0, front.length),
    )
    _parse_page(text, text[: front.length], document, path, page, front, build)
    if text != written:
        name_variables(document, written, build.site.variables)


def parse_hosted(text: str, document: nodes.document, path: Path, build: Build) -> None:
    """Parse an ``.mdx`` page as the hosted platform reads it."""
    env: BuildEnvironment = document.settings.env
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    text = mended(text, document)
    written, text = text, _with_variables(text, env, build)
    front = read_front_matter(text)
    report_empty(text, front, document, build)
    if front.problem:
        location = f"{document['source']}:{front.problem_line}"
        warn(Warn.FRONT_MATTER, front.problem, location=location)
    keep_metadata(env, front)
    front_lines = text.count("\n", 0, front.length)
    body = "\n" * front_lines + text[front.length :]
    page = PageContext(
        config=_with_fields(hosted_config(env, build), front, document),
        module=Module.of(body),
        footnotes=frozenset(FOOTNOTE.findall(body)),
        front_lines=front_lines,
    )
    _parse_page(body, text[: front.length], document, path, page, front, build, _formulas(build))
    if text != written:
        name_variables(document, written, build.site.variables)


def _with_variables(text: str, env: BuildEnvironment, build: Build) -> str:
    note_variables(env, text)
    if not build.site.variables:
        return text
    return with_variables(text, build.site.variables, front=read_front_matter(text).length)


def mended(text: str, document: nodes.document) -> str:
    """Return the text of a page with its front matter in its place; say when it was not."""
    found = mend_front_matter(text)
    if found.problem:
        location = f"{document['source']}:{found.line}"
        warn(Warn.FRONT_MATTER, found.problem, location=location)
    return found.text


def report_empty(text: str, front: FrontMatter, document: nodes.document, build: Build) -> None:
    """Say that an author's page says nothing at all."""
    docname = document.settings.env.docname
    if front.fields or text[front.length :].strip() or build.documents.get(docname) is not None:
        return
    message = "the page is empty; readers see only its name. Add content, or delete the file."
    warn(Warn.PAGE, message, location=f"{document['source']}:1")


def parse_message(message: Message, document: nodes.document, path: Path, build: Build) -> None:
    """Parse what a translator wrote for a text of the page that is being read."""
    if found := verbatim(message.text):
        document.append(found)
        return
    env: BuildEnvironment = document.settings.env
    common = hosted_config(env, build) if path.suffix == ".mdx" else myst_config(env)
    page: PageContext = env.current_document.get(PAGE) or PageContext(config=common)
    text = _with_variables(message.text, env, build)
    if 0 < message.line <= page.front_lines:
        kind = nodes.title if message.is_title else nodes.paragraph
        found = kind("", "", *front_nodes(text))
        document.append(nodes.section("", found) if message.is_title else found)
        return
    parser = _prepared(document, path, page, build)
    parser.options["docsjson_message"] = message
    formulas = _formulas(build) if path.suffix == ".mdx" else Formulas.NONE
    parser.renderInline(text, {"references": dict(page.references), FORMULAS: formulas})


def _formulas(build: Build) -> Formulas:
    """Return which formulas an ``.mdx`` page has."""
    return Formulas.of(build.site.latex)


def _parse_page(
    text: str,
    matter: str,
    document: nodes.document,
    path: Path,
    page: PageContext,
    front: FrontMatter,
    build: Build,
    formulas: Formulas = Formulas.NONE,
) -> None:
    parser = _prepared(document, path, page, build)
    parser.options["docsjson_front"] = front
    parser.options["docsjson_lines"] = field_lines(matter)
    memory: dict[str, Any] = {FORMULAS: formulas}
    parser.render(text, memory)
    env: BuildEnvironment = document.settings.env
    env.current_document[PAGE] = replace(page, references=memory.get("references", {}))


def _prepared(document: nodes.document, path: Path, page: PageContext, build: Build) -> MarkdownIt:
    """Return the parser for *document*, which is the page at *path* or a message of it."""
    env: BuildEnvironment = document.settings.env
    parser = _parser_of(build, env, page.config, mdx=path.suffix == ".mdx")
    parser.options["document"] = document
    parser.options["docsjson_front"] = parser.options["docsjson_message"] = None
    parser.options["docsjson_footnotes"] = page.footnotes
    renderer = parser.renderer
    assert isinstance(renderer, PageRenderer)
    renderer.prepare_names(document, page.module, path)
    return parser


@dataclass
class ParserState:
    """What is kept of a build.

    :param parsers: whether pages are ``.mdx`` → their parser.
    :param hosted_config: the configuration of MyST for ``.mdx``.
    :param made_of: the one of the project that it was made of.
    """

    parsers: dict[bool, MarkdownIt] = field(default_factory=dict)
    hosted_config: MdParserConfig | None = None
    made_of: MdParserConfig | None = None


def _parser_of(
    build: Build, env: BuildEnvironment, config: MdParserConfig, *, mdx: bool
) -> MarkdownIt:
    """Return the parser of the build; a page with a configuration of its own has its own.

    Creating one looks up every member of the renderer, which takes as long as a short page.
    """
    common = hosted_config(env, build) if mdx else myst_config(env)
    # If conf.py chooses what MyST reads, it also chooses this: "linkify" or "gfm_autolink".
    autolinks = mdx or not chooses_myst_syntax(env.config)
    if config is not common:
        return page_parser(config, mdx=mdx, autolinks=autolinks)
    parsers = build.state(ParserState).parsers
    if mdx not in parsers:
        parsers[mdx] = page_parser(config, mdx=mdx, autolinks=autolinks)
    return parsers[mdx]


def page_parser(config: MdParserConfig, *, mdx: bool, autolinks: bool = True) -> MarkdownIt:
    """Return the Markdown parser of a page.

    :param mdx: leave out what MyST adds to lines of text, and indented code.
    :param autolinks: make links of addresses in text.
    """
    parser = create_md_parser(config, HostedRenderer if mdx else PageRenderer)
    renderer = parser.renderer
    assert isinstance(renderer, PageRenderer)
    tags_plugin(parser, Grammar(renderer, whole=mdx))
    other_syntaxes_plugin(parser, lambda: renderer.is_ours)
    if autolinks:
        autolinks_plugin(parser)
    for rule in OFF_IN_MDX if mdx else ():
        parser.disable(rule, ignoreInvalid=True)
    return parser


def hosted_config(env: BuildEnvironment, build: Build) -> MdParserConfig:
    """Return MyST's configuration for ``.mdx``: with its usual syntax unless conf.py chose."""
    config = myst_config(env)
    if is_set(env.config, "myst_enable_extensions") or (
        set(config.enable_extensions) == MYST_EXTENSIONS
    ):
        return config
    state = build.state(ParserState)
    if state.hosted_config is None or state.made_of is not config:
        state.made_of = config
        state.hosted_config = replace(config, enable_extensions=set(MYST_EXTENSIONS))
    return state.hosted_config


def _with_topmatter(config: MdParserConfig, text: str, document: nodes.document) -> MdParserConfig:
    """Return the configuration with what the page changes in it, as MyST's own parser does."""
    if not any(name in text for name in _MYST_FIELDS):
        return config
    try:
        topmatter = read_topmatter(text)
    except TopmatterReadError:
        return config  # the renderer reports it
    return _with_fields(config, FrontMatter(fields=topmatter or {}), document)


def _with_fields(
    config: MdParserConfig, front: FrontMatter, document: nodes.document
) -> MdParserConfig:
    own = {key: value for key, value in front.fields.items() if key in _MYST_FIELDS}
    if not own:
        return config

    def report(kind: MystWarnings, message: str) -> None:
        create_warning(document, message, kind, line=1, append_to=document)

    return merge_file_level(config, own, report)


_MYST_FIELDS = ("myst", "html_meta", "substitutions")


def name_variables(document: nodes.document, written: str, variables: Mapping[str, str]) -> None:
    """Let the messages of a page hold the names of variables instead of their values."""
    for node in document.findall(nodes.TextElement):
        if node.rawsource and not isinstance(node, nodes.FixedTextElement):
            node.rawsource = without_values(node.rawsource, written, variables)
