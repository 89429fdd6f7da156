"""Headings, page titles, and the ids that links use."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from markdown_it.token import Token
from sphinx.environment.collectors import EnvironmentCollector
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import clean_astext

from sphinx_docsjson.base.contents import ANCHORS as ATTRIBUTE
from sphinx_docsjson.base.files import title_from_name
from sphinx_docsjson.base.markdown import loose, slugs
from sphinx_docsjson.base.messages import title_line
from sphinx_docsjson.base.near_names import Names
from sphinx_docsjson.base.nodes import free_id, free_number, give_id, numbered, wish_ids
from sphinx_docsjson.base.titles import CODE, title_of, title_text, without_tags
from sphinx_docsjson.build import page_build
from sphinx_docsjson.mdx.markup import style_of
from sphinx_docsjson.pages.front_matter import (
    FrontMatter,
    front_nodes,
    front_texts,
    keep_own_fields,
)
from sphinx_docsjson.pages.renderer_base import Message, RendererBase, is_block

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping, Set

    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.tree import SyntaxTreeNode
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


CANVASES = ("custom", "frame")
"""The modes of a page that shows nothing but what its author wrote: without and with a sidebar.

The platform's own pages and those of its users in ``frame`` mode all write the title again.
"""

HEADINGS = "docsjson_headings"
"""The key in Sphinx's data of the page being read that holds its headings."""


# Headings as the hosted platform has them: a title for every page, levels without gaps, ids.

_EXPLICIT_ID = re.compile(r"\{\s*#([^\s{}]+)\s*\}$")


