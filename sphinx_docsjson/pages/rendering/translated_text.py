"""What a translator wrote for a text of a page, read as that text was read.

Sphinx takes the texts of a document out of its doctree, looks each one up in the catalogue and
gives what it finds there to the parser of the document, as if it were a document of its own, in
the form that reStructuredText needs (``sphinx.transforms.i18n``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_docsjson.mdx.modules import Module

if TYPE_CHECKING:
    from myst_parser.config.main import MdParserConfig

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


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """A translated text.

    :param path: the file that the original stands in.
    :param line: the line of the original; 0 when it is not known.
    :param is_title: Sphinx expects a section with a title instead of a paragraph.
    """

    path: str
    line: int
    text: str
    is_title: bool = False


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
    """Return the node of a text that is no Markdown: code, or the address of a picture."""
    if text.startswith(_LITERAL):
        code = dedent(text.removeprefix("::\n\n"))
        return nodes.literal_block(code, code)
    if image := _IMAGE.match(text):
        return nodes.image(uri=image[1])
    return None
