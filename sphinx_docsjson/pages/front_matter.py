"""Reads and checks the front matter of pages, and stores and translates it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, emphasis
from sphinx import addnodes
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.transforms import SphinxTransform

from sphinx_docsjson import yaml12
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.nodes import skip
from sphinx_docsjson.translation import is_spoken
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


SHOWN = words("sidebartitle tag")

DESCRIBED = "docsjson_described"
"""The attribute of a document whose text says all that its ``description`` says."""


class front_text(nodes.comment, addnodes.translatable):  # noqa: N801 (docutils spells its nodes so)
    """A field of the front matter; no builder writes it, as no builder writes a comment.

    ``field`` is its name, ``texts`` its content, ``translations`` what translators wrote.
    """

    def preserve_original_messages(self) -> None:
        """Do nothing: ``texts`` stay."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Remember a translation."""
        self["translations"] = {**self["translations"], original_message: translated_message}

    def extract_original_messages(self) -> Sequence[str]:
        """Return the texts."""
        texts: Sequence[str] = self["texts"]
        return texts


class TranslatedFrontMatter(SphinxTransform):
    """Puts translations into the metadata, after Sphinx has looked them up (priority 20)."""

    default_priority = 30

    def apply(self, **kwargs: Any) -> None:
        """Translate the fields of the page."""
        metadata = self.env.metadata[self.env.docname]
        for node in self.document.findall(front_text):
            if known := node["translations"]:
                translated = _translated(metadata.get(node["field"]), known)
                keep_field(self.env, node["field"], translated)


def setup_front_texts(app: Sphinx) -> None:
    """Register the node and what it changes."""
    app.add_node(front_text, html=(skip, None))
    app.add_transform(safe_transform(TranslatedFrontMatter))


def front_texts(front: FrontMatter, lines: Mapping[str, int], source: str) -> Iterator[front_text]:
    """Yield a node for each field that readers see somewhere."""
    for name in front.fields:
        lower = name.casefold()
        value = front.fields[name]
        texts = value if isinstance(value, list) else [front.text(name)]
        texts = [text for text in texts if isinstance(text, str) and text]
        if texts and (lower in SHOWN or is_spoken(name)):
            node = front_text("", "", field=name, texts=texts, translations={})
            node.source, node.line = source, lines.get(lower, 1)
            yield node