class Headings(RendererBase):
    """The part of the renderer that makes sections."""

    title_section: nodes.section | None = None
    title_text = ""
    title_in_body: str | None = None
    is_canvas: bool = False
    """Whether the page shows nothing but what its author wrote."""

    top_shift = 0
    """How far the headings of the body are moved down below the title."""

    def begin_page(
        self,
        front: FrontMatter | None,
        found: list[tuple[int, str, int]],
        lines: Mapping[str, int] | None = None,
    ) -> None:
        """Open the page's section: its title, and its description as the lead.

        The title is that of the front matter, else the first heading of the first level, else
        what the name of the file says. Several headings of the first level below a title are the
        page's main sections, so everything moves one level down; a single one, usually above the
        first paragraph, becomes a section beside the others.

        :param found: level, text and line of each heading of the body.
        :param lines: the lines of the fields of the front matter.
        """
        front, lines = front or FrontMatter(), lines or {}
        self.title_section, self.title_in_body, self.top_shift = None, None, 0
        self.is_canvas = front.text("mode").strip().lower() in CANVASES
        level_one = [text for level, text, _line in found if level == 1]
        title = without_tags(front.text("title"))
        if title:
            self.open_title(title, self._title_nodes(title), lines.get("title", 1))
            others = [text for text in level_one if not same_text(text, title)]
            self.top_shift = 1 if len(others) > 1 else 0
        elif level_one:
            self.title_in_body = level_one[0]
            line = next(line for level, _text, line in found if level == 1)
            self.open_title(level_one[0], None, line)
            self.top_shift = 1 if len(level_one) > 1 else 0
        else:
            name = title_for(self.sphinx_env, front)
            self.open_title(name, [nodes.Text(name)])
        self.lead(front, lines)
        if self.is_canvas and (title or not level_one):
            for shown in self.current_node.children:
                if isinstance(shown, nodes.title | nodes.paragraph):
                    shown["classes"].append("dj-off-canvas")

    def _title_nodes(self, title: str) -> list[nodes.Node]:
        """Return the nodes of a title; in that of a generated page nothing is markup."""
        env = self.sphinx_env
        generated = env.docname in page_build(env.config).documents
        return [nodes.Text(title)] if generated else front_nodes(title)

    def lead(self, front: FrontMatter, lines: Mapping[str, int]) -> None:
        """Show the description of the front matter below the title, unless it says the same."""
        description = front.text("description")
        if description and not says_the_same(description, self.title_text):
            lead = nodes.paragraph(description, "", classes=["dj-lead"])
            lead.source, lead.line = self.document["source"], lines.get("description", 1)
            lead += front_nodes(description)
            self.current_node.append(lead)

    def begin_message(self, message: Message) -> None:
        """Open what Sphinx expects of a translated text: a paragraph, or the title of a section.

        Either holds text only, so that ``1. Install`` stays a title.
        """
        self.title_section, self.title_in_body, self.top_shift = None, None, 0
        self.current_node = nodes.title() if message.is_title else nodes.paragraph()
        whole = nodes.section("", self.current_node) if message.is_title else self.current_node
        self.document.append(whole)

    def open_title(self, title: str, content: list[nodes.Node] | None, line: int = 1) -> None:
        """Open the section of the page below its title.

        :param content: the nodes of the title; ``None`` for a heading of the page, which is read.
        """
        self.title_text = title
        section = nodes.section()
        section.source, section.line = self.document["source"], line
        heading = nodes.title(title, "")
        heading.source, heading.line = section.source, line
        if content is None:
            with self.current_node_context(heading):
                self.nested_render_text(title, 0, inline=True)
            _flatten(heading)
        else:
            heading += content
        identifier = _take_explicit_id(heading)
        section.append(heading)
        self.document.append(section)
        self.levels = {0: self.document, 1: section}
        self.current_node = section
        self.title_section = section
        self._give_ids(section, heading, identifier)

    def hosted_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading as a section, or as a rubric where no section may be."""
        text = token.children[0].content if token.children else ""
        level = int(token.tag[1])
        if level == 1 and (text == self.title_in_body or self.repeats_title(text)):
            self.title_in_body = None
            return
        holder = nodes.title(text)
        self.add_line_and_source_path(holder, token)
        with self.current_node_context(holder):
            self.render_children(token)
        identifier = _take_explicit_id(holder)
        identifier = identifier or str(token.attrs.get("id", ""))
        self._heading(holder, level, identifier, token.attrs)

    def html_heading(
        self, level: int, attributes: Mapping[str, str], content: str, line: int
    ) -> None:
        """Render ``<h2>…</h2>`` as a heading of the page."""
        holder = nodes.title(content)
        holder.source, holder.line = self.document["source"], line
        with self.current_node_context(holder):
            self.nested_render_text(" ".join(content.split()), line - 1, inline=True)
        holder["classes"] += self.classes(attributes)
        if style := style_of(attributes):
            holder["classes"].append(self.style_class(style))
        if "noAnchor" in attributes and attributes["noAnchor"] != "false":
            holder["no_anchor"] = True
        if self.is_canvas:
            self._free_heading(holder, level, attributes.get("id", ""))
        else:
            self._heading(holder, level, attributes.get("id", ""), {})

    def repeats_title(self, text: str) -> bool:
        """Whether a heading says directly below the title what the title says."""
        first = self.title_section is not None and self.current_node is self.title_section
        return first and same_text(text, self.title_text)

    def _heading(
        self, holder: nodes.title, level: int, identifier: str, attrs: Mapping[str, Any]
    ) -> None:
        if isinstance(self.current_node, nodes.title):
            self.current_node += holder.children  # ``## <h1>…</h1>`` is one heading with one id
            return
        _flatten(holder)
        in_page = isinstance(self.current_node, nodes.document | nodes.section)
        level = level + self.heading_offset
        if not (in_page or self.is_nested_root()):
            self._free_heading(holder, max(2, level), identifier)
            return
        section = nodes.section()
        section.source, section.line = holder.source, holder.line
        if attrs.get("class"):
            section["classes"].extend(str(attrs["class"]).split())
        self.place_section(section, self._page_level(level))
        section.append(holder)
        self._give_ids(section, holder, identifier)
        self.current_node = section

    def _free_heading(self, holder: nodes.title, level: int, identifier: str) -> None:
        """Add a heading that opens no section."""
        _flatten(holder)
        rubric = nodes.rubric(holder.rawsource, "", *holder.children, level=level)
        rubric.source, rubric.line = holder.source, holder.line
        rubric["classes"] += ["dj-heading", *holder["classes"]]
        rubric["heading-level"] = min(6, level)
        self.current_node.append(rubric)
        self._give_ids(rubric, rubric, identifier)

    def _page_level(self, level: int) -> int:
        if self.title_section is None:
            return level
        return max(2, level + self.top_shift)

    def place_section(self, section: nodes.section, level: int) -> None:
        """Put *section* below the nearest one of a lower level; gaps do not matter."""
        parent_level = max(known for known in self.levels if known < level)
        self.levels[parent_level].append(section)
        self.levels = {known: node for known, node in self.levels.items() if known < level}
        self.levels[level] = section

    def _give_ids(self, node: nodes.Element, heading: nodes.Element, identifier: str) -> None:
        """Give *node* its ids: the first free one, and other spellings that links may use."""
        text = title_text(heading)
        wanted = [identifier, *slugs(text)] if identifier else slugs(text)
        if not wanted:
            wanted = ["section"]
        first = free_id(self.document, wanted[0])
        names = [first]
        number = first[len(wanted[0]) :]
        for other in wanted[1:]:
            spelling = other + number
            if spelling not in names and spelling not in self.document.ids:
                names.append(spelling)
        for name in names:
            give_id(self.document, node, name)
        name = nodes.fully_normalize_name(text)
        if name and name not in self.document.nameids:
            node["names"].append(name)
            self.document.note_implicit_target(node, node)
        # The second of equal headings is "-1" on GitHub, in Docusaurus and in VitePress.
        others = [f"{each}-1" for each in wanted] if number == "-2" else []
        wish_ids(node, [*_further_ids(heading, wanted), *others])
        self.note_slug(node, first, text)


def _further_ids(heading: nodes.Element, usual: list[str]) -> list[str]:
    """Return the ids that a heading would have without its badges, and with all that it shows."""
    label = "".join(child.astext() for child in heading.children if not _is_badge(child))
    found = [*slugs(label)[:1], *(slugs(clean_astext(heading)) or ["section"])]
    return [name for name in dict.fromkeys(found) if name not in usual]


def _is_badge(node: nodes.Node) -> bool:
    return isinstance(node, nodes.inline) and "dj-badge" in node["classes"]


def title_for(env: BuildEnvironment, front: FrontMatter) -> str:
    """Return the title of a page that names none."""
    return offered_title(env, front) or title_from_name(env.docname)


def offered_title(env: BuildEnvironment, front: FrontMatter) -> str:
    """Return the title that another room knows of a page.

    It is the one of the operation or the schema that the page is bound to.
    """
    return title_line(page_build(env.config).title_of(front.fields, env.docname) or "")


def says_the_same(description: str, title: str) -> bool:
    """Whether a description is the title once more; a full stop at its end is nothing new."""
    return same_text(description.strip().rstrip(".!。"), title.strip().rstrip(".!。"))


def same_text(one: str, other: str) -> bool:
    """Whether two titles differ in space and case only."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def split_id(text: str) -> tuple[str, str]:
    """Return the text of a heading without ``{#id}`` at its end, and the id or nothing."""
    match = _EXPLICIT_ID.search(text.rstrip())
    return (text[: match.start()].rstrip(), match[1]) if match else (text, "")


