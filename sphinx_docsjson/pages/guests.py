"""Our tags in files that a parser of another extension reads, where it is built on MyST.

Such a parser (that of ``myst_nb``) makes its Markdown parser itself and gives it a renderer of its
own. While it parses a page, its parser is made with our renderer in front of theirs and with our
tags.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser

from sphinx_docsjson.build import build_of
from sphinx_docsjson.compat.myst_parsers import parsers_made_by
from sphinx_docsjson.mdx.budget import PageBudget, spending
from sphinx_docsjson.mdx.grammar import Grammar
from sphinx_docsjson.mdx.modules import Module
from sphinx_docsjson.mdx.parsing.plugin import tags_plugin
from sphinx_docsjson.pages.front_matter.block import read_front_matter
from sphinx_docsjson.pages.front_matter.metadata import keep_own_fields
from sphinx_docsjson.pages.parser import PageParser, has_tags
from sphinx_docsjson.pages.rendering.renderer import PageRenderer

if TYPE_CHECKING:
    from docutils import nodes
    from docutils.parsers import Parser
    from markdown_it import MarkdownIt
    from sphinx.environment import BuildEnvironment


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
        if build_of(env.config) is None or not has_tags(env.config):
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
            super().parse(inputstring, document)


@cache
def _before(renderer: type[DocutilsRenderer]) -> type[DocutilsRenderer]:
    """Return a renderer that is asked before that of another extension."""
    return type(renderer.__name__, (PageRenderer, renderer), {})


def _page_renderer(parser: MarkdownIt) -> PageRenderer:
    renderer = parser.renderer
    assert isinstance(renderer, PageRenderer)
    return renderer
