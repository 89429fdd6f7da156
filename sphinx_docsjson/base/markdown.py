"""Escapes text for Markdown, and generates the ids of headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from markdown_it.token import Token

# Heading text → the ids that links to it use.

_DROPPED = re.compile(r"[^\w\s./&’-]", re.UNICODE)
_TO_DASH = re.compile(r"[\s.]+")
_DASHES = re.compile(r"-{2,}")
_NOT_GITHUB = re.compile(r"[^\w\s-]", re.UNICODE)
_PLAIN = re.compile(r"[\w-]+", re.UNICODE)
_LOOSE = re.compile(r"[\W_]+", re.UNICODE)


def hosted_slug(text: str) -> str:
    """Return the id the hosted platform gives a heading.

    Lower-case, spaces and full stops to ``-``, an apostrophe to ``’``, parentheses and other
    special characters dropped, ``/`` and ``&`` kept (reference: newer docs.json, §6).
    """
    text = text.strip().lower().replace("'", "’")
    text = _TO_DASH.sub("-", _DROPPED.sub("", text))
    return _DASHES.sub("-", text).strip("-")


def github_slug(text: str) -> str:
    """Return the id GitHub gives a heading: each space a dash, punctuation dropped."""
    return re.sub(r"\s", "-", _NOT_GITHUB.sub("", text.strip().lower()))


def slugs(text: str) -> list[str]:
    """Return the ids of a heading, the one to write first.

    The first holds only letters, digits, ``-`` and ``_``, so that every format can write it; the
    ids that links from elsewhere may use follow.
    """
    github = github_slug(text)
    spelled_out = hosted_slug(text.replace("&", " and ")) if "&" in text else ""
    found = [*title_slugs(text), _collapsed(github), github, spelled_out]
    return list(dict.fromkeys(slug for slug in found if slug))


def title_slugs(text: str) -> list[str]:
    """Return the ids of a component with a title: the one to write first, the hosted one."""
    hosted = hosted_slug(text)
    first = hosted if _PLAIN.fullmatch(hosted) else _collapsed(github_slug(text))
    return list(dict.fromkeys(slug for slug in (first, hosted) if slug))


def _collapsed(slug: str) -> str:
    return _DASHES.sub("-", slug).strip("-")


def loose(anchor: str) -> str:
    """Return what two spellings of the same anchor have in common."""
    return _LOOSE.sub("", anchor.lower())


# How text, code, links and blocks are spelled in Markdown so that a parser reads them back.
#
# Pure functions over strings; the rules are those of CommonMark 0.31 and of GitHub's tables.

STRUCK = frozenset({"s", "del", "strike"})
"""The HTML elements whose words do not count any more; without a mark they would seem to."""

MARKS = {**dict.fromkeys(STRUCK, ("~~", "~~")), "ins": ("++", "++"), "q": ("“", "”")}
"""Element of HTML → what is around its text where there are no elements."""


def marks_of(node: Any) -> tuple[str, str]:
    """Return what is around the text of an inline element of HTML in other formats."""
    said = node["attributes_html"].get("title") if node["tagname"] == "abbr" else None
    return ("", f" ({said})") if said else MARKS.get(node["tagname"], ("", ""))


_SPECIAL = re.compile(
    r"""
    [\\`*]                          # escapes, code, emphasis
  | (?<![^\W_])_ | _(?![^\W_])      # emphasis; an underscore inside a word is only a character
  | <(?=[a-zA-Z/!?])                # HTML and autolinks
  | &(?=\#?\w+;)                    # entities
  | \](?=[(\[:])                   # the end of a link's text
  | \[(?=\^)                        # footnotes
  | !(?=\[)                         # images
  | ~(?=~) | (?<=~)~                # strikethrough
    """,
    re.VERBOSE,
)
_MAY_BE_SPECIAL = re.compile(r"[\\`*_<&\]\[!~]")
_LAST_WORD = re.compile(r"(?<!\S)\S+\Z")
_ADDRESS = re.compile(r"://|www\.|@", re.IGNORECASE)
_BRACKETS = re.compile(r"\\.|[\[\]]", re.DOTALL)
_BLOCK_START = re.compile(
    r"^(?:(?P<mark>\#{1,6}(?=\s|\Z)|[+\-](?=\s|\Z)|>|=+\s*\Z|-[-\s]*\Z|~~~|:::)|(?P<number>\d{1,9})(?P<dot>[.)])(?=\s|\Z))"
)
_EMPHASIS = re.compile(r"(?P<marks>\*{1,2})(?!\*)(?P<inner>.+?)(?<!\\)(?P=marks)", re.DOTALL)
_BACKTICKS = re.compile(r"`+")
_FENCES = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_UNSAFE_IN_URL = re.compile(r"[\s()<>\[\]\\|]")
_HARD_BREAK = re.compile(r"(?<!\\)((?:\\\\)*)\\\n")
_INFO_UNSAFE = re.compile(r"[`~\s]+")


