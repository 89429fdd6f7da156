"""Inline components: Badge, Icon, Latex, Link, Tooltip and glossary terms.

The badges and icons of sphinx-design have other colours and sets; both can be used.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.markdown import escape_text, one_line
from sphinx_docsjson.base.nodes import reference_to
from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.base.titles import AUTHORS_WORDS
from sphinx_docsjson.components.html_elements import copy_identity, element
from sphinx_docsjson.components.icons import ICON_LIBRARY, ICON_TYPE, make_icon
from sphinx_docsjson.components.paper import has_class, unwrap
from sphinx_docsjson.components.registry import Attribute, Component, Content, InlineTag, registry
from sphinx_docsjson.components.renderers import RENDERERS, FormContext, Renderers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

BADGE_COLORS = (
    "gray",
    "blue",
    "green",
    "yellow",
    "orange",
    "red",
    "purple",
    "white",
    "surface",
    "white-destructive",
    "surface-destructive",
)


def build_icon(tag: InlineTag) -> list[nodes.Node]:
    """Return the nodes of ``<Icon>``."""
    found: list[nodes.Node] = []
    if name := tag.values.get("icon"):
        for color, classes in icon_colors(tag):
            found += make_icon(
                name,
                config=tag.env.config,
                location=tag.location,
                icon_type=tag.values.get("iconType"),
                library=tag.values.get("iconLibrary"),
                color=color,
                size=tag.values.get("size"),
                classes=["dj-icon-inline", *classes],
            )
    return [*found, *tag.children]


def icon_colors(tag: InlineTag) -> list[tuple[str | None, list[str]]]:
    """Return the colours of ``<Icon>``, each with the classes of the mode that it is for.

    Other themes mark their mode differently; there the icon has its light colour.
    """
    light, dark = tag.values.get("colorLight"), tag.values.get("colorDark")
    if light and dark and has_our_theme(tag.env.config):
        return [(light, ["dj-only-light"]), (dark, ["dj-only-dark"])]
    return [(tag.values.get("color") or light or dark, [])]


def build_link(tag: InlineTag) -> list[nodes.Node]:
    """Return the nodes of ``<Link>``: a link to a page, a place on it, or elsewhere."""
    href = tag.values.get("href", "")
    label = nodes.inline("", "", *(tag.children or [nodes.Text(href)]))
    link = reference_to(href, label, docname=tag.env.docname) if href else None
    return [link] if link is not None else list(tag.children)


def build_badge(tag: InlineTag) -> list[nodes.Node]:
    """Return the nodes of ``<Badge>``."""
    classes = ["dj-badge", f"dj-badge-{tag.values.get('color', 'gray')}"]
    classes += [
        f"dj-badge-{tag.values.get('size', 'md')}",
        f"dj-badge-{tag.values.get('shape', 'rounded')}",
    ]
    flags = {flag for flag in ("stroke", "disabled") if tag.values.get(flag) == "true"}
    flags |= {"stroke"} if tag.values.get("variant") == "outline" else set()
    classes += [f"dj-badge-{flag}" for flag in sorted(flags, reverse=True)]
    lead, tail = (
        make_icon(
            tag.values.get(name, ""),
            config=tag.env.config,
            location=tag.location,
            icon_type=tag.values.get("iconType"),
            library=tag.values.get("iconLibrary"),
        )
        for name in ("icon", "tailIcon")
    )
    badge = nodes.inline("", "", *lead, *tag.children, *tail, classes=classes)
    href = tag.values.get("href", "")
    link = reference_to(href, badge, docname=tag.env.docname) if href else None
    return [badge if link is None else link]


def build_latex(tag: InlineTag) -> list[nodes.Node]:
    """Return a formula, which Sphinx's mathematics extensions render."""
    formula = "".join(child.astext() for child in tag.children).strip().strip("$")
    return [nodes.math(formula, formula)]


