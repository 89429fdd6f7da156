"""The menu of a page: copy it, see it as Markdown, ask an assistant about it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from docutils import nodes

from sphinx_docsjson.build import base_url, the_build
from sphinx_docsjson.files.theme_location import has_our_theme
from sphinx_docsjson.locale import _
from sphinx_docsjson.outputs.markdown.twin_addresses import twin_path
from sphinx_docsjson.outputs.twins import HTML_BUILDERS, has_twins
from sphinx_docsjson.urls import safe_url

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.site.frame import ContextualLink
    from sphinx_docsjson.site.model import Site

_FILLED_IN = re.compile(r"\$pa(?:th|ge)")

DEFAULT_OPTIONS = ("copy", "view", "chatgpt", "claude")

ASSISTANTS = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?q="),
    "claude": ("Claude", "https://claude.ai/new?q="),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q="),
    "grok": ("Grok", "https://grok.com/?q="),
    "aistudio": ("Google AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt="),
}
"""Option of ``contextual.options`` → name, and the address that a question is added to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """An entry of the menu.

    :param kind: ``copy``, ``view``, ``ask`` or ``link``.
    :param url: where it leads; for ``ask`` without a known address of the page, what the script
        adds the question to.
    :param ready: whether ``url`` is complete.
    """

    kind: str
    label: str
    hint: str = ""
    url: str = ""
    ready: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class PageMenu:
    """The whole menu, and what its script says to a reader.

    :param twin: the address of the Markdown twin, relative to the page.
    :param question: what is asked, with ``{url}`` where the address of the twin goes.
    """

    items: tuple[Item, ...]
    twin: str
    question: str
    copied: str
    not_copied: str
    not_here: str


def add_page_menu(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Listen to ``html-page-context``: make the menu of a page that has a twin."""
    if app.builder.name not in HTML_BUILDERS:
        return
    if not isinstance(doctree, nodes.document) or not has_twins(app):
        return
    base = base_url(app.config)
    options, links = chosen(the_build(app.config).site, app.env.metadata.get(pagename, {}))
    menu = page_menu(
        options,
        links,
        twin=str(context.get("dj_twin", "")),
        address=base + twin_path(pagename) if base else "",
        path=pagename,
    )
    if menu.items:
        context["dj_page_menu"] = menu
        if has_our_theme(app.config):
            app.add_js_file("page-menu.js", loading_method="defer")
            app.add_css_file("page-menu.css", priority=210)


def chosen(
    site: Site, front: Mapping[str, object]
) -> tuple[tuple[str, ...], tuple[ContextualLink, ...]]:
    """Return the options and the author's own entries for a page; its front matter comes first."""
    own = _own_options(front.get("contextual"))
    if own is not None:
        return own, ()
    if site.contextual_options is None and not site.contextual_links:
        return DEFAULT_OPTIONS, ()
    return site.contextual_options or (), site.contextual_links


def _own_options(value: object) -> tuple[str, ...] | None:
    """Return ``contextual.options`` of a page; a value that makes no sense is ignored."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return None
    options = value.get("options") if isinstance(value, Mapping) else None
    if not isinstance(options, list):
        return None
    return tuple(option for option in options if isinstance(option, str))


def page_menu(
    options: tuple[str, ...],
    links: tuple[ContextualLink, ...],
    *,
    twin: str,
    address: str,
    path: str,
) -> PageMenu:
    """Return the menu of a page. Options that a static site cannot serve are left out.

    :param address: the address of the twin on the web; empty when it is not known.
    :param path: the path of the page from the site root.
    """
    question = str(_("Read {url} so that I can ask you questions about it."))
    items = []
    for option in dict.fromkeys(options):
        if option == "copy":
            hint = str(_("Copy the page as Markdown"))
            items.append(Item(kind="copy", label=str(_("Copy page")), hint=hint))
        elif option == "view":
            hint = str(_("See the page as plain text"))
            items.append(Item(kind="view", label=str(_("View as Markdown")), hint=hint, url=twin))
        elif option in ASSISTANTS:
            name, prefix = ASSISTANTS[option]
            asked = quote(question.replace("{url}", address), safe="") if address else ""
            items.append(
                Item(
                    kind="ask",
                    label=str(_("Open in {assistant}")).replace("{assistant}", name),
                    hint=str(_("Ask questions about this page")),
                    url=prefix + asked,
                    ready=bool(address),
                )
            )
    items += [item for link in links if (item := _own_item(link, path, address))]
    return PageMenu(
        items=tuple(items),
        twin=twin,
        question=question,
        copied=str(_("Copied")),
        not_copied=str(_("The page could not be copied. Open it as Markdown instead.")),
        not_here=str(
            _("This works on the web only: from a file the page cannot be read by others.")
        ),
    )


def _own_item(link: ContextualLink, path: str, address: str) -> Item | None:
    """Return an entry of the author's; the page's address and path are filled in."""

    def filled(text: str) -> str:
        values = {"$path": path, "$page": address or path}
        return _FILLED_IN.sub(lambda found: values[found[0]], text)

    pairs = [(name, filled(value)) for name, value in link.query]
    href = filled(link.href)
    if pairs:
        href += ("&" if "?" in href else "?") + urlencode(pairs)
    url = safe_url(href)
    if url is None:
        return None
    return Item(kind="link", label=link.title, hint=link.description, url=url)
