"""The Markdown of OpenAPI descriptions, which comes from outside, as HTML.

CommonMark with tables. HTML is off, directives and roles do not exist, images become links (no
page loads anything from elsewhere), and only allowed URLs are links. The simple HTML that many
specifications use instead of Markdown is turned into Markdown first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_docsjson.openapi.content.simple_html import without_html
from sphinx_docsjson.urls import is_external, runs, safe_url

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.rules_core import StateCore
    from markdown_it.utils import EnvType, OptionsDict

MAX_LENGTH = 200_000

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'`(])|\n\s*\n")
_MARKUP = re.compile(
    r"[*`]+|(?<!\w)_+|_+(?!\w)|!?\[([^\[\]]*)\]\((?:[^()]|\([^()]*\))*+\)|^[#>\s-]+",
    re.MULTILINE,
)

_TARGET = re.compile(
    r"(?P<before>\]\(\s*+<?+\s*+|\]:\s*+<?+\s*+|<(?=[^\s<>]{0,9999}>))"
    r"(?P<target>[^\s<>()\[\]]{0,2000}+)"
)
"""The beginning of what a link, a definition of one, or an address between angles leads to."""

_BACKSLASH = re.compile(r"\\([!-/:-@\[-`{-~])")


def link_target(url: str) -> str | None:
    """Return *url* when it leads out of the site and may be a link, else ``None``.

    Relative links of a specification are relative to a site that is not this one.
    """
    target = safe_url(url)
    return target if target is not None and is_external(target) else None


@lru_cache(maxsize=8192)
def to_html(text: str) -> str:
    """Return a description as HTML; what it holds is markup of ours only."""
    text = prepared(text)
    if text and not _needs_markdown(text):
        return f"<p>{escape(text, quote=False)}</p>\n"
    return str(parser().render(text))


def prepared(text: str) -> str:
    """Return a description as Markdown of bounded length."""
    text = text.strip()
    if len(text) > MAX_LENGTH:
        text = f"{text[:MAX_LENGTH]}…"
    return without_html(text, link_target)


def for_twins(text: str) -> str:
    """Return a description as it stands in a Markdown twin, whose readers judge no address."""
    text = prepared(text)
    suspects = [m for m in _TARGET.finditer(text) if _harmless_target(m, strict=True) != m[0]]
    if not suspects:
        return text
    strict = _has_refused_link(text)
    return _TARGET.sub(lambda match: _harmless_target(match, strict=strict), text)


def _harmless_target(match: re.Match[str], *, strict: bool) -> str:
    before, target = match["before"], match["target"]
    read = _BACKSLASH.sub(r"\1", target)
    if safe_url(read) is not None or not (strict or runs(read)):
        return match[0]
    return f"\\<{target}" if before == "<" else f"{before}#{target}"


def _has_refused_link(text: str) -> bool:
    """Whether a reader of Markdown finds a link in *text* that may be none.

    What looks like one also stands in code, where it stays as it is.
    """
    found = False

    def judge(url: str) -> bool:
        nonlocal found
        found = found or safe_url(url) is None
        return True

    reader = MarkdownIt("commonmark").enable("table").disable(["html_block", "html_inline"])
    reader.validateLink = judge  # type: ignore[method-assign]
    reader.parse(text)
    return found


def first_sentence(text: str) -> str:
    """Return the first sentence of a description without its markup."""
    text = prepared(text)
    first = _SENTENCE.split(text, maxsplit=1)[0] if text else ""
    return " ".join(_MARKUP.sub(lambda match: match.group(1) or "", first).split())


def _needs_markdown(text: str) -> bool:
    return any(mark in text for mark in "*_`[]<>#\n\\~|&") or text[:1] in "-+0123456789"


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """Return the one parser of descriptions."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    # markdown-it asks its own method and has no option for another rule.
    parser.validateLink = lambda url: safe_url(url) is not None  # type: ignore[method-assign]
    parser.core.ruler.push("docsjson_links", _drop_relative_links)
    parser.add_render_rule("heading_open", _open_heading)
    parser.add_render_rule("heading_close", _close_heading)
    parser.add_render_rule("image", _image)
    parser.add_render_rule("hr", _nothing)
    return parser


def _drop_relative_links(state: StateCore) -> None:
    """Leave of links that lead nowhere here only their text."""
    for block in state.tokens:
        kept: list[Token] = []
        dropped: list[bool] = []
        for token in block.children or []:
            if token.type == "link_open":
                target = link_target(str(token.attrs.get("href", "")))
                dropped.append(target is None)
                if target is None:
                    continue
                token.attrs["href"] = target
            elif token.type == "link_close" and dropped.pop():
                continue
            elif token.type == "image":
                source = link_target(str(token.attrs.get("src", "")))
                if source:
                    token.attrs["src"] = source
                else:
                    token = Token("text", "", 0, content=token.content)
            kept.append(token)
        if block.children is not None:
            block.children = kept


def _open_heading(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return '<p class="rubric">'


def _close_heading(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return "</p>\n"


def _nothing(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return ""


def _image(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    source = str(token.attrs.get("src", ""))
    return f'<a href="{escape(source)}">{escape(token.content or source)}</a>'


def inline_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a description that stand in its blocks, with the lines they begin on.

    The lines are those of the prepared description, from 0; code is left out.
    """
    if text and not _needs_markdown(text.strip()):
        yield 0, text.strip()
        return
    line = 0
    for token in parser().parse(prepared(text)):
        if token.map:
            line = token.map[0]
        if token.type == "inline" and token.content.strip():
            yield line, token.content