registry.add(
    Component(
        name="Badge",
        doc="A small label in the text.",
        content=Content.INLINE,
        main="color",
        attributes=(
            Attribute(
                name="color",
                type="choice",
                choices=BADGE_COLORS,
                default="gray",
                doc="The colour.",
            ),
            Attribute(
                name="size",
                type="choice",
                choices=("xs", "sm", "md", "lg"),
                default="md",
                doc="The size.",
            ),
            Attribute(
                name="shape",
                type="choice",
                choices=("rounded", "pill"),
                default="rounded",
                doc="The shape.",
            ),
            Attribute(
                name="icon", type="icon", doc="An icon before the text.", aliases=("leadIcon",)
            ),
            Attribute(name="tailIcon", type="icon", doc="An icon after the text."),
            ICON_TYPE,
            ICON_LIBRARY,
            Attribute(name="stroke", type="flag", doc="Shows a border instead of a background."),
            Attribute(
                name="variant",
                type="choice",
                choices=("solid", "outline"),
                doc="`outline` is the newer name of `stroke`.",
            ),
            Attribute(name="disabled", type="flag", doc="Greys it out."),
            Attribute(name="href", type="href", doc="The target of the link."),
        ),
        inline=build_badge,
        newer=True,
    ),
    Component(
        name="Icon",
        doc="An icon, by default as large as the text.",
        content=Content.NONE,
        attributes=(
            Attribute(
                name="icon",
                type="icon",
                doc="An icon name, a URL or a path.",
                aliases=("src", "name"),
            ),
            ICON_TYPE,
            ICON_LIBRARY,
            Attribute(name="size", type="number", doc="Width and height in pixels."),
            Attribute(name="color", type="color", doc="The colour of the icon."),
            Attribute(name="colorLight", type="color", doc="Its colour in light mode."),
            Attribute(name="colorDark", type="color", doc="Its colour in dark mode."),
        ),
        inline=build_icon,
        main="icon",
    ),
    Component(
        name="Latex",
        doc="A formula.",
        content=Content.INLINE,
        inline=build_latex,
        newer=True,
    ),
    Component(
        name="Link",
        doc="A link, like `[text](address)`.",
        content=Content.INLINE,
        main="href",
        attributes=(
            Attribute(name="href", type="href", required=True, doc="The target of the link."),
        ),
        inline=build_link,
        newer=True,
    ),
)


# Tooltip: a term that explains itself; sphinx-design has none.

TIP = "dj-tooltip-tip"


class tooltip(nodes.abbreviation):  # noqa: N801 (docutils spells its nodes so)
    """A term with an explanation; other builders write the abbreviation that it is."""


class tooltip_tip(nodes.Inline, nodes.TextElement):  # noqa: N801 (docutils spells its nodes so)
    """What a tooltip says in HTML: the last child of the tooltip, for readers and the search."""


def build_tooltip(tag: InlineTag) -> list[nodes.Node]:
    """Return the nodes of ``<Tooltip>``: an abbreviation to other builders."""
    tip = tag.values.get("tip", "")
    if not tip:
        return list(tag.children)
    node = tooltip("", "", *tag.children, explanation=tip)
    if headline := tag.values.get("headline"):
        node["headline"] = headline
    found: list[nodes.Node] = [node]
    node["component"] = "Tooltip"
    if href := tag.values.get("href"):
        label = nodes.inline("", tag.values.get("cta") or href)
        link = reference_to(href, label, docname=tag.env.docname)
        if link is not None:
            more = nodes.inline("", "", nodes.Text(" ("), link, nodes.Text(")"))
            more["classes"].append(MORE)
            more[AUTHORS_WORDS] = ""
            found.append(more)
    return found


MORE = "dj-tooltip-more"
"""The class of the link that follows a tooltip; HTML moves it into the tooltip."""


