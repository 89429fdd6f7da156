"""Code blocks: titles, marked lines, terminal colours, and how they are written."""

from __future__ import annotations

import re
from copy import copy
from functools import partial
from textwrap import dedent
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from pygments.lexer import Lexer
from pygments.token import Comment, Generic, Keyword, Name, Number, String, Text

from sphinx_docsjson.base.nodes import PAPER, skip
from sphinx_docsjson.components.code_languages import (
    CodeInfo,
    lexer_name,
    parse_info,
    parse_ranges,
    without_twoslash,
)
from sphinx_docsjson.components.code_notes import (
    COMMENT_ENDS,
    COMMENT_STARTS,
    edited_line,
    note_places,
    types_in,
)
from sphinx_docsjson.components.directive import ComponentDirective, give_common
from sphinx_docsjson.components.html_elements import (
    copy_identity,
    depart_element,
    element,
    html_element,
    visit_element,
)
from sphinx_docsjson.components.icons import icon, make_icon, visit_icon
from sphinx_docsjson.components.labels import labels
from sphinx_docsjson.components.paper import frameless, line_of, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers
from sphinx_docsjson.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from pygments.token import _TokenType
    from sphinx.application import Sphinx
    from sphinx.highlighting import PygmentsBridge


# The visitors of nodes that are not components: elements, icons, marked code, lines of labels.


def setup_plain_nodes(app: Sphinx) -> None:
    """Tell every builder how to write the nodes."""
    nothing: dict[str, Any] = dict.fromkeys(PAPER, (_pass, _pass))
    skipped: dict[str, Any] = dict.fromkeys(PAPER, (skip, _pass))
    app.add_node(html_element, html=(visit_element, depart_element), **nothing)
    app.add_node(icon, html=(visit_icon, _pass), docsjson_markdown=(_pass, _pass), **skipped)
    app.add_node(marked_code, html=(visit_marked_code, None))
    app.add_node(labels)


def _pass(translator: Any, node: nodes.Element) -> None:
    """Write nothing for the node itself."""


# Code blocks and CodeGroup: titles, marked lines, copy buttons, one choice of language.

WRAPPER = "literal-block-wrapper"
"""The class that Sphinx gives a code block with a title."""


TALL = 15
"""With more lines than this, expandable code is closed at first."""


