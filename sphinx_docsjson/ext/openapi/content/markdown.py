"""The Markdown of OpenAPI descriptions as nodes, for translators and for every builder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html import escape, unescape
from html.parser import HTMLParser
from textwrap import dedent
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.token import Token
from sphinx.locale import admonitionlabels

from sphinx_docsjson.base.autolinks import autolinks_plugin
from sphinx_docsjson.base.markdown import destination, escape_text, quoted, with_deep_blocks
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.nodes import title_ids
from sphinx_docsjson.base.titles import title_text
from sphinx_docsjson.components.code_languages import lexer_name
from sphinx_docsjson.components.families.callouts import LABELS
from sphinx_docsjson.components.registry import Component, Content, registry
from sphinx_docsjson.pages.other_syntaxes import CALLOUT_TAGS, alert_kind, with_alerts
from sphinx_docsjson.urls import WEB_SCHEMES, is_external, runs, safe_url

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore


LEVEL = "docsjson_level"
"""The attribute of a rubric that says which level its heading has."""


def to_nodes(text: str, source: str, *, levels: bool = False) -> list[nodes.Node]:
    """Return a description as nodes, for what translators and every builder see.

    :param source: the file that it comes from.
    :param levels: rubrics say which level they have, for what makes sections of them.
    """
    builder = _NodeBuilder(source, levels=levels)
    return builder.blocks(parser().parse(prepared(text)))


def to_sections(text: str, source: str) -> tuple[list[nodes.Node], list[nodes.section]]:
    """Return a long description: what is before its first heading, and its sections."""
    before: list[nodes.Node] = []
    top: list[nodes.section] = []
    opened: list[tuple[int, nodes.section]] = []
    for node in to_nodes(text, source, levels=True):
        level = node.get(LEVEL) if isinstance(node, nodes.rubric) else None
        if level is None:
            if opened:
                opened[-1][1].append(node)
            else:
                before.append(node)
            continue
        while opened and opened[-1][0] >= level:
            opened.pop()
        title = nodes.title(node.astext(), "", *node.children, translatable=False)
        section = nodes.section("", title, ids=title_ids(title_text(node), "part"))
        if opened:
            opened[-1][1].append(section)
        else:
            top.append(section)
        opened.append((level, section))
    return before, top


_BLOCKS: dict[str, type[nodes.Element]] = {
    "paragraph_open": nodes.paragraph,
    "bullet_list_open": nodes.bullet_list,
    "ordered_list_open": nodes.enumerated_list,
    "list_item_open": nodes.list_item,
    "blockquote_open": nodes.block_quote,
    "thead_open": nodes.thead,
    "tbody_open": nodes.tbody,
    "tr_open": nodes.row,
}
_INLINE: dict[str, type[nodes.Element]] = {
    "strong_open": nodes.strong,
    "em_open": nodes.emphasis,
    "s_open": nodes.inline,
}


class _NodeBuilder:
    """Turns the tokens of markdown-it into nodes."""

    def __init__(self, source: str, *, levels: bool = False) -> None:
        self.source = source
        self.levels = levels

    def blocks(self, tokens: Sequence[Token]) -> list[nodes.Node]:
        """Return the nodes of block tokens."""
        root = nodes.container()
        stack: list[nodes.Element] = [root]
        for token in tokens:
            self.block(token, stack)
        return list(root.children)

    def block(self, token: Token, stack: list[nodes.Element]) -> None:
        """Add what one token stands for to the innermost open node."""
        parent = stack[-1]
        if token.type == "heading_open":
            stack.append(self.placed(nodes.rubric(), parent))
            if self.levels and len(stack) == 2:
                stack[-1][LEVEL] = int(token.tag[1:])
        elif token.type in ("th_open", "td_open"):
            entry = self.placed(nodes.entry(), parent)
            stack += [entry, self.placed(nodes.paragraph(), entry)]
        elif token.type == "table_open":
            stack.append(self.table(parent))
        elif token.type == "docsjson_alert_open":
            kind, title = _callout(token)
            box = nodes.admonition(classes=[kind], component=kind.capitalize())
            stack.append(self.placed(box, parent))
            usual = not token.meta["title"]
            heading = self.placed(nodes.title(usual=usual, translatable=not usual), box)
            heading.rawsource = title
            self.inline(parser().parseInline(title)[0].children or [], heading)
        elif token.type in _BLOCKS:
            stack.append(self.placed(_BLOCKS[token.type](), parent))
            if token.type == "ordered_list_open":
                stack[-1].attributes.update({"enumtype": "arabic", "prefix": "", "suffix": "."})
                stack[-1]["start"] = int(token.attrs.get("start", 1))
        elif token.type in ("th_close", "td_close"):
            del stack[-2:]
        elif token.type == "table_close":
            self.close_table(stack.pop())
        elif token.nesting < 0:
            stack.pop()
        elif token.type == "inline":
            if isinstance(parent, nodes.TextElement):
                parent.rawsource = token.content
            self.inline(token.children or [], parent)
        elif token.type in ("fence", "code_block"):
            code = token.content.rstrip("\n")
            words = token.info.split()
            block = nodes.literal_block(code, code, force=True)
            block["language"] = lexer_name(words[0]) if words else "text"
            self.placed(block, parent)

    def placed(self, node: Any, parent: nodes.Element) -> Any:
        """Add *node* to *parent*, with the place that it comes from."""
        node.source, node.line = self.source, 0
        parent.append(node)
        return node

    def table(self, parent: nodes.Element) -> nodes.Element:
        """Open a table."""
        table = self.placed(nodes.table(), parent)
        group = nodes.tgroup()
        table.append(group)
        return group

    @staticmethod
    def close_table(group: nodes.Element) -> None:
        """Say how many columns a table has, now that its rows are known."""
        columns = max((len(row) for row in group.findall(nodes.row)), default=0)
        group["cols"] = columns
        for _column in range(columns):
            group.insert(0, nodes.colspec(colwidth=1))

    def inline(self, tokens: Sequence[Token], parent: nodes.Element) -> None:
        """Add the nodes of inline tokens to *parent*; of what is too deep only the words."""
        stack = [parent]
        for token in tokens:
            if token.nesting > 0 and len(stack) > MAX_NESTED:
                stack.append(stack[-1])
            elif token.type == "link_open":
                url = str(token.attrs.get("href", ""))
                link = nodes.reference(refuri=url, internal=False)
                stack[-1].append(link)
                stack.append(link)
            elif token.type in _INLINE:
                node = _INLINE[token.type]()
                stack[-1].append(node)
                stack.append(node)
            elif token.nesting < 0:
                stack.pop()
            elif token.type == "code_inline":
                stack[-1].append(nodes.literal(token.content, token.content))
            elif token.type == "image":
                url = str(token.attrs.get("src", ""))
                text = token.content or url
                stack[-1].append(nodes.reference(text, text, refuri=url, internal=False))
            elif token.type in ("softbreak", "hardbreak"):
                stack[-1].append(nodes.Text("\n"))
            elif token.content:
                stack[-1].append(nodes.Text(token.content))


# The Markdown of OpenAPI descriptions, which comes from outside, as HTML.
#
# CommonMark with tables. HTML is off, directives and roles do not exist, images become links (no
# page loads anything from elsewhere), and only allowed URLs are links. The simple HTML that many
# specifications use instead of Markdown is turned into Markdown first.

MAX_LENGTH = 200_000
MAX_NESTED = 20
"""As deep as markdown-it nests blocks; marks of text inside each other are nested without end."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'`(])|\n\s*\n")
_MARKUP = re.compile(
    r"[*`]+|(?<!\w)_+|_+(?!\w)|!?\[([^\[\]]*)\]\((?>(?:[^()]++|\([^()]*+\))*)\)|^[#>\s-]+(?:\[!\w{1,20}\])?",
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
    target = safe_url(url, schemes=WEB_SCHEMES)
    return target if target is not None and is_external(target) else None


@lru_cache(maxsize=8192)
def to_html(text: str) -> str:
    """Return a description as HTML; its content is our markup only."""
    text = prepared(text)
    if not _needs_markdown(text):
        return f"<p>{escape(text, quote=False)}</p>\n" if text else ""
    return str(parser().render(text))


def prepared(text: str) -> str:
    """Return a description as Markdown of bounded length."""
    text = text.strip()
    if len(text) > MAX_LENGTH:
        text = f"{text[:MAX_LENGTH]}…"
    return without_html(text, link_target)


def for_twins(text: str) -> str:
    """Return a description as it is in a Markdown twin, whose readers judge no address."""
    text = prepared(text)
    suspects = [m for m in _TARGET.finditer(text) if _harmless_target(m, strict=True) != m[0]]
    if not suspects:
        return text
    strict = _has_refused_link(text)
    changed = _TARGET.sub(lambda match: _harmless_target(match, strict=strict), text)
    # The result is checked again: a link may start in ways that no expression finds.
    return escape_text(changed) if _has_refused_link(changed) else changed


def _harmless_target(match: re.Match[str], *, strict: bool) -> str:
    before, target = match["before"], match["target"]
    read = _BACKSLASH.sub(r"\1", target)
    if safe_url(read, schemes=WEB_SCHEMES) is not None or not (strict or runs(read)):
        return match[0]
    # A backslash would be undone by another one before it.
    return f"&lt;{target}" if before == "<" else f"{before}#{target}"


def _has_refused_link(text: str) -> bool:
    """Whether a reader of Markdown finds a link in *text* that may not be one.

    What looks like one also is in code, where it stays as it is.
    """
    found = False

    def judge(url: str) -> bool:
        nonlocal found
        found = found or safe_url(url, schemes=WEB_SCHEMES) is None
        return True

    reader = MarkdownIt("commonmark").enable("table").disable(["html_block", "html_inline"])
    reader.validateLink = judge  # type: ignore[method-assign]  # markdown-it-py has it changed this way
    reader.parse(text)
    return found


def first_sentence(text: str) -> str:
    """Return the first sentence of a description without its markup."""
    text = prepared(text)
    first = _SENTENCE.split(text, maxsplit=1)[0] if text else ""
    return " ".join(_MARKUP.sub(lambda match: match.group(1) or "", first).split())


def _needs_markdown(text: str) -> bool:
    marks = (*"*_`[]<>#\n\\~|&@", "://", "www.")
    return any(mark in text for mark in marks) or text[:1] in "-+0123456789"


def _is_safe(url: str) -> bool:
    return safe_url(url, schemes=WEB_SCHEMES) is not None


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """Return the one parser of descriptions."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    # markdown-it-py documents no option for another rule: this is how its users set one.
    parser.validateLink = _is_safe  # type: ignore[method-assign]
    autolinks_plugin(parser)
    parser.core.ruler.before("inline", "docsjson_deep_blocks", _keep_deep_blocks)
    parser.core.ruler.push("docsjson_links", _drop_relative_links)
    parser.add_render_rule("heading_open", lambda *_: '<p class="rubric">')
    parser.add_render_rule("heading_close", lambda *_: "</p>\n")
    parser.add_render_rule("docsjson_alert_open", _quote_with_title)
    parser.add_render_rule("image", _image)
    parser.add_render_rule("hr", lambda *_: "")
    return parser


def _keep_deep_blocks(state: StateCore) -> None:
    """Show the words that markdown-it would leave out, and see which quotes are callouts."""
    state.tokens = with_alerts(with_deep_blocks(state.tokens, state.src, MAX_NESTED))


def _callout(token: Token) -> tuple[str, str]:
    """Return the kind of a callout, and its title: its own, or the usual one."""
    kind = alert_kind(token.meta["kind"]) or "note"
    usual = LABELS.get(kind.capitalize()) or admonitionlabels[kind]
    return kind, token.meta["title"] or str(usual)


def _quote_with_title(_renderer: object, tokens: Sequence[Token], index: int, *_: object) -> str:
    _kind, title = _callout(tokens[index])
    return f"<blockquote>\n<p><strong>{parser().renderInline(title)}</strong></p>\n"


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


def _image(_renderer: object, tokens: Sequence[Token], index: int, *_rest: object) -> str:
    token = tokens[index]
    source = str(token.attrs.get("src", ""))
    return f'<a href="{escape(source)}">{escape(token.content or source)}</a>'


def inline_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a description that are in its blocks, with the lines they begin on.

    The lines are those of the prepared description, from 0; code is omitted.
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


# The simple HTML that many descriptions use, and components, as Markdown. Pure.
#
# The title and the content of a component are kept; a callout becomes an alert (``> [!NOTE]``).
# Text that only looks like a tag (``Bearer <token>``) stays text; so does code.

_WRITTEN = words("p br a b i em strong code ul ol li h1 h2 h3 h4 h5 h6 div span hr img")
_PAIRED = words(
    "details summary table thead tbody tfoot tr td th caption pre blockquote center sup sub small "
    "u s del ins strike kbd dl dt dd font mark figure figcaption"
)
"""Elements that are treated as such only where they are closed; their names are words, too."""

_WITHOUT_VALUE = words(
    "allowfullscreen controls hidden open noshade nowrap reversed compact ismap"
)
"""Attributes without a value; another word shows that it is not a tag: ``a <b and c>``."""

_NAME = r"[a-zA-Z][a-zA-Z0-9]*(?:\.[A-Z][a-zA-Z]*)?"
_TAG = rf"</?(?P<name>{_NAME})\b(?>(?:\"[^\"<>]*\"|'[^'<>]*'|[^\"'<>`]++)*)>"
_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_ESCAPED = r"\\[!-/:-@\[-`{-~]"
_PIECE = re.compile(rf"{_ESCAPED}|{_CODE.pattern}|{_TAG}|<!--", re.DOTALL)
_ESCAPED_TWICE = re.compile(r"&amp;(?=#?\w{1,31};)")

_AFTER = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}
_AFTER |= dict.fromkeys(("s", "del", "strike"), "~~")
_MARKED = frozenset(_AFTER)
_BEFORE = _AFTER | {"br": "  \n", "li": "\n- "}
_LINKS = ("a", "link", "button")
_HTML_BLOCKS = words("p details blockquote center dl dt dd figure figcaption caption")
_BEFORE |= dict.fromkeys(_HTML_BLOCKS, "\n\n") | {"hr": "\n\n---\n\n"}
_AFTER |= dict.fromkeys((*_HTML_BLOCKS, "ul", "ol", "div"), "\n\n")
_TITLES = ("summary", *(f"h{level}" for level in range(1, 7)))
_BEFORE |= dict.fromkeys(_TITLES, "\n\n**")
_AFTER |= dict.fromkeys(_TITLES, "**\n\n")


def without_html(text: str, link_target: Callable[[str], str | None]) -> str:
    """Return Markdown with Markdown for its simple HTML.

    :param link_target: the address of a link, or ``None`` when it may not be one.
    """
    if "<" not in text:
        return text
    pieces = _pieces(text)
    names = {piece.tag for piece in pieces if piece.tag}
    closed = {each.tag for each in pieces if each.text.startswith("</") or each.text[-2:] == "/>"}
    known = names & _WRITTEN | names & _PAIRED & closed | set(filter(registry.get, names & closed))
    if not known:
        return "".join(piece.text for piece in pieces).strip()
    reader = _HtmlToMarkdown(link_target)
    reader.components = {each.lower(): found for each in known if (found := registry.get(each))}
    for piece in pieces:
        if piece.tag in known:
            reader.feed(piece.text)
        elif piece.is_words:
            reader.handle_data(piece.text)
        else:
            reader.parts.append(piece.text)
    reader.close()
    return "".join(reader.parts).strip()


class _Piece(NamedTuple):
    """A piece of a description: words, code, or what looks like a tag.

    Code and tags are never in the words, not even as a mark: any mark could be in them.
    """

    text: str
    tag: str = ""
    is_words: bool = False


def _pieces(text: str) -> list[_Piece]:
    """Return *text* piece by piece, without comments that end."""
    pieces, after, at, ends = list[_Piece](), 0, 0, True
    while found := _PIECE.search(text, at):
        at = found.end()
        tag, written = found["name"] or "", found[0]
        tag = tag if tag in registry else tag.lower()
        if tag and "={" in written:  # as authors of MDX write them: style={{color: "red"}}
            written = _JSX_VALUE.sub(r'\1=""', written)
        comment = found[0] == "<!--"
        end = text.find("-->", at) if comment and ends else -1
        if comment and end < 0:
            ends = False
            continue
        if tag and not _is_tag(written, is_component=tag in registry):
            at = found.start() + 1
            continue
        if after < found.start():
            pieces.append(_Piece(text[after : found.start()], is_words=True))
        if comment:
            at = end + 3
        else:
            pieces.append(_Piece(written, tag))
        after = at
    return [*pieces, _Piece(text[after:], is_words=True)] if after < len(text) else pieces


_JSX_VALUE = re.compile(r"(\s[\w-]+)=\{(?>(?:[^{}]++|\{[^{}]*+\})*)\}")


def _is_tag(text: str, *, is_component: bool) -> bool:
    """Say whether what has the form of a tag can be one: the words of an element have values."""
    reader = _Attributes()
    reader.feed(text)
    return not reader.rawdata and all(
        is_component or value is not None or name in _WITHOUT_VALUE for name, value in reader.found
    )


class _Attributes(HTMLParser):
    """Reads the attributes of one tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the attributes."""
        self.found = attrs


class _HtmlToMarkdown(HTMLParser):
    """Writes the simple tags as Markdown."""

    def __init__(self, link_target: Callable[[str], str | None]) -> None:
        super().__init__(convert_charrefs=True)
        self.link_target = link_target
        self.parts: list[str] = []
        self.links: list[str | None] = []
        self.outer: list[list[str]] = []
        self.rows: list[list[str]] = []
        self.in_pre = False
        self.components: dict[str, Component] = {}
        self.marks: list[tuple[str, list[str], int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write what stands for an opening tag."""
        if tag in _LINKS:
            target = self.link_target(dict(attrs).get("href") or "")
            self.links.append(target)
            self.parts.append("[" if target else "")
        elif tag == "img":
            given = dict(attrs)
            target = self.link_target(given.get("src") or "")
            label = given.get("alt") or given.get("src") or ""
            self.parts.append(f"![{label}]({destination(target)})" if target else label)
        elif tag == "pre":
            self.in_pre = True
            self.parts.append("\n\n```\n")
        elif tag in ("td", "th"):
            self._end_cell()
            self.outer.append(self.parts)
            self.parts = []
        elif tag == "tr":
            self._end_cell()
            self.rows.append([])
        elif tag in self.components:
            self._start_component(self.components[tag], dict(attrs))
        elif not (self.in_pre and tag == "code"):
            if tag in _MARKED:
                self.marks.append((tag, self.parts, len(self.parts)))
            self.parts.append(_BEFORE.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """Write what stands for a closing tag."""
        if tag in _LINKS:
            target = self.links.pop() if self.links else None
            self.parts.append(f"]({destination(target)})" if target else "")
        elif tag == "pre":
            self.in_pre = False
            self.parts.append("\n```\n\n")
        elif tag in ("td", "th", "tr"):
            self._end_cell()
        elif tag == "table":
            self._end_cell()
            self.parts.append(_table(self.rows))
            self.rows = []
        elif tag in _MARKED or tag in self.components:
            self._end_mark(tag)
        else:
            self.parts.append(_AFTER.get(tag, ""))

    def _start_component(self, component: Component, given: dict[str, str | None]) -> None:
        """Write what a component shows of its attributes, and note where its content begins."""
        if component.content is Content.INLINE or len(self.marks) > MAX_NESTED:
            return
        texts = [
            " ".join(value.split())
            for each in component.attributes
            if (each.type == "markdown" or each.name == "name")
            and (value := given.get(each.name.lower()))
        ]
        alert = ""
        if component.name in CALLOUT_TAGS.values() and not self.outer:
            alert = f"[!{component.name.upper()}] {' '.join(texts)}".strip()
        elif texts:
            target = self.link_target(given.get("href") or "")
            texts[0] = f"[{texts[0]}]({destination(target)})" if target else f"**{texts[0]}**"
            self.parts.append("\n\n" + "\n\n".join(texts) + "\n\n")
        self.marks.append((component.name.lower(), self.parts, len(self.parts)))
        self.parts.append(alert)

    def _end_mark(self, tag: str) -> None:
        """Write a mark around what is since its tag was opened, if it was.

        White space goes outside: ``**words: **`` is not bold in Markdown.
        """
        for number in range(len(self.marks) - 1, -1, -1):
            name, parts, at = self.marks[number]
            if name == tag and parts is self.parts:
                self._forget_marks(number + 1)
                self.marks.pop()
                if tag in _MARKED:
                    _put_marks(parts, at, _AFTER[tag])
                else:
                    text = dedent("".join(parts[at + 1 :])).strip()
                    text = quoted(f"{parts[at]}\n{text}") if parts[at] else text
                    parts[at:] = [f"\n\n{text}\n\n"]
                return

    def _forget_marks(self, number: int) -> None:
        """Take back what tags that nobody closes have written, from the one of *number* on."""
        for _name, parts, at in self.marks[number:]:
            parts[at] = ""
        del self.marks[number:]

    def _end_cell(self) -> None:
        """Put what was written since the last cell began into the row."""
        if self.outer:
            cell = " ".join("".join(self.parts).split()).replace("|", "\\|")
            self.parts = self.outer.pop()
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append(cell)

    def close(self) -> None:
        """Write what is open yet."""
        super().close()
        self._forget_marks(0)
        self._end_cell()
        if self.rows:
            self.parts.append(_table(self.rows))

    def handle_data(self, data: str) -> None:
        """Keep text; between the cells of a table there is only white space."""
        if not (self.rows and not self.outer and not data.strip()):
            # Markdown reads `&amp;lt;` once more.
            self.parts.append(unescape(_ESCAPED_TWICE.sub("&amp;amp;", data)))


def _put_marks(parts: list[str], at: int, mark: str) -> None:
    """Write *mark* around what is behind *at*, without the white space at its edges.

    Only the edges are looked at: marks may be nested to any depth.
    """
    first, last = at + 1, len(parts) - 1
    while first <= last and not parts[first].strip():
        first += 1
    while last > first and not parts[last].strip():
        last -= 1
    before, after = "".join(parts[at + 1 : first]), "".join(parts[last + 1 :])
    if first > last:
        parts[at:] = [before]
        return
    whole = parts[first]
    parts[first] = whole.lstrip()
    before += whole[: len(whole) - len(parts[first])]
    whole = parts[last]
    parts[last] = whole.rstrip()
    after = whole[len(parts[last]) :] + after
    parts[at:first] = [f"{before}{mark}", *[""] * (first - at - 1)]
    parts[last + 1 :] = [mark, after]


def _table(rows: list[list[str]]) -> str:
    """Return rows as a table whose first row is its head."""
    rows = [row for row in rows if row]
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
    lines[1:1] = ["|" + " --- |" * width] if rows else []
    return "\n\n" + "\n".join(lines) + "\n\n"
