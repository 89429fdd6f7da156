"""Code beside the text of a page: request samples and example responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_design.shared import create_component

from sphinx_docsjson.base.markdown import (
    emphasized,
    escape_text,
    fenced,
    joined,
    one_line,
)
from sphinx_docsjson.compat.builders import highlighter_of
from sphinx_docsjson.compat.docutils import become
from sphinx_docsjson.components.code_blocks import code_block
from sphinx_docsjson.components.code_languages import CodeInfo, lexer_name
from sphinx_docsjson.components.families.side_examples import example_html, side_example
from sphinx_docsjson.components.renderers import html_visitor
from sphinx_docsjson.ext.openapi.content.markdown import link_target, to_nodes
from sphinx_docsjson.ext.openapi.content.nodes import OTHER_FORMATS
from sphinx_docsjson.ext.openapi.model.api import Body, Example, MediaType, Operation
from sphinx_docsjson.ext.openapi.request.bodies import language_of, made_text
from sphinx_docsjson.ext.openapi.request.samples import Sample, language_called
from sphinx_docsjson.ext.openapi.request.values import Sampler, examples_to_choose, text_of
from sphinx_docsjson.ext.openapi.schema.examples import Examples
from sphinx_docsjson.ext.openapi.schema.fields import directions_of
from sphinx_docsjson.ext.openapi.schema.view import Direction
from sphinx_docsjson.i18n import _
from sphinx_docsjson.warnings import safe_transform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


def example_notes(
    examples: Iterable[Example], source: str, address: Callable[[str], str]
) -> list[nodes.Node]:
    """Return a list of the examples of which there is more to say than their code shows.

    :param source: the file that the texts come from.
    :param address: what an address of the file is relative to.
    """
    listed = nodes.bullet_list(classes=["dj-example-notes"])
    for example in dict.fromkeys(map(_told, examples)):
        name, description, url = example
        if not description and not url:
            continue
        line = nodes.paragraph("", "", *_head(name, address(url) if url else ""))
        about = to_nodes(description, source)
        if about and isinstance(about[0], nodes.paragraph):
            line += [nodes.Text(": "), *about.pop(0).children]
        listed.append(nodes.list_item("", line, *about))
    if not listed.children:
        return []
    text = str(_("Examples"))
    title = nodes.paragraph("", f"{text}:", classes=["dj-example-notes-title"])
    title["translatable"] = False
    return [title, listed]


def _told(example: Example) -> tuple[str, str, str]:
    name = example.summary or example.name or str(_("Example"))
    return name, example.description, example.url or ""


def _head(name: str, url: str) -> list[nodes.Node]:
    """Return the name of an example, as a link where its value is elsewhere."""
    target = link_target(url) if url else None
    if target:
        return [nodes.reference("", "", nodes.strong(name, name), refuri=target, internal=False)]
    found: list[nodes.Node] = [nodes.strong(name, name)]
    return [*found, nodes.Text(" "), nodes.literal(url, url)] if url else found


# Request samples and response examples as the code groups of the right column.

BODY_EXAMPLE = "body"
"""What marks the code of an example body, as the name of a language marks that of a sample."""

MAX_MADE = 100_000
"""How many characters a made-up example has at most; one that is given is shown whole."""

MAX_COLORED = 20_000
"""How many characters beside a page have colours in HTML, where they take five times as much.

