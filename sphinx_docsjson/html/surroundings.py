"""Logo, links, button, banner and footer of the configuration → what a page shows of them."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from sphinx_docsjson.files.named_files import file_below
from sphinx_docsjson.html.inline_markdown import inline_html
from sphinx_docsjson.html.template_data import BannerFrame, Column, LogoFrame, ShownLink
from sphinx_docsjson.icons.socials import social
from sphinx_docsjson.locale import _
from sphinx_docsjson.urls import is_external

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from sphinx_docsjson.html.configured_addresses import SiteAddresses
    from sphinx_docsjson.site.frame import Banner, CallToAction, FooterColumn, TopbarLink
    from sphinx_docsjson.site.model import Site

_GITHUB = re.compile(r"https?://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+?)(?:\.git)?/?(?:[?#].*)?")
_TYPE_ICONS = {"github": "brands:github", "discord": "brands:discord"}


def github_name(url: str) -> str | None:
    """Return ``owner/name`` of the address of a GitHub repository."""
    match = _GITHUB.fullmatch(url.strip())
    return f"{match[1]}/{match[2]}" if match else None


def logo_frame(
    site: Site, addresses: SiteAddresses, conf_logo: str | None, srcdir: Path
) -> LogoFrame:
    """Return the logo; one that conf.py names beats the one of ``docs.json``.

    A picture that does not exist is left out, so that the name of the site stands instead.
    """
    href = site.logo.href if site.logo else "/"
    url = addresses.link(href) or addresses.home()
    if conf_logo:
        return LogoFrame(url=url, light=conf_logo, dark=conf_logo)
    if site.logo is None:
        return LogoFrame(url=url)
    image = site.logo.image
    return LogoFrame(
        url=url,
        light=addresses.file(image.light) if exists(image.light, srcdir) else None,
        dark=addresses.file(image.dark) if exists(image.dark, srcdir) else None,
    )


def exists(path: str, srcdir: Path) -> bool:
    """Whether a picture of the configuration can be shown."""
    return bool(path) and (is_external(path) or file_below(srcdir, path) is not None)


def top_links(links: Iterable[TopbarLink], addresses: SiteAddresses) -> tuple[ShownLink, ...]:
    """Return the links of the top bar; those without an allowed address are left out."""
    return tuple(
        ShownLink(
            label=link.name or github_name(link.url) or (link.type or "").title(),
            url=url,
            icon=link.icon or _TYPE_ICONS.get(link.type or ""),
        )
        for link in links
        if (url := addresses.link(link.url)) is not None
    )


def call_to_action(button: CallToAction | None, addresses: SiteAddresses) -> ShownLink | None:
    """Return the button of the top bar."""
    url = addresses.link(button.url) if button is not None else None
    if button is None or url is None:
        return None
    repository = github_name(button.url) if button.type == "github" else None
    label = button.name or repository or button.type.title()
    return ShownLink(label=label, url=url, repository=repository)


def banner_frame(banner: Banner | None, addresses: SiteAddresses) -> BannerFrame | None:
    """Return the line on top of the page."""
    if banner is None or not banner.content.strip():
        return None
    return BannerFrame(
        html=inline_html(banner.content, addresses.link),
        type=banner.type,
        dismissible=banner.dismissible,
        key=hashlib.sha256(banner.content.encode()).hexdigest()[:12],
    )


def footer_columns(
    columns: Iterable[FooterColumn], addresses: SiteAddresses
) -> tuple[Column, ...]:
    """Return the columns of links in the footer."""
    return tuple(
        Column(header=column.header, links=top_links(column.links, addresses))
        for column in columns
    )


def social_links(socials: Mapping[str, str], addresses: SiteAddresses) -> tuple[ShownLink, ...]:
    """Return the accounts in the footer, in the order of the file."""
    found = []
    for platform, address in socials.items():
        url = addresses.link(address)
        if url is not None:
            name, icon = social(platform)
            label = str(_("Website")) if name == "Website" else name
            found.append(ShownLink(label=label, url=url, icon=icon))
    return tuple(found)
