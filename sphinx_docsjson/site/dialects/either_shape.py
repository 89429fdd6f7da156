"""A validated configuration, in either shape or a mix of both → the one :class:`Site`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from sphinx_docsjson.site.containers import Container, Kind, LinkEntry, PageEntry
from sphinx_docsjson.site.dialects.api_fields import api, site_openapi
from sphinx_docsjson.site.dialects.arrange import arrange
from sphinx_docsjson.site.dialects.chrome_fields import (
    banner,
    call_to_action,
    footer_columns,
    socials,
    topbar_links,
)
from sphinx_docsjson.site.dialects.flat_shape import marks
from sphinx_docsjson.site.dialects.look_fields import (
    appearance,
    background,
    code_mode,
    colors,
    fonts,
    icon_library,
    logo,
)
from sphinx_docsjson.site.dialects.nested_shape import children, listing
from sphinx_docsjson.site.frame import ContextualLink, Feedback, NotFound
from sphinx_docsjson.site.model import Redirect, Site
from sphinx_docsjson.site.page_names import names_file
from sphinx_docsjson.site.reading.validation import locations
from sphinx_docsjson.text.near_names import did_you_mean, near_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx_docsjson.site.containers import Node
    from sphinx_docsjson.site.dialects.field_reader import FieldAt

_THEMES = (
    "almond",
    "aspen",
    "linden",
    "luma",
    "maple",
    "mint",
    "palm",
    "prism",
    "quill",
    "sequoia",
    "venus",
    "willow",
)
"""The layout themes that the hosting platform has, and those that it had."""
_TAG_FREE_METADATA = frozenset({"timestamp"})


def read_site(root: FieldAt, source_file: str) -> Site:
    """Return the site that the configuration describes; what is wrong is reported on the way."""
    name = root["name"].text() or ""
    tree = navigation(root, name)
    prompt = root["search"]["prompt"].text()
    seo = root["seo"]
    options, links = contextual(root["contextual"])
    check_theme(root["theme"])
    eyebrows = root["styling"]["eyebrows"].text() or "section"
    latex = root["styling"]["latex"]
    return Site(
        name=name,
        navigation=tree,
        description=root["description"].text(),
        logo=logo(root),
        favicon=root["favicon"].images(),
        colors=colors(root),
        topbar_links=topbar_links(root),
        call_to_action=call_to_action(root),
        api=api(root),
        openapi=site_openapi(root),
        socials=socials(root),
        footer_columns=footer_columns(root),
        feedback=Feedback(
            suggest_edit=root["feedback"]["suggestEdit"].flag(),
            raise_issue=root["feedback"]["raiseIssue"].flag(),
        ),
        appearance=appearance(root),
        background=background(root),
        banner=banner(root["banner"]),
        icon_library=icon_library(root),
        eyebrows=cast(Literal["section", "breadcrumbs"], eyebrows),
        latex=latex.flag() if latex else None,
        search_prompt=prompt,
        metatags=metatags(root),
        index_hidden_pages=seo["indexing"].text() == "all" or seo["indexHiddenPages"].flag(),
        contextual_options=options,
        contextual_links=links,
        contextual_display=cast(
            Literal["header", "toc"], root["contextual"]["display"].text() or "header"
        ),
        agent_instructions=root["markdown"]["instructions"].texts(),
        variables={key: field.text() or "" for key, field in root["variables"].members()},
        redirects=tuple(redirects(root["redirects"])),
        source_file=source_file,
        fonts=fonts(root),
        not_found=not_found(root["errors"]["404"]),
        timestamps=root["metadata"]["timestamp"].flag(),
        code_mode=code_mode(root),
        locations=locations(root.value) if root.value else {},
    )


def check_theme(field: FieldAt) -> None:
    """Report a theme that is misspelt; those of the hosting platform have no effect here.

    The platform may have new ones, so that only what is nearly the name of one is a mistake.
    """
    text = field.text()
    near = near_name(text, _THEMES) if text else None
    if text not in _THEMES and near:
        field.warn(f"{text!r} is no theme and has no effect.{did_you_mean(near)}")


def navigation(root: FieldAt, name: str) -> Container:
    """Return the root of the navigation tree."""
    field = root["navigation"]
    nested: tuple[Node, ...] = ()
    lists = [field]
    if field.is_object:
        nested = children(field, skip=("groups", "pages"))
        lists = [field["groups"], field["pages"]]
    if any(lists):
        nodes = (*arrange(root, lists, listing(field, None)), *nested)
    else:
        nodes = (*nested, *_outer_links(root, nested))
    return Container(
        kind=Kind.SITE,
        label=name,
        children=nodes,
        hidden=field.is_object and field["hidden"].flag(),
        searchable=not field.is_object or field["searchable"].flag(True),
        location=field.location,
    )


def _outer_links(root: FieldAt, nested: tuple[Node, ...]) -> Iterator[LinkEntry]:
    """Yield ``tabs`` and ``anchors`` of the flat shape beside a nested navigation, as links."""
    if root["versions"]:
        root["versions"].warn(
            "these names have no effect beside a nested navigation; write navigation.versions"
        )
    tree = Container(kind=Kind.SITE, label="", children=nested)
    paths = [node.path for _, node in tree.walk() if isinstance(node, PageEntry)]
    for kind in (Kind.TAB, Kind.ANCHOR):
        for mark in marks(root["tabs" if kind is Kind.TAB else "anchors"], kind, ()):
            node = mark.node
            if isinstance(node, LinkEntry):
                yield node
                continue
            target = next((p for p in paths if f"{p}/".startswith(f"{mark.prefix}/")), None)
            if target is None and names_file(mark.prefix):
                target = mark.prefix
            if target is None:
                mark.field.warn(f"no page of the navigation starts with {mark.prefix!r}; left out")
                continue
            yield LinkEntry(
                kind=kind,
                label=node.label,
                href=f"/{target}",
                icon=node.icon,
                color=node.color,
                location=node.location,
            )


def metatags(root: FieldAt) -> dict[str, str]:
    """Return meta tags of every page from ``seo.metatags`` and the older ``metadata``."""
    members = (*root["metadata"].members(), *root["seo"]["metatags"].members())
    return {
        key: text
        for key, field in members
        if key not in _TAG_FREE_METADATA and (text := field.text())
    }


def redirects(field: FieldAt) -> Iterator[Redirect]:
    """Yield the redirects that have both ends."""
    for item in field.each():
        source, destination = item["source"].text(), item["destination"].href()
        if source is None or destination is None:
            continue
        if "#" in source or "?" in source:
            item["source"].warn(f"{source!r} is ignored; a path here has neither '#' nor '?'")
            continue
        source = f"/{source.lstrip('/')}"
        if source.rstrip("/") == destination.rstrip("/"):
            item.warn(f"{source!r} leads to itself; the redirect is ignored")
            continue
        yield Redirect(
            source=source,
            destination=destination,
            permanent=item["permanent"].flag(True),
            location=item.location,
        )


def not_found(field: FieldAt) -> NotFound:
    """Return the text of the page for unknown addresses."""
    return NotFound(
        title=field["title"].text(),
        description=field["description"].text(),
    )


def contextual(field: FieldAt) -> tuple[tuple[str, ...] | None, tuple[ContextualLink, ...]]:
    """Return the named entries of the page menu, and those of the author's own."""
    if not field["options"]:
        return None, ()
    names = []
    links = []
    for item in field["options"].each():
        if not item.is_object:
            names.append(item.text() or "")
            continue
        target = item["href"]
        href = (target["base"] if target.is_object else target).href()
        title = item["title"].text()
        if href is None or title is None:
            continue
        pairs = (
            ((q["key"].text() or "", q["value"].text() or "") for q in target["query"].each())
            if target["query"].is_array
            else ((key, value.text() or "") for key, value in target["query"].members())
        )
        links.append(
            ContextualLink(
                title=title,
                description=item["description"].text() or "",
                href=href,
                icon=item["icon"].icon(item["iconType"]),
                query=tuple(pair for pair in pairs if pair[0]),
            )
        )
    return tuple(dict.fromkeys(name for name in names if name)), tuple(links)