What comes after them is shown whole and without colours.
"""


class _Group:
    """The code of a group in the making; what is beyond the room of the page has no colours."""

    def __init__(self) -> None:
        self.examples: list[CodeExample] = []
        self._room = MAX_COLORED

    def add(
        self,
        title: str,
        language: str,
        code: str,
        name: str = "",
        *,
        length: int | None = None,
    ) -> None:
        """Add a piece of code.

        :param length: how much of it HTML shows with colours; by default all of it.
        """
        self._room -= len(code) if length is None else length
        self.examples.append(
            CodeExample(
                title=title,
                language=language,
                code=code,
                name=name,
                is_plain=self._room < 0,
            )
        )

    def add_example(
        self,
        title: str,
        text: str,
        media: MediaType,
        content: Sequence[MediaType],
        *,
        of: str = "",
        name: str = "",
    ) -> None:
        """Add an example of a body in one of its media types.

        Content that several of them share is shown once. Those after the first say what they are.

        :param of: what tells the body from others in the group.
        """
        language = language_of(media.name)
        if len(content) < 2:
            self.add(title, language, text, name, length=min(len(text), LONG))
            return
        for number, other in enumerate(self.examples):
            if (other.of, other.bare, other.language, other.code) == (of, title, language, text):
                self.examples[number] = replace(other, media=(*other.media, media.name))
                return
        full = title if media is content[0] else f"{title} · {media.name}"
        self.add(full, language, text, name, length=min(len(text), LONG))
        said = replace(self.examples[-1], of=of, bare=title, media=(media.name,))
        self.examples[-1] = said


def request_group(samples: Iterable[Sample]) -> nodes.Node | None:
    """Return the group of request samples, one tab for each language."""
    group = _Group()
    for sample in samples:
        group.add(sample.label, sample.lexer, sample.code, sample.language)
    return example_group_node("RequestExample", group.examples)


def body_group(body: Body, sampler: Sampler, *, least: int = 2) -> nodes.Node | None:
    """Return the group of request bodies, one tab for each example.

    A further media type without an example gets a generated one, if it can be written.

    :param least: how many of the first media type there have to be; one alone is in the samples.
    """
    group, all_made = _Group(), True
    for media in body.content:
        first = media is body.content[0]
        found = [
            (name, text_of(example, media, sampler.schemas))
            for name, example in examples_to_choose(media, sampler)
        ]
        if not found and not first and language_of(media.name):
            made = made_text(media, sampler.examples, "request")
            found = [] if made is None else [(str(_("Example")), _cut(made))]
        elif found and not first:
            all_made = False
        for name, text in found if not first or len(found) >= least else ():
            group.add_example(name, text, media, body.content, name=BODY_EXAMPLE)
    node = example_group_node("RequestExample", group.examples)
    if node is not None:
        node["classes"].append("dj-request-bodies")
        main = body.content[0].name
        if all(one.media and main not in one.media for one in group.examples):
            # Generated samples follow the choice of a media type, and show what was made.
            is_seen = least < 2 or not all_made
            node["classes"].append("dj-media-off" if is_seen else "dj-media-made")
    return node


def payload_group(
    operation: Operation, examples: Examples, *, generate: bool = True, label: str = ""
) -> nodes.Node | None:
    """Return the group of what an API sends by itself, one tab for each media type and name.

    :param label: what the titles start with, where the group is beside others.
    """
    group = _Group()
    content = operation.body.content if operation.body else ()
    for media in content:
        for name, text in examples_of(media, examples, generate=generate, direction="response"):
            title = " · ".join(word for word in (label, name or str(_("Payload"))) if word)
            group.add_example(title, text, media, content)
    return example_group_node("RequestExample", group.examples)


def response_group(
    operation: Operation, examples: Examples, *, generate: bool = True, label: str = ""
) -> nodes.Node | None:
    """Return the group of response examples, one tab for each status, name and media type.

    :param examples: makes values where the specification gives none.
    :param generate: whether values are made at all.
    :param label: what the titles start with, where the group is beside others.
    """
    group = _Group()
    _sent, direction = directions_of(operation)
    before = f"{label} · " if label else ""
    for response in operation.responses:
        for media in response.content:
            made = examples_of(media, examples, generate=generate, direction=direction)
            for name, text in made:
                title = f"{response.status} {name}" if len(made) > 1 and name else response.status
                group.add_example(
                    f"{before}{title}", text, media, response.content, of=response.status
                )
    if not group.examples and operation.kind != "operation":
        for response in operation.responses:
            group.add(f"{before}{response.status}", "text", status_title(response.status))
    return example_group_node("ResponseExample", group.examples)


def examples_of(
    media: MediaType, examples: Examples, *, generate: bool, direction: Direction = "response"
) -> list[tuple[str, str]]:
    """Return the examples of a media type: their names and texts."""
    schemas = examples.schemas
    given = [
        (e.summary or e.name, text_of(e, media, schemas)) for e in media.examples if not e.missing
    ]
    if given or not generate or not language_of(media.name):
        return given
    text = made_text(media, examples, direction)
    return [] if text is None else [("", _cut(text))]


def _cut(text: str) -> str:
    """Return a text that nobody wrote; what schemas multiply ends somewhere."""
    return text if len(text) <= MAX_MADE else text[:MAX_MADE].rpartition("\n")[0] + "\n…"


# Samples and examples beside the text of a page: one node a group, with its code as data on it.
#
# A page has about ten of them. As docutils nodes they were a third of its doctree, and writing
# them took as long as the rest of the page. HTML is written straight from the data; for other
# formats the nodes of a code group are made when they are written.

LONG = 8_000
"""How many characters of a longer example HTML shows at first; the rest can be opened."""

MARKED = "[!code"
"""What code holds of which lines are marked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeExample:
    """A piece of code with its title.

    :param name: what the playground finds it by; empty for what it does not write.
    :param is_plain: whether people see it without colours.
    :param media: of a body with several media types: those that it is an example of.
    :param of: what tells that body from others in the group.
    :param bare: the title without a media type.
    """

    title: str
    language: str
    code: str
    name: str = ""
    is_plain: bool = False
    media: tuple[str, ...] = ()
    of: str = ""
    bare: str = ""


