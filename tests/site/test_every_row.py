"""Each row of the newest format has its effect: a site uses them all, and each row has its test.

A row is a path of ``docs.json`` or of front matter as the oracle has it, see
:mod:`tests.site.newest`. Rows of entries of the navigation are in ``test_every_entry.py``,
attributes of components in ``tests/components``. What is asked is what a reader sees.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from tests._support.building import Built, build_site
from tests.components.newest import HTML
from tests.search.asking import ask
from tests.site.every_row import CONF, config, files, unused_attributes, used_rows
from tests.site.newest import effective
from tests.site.test_every_entry import ROWS as ENTRIES

Look = Callable[[Built], object]

HOME = "https://greenhouse.example"
WATER, FIELDS, SOW = "guides/water", "guides/fields", "api/plants/sow-a-plant"
BY_HAND, LIST, LOG = "reference/by-hand", "reference/one", "changes/log"


@lru_cache(maxsize=64)
def parsed(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def texts(built: Built, page: str, selector: str) -> list[str]:
    found = parsed(built.outdir / f"{page}.html").select(selector)
    return [" ".join(each.get_text(" ").split()) for each in found]


def has(page: str, selector: str) -> Look:
    return lambda built: parsed(built.outdir / f"{page}.html").select(selector)


def lacks(page: str, selector: str) -> Look:
    return lambda built: not parsed(built.outdir / f"{page}.html").select(selector)


def says(page: str, selector: str, text: str) -> Look:
    return lambda built: any(text in each for each in texts(built, page, selector))


def both(*looks: Look) -> Look:
    return lambda built: all(look(built) for look in looks)


def holds(name: str, *parts: str) -> Look:
    return lambda built: all(part in built.text(name) for part in parts)


def meta(page: str, name: str, content: str) -> Look:
    return has(page, f"meta:is([name='{name}'], [property='{name}'])[content='{content}']")


def answers(query: str, page: str | None) -> Look:
    def look(built: Built) -> bool:
        (answer,) = ask(built.outdir, query)
        shown = [each["uri"] for each in answer["found"]]
        return (shown[:1] == [f"{page}.html"]) if page else not shown

    return look


MENU = f".dj-page-menu a[href^='{HOME}/only']"
SITE = "_static/docsjson-site.css"
TOP = ".dj-toplink"
BUTTON = f".dj-button[href='{HOME}/start']"
ASK = ".dj-page-menu a[href^='https://forum.greenhouse.example/new?page=guides%2Fwater&']"
GRAPH = "script[type='application/ld+json']"
DE = "https://greenhouse.example/de"

SCHEMA = "$schema"
"""Is for editors, and shown nowhere: ``tests/site/test_schema_in_editor.py``."""

OF_DOCS_JSON: dict[str, Look] = {
    "api": has(SOW, ".dj-endpoint"),
    "api.asyncapi": says("events/overview", "h1", "Events"),
    "api.examples": has(SOW, ".dj-examples .dj-code-group"),
    "api.examples.autogenerate": has(SOW, ".dj-examples .highlight-bash, .dj-examples pre"),
    "api.examples.defaults": says(SOW, ".dj-examples pre", "height"),
    "api.examples.languages": says(SOW, ".dj-examples", "Python"),
    "api.examples.languages[]": lambda built: "Ruby" not in built.text(f"{SOW}.html"),
    "api.examples.prefill": holds(f"{SOW}.html", "Fern"),
    "api.mdx": has(BY_HAND, ".dj-endpoint [data-copy-text*='api.greenhouse.example']"),
    "api.mdx.auth": says(SOW, "main", "X-Api-Key"),
    "api.mdx.auth.method": says(BY_HAND, "main", "Bearer"),
    "api.mdx.auth.name": says(SOW, "main", "X-Api-Key"),
    "api.mdx.server": has(
        BY_HAND, ".dj-endpoint [data-copy-text*='https://api.greenhouse.example']"
    ),
    "api.mdx.server[]": has(
        BY_HAND, ".dj-endpoint [data-copy-text*='https://api.greenhouse.example']"
    ),
    "api.openapi": has(SOW, ".dj-endpoint"),
    "api.params": has(SOW, ".dj-expandable[open], details[open]"),
    "api.params.expanded": has(SOW, ".dj-expandable[open], details[open]"),
    "api.params.post": says(SOW, ".dj-field-pill", "cm"),
    "api.params.post[]": says(LIST, ".dj-field-pill", "plants"),
    "api.playground": has(SOW, ".dj-playground[data-script]"),
    "api.playground.display": has(SOW, ".dj-playground[data-script]"),
    "api.playground.proxy": holds(
        "_static/docsjson-playground.js", "https://proxy.greenhouse.example/?url={url}"
    ),
    "api.url": has(SOW, ".dj-endpoint [data-copy-text*='https://api.greenhouse.example']"),
    "appearance": has(WATER, "html[data-mode=light]"),
    "appearance.default": has(WATER, "html[data-mode=light]"),
    "appearance.strict": has(WATER, "button.dj-mode"),
    "background": has(WATER, ".dj-backdrop"),
    "background.color": holds(SITE, "--dj-bg: #fdfdf8", "--dj-bg: #0c1410"),
    "background.decoration": has(WATER, ".dj-backdrop-gradient"),
    "background.image": has(WATER, ".dj-backdrop-image"),
    "background.image.dark": holds(SITE, "leaves-dark.svg"),
    "background.image.light": holds(SITE, "leaves-light.svg"),
    "banner": has(WATER, "#dj-banner"),
    "banner.color": holds(SITE, "--dj-banner: #d9f7e6", "--dj-banner: #0d3a26"),
    "banner.content": says(WATER, "#dj-banner", "Version 2 is here"),
    "banner.dismissible": has(WATER, "#dj-banner .dj-banner-close"),
    "banner.type": both(
        has(WATER, ".dj-banner-info"), has("fr/guides/water", ".dj-banner-warning")
    ),
    "colors": holds(SITE, "--dj-brand: #0a7d4b"),
    "colors.dark": holds(SITE, "--dj-button: #0a5f38"),
    "colors.light": holds(SITE, "--dj-brand: #6ee7a8"),
    "colors.primary": holds(SITE, "--dj-brand: #0a7d4b"),
    "contextual": has(WATER, ".dj-page-menu"),
    "contextual.display": has(WATER, "main .dj-page-menu"),
    "contextual.options": says(WATER, ".dj-page-menu-label", "Open in Claude"),
    "contextual.options[]": lambda built: (
        len(texts(built, LIST, ".dj-page-menu-list li")) == len(config()["contextual"]["options"])
    ),
    "contextual.options[].description": says(WATER, ".dj-page-menu", "Write to our forum"),
    "contextual.options[].href": has(WATER, ASK),
    "contextual.options[].href.base": has(WATER, ASK),
    "contextual.options[].href.query": has(WATER, ASK),
    "contextual.options[].href.query[].key": has(WATER, ASK),
    "contextual.options[].href.query[].value": has(WATER, ASK),
    "contextual.options[].icon": has(WATER, f"{ASK} > svg"),
    "contextual.options[].title": says(WATER, ASK, "Ask the gardeners"),
    "description": holds("llms.txt", "> Grow plants with an API."),
    "errors": says("404", "h1", "No such plant"),
    "errors.404": says("404", "h1", "No such plant"),
    "errors.404.description": says("404", "strong", "asleep"),
    "errors.404.redirect": lacks("404", "meta[http-equiv=refresh]"),
    "errors.404.title": says("404", "title", "No such plant"),
    "favicon": has(WATER, "link[rel=icon]"),
    "favicon.dark": has(WATER, "link[rel=icon][href$='icon-dark.svg'][media*=dark]"),
    "favicon.light": has(WATER, "link[rel=icon][href$='icon-light.svg'][media*=light]"),
    "fonts": holds(SITE, "@font-face"),
    "fonts.body": holds(SITE, '--dj-font-sans: "Inter"'),
    "fonts.body.family": holds(SITE, '--dj-font-sans: "Inter"'),
    "fonts.body.format": holds(SITE, 'text.woff2") format("woff2")'),
    "fonts.body.source": holds(SITE, "../fonts/text.woff2"),
    "fonts.body.weight": holds(SITE, 'font-weight: 400; src: url("../fonts/text.woff2")'),
    "fonts.heading": holds(SITE, '--dj-font-heading: "Georgia"'),
    "fonts.heading.family": holds(SITE, '--dj-font-heading: "Georgia"'),
    "fonts.heading.format": holds(SITE, 'heading.woff2") format("woff2")'),
    "fonts.heading.source": holds(SITE, "../fonts/heading.woff2"),
    "fonts.heading.weight": holds(SITE, 'font-weight: 600; src: url("../fonts/heading.woff2")'),
    "footer": has(WATER, "#dj-footer"),
    "footer.links": has(WATER, "#dj-footer .dj-footer-columns"),
    "footer.links[].header": says(WATER, "#dj-footer h2", "Help"),
    "footer.links[].items": has(WATER, "#dj-footer li a"),
    "footer.links[].items[].href": has(WATER, f"#dj-footer a[href='{HOME}/about']"),
    "footer.links[].items[].label": says(WATER, "#dj-footer a", "About us"),
    "footer.socials": has(WATER, ".dj-socials"),
    "footer.socials.*": has(WATER, ".dj-socials a[href='https://x.com/greenhouse'] svg"),
    "icons": has(WATER, ".dj-toplink svg[viewbox='0 0 24 24'], .dj-toplink svg"),
    "icons.library": has("guides/index", ".dj-group-title svg[stroke-width='2']"),
    "integrations": has(WATER, "script[src*='docsjson-integrations.js']"),
    "interaction": has(WATER, "#dj-side[data-drilldown]"),
    "interaction.drilldown": has(WATER, "#dj-side[data-drilldown]"),
    "logo": has(WATER, ".dj-logo img"),
    "logo.dark": has(WATER, ".dj-logo img.dj-only-dark[src$='logo-dark.svg']"),
    "logo.href": has(WATER, f".dj-logo[href='{HOME}/home']"),
    "logo.light": has(WATER, ".dj-logo img.dj-only-light[src$='logo-light.svg']"),
    "markdown": holds(f"{WATER}.md", "Name the version of the API"),
    "markdown.instructions": holds(f"{WATER}.md", "Name the version of the API"),
    "markdown.instructions[]": holds("llms.txt", "Name the version of the API"),
    "markdown.schema": holds(f"{SOW}.md", '"paths"'),
    "metadata": has(WATER, ".dj-changed time"),
    "metadata.timestamp": both(has(WATER, ".dj-changed time"), lacks(FIELDS, ".dj-changed time")),
    "name": says(WATER, "title", "— Greenhouse"),
    "navbar": has(WATER, TOP),
    "navbar.links": has(WATER, TOP),
    "navbar.links[].href": has(WATER, f"{TOP}[href='{HOME}/prices']"),
    "navbar.links[].icon": has(WATER, f"{TOP}[href='{HOME}/prices'] svg"),
    "navbar.links[].label": says(WATER, TOP, "Prices"),
    "navbar.links[].type": says(WATER, f"{TOP}[href='https://discord.gg/greenhouse']", "Discord"),
    "navbar.primary": has(WATER, BUTTON),
    "navbar.primary.href": has(WATER, BUTTON),
    "navbar.primary.label": says(WATER, BUTTON, "Start growing"),
    "navbar.primary.type": has(WATER, BUTTON),
    "navigation": has(WATER, "#dj-sidebar a"),
    "navigation.global": has("v1/guides/water", f"a[href='{HOME}/shop']"),
    "navigation.languages": has(WATER, "[data-switch=language] a[hreflang=fr]"),
    "redirects": has("watering/sun", "link[rel=canonical][href$='guides/sun.html']"),
    "redirects[].destination": has("watering/sun", "a[href$='guides/sun.html']"),
    "redirects[].permanent": holds("_redirects", "/docs/watering/* /docs/guides/:splat 302"),
    "redirects[].source": holds("_redirects", "/docs/watering/*"),
    "search": has(WATER, "#dj-search-input[placeholder='Find a plant']"),
    "search.prompt": has(WATER, "#dj-search-input[placeholder='Find a plant']"),
    "seo": meta(WATER, "og:locale", "en_GB"),
    "seo.indexing": lambda built: "unlisted" not in built.text("sitemap.xml"),
    "seo.metatags": meta(WATER, "og:locale", "en_GB"),
    "seo.metatags.*": meta("v1/guides/water", "og:locale", "en_GB"),
    "seo.organization": says(WATER, GRAPH, '"@type": "Organization"'),
    "seo.organization.id": says(WATER, GRAPH, f'"@id": "{HOME}/#us"'),
    "seo.organization.legalName": says(WATER, GRAPH, '"legalName": "Greenhouse Limited"'),
    "seo.organization.logo": says(WATER, GRAPH, f'"logo": "{HOME}/logo.png"'),
    "seo.organization.name": says(WATER, GRAPH, '"name": "Greenhouse Ltd"'),
    "seo.organization.sameAs": says(WATER, GRAPH, '"sameAs"'),
    "seo.organization.sameAs[]": says(WATER, GRAPH, "https://github.com/greenhouse"),
    "seo.organization.url": says(WATER, GRAPH, f'"url": "{HOME}"'),
    "seo.paths": meta(WATER, "og:section", "Guides"),
    "seo.paths[].metatags": meta(WATER, "og:section", "Guides"),
    "seo.paths[].metatags.*": meta(FIELDS, "og:section", "Guides"),
    "seo.paths[].path": lacks(LOG, "meta[property='og:section']"),
    "styling": has(WATER, ".dj-eyebrow li"),
    "styling.codeblocks": holds(SITE, "--dj-code-bg: #282a36"),
    "styling.codeblocks.theme": holds(SITE, "--dj-code-bg: #282a36"),
    "styling.codeblocks.theme.dark": holds(SITE, "--dj-code-bg: #282a36"),
    "styling.codeblocks.theme.light": holds(SITE, "--dj-code-string: #032f62"),
    "styling.eyebrows": lambda built: (
        texts(built, WATER, ".dj-eyebrow li") == ["Plants", "Guides", "Growers", "Start"]
    ),
    "styling.latex": has(WATER, "article math"),
    "theme": has(WATER, "html.dj"),
    "thumbnails": has(WATER, "meta[property='og:image'][content*='/_images/cards/']"),
    "thumbnails.appearance": has(WATER, "meta[property='og:image'][content*='/_images/cards/']"),
    "thumbnails.background": has(WATER, "meta[property='og:image'][content*='/_images/cards/']"),
    "variables": says("guides/index", "article", "12 litres"),
    "variables.*": says("guides/index", "article", "12 litres"),
    "variations": has(WATER, ".dj-view[data-view=Indoors]"),
    "variations.options": has(WATER, ".dj-view[data-order='1']"),
    "variations.options[].id": says(WATER, ".dj-view[data-view=Indoors]", "Two litres"),
    "variations.options[].label": has(WATER, ".dj-view[data-view=Outdoors]"),
    "@asyncapi": has("events/overview", "h1"),
    "@asyncapi.directory": has("events/overview", "h1"),
    "@asyncapi.source": says("reference/channel", ".dj-endpoint", "plants.watered"),
    "@color.dark": holds(SITE, "#6ee7a8"),
    "@color.light": holds(SITE, "#0a7d4b"),
    "@global.anchors": has(WATER, ".dj-anchor[href='https://status.greenhouse.example']"),
    "@global.dropdowns": has(
        WATER, "[data-switch=dropdown] a[href='https://forum.greenhouse.example']"
    ),
    "@global.languages": has(WATER, f"[data-switch=language] a[href='{DE}']"),
    "@global.products": has(WATER, "[data-switch=product] a[href='https://orchard.example']"),
    "@global.tabs": has(WATER, f".dj-tab-end[href='{HOME}/shop']"),
    "@global.versions": has(
        WATER, "[data-switch=version] a[href='https://old.greenhouse.example']"
    ),
    "@icon": has(WATER, ".dj-group-title svg"),
    "@icon.library": has(WATER, ".dj-tab svg[fill=currentColor]"),
    "@icon.name": has(WATER, ".dj-tab[data-active] svg"),
    "@icon.style": has(WATER, ".dj-tab[data-active] svg[fill=currentColor]"),
    "@openapi": has(SOW, ".dj-endpoint"),
    "@openapi.directory": has(SOW, ".dj-endpoint"),
    "@openapi.overlays": says(LIST, ".dj-lead", "All that grow in your house."),
    "@openapi.overlays[]": says(LIST, ".dj-lead", "All that grow in your house."),
    "@openapi.source": has(SOW, ".dj-endpoint"),
    "@page": has(WATER, "#dj-sidebar a[aria-current=page]"),
}
"""A path of ``docs.json`` → what is seen of it."""

OF_FRONT_MATTER: dict[str, Look] = {
    "api": has(BY_HAND, ".dj-endpoint [data-copy-text$='/prune']"),
    "asyncapi": says("reference/channel", ".dj-endpoint", "plants.watered"),
    "authMethod": says(BY_HAND, "main", "Bearer"),
    "authors": has(WATER, f".dj-changed a[rel=author][href='{HOME}/ada']"),
    "boost": lambda built: built.text("_static/search/index.js").count('"boosts"'),
    "canonical": has(WATER, f"link[rel=canonical][href='{HOME}/docs/water']"),
    "contextual": has(FIELDS, MENU),
    "contextual.display": has(FIELDS, "aside .dj-page-menu"),
    "contextual.options": lambda built: len(texts(built, FIELDS, ".dj-page-menu-list li")) == 2,
    "contextual.options[]": says(FIELDS, ".dj-page-menu-label", "Copy page"),
    "contextual.options[].description": says(FIELDS, MENU, "An entry of this page"),
    "contextual.options[].href": has(FIELDS, MENU),
    "contextual.options[].href.base": has(FIELDS, MENU),
    "contextual.options[].href.query": has(FIELDS, ".dj-page-menu a[href*='?path=']"),
    "contextual.options[].href.query[].key": has(FIELDS, ".dj-page-menu a[href*='?path=']"),
    "contextual.options[].href.query[].value": has(FIELDS, ".dj-page-menu a[href$='fields']"),
    "contextual.options[].icon": has(FIELDS, f"{MENU} > svg"),
    "contextual.options[].title": says(FIELDS, MENU, "Only here"),
    "createdDate": meta(WATER, "article:published_time", "2026-01-02T00:00:00"),
    "deprecated": says(FIELDS, ".dj-label-deprecated", "Deprecated"),
    "description": both(
        says(WATER, ".dj-lead", "How often"),
        meta(WATER, "description", "How often, and how much."),
    ),
    "hidden": lambda built: (
        (built.outdir / "guides/unlisted.html").is_file()
        and not parsed(built.outdir / f"{WATER}.html").select("a[href$='unlisted.html']")
    ),
    "hideApiMarker": lacks(SOW, "#dj-sidebar a[href$='by-hand.html'] .dj-method"),
    "hideFooterPagination": both(lacks(FIELDS, "#dj-pagination"), has(WATER, "#dj-pagination")),
    "icon": has(FIELDS, "#dj-sidebar a[href$='water.html'] svg"),
    "iconType": has(FIELDS, "#dj-sidebar a[href$='water.html'] svg"),
    "keywords": meta(WATER, "keywords", "hydration, thirst"),
    "keywords[]": answers("hydration", WATER),
    "lastUpdatedDate": has(WATER, ".dj-changed time[datetime='2026-03-01']"),
    "mode": both(lacks("guides/wide", "aside.dj-toc"), has(WATER, "aside.dj-toc")),
    "noindex": meta("guides/quiet", "robots", "noindex"),
    "og:title": meta(WATER, "og:title", "All about water"),
    "og:url": meta(WATER, "og:url", f"{HOME}/docs/water"),
    "openapi": has(LIST, ".dj-endpoint"),
    "openapi-schema": says("reference/schema", ".dj-field-head", "height"),
    "playground": both(lacks(BY_HAND, ".dj-playground"), has(SOW, ".dj-playground")),
    "related": has(WATER, ".dj-related"),
    "related[]": has(WATER, ".dj-related a[href='sun.html']"),
    "related[].*": says(WATER, ".dj-related a[href^='https://forum']", "Ask a gardener"),
    "robots": meta(FIELDS, "robots", "max-snippet:50"),
    "searchable": answers("Not for search engines", None),
    "sidebarTitle": says(FIELDS, "#dj-sidebar a[href$='water.html']", "Watering"),
    "tag": says(FIELDS, "#dj-sidebar a[href$='water.html'] .dj-tag", "Popular"),
    "timestamp": lacks(FIELDS, ".dj-changed time"),
    "title": says(WATER, "h1", "Water a plant"),
    "url": has(WATER, f"#dj-sidebar a[href='{HOME}/elsewhere']"),
}
"""A field of front matter → what is seen of it."""


P = "guides/pictures"
LINK = f"article a[href='{HOME}']"
FILM, OTHER = "article video.own", "article iframe.own[title='A film']"
SMALL, WITH_ACTIONS = "article img.own", "article img.dj-image-copy.dj-image-download"
OF_HTML: dict[str, Look] = {
    **{f"a {name}": has(P, f"{LINK}.own") for name in ("className", "href", "key")},
    "a download": has(P, "article a[download]"),
    "a rel": has(P, f"{LINK}[rel~=nofollow][rel~=me][rel~=noopener]"),
    "a target": has(P, f"{LINK}[target=_blank]"),
    "h className": has(P, "h2.own"),
    "h noAnchor": both(has(P, "h2.own"), lacks(P, "h2.own a.headerlink")),
    "iframe allow": has(P, f"{OTHER}[allow*=fullscreen]"),
    "iframe allowFullScreen": has(P, f"{OTHER}[allowfullscreen]"),
    **{f"iframe {name}": has(P, OTHER) for name in ("className", "src", "title")},
    "iframe frameBorder": has(P, OTHER),
    "img actions": has(P, WITH_ACTIONS),
    "img actionsPlacement": has(P, f"{WITH_ACTIONS}.dj-image-bottom-right"),
    "img alt": has(P, f"{SMALL}[alt='A small plant']"),
    "img className": has(P, SMALL),
    "img noZoom": has(P, f"{SMALL}.dj-no-zoom"),
    "img src": has(P, f"{SMALL}[src$='plant.svg']"),
    "img style": both(
        has(P, f"{SMALL}[class*='dj-s-']"),
        lambda built: any(
            "{width:8rem}" in file.read_text("utf-8")
            for file in (built.outdir / "_static").glob("docsjson-*.css")
        ),
    ),
    **{
        f"video {name}": has(P, f"{FILM}[{name.lower()}]")
        for name in ("autoPlay", "controls", "loop", "muted", "playsInline", "src")
    },
    "video className": has(P, FILM),
}
"""An element of HTML and its attribute → what is seen of it."""


CODE = "guides/code"
REQUEST, RESPONSE = (f".dj-example[aria-label={name}]" for name in ("Request", "Response"))
SECOND = "{0} option + option[selected]", "{0} .dj-panel + .dj-panel-active"
BESIDE: dict[str, Look] = {
    "RequestExample dropdown": has(CODE, f"{REQUEST} select.dj-tab-select"),
    "RequestExample initialSelectedTab": both(*(has(CODE, s.format(REQUEST)) for s in SECOND)),
    "ResponseExample dropdown": has(CODE, f"{RESPONSE} select.dj-tab-select"),
    "ResponseExample initialSelectedTab": both(*(has(CODE, s.format(RESPONSE)) for s in SECOND)),
}
"""An attribute of what stands beside the text of a page → what is seen of it."""


ADDRESS = f"{HOME}/docs/{LIST}.md"
SERVER = f"{HOME}/mcp"
TEXTS = {"copy": "", "mcp": SERVER, "add-mcp": f"npx add-mcp {SERVER}"}
"""An option of the page menu → what its button copies; ``copy`` the page itself."""

ADDRESSES = {
    "view": "one.md",
    "assistant": f"{HOME}/ask?page={LIST}",
    "download-spec": "../plants.json",
    "chatgpt": f"https://chatgpt.com/?q=Read {ADDRESS} so",
    "claude": f"https://claude.ai/new?q=Read {ADDRESS} so",
    "perplexity": f"https://www.perplexity.ai/search?q=Read {ADDRESS} so",
    "grok": f"https://grok.com/?q=Read {ADDRESS} so",
    "aistudio": f"https://aistudio.google.com/prompts/new_chat?prompt=Read {ADDRESS} so",
    "devin": f"https://app.devin.ai/?prompt=Read {ADDRESS} so",
    "devin-desktop": f"windsurf://cascade?prompt=Read {ADDRESS} so",
    "windsurf": f"windsurf://cascade?prompt=Read {ADDRESS} so",
    "cursor": "cursor://anysphere.cursor-deeplink/mcp/install?name=Greenhouse&config={...}",
    "vscode": f'vscode:mcp/install?{{"type":"http","name":"Greenhouse","url":"{SERVER}"}}',
    "devin-mcp": "https://app.devin.ai/settings/mcp-marketplace/setup/custom?config={...}",
    "Ask the gardeners": (
        f"https://forum.greenhouse.example/new?page={LIST}&server={SERVER}&text={ADDRESS}"
    ),
}
"""An option of the page menu → where it leads, as a reader reads it; ``{...}`` is in Base64."""


EVERYWHERE = {
    **{
        name: OF_FRONT_MATTER[name]
        for name in (
            *("api", "asyncapi", "canonical", "createdDate", "keywords", "noindex", "og:title"),
            *("hidden", "og:url", "openapi", "openapi-schema", "robots", "title"),
        )
    },
    "description": meta(WATER, "description", "How often, and how much."),
    "lastUpdatedDate": meta(WATER, "article:modified_time", "2026-03-01T00:00:00"),
    "related": holds(f"{WATER}.md", "[Ask a gardener](https://forum.greenhouse.example)"),
}
"""A field of front matter that counts with any theme → what is seen of it."""

IN_TOCTREES = {
    "sidebarTitle": says(FIELDS, "a.reference[href$='water.html']", "Watering"),
    "url": has(WATER, f"a.reference[href='{HOME}/elsewhere']"),
}
"""The same with a theme that shows the toctrees of the site."""

OURS = {
    *("authMethod", "authors", "boost", "contextual", "deprecated", "hideApiMarker"),
    *("hideFooterPagination", "icon", "iconType", "mode", "playground", "searchable"),
    *("tag", "timestamp"),
}
"""Fields of what only our theme has: its sidebar, search, page menu, form and foot of a page."""


def integration(path: str) -> Look:
    """Return how it is seen that the script of a page knows what an owner wrote."""
    _, *way = path.split(".")
    value = config()["integrations"]
    for name in way:
        value = value[name]
    if way[0] == "telemetry":  # loads nothing; `false` turns all services off
        return has(WATER, "script[src*='docsjson-integrations.js']")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    wanted = way[-1] if isinstance(value, dict) else f'"{way[-1]}":{json.dumps(text)}'
    return lambda built: wanted in built.text("_static/docsjson-integrations.js")


def shows(selector: str, text: str) -> Look:
    return says("index", selector, text)


FONT = {"family": "Own", "weight": 500, "source": "/own.woff2", "format": "woff2"}
CHOICE = "[data-switch={}] [data-choice=Here]"
ALONE: dict[str, tuple[dict[str, object], Look]] = {
    "fonts.family": ({"fonts": FONT}, holds(SITE, '--dj-font-sans: "Own"')),
    "fonts.format": ({"fonts": FONT}, holds(SITE, 'own.woff2") format("woff2")')),
    "fonts.source": ({"fonts": FONT}, holds(SITE, 'url("../own.woff2")')),
    "fonts.weight": ({"fonts": FONT}, holds(SITE, "font-weight: 500")),
    "navigation.anchors": (
        {"navigation": {"anchors": [{"anchor": "Here", "pages": ["index"]}]}},
        shows(".dj-anchor", "Here"),
    ),
    "navigation.directory": (
        {
            "navigation": {
                "directory": "accordion",
                "groups": [{"group": "Here", "root": "index", "pages": ["other"]}],
            }
        },
        shows(".dj-listing, .dj-listed", "Other"),
    ),
    "navigation.dropdowns": (
        {"navigation": {"dropdowns": [{"dropdown": "Here", "pages": ["index"]}]}},
        has("index", CHOICE.format("dropdown")),
    ),
    "navigation.groups": (
        {"navigation": {"groups": [{"group": "Here", "pages": ["index"]}]}},
        shows(".dj-group-title", "Here"),
    ),
    "navigation.pages": ({"navigation": {"pages": ["index"]}}, shows("#dj-sidebar a", "Here")),
    "navigation.products": (
        {"navigation": {"products": [{"product": "Here", "pages": ["index"]}]}},
        has("index", CHOICE.format("product")),
    ),
    "navigation.tabs": (
        {"navigation": {"tabs": [{"tab": "Here", "pages": ["index"]}]}},
        shows(".dj-tab", "Here"),
    ),
    "navigation.versions": (
        {"navigation": {"versions": [{"version": "Here", "pages": ["index"]}]}},
        has("index", CHOICE.format("version")),
    ),
    "seo.trailingSlash": (
        {"seo": {"trailingSlash": False}},
        has("other/index", "link[rel=canonical][href$='/docs/other']"),
    ),
}
"""A path that one site cannot have beside others → a site with it, and what is seen of it."""

FEW = ("fonts.family", "navigation.tabs", "seo.trailingSlash")
"""What is built with every change; the others are at night."""

ROWS = {
    **OF_DOCS_JSON,
    **{f"@frontmatter.{name}": look for name, look in OF_FRONT_MATTER.items()},
    **{path: integration(path) for path in effective() if path.startswith("integrations.")},
}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build_site(tmp_path_factory.mktemp("every") / "row", files(), conf=CONF)


@pytest.mark.parametrize("row", ROWS)
def test_the_row_has_its_effect(built, row):
    assert ROWS[row](built)


@pytest.mark.parametrize("row", OF_HTML)
def test_the_attribute_of_html_has_its_effect(built, row):
    assert OF_HTML[row](built)


@pytest.mark.parametrize("row", BESIDE)
def test_the_attribute_of_an_example_has_its_effect(built, row):
    assert BESIDE[row](built)


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["basic", "furo"])
def test_a_field_of_front_matter_counts_with_another_theme(tmp_path, theme):
    built = build_site(tmp_path / "site", files(), conf={**CONF, "html_theme": theme})

    looks = EVERYWHERE | (IN_TOCTREES if theme == "furo" else {})
    assert [name for name, look in looks.items() if not look(built)] == []


def test_each_field_of_front_matter_counts_everywhere_or_is_of_our_theme():
    fields = {name for name in OF_FRONT_MATTER if not re.search(r"[.\[]", name)}

    assert {*EVERYWHERE, *IN_TOCTREES, *OURS} == fields
    assert not OURS & {*EVERYWHERE, *IN_TOCTREES}


def test_each_option_of_the_page_menu_leads_where_it_says(built):
    options = [o if isinstance(o, str) else o["title"] for o in config()["contextual"]["options"]]
    entries = parsed(built.outdir / f"{LIST}.html").select(".dj-page-menu-item")
    shown = dict(zip(options, entries, strict=True))

    for option, text in TEXTS.items():
        assert shown[option]["data-copy"] == text, option
    for option, address in ADDRESSES.items():
        head, coded, _ = address.partition("{...}")
        href = shown[option]["href"]
        assert unquote(href).startswith(head), option
        if coded:
            assert json.loads(b64decode(unquote(href)[len(head) :]))["url"] == SERVER
    assert "data-print" in shown["download-pdf"].attrs
    assert set(options) == {*TEXTS, *ADDRESSES, "download-pdf"}
    assert shown["Ask the gardeners"]["data-fill"].endswith("&text=$page")


def test_every_attribute_of_html_is_tried():
    wanted = [f"{name} {own}" for name, all_of in HTML.items() for own in all_of.split()]

    assert sorted(OF_HTML) == sorted(wanted)


def test_a_line_that_is_marked_among_others_is_followed_by_no_empty_one(built):
    lines = parsed(built.outdir / "guides/code.html").select_one(".dj-code-block pre")

    assert lines.get_text() == '1plant = sow("fern")\n2plant.water()\n3plant.rest()\n'
    assert lines.select_one(".hll").get_text().endswith("\n")


@pytest.mark.parametrize(
    "row", [row if row in FEW else pytest.param(row, marks=pytest.mark.nightly) for row in ALONE]
)
def test_the_row_that_stands_alone_has_its_effect(row, tmp_path):
    given, look = ALONE[row]
    pages = {name: f"# {title}\n" for name, title in (("index.md", "Here"), ("other.md", "Other"))}
    font = {"own.woff2": files()["fonts/text.woff2"]}
    site = {"name": "Alone", "navigation": {"pages": ["index", "other"]}, **given}
    builder = "dirhtml" if row == "seo.trailingSlash" else "html"
    text = json.dumps(site)

    assert look(
        build_site(tmp_path / "site", {**pages, **font, "docs.json": text}, builder, conf=CONF)
    )


def test_a_site_with_every_row_has_nothing_to_mend(built):
    assert built.warning_lines == []


def test_every_row_that_has_an_effect_is_tried():
    tried = {*ROWS, *ALONE, *ENTRIES, SCHEMA}

    assert tried == set(effective())


def test_the_site_uses_every_row_and_every_attribute():
    used = {*used_rows(config(), files()), *ALONE, *ENTRIES}

    assert set(effective()) - used == set()
    unused = unused_attributes(files())
    assert not unused, f"write it in a page of tests/site/inputs/every_row: {unused}"