class titled_code(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A title (a caption) and a code block, as Sphinx makes them of ``:caption:``."""


class framed_code(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """A code block without a title, in HTML: the block is in its frame."""


def code_block(
    info: str | CodeInfo,
    text: str,
    *,
    config: Any,
    location: tuple[str, int | None] | str | None = None,
    source: str | None = None,
    line: int | None = None,
) -> list[nodes.Node]:
    """Return the nodes of a fence.

    A block with a title is the same as with ``:caption:`` of Sphinx, so every builder writes it.

    :param info: the info string (``python my_server.py {1,3}``), or what was read from it.
    :param text: the code.
    :param config: the configuration of the build, for icons.
    :param location: where warnings point to.
    :param source: the file, and *line* the line, that the nodes come from.
    """
    asked = parse_info(info) if isinstance(info, str) else info
    clean, marks = read_marks(without_twoslash(text) if asked.twoslash else text)
    block = nodes.literal_block(clean, clean, language=lexer_name(asked.language), force=True)
    block["classes"].append("dj-code")
    if asked.language:
        block["written_language"] = asked.language
    arguments: dict[str, Any] = {}
    highlighted = sorted({*asked.highlight, *marks.pop("highlight", [])})
    if highlighted:
        count = clean.count("\n") + 1
        arguments["hl_lines"] = [number for number in highlighted if number <= count]
    block["highlight_args"] = arguments
    if asked.lines:
        block["linenos"] = True
    if asked.focus or marks:
        block["marks"] = {"focus": list(asked.focus), **marks}
    if asked.types and config is not None:
        block["types"] = types_in(asked.types, clean, config, location)
    block["flags"] = [name for name in ("wrap", "expandable", "nocopy") if getattr(asked, name)]
    if asked.icon:
        for drawn in make_icon(asked.icon, config=config, location=location):
            names = ("name", "icon_type", "color", "library")
            block["own_icon"] = {key: drawn[key] for key in names if key in drawn}
    block.source, block.line = source, line
    if not asked.title:
        block["component"] = "CodeBlock"
        return [block]
    caption = nodes.caption(asked.title, asked.title)
    caption.source, caption.line = source, line
    wrapper = titled_code("", caption, block, literal_block=True, classes=[WRAPPER])
    wrapper["component"] = "CodeBlock"
    wrapper.source, wrapper.line = source, line
    return [wrapper]


_MARK = re.compile(
    r"\[!code (?P<mark>\+\+|--|highlight|focus)(?::(?P<count>\d{1,4}))?\](?P<rest>.*)"
)
_MARK_NAMES = {"++": "added", "--": "removed"}
CHANGED = {"added": "ins", "removed": "del"}
"""Mark of a line → its element."""


def read_marks(text: str) -> tuple[str, dict[str, list[int]]]:
    """Take the comments ``[!code ++]`` out of *text*; return it and the lines that they mark."""
    if "[!code" not in text:
        return text, {}
    marks: dict[str, list[int]] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        start = line.rfind("[!code ")
        match = _MARK.match(line, start) if start >= 0 else None
        if match and match["rest"].strip() in COMMENT_ENDS:
            lines[number - 1] = _without_comment(line[:start])
            name = _MARK_NAMES.get(match["mark"], match["mark"])
            marks.setdefault(name, []).extend(range(number, number + int(match["count"] or 1)))
    return "\n".join(lines), marks


def with_changes(code: str, marks: Mapping[str, Collection[int]]) -> str:
    """Return *code* as a difference shows it, where lines are marked as added or removed."""
    signs = dict.fromkeys(marks.get("removed", ()), "-")
    signs |= dict.fromkeys(marks.get("added", ()), "+")
    lines = (f"{signs.get(n, ' ')} {line}" for n, line in enumerate(code.split("\n"), start=1))
    return "\n".join(line.rstrip() for line in lines) if signs else code


def _without_comment(line: str) -> str:
    """Return *line* without the comment that opens at its end."""
    code = line.rstrip()
    opening = next((start for start in COMMENT_STARTS if code.endswith(start)), "")
    return code.removesuffix(opening).rstrip()


class marked_code(nodes.General, nodes.Element):  # noqa: N801 (docutils spells its nodes so)
    """A literal block whose lines are marked; only HTML forms make it."""


def visit_marked_code(translator: Any, node: marked_code) -> None:
    """Write the block as the translator does, by a highlighter that marks its lines."""
    block: Any = node[0]
    given = translator.highlighter
    translator.highlighter = marking(
        given, block.get("marks", {}), partial(edited_line, block.attributes)
    )
    try:
        block.walkabout(translator)
    finally:
        translator.highlighter = given
    raise nodes.SkipNode


def marking(
    given: PygmentsBridge,
    marks: Mapping[str, Sequence[int]],
    edit: Callable[[int, str], str] | None = None,
) -> PygmentsBridge:
    """Return a highlighter that puts each line into an element that says how it is marked.

    The method of a formatter that gets the lines one by one is meant to be overridden.

    :param marks: the numbers of the lines by mark: ``added``, ``removed``, ``focus``.
    :param edit: returns the HTML of a line, given its number and its HTML.
    """
    highlighter = copy(given)

    def get_formatter(**options: Any) -> Any:
        formatter: Any = copy(given.get_formatter(**options))
        highlighted, formatter.hl_lines = formatter.hl_lines, set()
        wrap = formatter.wrap
        formatter.wrap = lambda lines: wrap(
            marked_lines(lines, {**marks, "hll": highlighted}, edit)
        )
        return formatter

    highlighter.get_formatter = get_formatter  # type: ignore[method-assign]  # mypy lets no method be changed
    return highlighter


def marked_lines(
    lines: Iterable[tuple[int, str]],
    marks: Mapping[str, Collection[int]],
    edit: Callable[[int, str], str] | None = None,
) -> Iterator[tuple[int, str]]:
    """Yield highlighted lines in their elements, each with the end that belongs to it."""
    focus = marks.get("focus", ())
    for number, (_kind, html) in enumerate(lines, start=1):
        change = next((name for name in CHANGED if number in marks.get(name, ())), "")
        classes = ["dj-line", f"dj-line-{change}"] if change else ["dj-line"]
        if focus and number not in focus:
            classes.append("dj-line-dimmed")
        line = html.removesuffix("\n")
        if edit:
            line = edit(number, line)
        line += "\n"
        if number in marks.get("hll", ()):
            # With its end inside, as Pygments has it: after a block it would be an empty line.
            line = f'<span class="hll">{line}</span>'
        tag = CHANGED.get(change, "span")
        yield 1, f'<{tag} class="{" ".join(classes)}">{line}</{tag}>'


def into_frame(block: Any, config: Any) -> None:
    """Put a code block into a frame; remember the language that its author gave it, if any."""
    # Sphinx fills in the language of the project later.
    block.setdefault("written_language", block.get("language", ""))
    if block.get("component") != "CodeBlock" or isinstance(block.parent, titled_code):
        return
    frame = framed_code()
    block.parent.replace(block, frame)
    frame += block


def code_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a code block in its frame."""
    return [titled_figure(node, context)]


def titled_figure(node: Any, context: FormContext, *, bare: bool = False) -> Any:
    """Return a code block in its frame, which has the title above unless it is *bare*."""
    *titles, block = context.borrow_children(node.children)
    flags = block.get("flags", [])
    classes = ["dj-code-block", *(f"dj-code-{flag}" for flag in flags)]
    if "expandable" in flags and block.astext().rstrip().count("\n") >= TALL:
        classes.append("dj-code-tall")
    if block.get("written_language") == "mermaid":
        classes.append("dj-code-mermaid")
    new = element("div", " ".join(classes))
    if titles and not bare:
        label = element("span", "dj-code-title", *context.borrow_children(titles[0].children))
        new += element("div", "dj-code-header", *context.own_icon(block), label)
    new += (
        marked_code("", block) if {"marks", "notes", "types"} & block.attributes.keys() else block
    )
    if "dj-code-tall" in classes:
        new["html"]["data-more"] = _("Show all")
        new["html"]["data-less"] = _("Show less")
    return copy_identity(node, new, WRAPPER)


def code_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the title of a code block above it, without a number."""
    title, block = unwrap(node.children)
    block["ids"] = [*node["ids"], *block["ids"]]
    found: list[nodes.Node] = [line_of(nodes.strong("", "", *unwrap(title.children)))]
    if form == "latex":
        # A title does not stay behind at the end of a page.
        found.insert(0, nodes.raw("", r"\needspace{4\baselineskip}", format="latex"))
        found.append(nodes.raw("", r"\nopagebreak", format="latex"))
    return [*found, block]


RENDERERS[titled_code] = Renderers(html=code_html, paper=code_on_paper)
RENDERERS[framed_code] = Renderers(html=code_html)
RENDERERS[nodes.literal_block] = Renderers(ready=into_frame)


def inside_fence(text: str) -> str:
    """Return what is in the fence that *text* is, or *text* where it is not one."""
    first, _, rest = text.strip().partition("\n")
    mark = first[:1]
    length = len(first) - len(first.lstrip(mark))
    content, _, last = rest.rpartition("\n")
    end = last.strip()
    is_fence = mark in {"`", "~"} and length >= 3 and len(end) >= length and not end.strip(mark)
    return content if is_fence else text


class CodeBlockDirective(ComponentDirective):
    """A code block by attributes."""

    tag = "CodeBlock"

    def build(self) -> list[nodes.Node]:
        """Return the nodes of a fence with the same settings."""
        classes = self.values.get("className", "").split()
        named = [name for name in classes if name.startswith("language-")]
        info = CodeInfo(
            language=self.values.get("language") or "".join(named[:1]).removeprefix("language-"),
            title=self.values.get("filename") or self.values.get("title"),
            icon=self.values.get("icon"),
            highlight=parse_ranges(self.values.get("highlight", "")),
            focus=parse_ranges(self.values.get("focus", "")),
            lines=self.flag("lines"),
            wrap=self.flag("wrap"),
            expandable=self.flag("expandable"),
            nocopy=self.flag("nocopy"),
        )
        source, line = self.get_source_info()
        text = "\n".join(self.content)
        text = inside_fence(text)
        found = code_block(
            info,
            text,
            config=self.config,
            location=self.get_location(),
            source=source,
            line=line,
        )
        others = " ".join(name for name in classes if name not in named)
        give_common(found, {"className": others}, self.env)
        return found


class MermaidDirective(ComponentDirective):
    """A diagram by attributes."""

    tag = "Mermaid"

    def build(self) -> list[nodes.Node]:
        """Return the nodes of a fence with the diagram."""
        written = self.values.get("chart") or inside_fence("\n".join(self.content))
        source, line = self.get_source_info()
        return code_block(
            CodeInfo(language="mermaid"),
            dedent(written.strip("\n")).rstrip(),
            config=self.config,
            location=self.get_location(),
            source=source,
            line=line,
        )


_NO_CONTROLS = "Drawings have no buttons to move or enlarge them. Leave it out."

registry.add(
    Component(
        name="Mermaid",
        doc="A diagram by attributes instead of a fence.",
        attributes=(
            Attribute(name="chart", type="text", doc="The diagram, instead of the content."),
            Attribute(name="placement", type="text", instead=_NO_CONTROLS),
            Attribute(name="actions", type="text", instead=_NO_CONTROLS),
            Attribute(
                name="ariaLabel",
                type="text",
                instead="Write `accTitle: …` in the diagram.",
            ),
        ),
        directive=MermaidDirective,
        newer=True,
    ),
    Component(
        name="CodeBlock",
        doc="A code block by attributes instead of a fence.",
        main="language",
        attributes=(
            Attribute(name="language", type="text", doc="The language.", aliases=("lang",)),
            Attribute(
                name="className",
                type="text",
                doc="Classes; `language-yaml` also sets the language.",
            ),
            Attribute(name="filename", type="text", doc="The title.", aliases=("title",)),
            Attribute(name="icon", type="icon", doc="An icon beside the title."),
            Attribute(name="highlight", type="text", doc="Lines to mark: `1,3-5`."),
            Attribute(name="focus", type="text", doc="Lines that stay clear."),
            Attribute(name="lines", type="flag", doc="Shows line numbers."),
            Attribute(name="wrap", type="flag", doc="Wraps long lines."),
            Attribute(name="expandable", type="flag", doc="Shows the first lines at first."),
            Attribute(name="nocopy", type="flag", doc="Leaves the copy button out."),
            Attribute(
                name="hideAskAiButton",
                type="flag",
                instead="Code has no such button. Leave it out.",
            ),
            Attribute(
                name="numberOfLines",
                type="text",
                instead="The build counts the lines. Leave it out.",
            ),
        ),
        directive=CodeBlockDirective,
        newer=True,
    ),
)


# CodeNotes: notes that open at their lines.
#
# A note is an item of the list below the code, which every builder writes. In HTML each place
# becomes a button, and each item a popover, which browsers open and close without a script.


class code_notes(nodes.container):  # noqa: N801 (docutils spells its nodes so)
    """Code, and a list of what is said about it."""


class CodeNotesDirective(ComponentDirective):
    """Code with notes."""

    tag = "CodeNotes"
    node_class = code_notes
    css_class = "dj-code-notes"


def code_notes_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return code whose lines have buttons, and the items that those open."""
    lists = [child for child in node.children if isinstance(child, nodes.enumerated_list)]
    items = list(lists[-1].children) if lists and not context.is_book else []
    ids: dict[int, str] = {}
    for block in list(node.findall(nodes.literal_block)):
        _place_notes(block, len(items), ids, context)
    children = context.borrow_children(node.children)
    if ids:
        new = element("ol", "dj-notes")
        for number, item in enumerate(items, start=1):
            note = element("li", "dj-note", *context.borrow_children(item.children))
            if number in ids:
                note["ids"].append(ids[number])
                note["html"]["popover"] = "auto"
            new += note
        children[children.index(lists[-1])] = new
    return [copy_identity(node, element("div", "dj-code-notes", *children))]


def _place_notes(block: Any, count: int, ids: dict[int, str], context: FormContext) -> None:
    """Let the lines of a block have buttons, in place of the numbers, while it is drawn."""
    lines = block.astext().split("\n")
    notes: dict[int, tuple[int, str]] = {}
    for line, number, code in note_places(block.astext()):
        if 0 < number <= count:
            if number not in ids:
                ids[number] = context.new_id("dj-note")
            lines[line - 1] = code
            notes[line] = (number, ids[number])
    if notes:
        shown_block = block.copy()
        shown_block.rawsource = "\n".join(lines)
        shown_block += nodes.Text(shown_block.rawsource)
        shown_block["notes"] = notes
        context.replace_with([shown_block], block)


RENDERERS[code_notes] = Renderers(html=code_notes_html, paper=frameless)

registry.add(
    Component(
        name="CodeNotes",
        doc="Code with notes that open at its lines: `# (1)` is the place of the first one below.",
        directive=CodeNotesDirective,
        newer=True,
    ),
)


# Output of a terminal: colours written as ANSI sequences become those of code.

ESCAPE: Final = "\x1b"
SEQUENCE: Final = re.compile(
    r"(?:\x1b|␛)\[([\d;:]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.?"
)
"""One sequence: of colours when it ends in ``m``; others move a cursor that a page has not."""

PROMPT: Final = re.compile(r"(?m)^(?:[\w.@~/: -]{0,60}[$#%] )")

COLORS: Final[dict[int, _TokenType]] = {
    0: Comment,
    1: Generic.Deleted,
    2: Generic.Inserted,
    3: Number,
    4: Name.Function,
    5: Keyword,
    6: String,
    7: Text,
}
"""The colours of a terminal → what has such a colour in code, readable in both modes."""


class AnsiLexer(Lexer):
    """Output of a program with the colours that it had in a terminal."""

    name = "ANSI"
    aliases: ClassVar = ["ansi"]
    url = "https://en.wikipedia.org/wiki/ANSI_escape_code"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield what is between the sequences, in the colour that the last ones chose."""
        seen: _TokenType = Text
        at = 0
        for match in SEQUENCE.finditer(text):
            yield from _shown(text[at : match.start()], at, seen)
            at = match.end()
            if match[2] == "m":
                seen = chosen(match[1], seen)
        yield from _shown(text[at:], at, seen)


def _shown(text: str, at: int, seen: _TokenType) -> Iterator[tuple[int, _TokenType, str]]:
    if not text:
        return
    prompt = PROMPT.match(text) if seen is Text else None
    if prompt:
        yield at, Generic.Prompt, prompt[0]
        at, text = at + prompt.end(), text[prompt.end() :]
    if text:
        yield at, seen, text


def chosen(codes: str, before: _TokenType) -> _TokenType:
    """Return what text looks like after a sequence; colours of 256 and more are not told apart."""
    numbers = [int(code or 0) for code in re.split("[;:]", codes)]
    seen = before
    while numbers:
        code = numbers.pop(0)
        if code in {0, 39, 22} or (code in {38, 48} and not numbers):
            seen = Text
        elif code in {38, 48}:
            count = 1 if numbers[0] == 5 else 3
            value = numbers[1] if count == 1 and len(numbers) > 1 else None
            numbers = numbers[1 + count :]
            if code == 38:
                seen = COLORS[value % 8] if value is not None and value < 16 else Generic.Output
        elif 30 <= code <= 37 or 90 <= code <= 97:
            seen = COLORS[code % 10]
        elif code == 1 and seen is Text:
            seen = Generic.Strong
        elif code == 2:
            seen = Comment
    return seen


def plain(text: str) -> str:
    """Return *text* without its sequences."""
    return SEQUENCE.sub("", text) if ESCAPE in text or "␛[" in text else text