class example_group(side_example):  # noqa: N801 (docutils spells its nodes so)
    """Code beside the text; ``examples`` are its :class:`CodeExample`\\ s."""


def example_group_node(component: str, examples: Iterable[CodeExample]) -> example_group | None:
    """Return the node of a group, ``RequestExample`` or ``ResponseExample``."""
    listed = tuple(examples)
    if not listed:
        return None
    node = example_group("", classes=["dj-example"])
    node.attributes.update(component=component, component_attributes={}, examples=listed)
    return node


def as_nodes(group: example_group) -> side_example:
    """Return the group as the nodes that a page of an author would have."""
    name, node_classes = group["component"].lower(), list(group["classes"])
    made = create_component(f"dj-{name}", node_classes)
    node: Any = become(made, side_example)
    node.attributes.update(component=group["component"], component_attributes={})
    for example in group["examples"]:
        language = "text" if example.is_plain else example.language
        info = CodeInfo(language=language, title=example.title)
        blocks = code_block(info, example.code, config=None)
        for caption in blocks[0].findall(nodes.caption):
            caption["translatable"] = False
        if example.name:
            for block in blocks[0].findall(nodes.literal_block):
                block["classes"].append(f"dj-sample-{example.name}")
        node += blocks
    node.source, node.line, node.parent = group.source, group.line, group.parent
    return node  # type: ignore[no-any-return]  # a node may become any class


class ExamplesToNodes(SphinxPostTransform):
    """Make ordinary nodes of groups where no HTML is written."""

    default_priority = 5
    formats = OTHER_FORMATS

    def run(self, **options: Any) -> None:
        """Replace the groups of the document."""
        for node in list(self.document.findall(example_group)):
            node.replace_self(as_nodes(node))


def visit_example_group(translator: HTML5Translator, node: example_group) -> None:
    """Write a group; a book, and code with marked lines, take the way of all code."""
    examples = node["examples"]
    highlighter = highlighter_of(translator)
    is_book = translator.builder.name == "epub"
    if highlighter is None or is_book or any(MARKED in one.code for one in examples):
        html_visitor(example_html)(translator, as_nodes(node))
    request = node["component"] == "RequestExample"
    shown = [(one, _code_html(translator, highlighter, node, one)) for one in examples]
    classes = [name for name in node["classes"] if name != "dj-example"]
    in_twins = not languages_of(node)
    translator.body.append(
        example_group_html(shown, request=request, classes=classes, in_twins=in_twins)
    )
    raise nodes.SkipNode


def _code_html(
    translator: HTML5Translator, highlighter: Any, node: nodes.Element, example: CodeExample
) -> str:
    """Return highlighted code as the translator writes a literal block."""
    lexer = lexer_name("text" if example.is_plain else example.language)
    options = translator.config.highlight_options.get(lexer, {})
    first, rest = parts_of(example)
    html = highlighter.highlight_block(
        first, lexer, opts=options, linenos=False, location=node, force=True
    )
    name = f" dj-sample-{example.name}" if example.name else ""
    if rest:
        html += rest_html(rest)
    return f'<div class="dj-code{name} highlight-{lexer} notranslate">{html}</div>\n'


def parts_of(example: CodeExample) -> tuple[str, str]:
    """Return what HTML shows of an example at first, and the rest, which is empty for most.

    What the playground writes is always shown whole.
    """
    end = example.code.rfind("\n", 0, LONG) if len(example.code) > LONG else 0
    if end <= 0 or example.name:
        return example.code, ""
    return example.code[:end], example.code[end + 1 :]


def languages_of(group: example_group) -> tuple[str, ...]:
    """Return the languages in which a group has one request, or nothing for other groups.

    Markdown has the first of them and names the others: the same request in eight languages would
    be longer than the rest of the page.
    """
    examples = group["examples"]
    found = tuple(language_called(one.name or one.language) for one in examples)
    is_one = group["component"] == "RequestExample" and len(found) > 1 and all(found)
    marked = any(MARKED in one.code for one in examples)
    return found if is_one and len(set(found)) == len(found) and not marked else ()


def write_markdown(writer: Any, node: example_group) -> None:
    """Write a group for the Markdown twins: what they have of the nodes, without making these."""
    blocks, examples = [], node["examples"]
    if writer.in_cell or any(MARKED in one.code for one in examples):
        writer.add(writer.blocks([as_nodes(node)]))
        raise nodes.SkipNode
    languages = languages_of(node)
    for example in examples[:1] if languages else examples:
        title = emphasized("**", one_line(escape_text(example.title)))
        code = fenced(example.code, "" if example.language == "text" else example.language)
        blocks += [title, code]
    if languages:
        blocks.append(f"{_('Other languages')}: {', '.join(languages[1:])}")
    writer.add(joined(blocks))
    raise nodes.SkipNode