def give_tip(node: Any, config: Any) -> None:
    """Put what a tooltip says into it, and the link that follows it."""
    tip = tooltip_tip(classes=[TIP], **{AUTHORS_WORDS: ""})
    if text := node.get("headline"):
        tip += nodes.inline(text, text, classes=["dj-tooltip-headline"])
    text = node["explanation"]
    tip += nodes.inline(text, text, classes=["dj-tooltip-text"])
    after = node.next_node(descend=False, siblings=True)
    if has_class(after, MORE):
        after.parent.remove(after)
        tip += list(after.findall(nodes.reference))
    node += tip


def tooltip_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return a button that the explanation describes; the explanation follows it.

    The title of another page, a menu or a list of pages is never prepared for HTML: a term in it
    stays the abbreviation that other builders write.
    """
    children = context.borrow_children(node.children)
    label = [child for child in children if not isinstance(child, tooltip_tip)]
    tips = [child for child in children if isinstance(child, tooltip_tip)]
    parts = context.borrow_children(tips[0].children) if tips else []
    if context.is_book or not tips:
        term = copy_identity(node, element("abbr", "", *label, title=explanation_of(node)))
        links = [part for part in parts if not isinstance(part, nodes.inline)]
        return [term, *([nodes.Text(" ("), *links, nodes.Text(")")] if links else [])]
    tip_id = context.new_id("dj-tooltip")
    term = element("button", "dj-tooltip-term", *label, type="button", aria_describedby=tip_id)
    said = element("span", TIP, *map(_as_span, parts), role="tooltip", id=tip_id)
    return [copy_identity(node, element("span", "dj-tooltip", term, said))]


def _as_span(part: Any) -> Any:
    if isinstance(part, nodes.inline):
        return element("span", part["classes"][0], nodes.Text(part.astext()))
    return part


def tooltip_markdown(writer: Any, node: Any) -> str:
    """Return a term with its explanation in brackets."""
    label = [child for child in node.children if not isinstance(child, tooltip_tip)]
    text: str = writer.inline(label)
    tips = [writer.write(child) for child in node.children if isinstance(child, tooltip_tip)]
    return text + (tips[0] if tips else explained(node))


def tip_markdown(writer: Any, node: Any) -> str:
    """Return the explanation in brackets, and the link."""
    links = [child for child in node.children if not isinstance(child, nodes.inline)]
    return explained(node.parent) + (f" ({writer.inline(links)})" if links else "")


def explained(node: Any) -> str:
    """Return what a tooltip says, in brackets after the term."""
    said = explanation_of(node)
    return f" ({escape_text(said)})" if said else ""


def explanation_of(node: Any) -> str:
    """Return the headline and the text of a tooltip, on one line."""
    return ": ".join(one_line(str(node[k])) for k in ("headline", "explanation") if node.get(k))


def tooltip_on_paper(node: Any, form: str) -> list[nodes.Node]:
    """Return the explanation after the term where the builder itself does not."""
    children = unwrap(node.children)
    if form in {"latex", "text"}:
        return [nodes.abbreviation("", "", *children, explanation=explanation_of(node))]
    return [*children, nodes.Text(f" ({explanation_of(node)})")]


RENDERERS[tooltip] = Renderers(
    html=tooltip_html, markdown=tooltip_markdown, paper=tooltip_on_paper, ready=give_tip
)
RENDERERS[tooltip_tip] = Renderers(markdown=tip_markdown)


registry.add(
    Component(
        name="Tooltip",
        doc="An explanation of a term, shown on hover, focus or tap.",
        content=Content.INLINE,
        main="tip",
        attributes=(
            Attribute(
                name="tip",
                type="text",
                required=True,
                doc="The explanation.",
                aliases=("description",),
            ),
            Attribute(
                name="headline",
                type="text",
                doc="The title of the explanation.",
                aliases=("title",),
            ),
            Attribute(name="cta", type="text", doc="The text of a link after the explanation."),
            Attribute(name="href", type="href", doc="The target of the link."),
            *(
                Attribute(
                    name=name,
                    type="text",
                    instead="Leave it out. The position depends on the available space.",
                )
                for name in ("side", "align")
            ),
        ),
        inline=build_tooltip,
    ),
)


# Terms of a glossary: in our theme, a link made by `:term:` says what the glossary says.

GLOSSARY = "docsjson_glossary"
"""The key of a page's metadata that holds its terms: id → its first paragraph."""