def escape_text(text: str) -> str:
    """Return *text* so that no character of it is read as inline markup."""
    if not _MAY_BE_SPECIAL.search(text):
        return text
    return _SPECIAL.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    """Return a character with a backslash; an address before ``<`` would take that for its own."""
    if match[0] == "<":
        run = _LAST_WORD.search(match.string, max(0, match.start() - 2_000), match.start())
        if run and _ADDRESS.search(run[0]):
            return "&lt;"
    return "\\" + match[0]


def beside(parts: Iterable[str]) -> str:
    """Return pieces of a line side by side, so that none changes the meaning of the next."""
    line: list[str] = []
    for part in parts:
        if not part:
            continue
        if line:
            line[-1], part = _apart(line[-1], part)
        line.append(part)
    return "".join(line)


def _apart(before: str, after: str) -> tuple[str, str]:
    """Return two pieces so that they keep their meaning next to each other."""
    if before[-1] == "`" and after[0] == "`":
        return before + " ", after
    if after[0] in "[(:" and before[-1] in "!]" and _ends_in_text(before, after):
        return f"{before[:-1]}\\{before[-1]}", after
    # Whether asterisks open or close emphasis depends on their neighbours; where Markdown fails,
    # HTML is written.
    if after[0] == "*" and not before[-1].isspace():
        after = _emphasis_as_html(after)
    if before[-1] == "*" and not after[0].isspace():
        before = _emphasis_as_html(before)
    return before, after


def _emphasis_as_html(markdown: str) -> str:
    """Return an emphasised piece as HTML, if it begins or ends with anything but a letter."""
    match = _EMPHASIS.fullmatch(markdown)
    if match is None or (match["inner"][0].isalnum() and match["inner"][-1].isalnum()):
        return markdown
    tag = "strong" if match["marks"] == "**" else "em"
    return f"<{tag}>{match['inner']}</{tag}>"


def _ends_in_text(before: str, after: str) -> bool:
    """Whether the last character of *before* would begin an image or end a link's text."""
    return after[0] == "[" if before[-1] == "!" else not before.endswith("\\]")


def escape_block_start(line: str) -> str:
    """Return a paragraph's *line* so that it is not read as a heading, list, quote or rule."""
    match = _BLOCK_START.match(line)
    if match is None:
        return line
    if match.group("number"):
        return f"{match.group('number')}\\{line[match.start('dot') :]}"
    return "\\" + line


def code_span(text: str) -> str:
    """Return *text* as inline code, whatever backticks it holds."""
    text = text.replace("\n", " ")
    if not text.strip():
        return text
    if "`" not in text and text[0] != " ":
        return f"`{text}`"
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    marks = "`" * (longest + 1)
    needs_space = text[0] == "`" or text[-1] == "`" or (text[0] == " " and text[-1] == " ")
    space = " " if needs_space else ""
    return f"{marks}{space}{text}{space}{marks}"


def fenced(code: str, language: str = "") -> str:
    """Return *code* as a fenced block whose fence is longer than any fence inside."""
    longest = max((len(run) for run in _FENCES.findall(code)), default=0)
    marks = "`" * max(3, longest + 1)
    info = _INFO_UNSAFE.sub("-", language.strip())
    return f"{marks}{info}\n{code.rstrip()}\n{marks}"


def destination(url: str) -> str:
    """Return *url* with everything percent-encoded that would end a link's destination."""
    return _UNSAFE_IN_URL.sub(lambda match: _percent(match.group()), url)


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


