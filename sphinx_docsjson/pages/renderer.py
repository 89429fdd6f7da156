"""Turns Markdown tokens into docutils nodes: MyST's renderer, with our tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from docutils.statemachine import StringList
from docutils.utils import get_source_line
from myst_parser.mdit_to_docutils.base import token_line
from myst_parser.warnings_ import MystWarnings

from sphinx_docsjson.base.autolinks import IN_LINK
from sphinx_docsjson.base.markdown import TOO_DEEP
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.base.nodes import judge_links
from sphinx_docsjson.build import page_build
from sphinx_docsjson.compat.myst import BEGINS
from sphinx_docsjson.components.code_languages import without_hidden
from sphinx_docsjson.components.directive import inline_nodes
from sphinx_docsjson.components.families.callouts import LABELS
from sphinx_docsjson.components.registry import Component, registry
from sphinx_docsjson.configuration import has_own_myst, owns_markdown
from sphinx_docsjson.mdx.grammar import MAX_DEPTH, Shape
from sphinx_docsjson.mdx.jsx import Fault
from sphinx_docsjson.mdx.scan import RAW_TEXT
from sphinx_docsjson.pages.block_elements import HtmlElements, HtmlTag, make_bare
from sphinx_docsjson.pages.front_matter import SPHINX_FIELDS, FrontMatter, front_texts
from sphinx_docsjson.pages.headings import MystHeadings
from sphinx_docsjson.pages.inline_elements import HtmlInline
from sphinx_docsjson.pages.other_syntaxes import (
    ALERTS,
    alert_kind,
    colon_fence_message,
    foreign_syntax_in,
    parts_of_colon_fence,
)
from sphinx_docsjson.pages.renderer_base import (
    drop_misplaced_transitions,
    hoist_blocks,
    is_ours_to_mend,
    shape_of,
    wrap_inlines,
)
from sphinx_docsjson.pages.snippet_files import OwnComponent
from sphinx_docsjson.pages.snippets import Inserts
from sphinx_docsjson.pages.targets import (
    Targets,
    apply_common,
    attribute_strings,
    attribute_values,
    split_common,
)
from sphinx_docsjson.pages.unknown_directives import UnknownDirectives
from sphinx_docsjson.urls import is_external, safe_url, why_refused
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, MutableMapping, Sequence

    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

    from sphinx_docsjson.mdx.jsx import BrokenTag, Tag


_MYST_SCHEMES = ("project:", "inv:", "path:", "myst:")


# Markdown-it tokens → docutils nodes: MyST's renderer, and what our tags become.
#
# Without our additions, a page is rendered by MyST's own methods, so that its doctree is the one
# of MyST; ``hosted.py`` has what ``.mdx`` pages mean instead.

LITERAL = words("CodeBlock Mermaid Prompt script textarea")
"""Elements that take their content as it is written, so that nothing reads ``{…}`` in it.