TERMS = "docsjson_terms"
"""The key in the metadata of a page with links to terms."""

_KNOWN = "docsjson_terms_digest"
"""The attribute of the environment that says what pages explained when they were written."""


class term_link(nodes.inline):  # noqa: N801 (docutils spells its nodes so)
    """A link to a term, with its explanation; only the HTML of our theme has it."""


class KeepTerms(SphinxTransform):
    """Remember what the glossaries of a page say, and whether it has links to terms."""

    default_priority = 880
    """After names have their ids, before the page is stored."""

    def apply(self, **options: Any) -> None:
        """Look at the glossaries and the links of the page."""
        found: dict[str, str] = {}
        for glossary in self.document.findall(addnodes.glossary):
            for item in glossary.findall(nodes.definition_list_item):
                said = next(iter(item.findall(nodes.paragraph)), None)
                text = " ".join(said.astext().split()) if said is not None else ""
                terms = [child for child in item.children if isinstance(child, nodes.term)]
                found |= {name: text for term in terms for name in term["ids"] if text}
        page = self.env.metadata[self.env.docname]
        if found:
            page[GLOSSARY] = found
        if any(map(_is_term, self.document.findall(addnodes.pending_xref))):
            page[TERMS] = True


def _is_term(link: Any) -> bool:
    return (link.get("refdomain"), link.get("reftype")) == ("std", "term")


class ExplainTerms(SphinxPostTransform):
    """Put links to terms into nodes that explain them, before they are resolved (10)."""

    default_priority = 5
    formats = ("html",)

    def run(self, **options: Any) -> None:
        """Ask for the place of each term, and for what was said there."""
        metadata = self.env.metadata
        if not has_our_theme(self.config) or TERMS not in metadata[self.env.docname]:
            return
        places = {
            name.lower(): (docname, anchor)
            for name, _shown, kind, docname, anchor, _weight in _objects(self.env)
            if kind == "term"
        }
        for link in filter(_is_term, list(self.document.findall(addnodes.pending_xref))):
            docname, anchor = places.get(str(link["reftarget"]).lower(), ("", ""))
            text = metadata.get(docname, {}).get(GLOSSARY, {}).get(anchor)
            if text and docname:
                told = term_link("", explanation=text)
                link.replace_self(told)
                told += link


def _objects(env: BuildEnvironment) -> Any:
    return env.domains.standard_domain.get_objects()


def find_pages_of_terms(app: Sphinx, env: BuildEnvironment) -> Iterator[str]:
    """Yield the pages that link to terms, where a glossary says something else than before."""
    told = sorted(
        (name, page[GLOSSARY]) for name, page in env.metadata.items() if GLOSSARY in page
    )
    digest = sha256(repr(told).encode("utf-8", "surrogatepass")).hexdigest()
    if getattr(env, _KNOWN, digest) != digest:
        yield from (name for name, page in env.metadata.items() if TERMS in page)
    setattr(env, _KNOWN, digest)


def term_html(node: Any, context: FormContext) -> list[nodes.Node]:
    """Return the link, which the explanation describes."""
    link: Any = next(iter(node.findall(nodes.reference)), None)
    if context.is_book or link is None:
        return context.borrow_children(node.children)
    tip_id = context.new_id("dj-tooltip")
    said = element("span", "dj-tooltip-text", nodes.Text(node["explanation"]))
    tip = element("span", TIP, said, role="tooltip", id=tip_id, data_markdown_ignore="")
    address = link.get("refuri") or f"#{link.get('refid', '')}"
    label = context.borrow_children(link.children)
    term = element("a", "reference", *label, href=address, aria_describedby=tip_id)
    return [element("span", "dj-tooltip", copy_identity(link, term), tip)]


RENDERERS[term_link] = Renderers(html=term_html)