def _translated(value: Any, known: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [known.get(item, item) if isinstance(item, str) else item for item in value]
    return known.get(value, value)


# The YAML block at the start of a page, read so that a mistake in it never costs the page.

# A new field is added here once: its spelling, in the list for its type.

_TEXTS = words(
    "title description sidebarTitle icon iconType tag mode url openapi openapi-overview "
    "openapi-schema openapi-tag openapi-changes api authMethod asyncapi version playground "
    "canonical robots"
)
_YES_OR_NO = words(
    "deprecated hidden hideApiMarker hideFooterPagination noindex public searchable timestamp"
)
_OTHERS = words("authors boost contextual createdDate groups keywords lastUpdatedDate related")
_OF_MYST = words("rss")
"""What MyST keeps of a page as it is, where it reads the page."""

FIELDS = _TEXTS | _YES_OR_NO | _OTHERS | _OF_MYST
"""The fields of docs.json sites, as they are written."""

FIELDS_WITHOUT_EFFECT = {
    "auth": "Name the security schemes in the OpenAPI file, or write `authMethod`.",
    "contentType": "Name the media type in the OpenAPI file, or show a `<RequestExample>`.",
    "graphql": "GraphQL is not supported. Write the reference, or link to it.",
    "groups": "A static site cannot tell readers apart. Protect the host, or build two sites.",
    "href": "The address of a page comes from its file. To link elsewhere, write `url`.",
    "isPublic": "A static site cannot tell readers apart. Protect the host, or build two sites.",
    "public": "A static site cannot tell readers apart. Protect the host, or build two sites.",
    "redirect": "Write the redirect in `redirects` of `docs.json`.",
    "version": "List the page in a version, in the navigation of `docs.json`.",
}
"""The fields that the hosting platform alone can give an effect → what there is instead."""

TEXT_FIELDS = frozenset(map(str.casefold, _TEXTS))
YES_OR_NO = frozenset(map(str.casefold, _YES_OR_NO))
OWN_FIELDS = frozenset(map(str.casefold, FIELDS - _OF_MYST))
"""The fields that docs.json sites read, in lower case; what else is there is Sphinx's."""


# The front matter of pages, as Sphinx keeps metadata: names with strings.

SPHINX_FIELDS = words("nocomments no-search nosearch orphan tocdepth")
"""The fields of a page that Sphinx reads, in lower case."""

KEPT = "docsjson_fields"
"""The key in Sphinx's data of the page being read that holds its own fields."""

DEPTH = "tocdepth"
"""The field that Sphinx compares with numbers; 0 shows all headings."""


def keep_metadata(env: BuildEnvironment, front: FrontMatter) -> None:
    """Keep all fields as Sphinx keeps those of other pages."""
    metadata: dict[str, Any] = env.metadata[env.docname]
    for name in front.fields:
        if name != "myst":
            metadata[name] = _value(front, name)
    _hide(metadata, front)


def keep_own_fields(env: BuildEnvironment, front: FrontMatter) -> None:
    """Keep the fields of docs.json of a page whose other fields MyST keeps."""
    metadata: dict[str, Any] = env.metadata[env.docname]
    own = {name: _value(front, name) for name in front.fields if name.casefold() in OWN_FIELDS}
    metadata.update(own)
    _hide(metadata, front)
    env.current_document[KEPT] = own


def keep_field(env: BuildEnvironment, name: str, value: Any) -> None:
    """Keep another value of a field, such as its translation."""
    env.metadata[env.docname][name] = value
    kept: Any = env.current_document
    kept.setdefault(KEPT, {})[name] = value


def _value(front: FrontMatter, name: str) -> Any:
    value = front.fields[name]
    if name == DEPTH:
        depth = front.text(name)
        return int(depth) if depth.isascii() and depth.isdecimal() and len(depth) < 4 else 0
    return value if isinstance(value, dict | list) else front.text(name)


def _hide(metadata: dict[str, Any], front: FrontMatter) -> None:
    if front.text("hidden") == "true":
        metadata.setdefault("orphan", "")


class OwnFields(EnvironmentCollector):
    """Puts the fields of docs.json back after Sphinx has read the front matter as MyST wrote it.

    MyST reads YAML 1.1, where a page titled ``1.10`` would be called 1.1.
    """

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget nothing: Sphinx does."""

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: Set[str], other: BuildEnvironment
    ) -> None:
        """Merge nothing: Sphinx does."""

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Listen to ``doctree-read``, after Sphinx's own collector."""
        env: BuildEnvironment = doctree.settings.env
        env.metadata[env.docname].update(env.current_document.get(KEPT) or {})


_BLANK_LINES = re.compile(r"(?>(?:[ \t]*+\r?\n)+)(?=---[ \t]*+\r?\n)")
_BLANK_LINE = re.compile(r"[ \t]*+\r?\n")
_FENCE = re.compile(r"---[ \t]*\r?\n")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_NAME = re.compile(r"""["']?([A-Za-z][\w:.-]*?)["']?[ \t]*:(?:\s|$)""")
_COLON = re.compile(r":(?=[ \t]|$)")
_BELOW = frozenset(" \t-#]}")
"""What a line begins with that belongs to the field above it."""
_NO_NAME = frozenset({"", *" \t-#]}[{&*!|>%@`?,:"})

MAX_DEPTH = 50
MAX_VALUES = 10_000
"""The fields of a page are copied into every output that shows it, aliases written out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FrontMatter:
    """The fields of a page, and what was wrong in their block.

    :param length: how many characters of the page the block takes.
    :param problem: what is wrong, with the line it is on, or nothing.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    length: int = 0
    problem: str = ""
    problem_line: int = 1

    def text(self, name: str) -> str:
        """Return a field as text without surrounding space; empty when it is not there."""
        value = self.fields.get(name)
        if value is None:
            wanted = name.casefold()
            value = next((v for k, v in self.fields.items() if k.casefold() == wanted), None)
        if value is None or isinstance(value, dict | list):
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        return " ".join(str(value).split())


@dataclass(frozen=True, kw_only=True, slots=True)
class Mended:
    """The text of a page whose front matter nobody else would find, with a block that they do.

    :param problem: what is wrong and what to write, with the line of it; empty when nothing is.
    """

    text: str
    problem: str = ""
    line: int = 1


def mend_front_matter(text: str) -> Mended:
    """Return the text of a page with its front matter in its place and closed.

    The lines below it keep their numbers, except for a block that text follows without a blank
    line.
    """
    blank = _BLANK_LINES.match(text)
    begin = blank.end() if blank else 0
    opening = _FENCE.match(text, begin)
    if opening is None:
        return Mended(text=text)
    after = opening.end()
    stop = _end_of_fields(text, after)
    if stop is None:
        return Mended(text=text)
    closing = _END.search(text, after)
    if closing is None or _is_swallowed(text, after, stop, closing.start()):
        blank_line = _BLANK_LINE.match(text, stop)
        rest = text[blank_line.end() if blank_line else stop :]
        ended = "" if text[stop - 1] == "\n" else "\n"
        line = text.count("\n", 0, stop) + (2 if ended else 1)
        return Mended(
            text=f"{text[begin:stop]}{ended}---\n{text[:begin]}{rest}",
            problem="the front matter is never closed; it is read up to here. Add --- in line "
            f"{line}.",
            line=line,
        )
    if not begin:
        return Mended(text=text)
    end = closing.end() + (1 if text[closing.end() :][:1] == "\n" else 0)
    line = text.count("\n", 0, begin) + 1
    return Mended(
        text=f"{text[begin:end]}{text[:begin]}{text[end:]}",
        problem="the front matter comes after a blank line, so other tools do not find it. "
        "Start the page with ---.",
        line=line,
    )


def _end_of_fields(text: str, begin: int) -> int | None:
    """Return where the fields end that begin a block; ``None`` where none of them is of a page.

    They end at a blank line, or at a line that neither is a field nor belongs to one.
    """
    position, known = begin, False
    while position < len(text):
        line_end = text.find("\n", position)
        line_end = len(text) if line_end < 0 else line_end
        line = text[position:line_end].rstrip("\r")
        name = _NAME.match(line)
        if not line.strip() or line.rstrip() in ("---", "..."):
            break
        if name is None and (position == begin or line[0] not in _BELOW or line[0] == "#"):
            break
        known = known or (name is not None and name[1].casefold() in TEXT_FIELDS)
        position = min(line_end + 1, len(text))
    return position if known else None


def _is_swallowed(text: str, begin: int, stop: int, end: int) -> bool:
    """Whether a line of dashes further down, a rule of the page, was treated as the end.

    Then the fields are YAML up to a blank line, and the rest is text, not YAML.
    """
    if stop >= end or not _BLANK_LINE.match(text, stop):
        return False
    rest = text[stop:end].strip()
    if not rest or _NAME.match(rest) or rest.startswith("#"):
        return False
    try:
        yaml12.read(text[begin:end].replace("\r\n", "\n"), max_values=MAX_VALUES)
    except yaml12.UnreadableYaml:
        pass
    else:
        return False
    try:
        yaml12.read(text[begin:stop].replace("\r\n", "\n"), max_values=MAX_VALUES)
    except yaml12.UnreadableYaml:
        return False
    return True


def read_front_matter(text: str) -> FrontMatter:
    """Return the front matter of the page *text*.

    What is not valid YAML is read field by field, and the problem is reported. Plain values of
    text fields stay text: a page may be called ``no``, ``1.10`` or ``2024-01-01``.
    """
    opening = _FENCE.match(text)
    if opening is None:
        return FrontMatter()
    closing = _END.search(text, opening.end())
    if closing is None:
        return FrontMatter()
    block = text[opening.end() : closing.start()].replace("\r\n", "\n")
    length = min(len(text), closing.end() + (1 if text[closing.end() :][:1] == "\n" else 0))
    try:
        document = yaml12.read(block, places=True, max_depth=MAX_DEPTH, max_values=MAX_VALUES)
    except yaml12.UnreadableYaml as error:
        return FrontMatter(
            fields=_lenient_fields(block),
            length=length,
            problem=f"the front matter is not valid YAML ({error}); it is read field by field. "
            "Quote values that contain a colon or start with a special character.",
            problem_line=error.line + 1,
        )
    if document.value is not None and not isinstance(document.value, dict):
        return FrontMatter(
            length=length,
            problem="the front matter is not a list of 'name: value' pairs; it is left out.",
            problem_line=2,
        )
    problem, line = "", 1
    if document.repeated:
        name, line = document.repeated[0]
        problem = f"the field {name!r} occurs twice; the last one is used. Remove the other."
    return FrontMatter(
        fields=_fields(document), length=length, problem=problem, problem_line=line + 1
    )


def _fields(document: yaml12.Document) -> dict[str, Any]:
    """Return the fields, those that are text as the text that they are written with."""
    fields = {key: value for key, value in (document.value or {}).items() if key}
    for key, value in fields.items():
        if value is not None and key.casefold() in TEXT_FIELDS:
            entry = document.entry(document.value, key)
            if entry is not None and entry.source is not None:
                fields[key] = entry.source
    return fields


def _lenient_fields(block: str) -> dict[str, Any]:
    """Return the fields of a block that is not YAML: each by itself, or else as one line of text.

    A field is a line that begins with a name, with the lines that belong to it below.
    """
    fields: dict[str, Any] = {}
    for name, value, lines in _parts(block):
        try:
            document = yaml12.read(
                "\n".join(lines), places=True, max_depth=MAX_DEPTH, max_values=MAX_VALUES
            )
        except yaml12.UnreadableYaml:
            fields[name] = value
        else:
            fields.update(_fields(document))
    return fields


def _parts(block: str) -> Iterator[tuple[str, str, list[str]]]:
    """Give each field of a block: its name, the text beside it, and all its lines."""
    name, value, lines = "", "", []
    for line in block.split("\n"):
        if name and (not line or line[0] in _BELOW):
            lines.append(line)
            continue
        if name:
            yield name, value, lines
        colon = None if line[:1] in _NO_NAME else _COLON.search(line)
        name = line[: colon.start()].strip().strip("\"'") if colon else ""
        value = line[colon.end() :].strip().strip("\"'") if colon else ""
        lines = [line]
    if name:
        yield name, value, lines


def field_lines(text: str) -> dict[str, int]:
    """Return on which line of the page each field is, by its name in lower case."""
    lines = enumerate(text.split("\n"), start=1)
    found = ((_NAME.match(line), number) for number, line in lines)
    return {match[1].casefold(): number for match, number in found if match}


def front_nodes(text: str) -> list[nodes.Node]:
    """Return a text of the front matter as nodes: in it, only code and ``*emphasis*`` count.

    Underscores are part of names: a page titled ``__init__`` is not set in bold. All other
    Markdown is treated as text, so nothing has to be escaped.
    """
    root = nodes.inline()
    stack: list[nodes.Element] = [root]
    for token in _parser().parseInline(text)[0].children or ():
        if token.nesting < 0:
            stack.pop()
        elif token.nesting > 0:
            opened = nodes.strong() if token.tag == "strong" else nodes.emphasis()
            stack[-1].append(opened)
            stack.append(opened)
        elif token.type == "code_inline":
            stack[-1].append(nodes.literal(token.content, token.content))
        elif token.content:
            stack[-1].append(nodes.Text(token.content))
    return list(root.children)


@cache
def _parser() -> MarkdownIt:
    def stars(state: StateInline, silent: bool) -> bool:
        return state.src[state.pos] == "*" and emphasis.tokenize(state, silent)

    parser = MarkdownIt("zero").enable(["backticks", "emphasis"])
    parser.inline.ruler.at("emphasis", stars)
    return parser
