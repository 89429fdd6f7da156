"""The menu of a page: copy it, ask an assistant, install an MCP server, download files.

What each entry means: mintlify/docs, ``ai/contextual-menu.mdx``.
"""

from __future__ import annotations

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus, urlencode

from docutils import nodes

from sphinx_docsjson.base.theme_files import has_our_theme
from sphinx_docsjson.build import base_path, base_url, the_build
from sphinx_docsjson.html.template_data import SiteAddresses
from sphinx_docsjson.i18n import _
from sphinx_docsjson.outputs.markdown.writer import twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.site.loading import page_menu_of, wanted_target
from sphinx_docsjson.site.model import ContextualLink
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from sphinx_docsjson.site.model import Icon, Site

    Entry = str | ContextualLink

_PAGE = "$page"
_MARKS = re.compile(r"\$(?:path|mcp)")

DEFAULT_OPTIONS = ("copy", "view", "chatgpt", "claude")

ASSISTANTS = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?q="),
    "claude": ("Claude", "https://claude.ai/new?q="),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q="),
    "grok": ("Grok", "https://grok.com/?q="),
    "aistudio": ("Google AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt="),
    "devin": ("Devin", "https://app.devin.ai/?prompt="),
    "windsurf": ("Windsurf", "windsurf://cascade?prompt="),
    "devin-desktop": ("Devin Desktop", "windsurf://cascade?prompt="),
}
"""Option of ``contextual.options`` → name, and the address that a question is added to.

Devin Desktop is what Windsurf is called since June 2026.
"""

CLIENTS = {"cursor": "Cursor", "vscode": "VS Code", "devin-mcp": "Devin"}
"""Option → the program that a server of MCP is installed in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """An entry of the menu.

    :param kind: ``copy`` the page, ``text`` to copy, ``view``, ``print``, ``ask``, ``app``,
        ``file`` or ``link``.
    :param url: where it leads; for ``ask`` without a known address of the page, what the script
        adds the question to.
    :param ready: whether ``url`` is complete.
    :param text: what is copied.
    :param fill: ``url`` with ``$page`` where the script puts the text of the page.
    """

    kind: str
    label: str
    hint: str = ""
    url: str = ""
    ready: bool = True
    text: str = ""
    fill: str = ""
    icon: Icon | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PageMenu:
    """The whole menu, and what its script says to a reader.

    :param twin: the address of the Markdown twin, relative to the page.
    :param question: what is asked, with ``{url}`` where the address of the twin goes.
    :param display: ``header`` or ``toc``.
    """

    items: tuple[Item, ...]
    twin: str
    question: str
    copied: str
    not_copied: str
    not_here: str
    display: str = "header"


@dataclass(frozen=True, kw_only=True, slots=True)
class MenuPage:
    """What the entries of a menu need to know of its page.

    :param twin: the address of its Markdown twin, relative to the page.
    :param address: that address on the web; empty when it is not known.
    :param path: its path from the site root.
    :param description: the file that describes its API, from the site root, or a URL.
    :param link: writes an address of the configuration as this page has to.
    """

    twin: str
    path: str
    address: str = ""
    description: str = ""
    link: Callable[[str], str | None] = safe_url


def add_page_menu(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Add the menu of a page that has a twin (``html-page-context``)."""
    if app.builder.name not in HTML_BUILDERS:
        return
    if not isinstance(doctree, nodes.document) or not has_twins(app):
        return
    build, base = the_build(app.config), base_url(app.config)
    site = build.site
    if (
        base
        and getattr(app.config, "docsjson_mcp", False)
        and "mcp" not in site.contextual_targets
    ):
        targets = {**site.contextual_targets, "mcp": f"{base}mcp"}
        site = replace(site, contextual_targets=targets)
    front = app.env.metadata.get(pagename, {})
    entries, display = chosen(build.site, front, build.srcdir)
    addresses = SiteAddresses(
        context["pathto"],
        app.env.found_docs,
        base_path(app.config),
        app.config.root_doc,
        None if build.from_toctrees else build.pages,
    )
    page = MenuPage(
        twin=str(context.get("dj_twin", "")),
        address=base + twin_path(pagename) if base else "",
        path=pagename,
        description=build.description_of(front, pagename),
        link=addresses.link,
    )
    menu = page_menu(entries, site, page, display=display)
    if menu.items:
        context["dj_page_menu"] = menu
        if has_our_theme(app.config):
            app.add_css_file("page-menu.css", priority=210)


def chosen(site: Site, front: Mapping[str, object], srcdir: Path) -> tuple[tuple[Entry, ...], str]:
    """Return the entries of the menu of a page, and its place; its front matter comes first."""
    own = front.get("contextual")
    if own is not None:
        text = own if isinstance(own, str) else json.dumps(own, default=str)
        if (menu := page_menu_of(text, srcdir)) is not None:
            return menu[0], menu[1] or site.contextual_display
    options = site.contextual_options
    return DEFAULT_OPTIONS if options is None else options, site.contextual_display


def page_menu(
    entries: tuple[Entry, ...], site: Site, page: MenuPage, *, display: str = "header"
) -> PageMenu:
    """Return the menu of a page. What has nothing to lead to is omitted."""
    question = str(_("Read {url} so that I can ask you questions about it."))
    items = (
        _own_item(entry, site, page)
        if isinstance(entry, ContextualLink)
        else _item(entry, site, page, question)
        for entry in entries
    )
    return PageMenu(
        items=tuple(item for item in items if item),
        twin=page.twin,
        question=question,
        copied=str(_("Copied")),
        not_copied=str(_("The page could not be copied. Open it as Markdown instead.")),
        not_here=str(_("This works only on the web: others cannot read a file on your computer.")),
        display=display,
    )