_SHIFTED = {
    "sub": ("_", str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")),
    "sup": ("^", str.maketrans("0123456789+-=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾")),
}


def shifted(tag: str, markdown: str) -> str:
    """Return what is in ``sub`` or ``sup`` as text: ``H₂O``, else as TeX writes it, ``x^n``.

    What holds more than words, such as the link to a footnote, stays as it is.
    """
    mark, small = _SHIFTED[tag]
    text = markdown.strip()
    found = text.translate(small)
    if not any(before == after for before, after in zip(text, found, strict=True)):
        return found
    return f"{mark}{text}" if text.isalnum() else markdown


def link(label: str, url: str) -> str:
    """Return a link with the Markdown *label*; a label without text becomes the URL itself."""
    label = label.strip() or escape_text(url)
    return f"[{label}]({destination(url)})"


def image(alt: str, url: str, caption: str = "") -> str:
    """Return an image; *alt* and *caption* are plain text."""
    title = escape_text(one_line(caption)).replace('"', "&quot;")
    place = f'{destination(url)} "{title}"' if title else destination(url)
    return f"![{escape_brackets(escape_text(one_line(alt)))}]({place})"


def escape_brackets(markdown: str) -> str:
    """Return inline *markdown* without links with its square brackets escaped.

    Pairs of them are not the end of a link's text, and stay as they are.
    """
    if _are_pairs(markdown):
        return markdown
    return _BRACKETS.sub(
        lambda match: "\\" + match.group() if len(match.group()) == 1 else match.group(), markdown
    )


def _are_pairs(markdown: str) -> bool:
    """Whether each square bracket has its partner, and none is where it would mean a link."""
    depth = 0
    for match in _BRACKETS.finditer(markdown):
        depth += {"[": 1, "]": -1}.get(match[0], 0)
        after = markdown[match.end() : match.end() + 1]
        if depth < 0 or (match[0] == "]" and after in ("(", "[", ":")):
            return False
    return depth == 0


def emphasized(marks: str, markdown: str) -> str:
    """Return *markdown* between *marks*, with surrounding space outside them."""
    inner = markdown.strip()
    if not inner:
        return markdown
    before = markdown[: len(markdown) - len(markdown.lstrip())]
    after = markdown[len(markdown.rstrip()) :]
    return f"{before}{marks}{inner}{marks}{after}"


def heading(level: int, markdown: str) -> str:
    """Return an ATX heading; levels beyond the sixth become the sixth."""
    title = one_line(markdown)
    if title.endswith("#"):
        title = f"{title[:-1]}\\#"
    return f"{'#' * min(max(level, 1), 6)} {title}".rstrip()


def quoted(markdown: str) -> str:
    """Return blocks of *markdown* as a quote."""
    return "\n".join(f"> {line}" if line else ">" for line in markdown.split("\n"))


def indented(markdown: str, width: int) -> str:
    """Return *markdown* with every line but the first and empty ones moved right."""
    if "\n" not in markdown:
        return markdown
    space = " " * width
    first, *rest = markdown.split("\n")
    return "\n".join([first, *(space + line if line else line for line in rest)])


def list_item(marker: str, markdown: str) -> str:
    """Return one item of a list."""
    return f"{marker} {indented(markdown, len(marker) + 1)}".rstrip()


def joined(blocks: Iterable[str]) -> str:
    """Return *blocks* with an empty line between them; empty blocks are omitted."""
    return "\n\n".join(block for block in blocks if block)


def one_line(markdown: str) -> str:
    """Return *markdown* on one line: hard and soft line breaks become spaces."""
    if "\n" not in markdown:
        return markdown.strip()
    soft = _HARD_BREAK.sub(r"\1\n", markdown)
    return " ".join(part.strip() for part in soft.split("\n")).strip()


def table_cell(markdown: str) -> str:
    """Return the content of a cell on one line, with ``|`` escaped."""
    lines = [line.strip() for line in _HARD_BREAK.sub(r"\1\n", markdown).split("\n")]
    return "<br>".join(line for line in lines if line).replace("|", "\\|")


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in GitHub's syntax; cells are made by :func:`table_cell`."""
    width = max([len(header), *(len(row) for row in rows)])
    lines = [_row(header, width), "|" + " --- |" * width]
    lines += [_row(row, width) for row in rows]
    return "\n".join(lines)


def _row(cells: Sequence[str], width: int) -> str:
    filled = [*cells, *([""] * (width - len(cells)))]
    return "| " + " | ".join(filled) + " |"


# Blocks that are nested deeper than markdown-it reads. It leaves them out without a word.

TOO_DEEP = "docsjson_too_deep"
"""What the paragraph has in its ``meta`` that stands for blocks that are nested too deeply."""

_MARKERS = re.compile(r"^(?>(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*)", re.MULTILINE)


def with_deep_blocks(tokens: list[Token], source: str, most: int) -> list[Token]:
    """Return tokens of blocks with the words that are too deep as paragraphs.

    :param source: what the tokens were read from.
    :param most: the option ``maxNesting`` of markdown-it.
    """
    if not any(token.level >= most - 1 and token.nesting > 0 for token in tokens):
        return tokens
    lines = source.split("\n")
    found: list[Token] = []
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        found.append(token)
        is_emptied = token.level >= most - 1 and after is not None and after.nesting < 0
        if token.nesting > 0 and token.map and is_emptied:
            begin, end = token.map
            text = _MARKERS.sub("", "\n".join(lines[begin:end])).strip()
            if text:
                found += _paragraph(text, [begin, end], token.level + 1)
    return found


def _paragraph(text: str, place: list[int], level: int) -> list[Token]:
    given: dict[str, Any] = {"map": place, "block": True}
    return [
        Token("paragraph_open", "p", 1, level=level, meta={TOO_DEEP: True}, **given),
        Token("inline", "", 0, level=level + 1, content=text, children=[], **given),
        Token("paragraph_close", "p", -1, level=level, block=True),
    ]
