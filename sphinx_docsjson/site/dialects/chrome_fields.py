"""What stands around the page: top bar, footer, banner; older and newer spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from sphinx_docsjson.site.dialects.entry_fields import color_pair
from sphinx_docsjson.site.frame import Banner, CallToAction, FooterColumn, Overrides, TopbarLink

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx_docsjson.site.dialects.field_reader import FieldAt

_SOCIAL_ALIASES = {"twitter": "x", "x-twitter": "x", "earth-americas": "website"}
_GITHUB = ("https://github.com/", "http://github.com/", "github.com/")


def topbar_links(root: FieldAt) -> tuple[TopbarLink, ...]:
    """Return the links of ``topbarLinks`` and ``navbar.links``."""
    items = (*root["topbarLinks"].each(), *root["navbar"]["links"].each())
    return tuple(link for item in items if (link := _link(item)))


def _link(field: FieldAt) -> TopbarLink | None:
    href = field.first("href", "url").href()
    if href is None:
        return None
    written = field["type"].text()
    kind = None if written == "link" else written
    icon = field["icon"].icon(field["iconType"])
    name = field.first("label", "name").text()
    if not name and not icon and not kind:
        field.warn("a link without text is shown as its address; add a text")
        name = href
    return TopbarLink(name=name or "", url=href, icon=icon, type=kind, location=field.location)


def call_to_action(root: FieldAt) -> CallToAction | None:
    """Return the button of ``topbarCtaButton`` or ``navbar.primary``."""
    field = root["navbar"]["primary"] or root["topbarCtaButton"]
    url = field.first("href", "url").href()
    if url is None:
        return None
    kind = field["type"].text() or "link"
    name = field.first("label", "name").text()
    if kind == "github" and not url.startswith(_GITHUB):
        field.warn(f"{url!r} is no GitHub repository; the button is a plain link")
        kind = "link"
    if kind in ("link", "button"):
        kind = "link"
        if not name:
            key = "label" if field["href"] else "name"
            field.warn(f"a button of type link needs a {key!r}; its address is shown instead")
            name = url.split("//")[-1].rstrip("/")
    return CallToAction(type=cast(Literal["link", "github", "discord"], kind), url=url, name=name)


def socials(root: FieldAt) -> dict[str, str]:
    """Return platform → URL of ``footerSocials`` and ``footer.socials``, in file order."""
    return _socials(root["footerSocials"]) | _socials(root["footer"]["socials"])


def _socials(field: FieldAt) -> dict[str, str]:
    found: dict[str, str] = {}
    listed = (
        ((item["type"].text() or "", item["url"]) for item in field.each())
        if field.is_array
        else field.members()
    )
    for key, value in listed:
        url = value.href()
        if url is not None:
            found.setdefault(_SOCIAL_ALIASES.get(key, key), url)
    return found


def footer_columns(root: FieldAt) -> tuple[FooterColumn, ...]:
    """Return the link columns of ``footer.links``."""
    columns = []
    for column in root["footer"]["links"].each():
        items = column.first("items", "links").each()
        links = tuple(link for item in items if (link := _link(item)))
        if links:
            columns.append(
                FooterColumn(header=column.first("header", "title").text(), links=links)
            )
    return tuple(columns)


def banner(field: FieldAt) -> Banner | None:
    """Return the banner, ``None`` when it has no content."""
    content = field["content"].text()
    if content is None:
        return None
    kind = cast(Literal["info", "warning", "critical"], field["type"].text() or "info")
    return Banner(
        content=content,
        dismissible=field["dismissible"].flag(),
        type=kind,
        color=color_pair(field["color"]),
    )


def overrides(field: FieldAt) -> Overrides | None:
    """Return what a language shows instead of the site's own."""
    if not (field["navbar"] or field["footer"] or field["banner"]):
        return None
    columns: tuple[FooterColumn, ...] | None = footer_columns(field) or None
    accounts: Mapping[str, str] | None = socials(field) or None
    return Overrides(
        topbar_links=topbar_links(field) if field["navbar"]["links"] else None,
        call_to_action=call_to_action(field),
        socials=accounts,
        footer_columns=columns,
        banner=banner(field["banner"]),
    )