def _item(option: str, site: Site, page: MenuPage, question: str) -> Item | None:
    target = site.contextual_targets.get(wanted_target(option) or "", "")
    if option == "copy":
        hint = str(_("Copy the page as Markdown"))
        return Item(kind="copy", label=str(_("Copy page")), hint=hint)
    if option == "view":
        hint = str(_("See the page as plain text"))
        return Item(kind="view", label=str(_("View as Markdown")), hint=hint, url=page.twin)
    if option in ASSISTANTS:
        name, prefix = ASSISTANTS[option]
        asked = quote(question.replace("{url}", page.address), safe="") if page.address else ""
        return Item(
            kind="ask" if prefix.startswith("https:") else "app",
            label=str(_("Open in {assistant}")).replace("{assistant}", name),
            hint=str(_("Ask questions about this page")),
            url=prefix + asked,
            ready=bool(page.address),
        )
    if option == "download-spec" and page.description:
        hint = str(_("The OpenAPI or AsyncAPI file"))
        url = page.link(_from_root(page.description)) or ""
        return Item(kind="file", label=str(_("Download API description")), hint=hint, url=url)
    if option == "download-pdf" and not target:
        hint = str(_("Print the page, or save it as a PDF"))
        return Item(kind="print", label=str(_("Save as PDF")), hint=hint)
    if not target:
        return None
    if option == "assistant":
        entry = ContextualLink(title=str(_("Ask the assistant")), description="", href=target)
        item = _own_item(entry, site, page)
        return item and replace(item, hint=str(_("Ask questions about this page")))
    if option == "download-pdf":
        url = page.link(_from_root(target)) or ""
        hint = str(_("To read offline"))
        return Item(kind="file", label=str(_("Download PDF")), hint=hint, url=url)
    return _server_item(option, target, site.name)


def _from_root(path: str) -> str:
    """Return a path from the site root as links of the configuration have it."""
    return path if is_external(path) else f"/{quote(path.lstrip('/'))}"


def _server_item(option: str, server: str, name: str) -> Item | None:
    """Return an entry for the MCP server of the site.

    The addresses that install one: cursor.com/docs (Deeplinks), code.visualstudio.com (MCP, URL
    handler), docs.devin.ai (MCP Marketplace).
    """
    if option == "mcp":
        label = str(_("Copy MCP server address"))
        hint = str(_("For any MCP client"))
        return Item(kind="text", label=label, hint=hint, text=server)
    if option == "add-mcp":
        label = str(_("Copy MCP install command"))
        hint = str(_("For programs on your computer"))
        return Item(kind="text", label=label, hint=hint, text=f"npx add-mcp {shlex.quote(server)}")
    if option not in CLIENTS:
        return None
    named = {"name": name, "url": server}
    if option == "vscode":
        url = "vscode:mcp/install?" + quote(_compact({"type": "http", **named}), safe="")
    elif option == "cursor":
        config = b64encode(_compact({"url": server}).encode()).decode()
        pairs = urlencode({"name": name, "config": config}, quote_via=quote)
        url = f"cursor://anysphere.cursor-deeplink/mcp/install?{pairs}"
    else:
        config = b64encode(_compact({"transport": "HTTP", **named}).encode()).decode()
        custom = "https://app.devin.ai/settings/mcp-marketplace/setup/custom?"
        url = custom + urlencode({"config": config})
    return Item(
        kind="link" if url.startswith("https:") else "app",
        label=str(_("Connect to {assistant}")).replace("{assistant}", CLIENTS[option]),
        hint=str(_("Install the MCP server of these pages")),
        url=url,
    )


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _without_marks(text: str) -> str:
    return text.replace("$", "%24")


def _own_item(link: ContextualLink, site: Site, page: MenuPage) -> Item | None:
    """Return an entry of the author's; the path, the server and the text are filled in.

    Until the script knows the text of the page, the button has its address.
    """
    wanted = wanted_target(link)
    if wanted and wanted not in site.contextual_targets:
        return None
    values = {"$path": page.path, "$mcp": site.contextual_targets.get("mcp", "")}

    def filled(text: str, encode: Callable[[str], str], *, keep: bool) -> str:
        # The inserted text may contain the mark itself: only the author's mark is replaced.
        pieces = (_MARKS.sub(lambda m: values[m[0]], piece) for piece in text.split(_PAGE))
        return (_PAGE if keep else encode(page.address or page.path)).join(map(encode, pieces))

    def address(*, keep: bool = False) -> str | None:
        href = filled(link.href, _without_marks if keep else str, keep=keep)
        pairs = (f"{quote_plus(k)}={filled(v, quote_plus, keep=keep)}" for k, v in link.query)
        query = "&".join(pairs)
        return page.link(f"{href}{'&' if '?' in href else '?'}{query}" if query else href)

    url = address()
    if url is None:
        return None
    has_mark = any(_PAGE in text for text in (link.href, *(value for _key, value in link.query)))
    fill = address(keep=True) if has_mark and page.twin else None
    return Item(
        kind="link",
        label=link.title,
        hint=link.description,
        url=url,
        fill=fill or "",
        icon=link.icon,
    )