def setup_example_groups(app: Sphinx) -> None:
    """Tell every builder how to write the node."""
    app.add_node(
        example_group,
        html=(visit_example_group, None),
        docsjson_markdown=(write_markdown, None),
    )
    app.add_post_transform(safe_transform(ExamplesToNodes))


# A group of code as HTML: tabs for the script, and without it one open piece of code. Pure.


def example_group_html(
    panels: Sequence[tuple[CodeExample, str]],
    *,
    request: bool,
    classes: Sequence[str] = (),
    in_twins: bool = True,
) -> str:
    """Return the group, as ``components/listings`` draws that of an author, in fewer bytes.

    :param panels: each piece of code and its HTML.
    :param in_twins: whether the twin of the page has them all, and not only the first.

    The script, which shows the tabs, fills in their labels and what they control. Without it the
    first piece is open, and the others can be opened.
    """
    label = escape(str(_("Request") if request else _("Response")))
    more = "".join(f" {escape(name)}" for name in classes)
    several = _tabs(panels, more, in_twins=in_twins) if len(panels) > 1 else ""
    content = several or _alone(*panels[0], more)
    return (
        f'<div aria-label="{label}" class="dj-example dj-aside-part" role="group">\n'
        f"{content}</div>\n"
    )


def _alone(example: CodeExample, html: str, more: str) -> str:
    shown = f'<span class="dj-code-title">{escape(example.title, quote=False)}</span>'
    header = f'<div class="dj-code-header">{shown}</div>'
    more += '"' + _media(example) if example.media else '"'
    return f'<div class="dj-code-block{more}>{header}\n{html}</div>\n'


def _tabs(panels: Sequence[tuple[CodeExample, str]], more: str, *, in_twins: bool) -> str:
    titles = [escape(example.title, quote=False) for example, _html in panels]
    buttons = "".join(_button(example) for example, _html in panels)
    bar = f'<div class="dj-tabbar"><div class="dj-tablist">{buttons}</div></div>'
    parts = [f'<div class="dj-code-group{more}" data-sync="true" data-tabs="">\n{bar}\n']
    for number, ((_title, html), title) in enumerate(zip(panels, titles, strict=True)):
        block = f'<div class="dj-code-block">{html}</div>'
        if number:
            name = f'<summary class="dj-panel-title">{title}</summary>'
            ignored = "" if in_twins else " data-markdown-ignore"
            parts.append(f'<details class="dj-panel"{ignored}>{name}{block}</details>\n')
        else:
            name = f'<p class="dj-panel-title">{title}</p>'
            parts.append(f'<div class="dj-panel dj-panel-active">{name}{block}</div>\n')
    return "".join((*parts, "</div>\n"))


def _button(example: CodeExample) -> str:
    """Return a tab; those of one body say their media types, of which the script shows one."""
    title, more = escape(example.title, quote=False), ""
    if example.media:
        more = f' data-of="{escape(example.of)}"{_media(example)}'
        bare = escape(example.bare, quote=False)
        rest = title.removeprefix(bare)
        title = bare + (f'<span class="dj-tab-media">{rest}</span>' if rest else "")
    return f'<button class="dj-tab-button" type="button"{more}>{title}</button>'


def _media(example: CodeExample) -> str:
    return f' data-media="{escape("|".join(example.media))}"'


def rest_html(rest: str) -> str:
    """Return the *rest* of a long piece of code, which can be opened below its begin.

    It has no colours: they would take five times as much.
    """
    return (
        f'<details class="dj-code-rest"><summary class="dj-code-more">{escape(str(_("Show all")))}'
        f"</summary><pre>{escape(rest, quote=False)}</pre></details>\n"
    )


# The names of HTTP status codes. Source: the IANA registry, through the standard library.

RANGES = {
    "1": _("Information"),
    "2": _("Success"),
    "3": _("Redirection"),
    "4": _("Client error"),
    "5": _("Server error"),
}


def status_title(status: str) -> str:
    """Return a status with its name, such as ``404 Not Found``."""
    if status == "default":
        return str(_("Any other status"))
    if status.isdecimal():
        try:
            return f"{status} {HTTPStatus(int(status)).phrase}"
        except ValueError:
            return status
    if len(status) == 3 and status[1:].upper() == "XX" and status[0] in RANGES:
        return f"{status.upper()} {RANGES[status[0]]}"
    return status