def _take_explicit_id(holder: nodes.title) -> str:
    """Remove ``{#id}`` from the end of a heading and return the id."""
    last = holder.children[-1] if holder.children else None
    if not isinstance(last, nodes.Text):
        return ""
    kept, own = split_id(str(last))
    if not own:
        return ""
    holder.pop()
    holder.rawsource, _ = split_id(holder.rawsource)
    if not kept and holder.children and isinstance(holder.children[-1], nodes.Text):
        kept = str(holder.pop())
    if kept.strip():
        holder.append(nodes.Text(kept.rstrip()))
    return own


def _flatten(holder: nodes.Element) -> None:
    """A heading holds text only: blocks in it are reduced to theirs."""
    for child in list(holder.children):
        if is_block(child):
            holder.replace(child, nodes.Text(title_text(child)))


class MystHeadings(Headings):
    """The part of the renderer that leaves headings to MyST and adds to them."""

    page_headings: list[tuple[int, str, int]]
    """The level, the text and the line of each heading of the page."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Prepare for one page."""
        super().setup_render(options, env)
        self.title_section, self.title_in_body, self.top_shift = None, None, 0

    def render_front_matter(self, token: SyntaxTreeNode) -> None:
        """Keep the front matter as MyST does, and show the title that only it has.

        A page whose body begins with its one heading of the first level has its title there.
        """
        super().render_front_matter(token)
        front = self.md_options.get("docsjson_front") or FrontMatter()
        keep_own_fields(self.sphinx_env, front)
        lines: dict[str, int] = self.md_options.get("docsjson_lines") or {}
        self.current_node.extend(front_texts(front, lines, self.document["source"]))
        named = without_tags(front.text("title"))
        title = named or offered_title(self.sphinx_env, front)
        levels = [level for level, *_ in self.page_headings]
        has_own = levels.count(1) == 1 and levels[0] == 1
        if not title or has_own or (named and self.md_config.title_to_header):
            return
        content: list[nodes.Node] = self._title_nodes(named) if named else [nodes.Text(title)]
        self.open_title(title, content, lines.get("title", 1))
        others = [text for level, text, _ in self.page_headings if level == 1]
        if sum(not same_text(text, title) for text in others) > 1:
            self.heading_offset = 1
        self.lead(front, lines)

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading as MyST does; links from elsewhere may use more ids for it."""
        if self.inside_component():
            self.hosted_heading(token)
            return
        opening = token.nester_tokens.opening if token.nester_tokens else None
        if self.title_section is not None and token.tag == "h1" and opening is not None:
            if self.repeats_title(token.children[0].content if token.children else ""):
                return
            if not self.heading_offset:
                opening.tag = "h2"
        own = _take_written_id(token)
        before = len(self.current_node)
        super().render_heading(token)
        made = self.current_node.children[before:]
        rubric = made[0] if made and isinstance(made[0], nodes.rubric) else None
        node: nodes.Element = rubric or self.current_node
        _flatten(rubric or cast("nodes.title", node[0]))
        if own and own not in self.document.ids:
            give_id(self.document, node, own, first=True)
        headings_of(self.sphinx_env).append(node)


def title_plugin(parser: MarkdownIt, title: str) -> None:
    """Let plain MyST show the title of the front matter, as :class:`MystHeadings` does."""

    def add_title(state: StateCore) -> None:
        tokens = state.tokens
        levels = [each.tag for each in tokens if each.type == "heading_open" and not each.level]
        has_own = levels.count("h1") == 1 and levels[0] == "h1"
        if has_own or not tokens or tokens[0].type != "front_matter":
            return
        text = [
            Token("code_inline", "code", 0, content=part.strip("`"), markup="`")
            if part.startswith("`")
            else Token("text", "", 0, content=part)
            for part in CODE.split(title)
            if part
        ]
        line = [0, 1]
        tokens[1:1] = [
            Token("heading_open", "h1", 1, map=line, markup="#", block=True),
            Token("inline", "", 0, map=line, level=1, children=text, content=title, block=True),
            Token("heading_close", "h1", -1, markup="#", block=True),
        ]

    parser.core.ruler.push("docsjson_title", add_title)


def _take_written_id(token: SyntaxTreeNode) -> str:
    """Remove ``{#id}`` from the end of a heading and return the id."""
    inline = token.children[0] if token.children else None
    last = inline.children[-1] if inline is not None and inline.children else None
    if inline is None or last is None or last.type != "text" or last.token is None:
        return ""
    kept, own = split_id(last.content)
    if not own or inline.token is None:
        return ""
    last.token.content = kept
    inline.token.content, _ = split_id(inline.content)
    return own


def headings_of(env: BuildEnvironment) -> list[nodes.Element]:
    """Return the headings that MyST made of the page being read."""
    kept: Any = env.current_document
    found: list[nodes.Element] = kept.setdefault(HEADINGS, [])
    return found


class MoreIds(SphinxTransform):
    """Gives headings the ids of other platforms, as far as the page has no such id.

    They are added after all ids of docutils, Sphinx and MyST (``AddSlugIds``, 700), so none of
    those changes, and before links to them are resolved (``ResolveAnchorIds``, 879).
    """

    default_priority = 750

    def apply(self, **kwargs: Any) -> None:
        """Add the ids to the headings of the document."""
        wanted = {id(node) for node in headings_of(self.env)}
        if not wanted:
            return
        ids = self.document.ids
        for node in self.document.findall(nodes.Element):
            if id(node) not in wanted or not node.children:
                continue
            title: Any = node if isinstance(node, nodes.rubric) else node[0]
            names = slugs(title_text(title))
            number = self._number(node, names[0]) if names else 1
            for name in (numbered(name, number) for name in names):
                if name not in ids:
                    give_id(self.document, node, name)

    def _number(self, node: nodes.Element, name: str) -> int:
        """Return the first number with which *name* is free, or is an id of *node* already."""
        found = free_number(self.document, name)
        ends = (own.removeprefix(name).removeprefix("-") or "1" for own in node["ids"])
        its = [int(end) for end in ends if end.isdecimal() and len(end) < len(str(MAX_NUMBER))]
        ids = self.document.ids
        own = (number for number in its if number and ids.get(numbered(name, number)) is node)
        return min(found, min(own, default=found))


MAX_NUMBER = 10_000_000
"""No page has so many headings of one text."""


# The ids of every page, so that links can be checked without opening doctrees.

EXTRA = "anchors"
"""The attribute in which a node that is data (a tree of fields) lists the ids it will write."""


INCOMPLETE = "docsjson_incomplete"
"""The key in a document's metadata that says that this build cannot show all that it would have.

Its ids are unknown then.
"""


_RAW_IDS = re.compile(r"\sid=[\"']([^\"'\s<>]++)[\"']|<a\s++name=[\"']([^\"'\s<>]++)[\"']")
"""What pages in Markdown are named by in HTML: ``<a id="part"></a>``."""


class AnchorCollector(EnvironmentCollector):
    """Keeps the ids of each document in the environment."""

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget a document."""
        anchors_of(env).pop(docname, None)

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: Set[str], other: BuildEnvironment
    ) -> None:
        """Take over what a worker has read."""
        theirs = anchors_of(other)
        anchors_of(env).update({name: theirs[name] for name in docnames if name in theirs})

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Keep the ids of the document just read."""
        found: list[str] = []
        for node in doctree.findall(nodes.Element):
            found += node["ids"]
            found += node.get(EXTRA, ())
            if isinstance(node, nodes.raw) and "html" in node.get("format", ""):
                found += (first or other for first, other in _RAW_IDS.findall(node.astext()))
        env: BuildEnvironment = doctree.settings.env
        anchors_of(env)[env.docname] = tuple(dict.fromkeys(found))


def anchors_of(env: BuildEnvironment) -> dict[str, tuple[str, ...]]:
    """Return the ids of every document of *env*, by docname."""
    holder: Any = env
    if not hasattr(holder, ATTRIBUTE):
        setattr(holder, ATTRIBUTE, {})
    found: dict[str, tuple[str, ...]] = getattr(holder, ATTRIBUTE)
    return found


def find_anchor(ids: tuple[str, ...], fragment: str) -> str | None:
    """Return the id that *fragment* means.

    The same id, else the one that differs only in case, dashes and punctuation: platforms make
    ids of headings by different rules.
    """
    anchors = _Anchors.of(ids)
    if fragment in anchors.names.all:
        return fragment
    wanted = loose(fragment)
    return anchors.by_spelling.get(wanted) if wanted else None


def similar_anchor(env: BuildEnvironment, docname: str, fragment: str) -> str | None:
    """Return the id of a page that *fragment* is meant to be, if that is likely."""
    top = loose(title_of(env, docname))
    names = _Anchors.of(anchors_of(env).get(docname, ())).names
    return names.nearest_heading(fragment, lambda name: loose(name) == top)


class _Anchors:
    """The ids of a page as tables: made once, and not looked through for each link."""

    _kept: ClassVar[dict[int, _Anchors]] = {}

    def __init__(self, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self.names = Names(ids)

    @classmethod
    def of(cls, ids: tuple[str, ...]) -> _Anchors:
        """Return the tables of *ids*, known by where they are: to compare them takes long."""
        found = cls._kept.get(id(ids))
        if found is None or found.ids is not ids:
            if len(cls._kept) >= PAGES_KEPT:
                del cls._kept[next(iter(cls._kept))]
            found = cls._kept[id(ids)] = cls(ids)
        return found

    @cached_property
    def by_spelling(self) -> dict[str, str]:
        """The ids by what their spellings have in common; the first one counts."""
        return {loose(name): name for name in reversed(self.ids)}


PAGES_KEPT = 64
"""Links of a page lead to few pages; the tables of this many are kept."""