``<pre>`` and inline elements check this themselves; all other content is read like a page.
"""


IF_TEXT = "Put it in backticks if it is text."
"""What to do about a lower-case tag that is none of HTML."""


class PageRenderer(UnknownDirectives, MystHeadings, Targets, Inserts):
    """Renders a page of a docs.json site: MyST, and what we add to it."""

    mdx = False
    """Whether the page is ``.mdx``, where an unknown name in braces is a mistake."""

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Prepare for one page."""
        super().setup_render(options, env)
        self.html = HtmlElements(self, self.html_heading)
        self.props: dict[str, Any] = {}
        self.reported_openings: list[str] = []
        if not BEGINS:
            self.begin()

    def render(
        self, tokens: Sequence[Token], options: Any, md_env: MutableMapping[str, Any]
    ) -> nodes.document:
        """Render a page below the title of its front matter."""
        self.page_headings = [
            (int(token.tag[1]), tokens[index + 1].content, (token.map or [0])[0] + 1)
            for index, token in enumerate(tokens)
            if token.type == "heading_open" and token.level == 0
        ]
        document = super().render(tokens, options, md_env)
        self.mend_transitions()
        if self.is_ours and not self.message:
            keep_first_fields(document)
        return document

    @property
    def is_ours(self) -> bool:
        """Whether the page is written for us: what nobody else reads in it is ours to tell."""
        return self.mdx or owns_markdown(self.sphinx_env.config)

    def begin(self) -> None:
        """Open what is above the first token."""
        if self.message:
            self.begin_message(self.message)

    def mend_transitions(self) -> None:
        """Drop thematic breaks where docutils would not take them and MyST makes them by us."""
        drop_misplaced_transitions(self.document, is_ours_to_mend)

    # -- what the grammar needs --------------------------------------------------------

    def shape_of(self, name: str) -> Shape:
        """Return how the element *name* behaves here."""
        return Shape.EITHER if self.is_insert(name) else shape_of(self.own_name(name))

    def shape_of_rendered(self, name: str) -> Shape:
        """Return how an element behaves that a component of the page made."""
        return shape_of(name)

    def values_of(self, tag: Tag, line: int) -> dict[str, Any]:
        """Return the attributes of a tag with their values."""
        return attribute_values(tag, self, line)

    def is_component(self, name: str) -> bool:
        """Whether *name* is a component, a snippet or a function of the page."""
        return self.is_insert(name) or registry.get(self.own_name(name)) is not None

    def similar_component(self, name: str) -> str | None:
        """Return the component or the function of the page that *name* is like."""
        return self._similar(name)

    def owns_tags(self) -> bool:
        """Whether a tag that means nothing in HTML either is ours to report."""
        return self.is_ours

    def is_site_path(self, path: str) -> bool:
        """Whether a path from the root leads to a page or a file of the site."""
        build, docname = page_build(self.sphinx_env.config), self.sphinx_env.docname
        return build.pages.find(path, docname) is not None or self.find_file(path) is not None

    def defined_names(self) -> Container[str]:
        """Return the names that the imports and exports of the page define."""
        return self.names

    # -- elements -------------------------------------------------------------------------

    def render_docsjson_element(self, token: SyntaxTreeNode) -> None:
        """Render an element whose content is still text."""
        tag: Tag = token.meta["tag"]
        inline = bool(token.meta.get("inline"))
        line = self.line_of(token) if inline else token_line(token, 0)
        content_line = line - 1 if inline else line - 1 + int(token.meta.get("offset", 0))
        if token.meta.get("unclosed"):
            warn(
                Warn.TAG,
                f"<{tag.name}> is never closed; it ends where what contains it ends. "
                f"Add </{tag.name}>.",
                location=self.place(line),
            )
        depth = self.md_env.get("docsjson_depth", 0)
        if depth >= MAX_DEPTH:
            message = f"<{tag.name}> is nested deeper than {MAX_DEPTH} levels; shown as text."
            self.warn_once(Warn.TAG, "depth", message, line)
            text = f"<{tag.name}>{token.content}</{tag.name}>"
            self.current_node.append(nodes.literal_block(text, text))
            return
        self.md_env["docsjson_depth"] = depth + 1
        around = self.md_env.get(IN_LINK, False)
        self.md_env[IN_LINK] = around or any(each.name == "href" for each in tag.attributes)
        holder, before = self.current_node, len(self.current_node)
        try:
            bare = bool(token.meta.get("bare"))
            self._element(tag, token.content, line, content_line, inline=inline, bare=bare)
            wrap_inlines(holder, before, self.document["source"], line)
        finally:
            self.md_env["docsjson_depth"] = depth
            self.md_env[IN_LINK] = around

    def _element(
        self, tag: Tag, content: str, line: int, content_line: int, *, inline: bool, bare: bool
    ) -> None:
        if not tag.name:
            if bare and isinstance(self.current_node, nodes.TextElement):
                self.nested_render_text(content, content_line, inline=True)
                return
            before = len(self.current_node)
            self.render_blocks(content, content_line)
            if bare and not isinstance(self.current_node, nodes.document | nodes.section):
                make_bare(self.current_node.children[before:])
            return
        if self.is_insert(tag.name):
            values = attribute_values(tag, self, line)
            self.insert(tag.name, values, content, line, content_line)
            return
        if not self.is_component(tag.name) and self.shape_of(tag.name) is Shape.UNKNOWN:
            near = self._similar(tag.name)
            usual = "Define or import it." if tag.name[:1].isupper() else IF_TEXT
            hint = f"Did you mean <{near}>?" if near else usual
            message = f"<{tag.name}> is not a component; only what is inside it is shown. {hint}"
            self.warn_here(Warn.TAG, message, line)
            if inline:
                self.nested_render_text(content, content_line, inline=True)
            else:
                self.render_blocks(content, content_line)
            return
        if self.has_handlers(tag, line) and self.insert_with_handlers(
            tag, content, line, content_line
        ):
            return
        attributes = self._attributes(tag, line)
        component = registry.get(self.own_name(tag.name))
        if tag.name in LITERAL and (written := self.only_string(content)) is not None:
            content = written
        if component is None:
            element = HtmlTag(tag.name, attributes, content, line, content_line, bare)
            self.html.render(element, inline=inline)
        elif component.inline is not None:
            self._append_inline(component, attributes, [], line)
        else:
            self.current_node += self.block_component(
                component, attributes, content, line, content_line
            )

    def own_name(self, name: str) -> str:
        """Return the name of our component that the page calls *name*."""
        meant = self.names.get(name)
        return meant.name if isinstance(meant, OwnComponent) else name

    def _attributes(self, tag: Tag, line: int) -> dict[str, str]:
        written = attribute_strings(tag, self, line)
        meant = self.names.get(tag.name)
        return meant.attributes_of(written) if isinstance(meant, OwnComponent) else written

    def block_component(
        self,
        component: Component,
        attributes: Mapping[str, str],
        content: str,
        line: int,
        content_line: int,
    ) -> list[nodes.Node]:
        """Run the directive of *component* as if it was in the page.

        The directive is given the attributes as they are: it reports what is wrong in them, the
        same way for each of the three syntaxes.
        """
        if component.directive is None:
            return []
        own, common = split_common(component, attributes)
        line = self.reported_line(line)
        state, machine = self.rst_state(line)
        lines = content.split("\n") if content.strip() else []
        directive = component.directive(
            name=component.directive_name,
            arguments=[],
            options=own,
            content=StringList(lines, self.document["source"]),
            lineno=line,
            content_offset=content_line - line,
            block_text=content,
            state=state,
            state_machine=machine,
        )
        self.document.current_line = line
        with self.without_indented_code():
            found = list(directive.run())
            apply_common(found, common, self)
        return found

    def _as_written(self, content: str) -> str:
        written = self.only_string(content)
        return content.strip() if written is None else written

    def _append_inline(
        self,
        component: Component,
        attributes: Mapping[str, str],
        children: list[nodes.Node],
        line: int,
    ) -> None:
        if component.inline is None:
            self.current_node += children
            return
        own, common = split_common(component, attributes)
        location = (self.document["source"], self.reported_line(line))
        found = inline_nodes(component, own, children, self.sphinx_env, location)
        apply_common(found, common, self)
        self.current_node += found

    def render_docsjson_inline(self, token: SyntaxTreeNode) -> None:
        """Render an element around inline content that is already parsed."""
        tag: Tag = token.meta["tag"]
        line = self.line_of(token)
        content = str(token.meta["content"])
        if self.has_handlers(tag, line) and self.insert_with_handlers(
            tag, content, line, line - 1
        ):
            return
        attributes = self._attributes(tag, line)
        holder = nodes.inline()
        with self.current_node_context(holder):
            if tag.name in RAW_TEXT:
                holder += nodes.Text(self._as_written(content))
            else:
                self.render_children(token)
        component = registry.get(self.own_name(tag.name))
        if component is None:
            self.current_node += self.html.inline(tag.name, attributes, holder.children, line)
        else:
            self._append_inline(component, attributes, holder.children, line)

    # -- what is not an element -----------------------------------------------------------

    def render_docsjson_problem(self, token: SyntaxTreeNode) -> None:
        """Show a tag that is not one as the text it is."""
        name, line = str(token.meta["name"]), self.line_of(token)
        if broken := token.meta.get("broken"):
            self._tell_broken(broken, line)
            self.current_node.append(nodes.Text(token.content))
            return
        if token.meta.get("doubled"):
            message = f"two < before the name of <{name}>; one is shown as text. Remove it."
            if token.content != "<":
                self.reported_openings.append(name)
                message = f"<<{name}> is shown as text: two < before its name. Remove one."
            warn(Warn.TAG, message, location=self.place(line))
            self.current_node.append(nodes.Text(token.content))
            return
        if token.meta["closing"] and name in self.reported_openings:
            self.reported_openings.remove(name)  # the opening tag is what has to be fixed
            self.current_node.append(nodes.Text(token.content))
            return
        known = self.is_component(name) or self.shape_of(name) is not Shape.UNKNOWN
        if token.meta["unclosed"]:
            message = f"<{name}> is not closed in its paragraph; shown as text."
        elif token.meta["closing"] and not known:
            # The tag that it closes is in another paragraph, and was reported there.
            message = f"</{name}> is not a component; shown as text.{self._suggestion(name)}"
            if (Warn.TAG.value, name) in self.reported:
                message = ""
        elif token.meta["closing"]:
            message = f"</{name}> closes nothing; shown as text. Remove it."
        else:
            message = f"<{name}> is not a component; shown as text.{self._suggestion(name)}"
        if message:
            self.warn_here(Warn.TAG, message, line)
        if not known:
            self.reported.add((Warn.TAG.value, name))
        self.current_node.append(nodes.Text(token.content))

    def _tell_broken(self, broken: BrokenTag, line: int) -> None:
        """Say why what begins like a tag is none; its closing tag is not to blame."""
        at = broken.at
        if broken.fault is Fault.QUOTE:
            reason = (
                f"the quotation mark {at} of an attribute in this line is not "
                f"closed. Add the second {at}."
            )
        elif broken.fault is Fault.BRACE:
            reason = "the { of an attribute in this line is not closed. Add the }."
        elif broken.fault is Fault.VALUE:
            reason = f"there is no value after {at}=. Add one in quotation marks, or remove the =."
        else:
            wanted = ">" if broken.is_closing else "an attribute or >"
            reason = f"{at or 'the end of the text'} is found where {wanted} is expected."
        if not broken.is_closing:
            self.reported_openings.append(broken.name)
        message = f"<{'/' * broken.is_closing}{broken.name}> is shown as text: {reason}"
        warn(Warn.TAG, message, location=self.place(line))

    def render_docsjson_open_module(self, token: SyntaxTreeNode) -> None:
        """Say that a statement of a module has no end; its first line is not shown."""
        message = (
            f"the {token.content} that starts here is never closed, so its first line is left out "
            "and the rest is shown as text. Close its brackets."
        )
        warn(Warn.TAG, message, location=self.place(token_line(token, 0)))

    def _suggestion(self, name: str) -> str:
        close = self._similar(name)
        return f" Did you mean <{close}>?" if close else f" {IF_TEXT}"

    def _similar(self, name: str) -> str | None:
        known = {component.name.lower(): component.name for component in registry}
        known |= {defined.lower(): defined for defined in self.names}
        if name[:1].islower():  # an element of HTML, unless it is a component in small letters
            return known.get(name)
        return known.get(name.lower()) or known.get(near_name(name.lower(), known) or "")

    def render_s(self, token: SyntaxTreeNode) -> None:
        """Render struck text as the element that ``<s>`` is; MyST knows it in HTML only.

        A project that reads Markdown without us has turned it on itself, and MyST warns about it.
        """
        if not self.mdx and has_own_myst(self.sphinx_env.config):
            super().render_s(token)
            return
        struck = HtmlInline("", "", tagname="s", attributes_html={})
        with self.current_node_context(struck, append=True):
            self.render_children(token)

    # -- what other tools read ---------------------------------------------------------------

    def render_blockquote(self, token: SyntaxTreeNode) -> None:
        """Render a quote; one that begins like an alert but is not one is reported."""
        if kind := token.meta.get("kind"):
            message = (
                f"[!{kind.upper()}] is not a kind of callout; shown as a quote. Write [!NOTE], "
                "[!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION]."
            )
            warn(Warn.SYNTAX, message, location=self.place(token_line(token, 0)))
        super().render_blockquote(token)

    def render_docsjson_alert(self, token: SyntaxTreeNode) -> None:
        """Render an alert of GitHub as the callout that it is."""
        kind, text = alert_kind(token.meta["kind"]) or "note", token.meta["title"]
        node_class = nodes.admonition if text else ALERTS[kind]
        callout = node_class()
        self.add_line_and_source_path(callout, token)
        if node_class is nodes.admonition:
            callout["classes"].append(kind)
            label = text or str(LABELS[kind.capitalize()])
            title = nodes.title(label, "")
            self.add_line_and_source_path(title, token)
            with self.current_node_context(title):
                self.nested_render_text(label, token_line(token, 0), inline=True)
            callout.append(title)
        with self.current_node_context(callout, append=True):
            self.render_children(token)

    def render_colon_fence(self, token: SyntaxTreeNode) -> None:
        """Render a directive, or a box; what MyST would leave out of its first line stays."""
        name, title = parts_of_colon_fence(token.info)
        message = colon_fence_message(name, title) if self.is_ours else ""
        self.report_unclosed(token)
        if not message:
            super().render_colon_fence(token)
            return
        line = token_line(token, 0)
        warn(Warn.SYNTAX, message, location=self.place(line))
        box = nodes.container(is_div=True, classes=[name])
        self.add_line_and_source_path(box, token)
        with self.current_node_context(box, append=True):
            if title:
                strong = nodes.strong()
                with self.current_node_context(strong):
                    self.nested_render_text(title, line - 1, inline=True)
                self.current_node.append(nodes.paragraph(title, "", strong))
            self.nested_render_text(token.content, line)

    def shown_code(self, token: SyntaxTreeNode) -> str:
        """Return the code of a fence without the lines that rustdoc and mdBook hide in Rust."""
        rust = re.match(r"rust\b|rs\b", token.info.strip())
        own = rust is not None and self.is_ours and not self.mdx
        return without_hidden(token.content) if own else token.content

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render code, or a directive."""
        self.report_unclosed(token)
        super().render_fence(token)

    def report_unclosed(self, token: SyntaxTreeNode) -> None:
        """Say that nothing closes a fence, so that what follows is in it."""
        if token.meta.get("docsjson_unclosed"):
            what = "block" if token.info.strip().startswith("{") else "code"
            what = "block" if token.markup.startswith(":") else what
            message = (
                f"the {what} that starts here is never closed, so it contains everything that "
                f"follows. Add {token.markup} below its last line."
            )
            warn(Warn.SYNTAX, message, location=self.place(token_line(token, 0)))

    # -- where our elements are in what MyST renders --------------------------------------

    def render_paragraph(self, token: SyntaxTreeNode) -> None:
        """Render a paragraph; our blocks that was inside its text are beside it."""
        before = len(self.current_node)
        if self.is_ours:
            if token.meta.get(TOO_DEEP):
                message = (
                    "blocks are nested too deeply here; they are shown as text. Flatten them."
                )
                self.warn_once(Warn.NESTING, "blocks", message, token_line(token, 0))
            text = token.children[0].content if token.children else ""
            for line, message in foreign_syntax_in(text, mdx=self.mdx):
                place = self.place(token_line(token, 0) + line)
                warn(Warn.SYNTAX, message, location=place)
        super().render_paragraph(token)
        if _holds_ours(token):
            paragraphs = self.current_node.children[before:]
            for paragraph in [node for node in paragraphs if isinstance(node, nodes.paragraph)]:
                hoist_blocks(paragraph)

    def render_table_row(self, token: SyntaxTreeNode) -> None:
        """Render a table row; our blocks in its cells are beside the text of the cell."""
        if (lost := token.meta.get("docsjson_lost")) is not None:
            message = (
                f"the row has more cells than the first one; {lost!r} and everything after it is "
                "left out. Write \\| for a bar in a cell, even in code."
            )
            warn(Warn.SYNTAX, message, location=self.place(token_line(token, 0)))
        super().render_table_row(token)
        if _holds_ours(token):
            row = self.current_node.children[-1]
            for paragraph in list(row.findall(nodes.paragraph)):
                hoist_blocks(paragraph)


def keep_first_fields(document: nodes.document) -> None:
    """Keep docutils from taking the fields that a page begins with for its metadata.

    Nobody would see them; front matter exists for that. Those that Sphinx reads are kept.
    """
    before = (child for child in document if not isinstance(child, nodes.PreBibliographic))
    first = next(before, None)
    if not isinstance(first, nodes.field_list) or "myst" not in first["classes"]:
        return
    names = {field.astext().strip().casefold() for field in first.findall(nodes.field_name)}
    if not names <= SPHINX_FIELDS:
        document[document.index(first)] = nodes.container("", first)


def _holds_ours(token: SyntaxTreeNode) -> bool:
    return any(node.type.startswith("docsjson_") for node in token.walk())


class HostedRenderer(PageRenderer):
    """Renders an ``.mdx`` page, which a docs.json site shows as the hosted platform does."""

    mdx = True

    def render(
        self, tokens: Sequence[Token], options: Any, md_env: MutableMapping[str, Any]
    ) -> nodes.document:
        """Render a page; the links of its directives are judged as those of its text were."""
        document = super().render(tokens, options, md_env)
        for link in judge_links(document):
            href, line = str(link["refuri"]), get_source_line(link)[1] or 1
            message = f"the link to {href!r} is left out: {why_refused(href)}."
            self.warn_here(Warn.URL, message, line)
        return document

    def begin(self) -> None:
        """Open the page below its title."""
        super().begin()
        if not self.message:
            front: FrontMatter = self.md_options.get("docsjson_front") or FrontMatter()
            lines: dict[str, int] = self.md_options.get("docsjson_lines") or {}
            self.document.extend(front_texts(front, lines, self.document["source"]))
            self.begin_page(front, self.page_headings, lines)

    def create_warning(self, message: str, subtype: Any, **options: Any) -> Any:
        """Report what MyST finds wrong, but no second definition of a link.

        The first one is used; ``[//]: # (…)`` is a comment and often repeated.
        """
        if subtype is MystWarnings.MD_DEF_DUPE:
            return None
        return super().create_warning(message, subtype, **options)

    def mend_transitions(self) -> None:
        """Drop what docutils would not take."""
        drop_misplaced_transitions(self.document)

    def render_heading(self, token: SyntaxTreeNode) -> None:
        """Render a heading below the title of the page, or as a rubric."""
        self.hosted_heading(token)

    def is_our_code(self, token: SyntaxTreeNode) -> bool:
        """Every fence is our code block, except for a formula."""
        return not _is_formula(token)

    def render_fence(self, token: SyntaxTreeNode) -> None:
        """Render code, a directive, or a formula."""
        if _is_formula(token):
            self.report_unclosed(token)
            self.render_math_block(token)
        else:
            super().render_fence(token)

    def default_language(self) -> str:
        """Return the language of code without one: none, unless the page or project sets it."""
        language = super().default_language()
        return "text" if language == "default" else language

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown link; what MyST alone knows stays with MyST."""
        href = cast(str, token.attrGet("href") or "")
        if token.info == "auto" and (url := safe_url(href)) is not None:
            token.attrs["href"] = url
            super().render_link(token)
            return
        if href.startswith(_MYST_SCHEMES):
            super().render_link(token)
            return
        holder = nodes.inline()
        with self.current_node_context(holder):
            self.render_children(token)
        # The encoding of an address elsewhere is its author's; the names of our files have none.
        target = href if is_external(href) else self.md.normalizeLinkText(href)
        found = self.link(target, holder.children, token_line(token, 0))
        for node in found:
            if isinstance(node, nodes.Element):
                if "refexplicit" in node:
                    node["refexplicit"] = bool(token.children)
                self.copy_attributes(
                    token, node, ("class", "reftitle"), aliases={"title": "reftitle"}
                )
        self.current_node += found

    def render_image(self, token: SyntaxTreeNode) -> None:
        """Render a Markdown image; one that does not exist is shown as its text."""
        attributes = {str(k): str(v) for k, v in token.attrs.items()}
        attributes["alt"] = self.renderInlineAsText(token.children or [])
        attributes["src"] = self.md.normalizeLinkText(attributes.get("src", ""))
        for short, name in (("w", "width"), ("h", "height"), ("a", "align")):
            if short in attributes:
                attributes[name] = attributes.pop(short)
        self.current_node += self.image(attributes, token_line(token, 0))

    def render_footnote_ref(self, token: SyntaxTreeNode) -> None:
        """Render the number of a footnote; one that the page does not have is text."""
        label = str(token.meta["label"])
        in_page = self.message or self.document["source"] == str(self.page_path)
        if in_page and label not in self.md_options.get("docsjson_footnotes", ()):
            self.current_node.append(nodes.Text(f"[^{label}]"))
            return
        super().render_footnote_ref(token)

    def render_html_block(self, token: SyntaxTreeNode) -> None:
        """Keep an HTML comment as a comment."""
        text = token.content.strip().removeprefix("<!--").removesuffix("-->").strip()
        self.current_node.append(nodes.comment(text, text))


def _is_formula(token: SyntaxTreeNode) -> bool:
    """Whether a fence is a formula; the platform writes ``theme={null}`` behind the language."""
    return token.info.split(maxsplit=1)[:1] == ["math"]
