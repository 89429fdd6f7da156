"""The site that a ``docs.json`` describes, as frozen data: look, frame, navigation."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

# How many times as much a page counts in the search, as authors write it. Pure.

LOWEST: Final = 0.01
HIGHEST: Final = 10.0
"""A page that counts more would answer every question."""

WHAT_BOOST_IS: Final = f"boost is a number above 0, {HIGHEST:.0f} at most, such as 2 or 0.5"


def boost_of(text: str) -> float | None:
    """Return the number that *text* is; ``None`` where it is not one, or not a boost."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and 0 < number <= HIGHEST else None


# How the file of a site is called, in the order in which it is looked for.

CONFIG_NAMES = ("docs.json", "mint.json")


# The codes of languages in ``docs.json``: their names, and their codes in HTML.

LANGUAGE_NAMES = {
    "ar": "العربية", "ca": "Català", "cn": "简体中文", "cs": "Čeština", "da": "Dansk",
    "de": "Deutsch", "en": "English", "es": "Español", "fi": "Suomi", "fr": "Français",
    "fr-CA": "Français (Canada)", "he": "עברית", "hi": "हिन्दी", "hu": "Magyar",
    "id": "Bahasa Indonesia", "it": "Italiano", "ja": "日本語", "jp": "日本語",
    "ja-JP": "日本語", "ko": "한국어", "lv": "Latviešu", "nl": "Nederlands", "no": "Norsk",
    "pl": "Polski", "pt": "Português", "pt-BR": "Português (Brasil)", "ro": "Română",
    "ru": "Русский", "sv": "Svenska", "tr": "Türkçe", "uk": "Українська", "uz": "Oʻzbekcha",
    "vi": "Tiếng Việt", "zh": "中文", "zh-CN": "简体中文", "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文", "zh-TW": "繁體中文",
}  # fmt: skip
"""Code → name, as those who speak the language write it."""

_IN_HTML = {"cn": "zh", "jp": "ja"}


def html_language(code: str) -> str:
    """Return the code of a language as the ``lang`` of HTML has it (BCP 47)."""
    return _IN_HTML.get(code, code).replace("_", "-")


_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "iw", "ps", "ur", "yi"})


def text_direction(language: str) -> str:
    """Return the direction of a language of HTML, as its ``dir`` has it."""
    return "rtl" if language.partition("-")[0] in _RIGHT_TO_LEFT else "ltr"


@dataclass(frozen=True, kw_only=True, slots=True)
class ColorPair:
    """A colour per mode."""

    light: str
    dark: str


# How a site looks, as frozen data: icons, images, colours, fonts.


@dataclass(frozen=True, kw_only=True, slots=True)
class Gradient:
    """A colour that runs from one to another."""

    start: str
    end: str


# The colours of anchor tiles, numbered: ``dj-anchor-color-3`` is the fourth one of the site.
#
# The sidebar writes the number, the generated style sheet has the colour; no page has a style.

TileColor: TypeAlias = str | ColorPair | Gradient


def tile_colors(site: Site) -> tuple[TileColor, ...]:
    """Return the different colours that the navigation names, in the order of the file."""
    nodes = (node for _ancestors, node in site.navigation.walk())
    colors = (node.color for node in nodes if isinstance(node, Container | LinkEntry))
    return tuple(dict.fromkeys(color for color in colors if color is not None))


# The site that a ``docs.json`` describes, as frozen data.
#
# Both shapes of the file, the flat one of the specification and the newer nested one, become the
# same :class:`Site`. Its navigation is in :mod:`~sphinx_docsjson.site.model`, what is
# around its pages in :mod:`~sphinx_docsjson.site.model`, and how it looks in
# :mod:`~sphinx_docsjson.site.model`.


AuthMethod: TypeAlias = Literal["bearer", "basic", "key", "none"]

AUTH_METHODS: Final[Mapping[str, AuthMethod]] = {
    "bearer": "bearer",
    "basic": "basic",
    "key": "key",
    "none": "none",
    "api-key": "key",
    "cobo": "key",
}
"""What ``docs.json`` and front matter may say about the authentication → the method."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Auth:
    """How requests to the documented API are authenticated (specification, section 5)."""

    method: AuthMethod
    name: str | None = None
    input_prefix: str | None = None


PlaygroundMode: TypeAlias = Literal["show", "simple", "hide"]

PLAYGROUND_MODES: Final[Mapping[str, PlaygroundMode]] = {
    "show": "show",
    "simple": "simple",
    "hide": "hide",
    "interactive": "show",
    "none": "hide",
    # For readers who are logged in, which nobody is on a static site; others see this.
    "auth": "simple",
}
"""What ``docs.json`` and front matter may say about the playground → how much of it is shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Api:
    """The API settings.

    :param base_urls: base URLs of all endpoints; several can be toggled by the reader.
    :param maintain_order: keep the key order of the OpenAPI file.
    :param density: how close the fields of API pages are.
    :param params_before: the keys of schemas whose values are before the names of fields;
        ``params_after``: after them.
    :param in_twins: the Markdown of a page ends with its part of the description.
    :param playground_proxy: what is put before the URL of each request; ``True``: that of
        ``serve``, where there is one.
    :param schemas: which schemas have pages, and who finds them; ``None``: as many as there are
        decide.
    """

    base_urls: tuple[str, ...] = ()
    auth: Auth | None = None
    playground: PlaygroundMode = "show"
    maintain_order: bool = True
    density: Literal["comfortable", "compact"] = "comfortable"
    schemas: Literal["show", "linked", "hide"] | None = None
    params_expanded: bool = False
    params_before: tuple[str, ...] = ()
    params_after: tuple[str, ...] = ()
    playground_proxy: str | bool | None = None
    in_twins: bool = False
    example_languages: tuple[str, ...] = ()
    example_defaults: Literal["required", "defaults", "all"] = "all"
    examples_autogenerate: bool = True
    examples_prefill: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Redirect:
    """A move of an address. ``source`` and ``destination`` may hold ``:name*`` or ``*``."""

    source: str
    destination: str
    permanent: bool = True
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Feedback:
    """The feedback buttons."""

    suggest_edit: bool = False
    raise_issue: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class NotFound:
    """The text of the page for unknown addresses. ``description`` is Markdown.

    :param redirect: leave it for the home page, as the author said in so many words.
    """

    title: str | None = None
    description: str | None = None
    redirect: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Thumbnails:
    """The pictures of pages that social networks show.

    :param background: a picture behind the words.
    """

    appearance: Literal["light", "dark"] | None = None
    background: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Organization:
    """Who publishes the site, for structured data (schema.org ``Organization``).

    :param id: the address that names it on every page; ``None``: the site with ``#organization``.
    :param logo: an address; ``None``: the logo of the site.
    """

    name: str | None = None
    legal_name: str | None = None
    id: str | None = None
    url: str | None = None
    logo: str | None = None
    same_as: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ImagePair:
    """An image per mode; both are the same path when the config names one."""

    light: str
    dark: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Grounds:
    """The background of the page per mode; ``None`` is the theme's own."""

    light: str | None = None
    dark: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Colors:
    """The colours of the site, each ``#rrggbb``.

    ``primary`` is the accent in light mode, ``light`` the accent in dark mode, ``dark`` the
    colour of important buttons. ``sphinx_docsjson.site.colors`` chooses readable text on them
    and derives readable variants of them. ``anchors`` colours the icon tiles of anchors that
    have no colour of their own. ``neutral``: greys have no hue of the accent.
    """

    primary: str = "#16a34a"
    light: str | None = None
    dark: str | None = None
    background: Grounds = field(default_factory=Grounds)
    anchors: str | Gradient | None = None
    neutral: bool = False


NEUTRAL = Colors(primary="#2458d3", light="#8fb0ff", neutral=True)
"""The colours where nobody chose any: greys without a hue, and links that look like links."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Appearance:
    """The first colour mode (``None``: the reader's system) and whether it can be changed."""

    default: Literal["light", "dark"] | None = None
    toggle_hidden: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """What is behind every page."""

    image: ImagePair | None = None
    decoration: Literal["gradient", "grid", "windows"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LayoutTheme:
    """How the layout differs from that of ``mint``, as ``themes.toml`` has it.

    :param layout: what the style sheet has rules for, such as ``header`` → ``side``.
    :param sizes: custom properties without their prefix, such as ``sidebar-width`` → ``17rem``.
    :param font: what text is set in where the site names no font.
    :param menu: where the page menu is if the site does not say.
    """

    layout: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, str] = field(default_factory=dict)
    font: Literal["sans", "mono"] = "sans"
    menu: Literal["header", "toc"] = "header"


DENSE = LayoutTheme(
    sizes={
        "text-m": ".9375rem",
        "text-aside": ".875rem",
        "title-size": "1.875rem",
        "code-line": "1.5",
        "measure": "46rem",
        "topbar-height": "3.25rem",
        "entry-space": ".25rem",
    }
)
"""The layout without ``docs.json``: as much text on a screen as other themes of Sphinx have."""


OWN_FONTS = ("Inter", "JetBrains Mono")
"""The fonts that the theme brings: of text and of code."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Font:
    """A font.

    :param source: a font file in the source tree; ``None``: one of the theme or of the device.
    :param weight: the one weight that the file has.
    :param text_weight: how heavy text is, where only a name is given.
    """

    family: str
    weight: int | None = None
    text_weight: int | None = None
    source: str | None = None
    format: Literal["woff", "woff2"] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeTheme:
    """Colours of code by a name that editors know, as ``code_themes.toml`` has them.

    :param colors: ground, text, comment, keyword, string, number, function, type, property.
    """

    mode: Literal["light", "dark"]
    colors: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fonts:
    """The fonts of headings and of everything else; ``None`` is the theme's own."""

    heading: Font | None = None
    body: Font | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """A documentation site: everything that ``docs.json`` says, with defaults filled in.

    :param navigation: the root of the navigation tree, of kind ``site``.
    :param openapi: specifications of the whole site: paths or URLs.
    :param asyncapi: AsyncAPI descriptions of the whole site.
    :param socials: platform key → account URL, in the order of the file.
    :param latex: whether text between single dollar signs is a formula in ``.mdx``; ``None``:
        where it can only be one.
    :param metatags_below: folder → meta tags of the pages in it, shorter paths first.
    :param variations: id and label of each variation of content; the first is shown at first.
    :param thumbnails: ``None``: no pictures of pages are drawn.
    :param content_signals: what the site allows: ``search``, ``ai-input``, ``ai-train``.
    :param trailing_slash: whether canonical addresses end with a slash; ``None``: as the builder
        writes them.
    :param timestamps: show when each page was last changed.
    :param code_mode: code blocks follow the mode of the page (``system``) or are always dark.
    :param code_themes: mode of the page → the colours of code in it, where the author chose some.
    :param contextual_options: the entries of the page menu in their order; ``None``: the usual.
    :param contextual_targets: ``mcp``, ``assistant`` and ``pdf`` → the address of what is not part
        of the site itself and entries lead to; of a PDF of the project its path.
    :param drilldown: opening a nested group of the sidebar leads to its first page.
    :param integrations: service that pages load, or what it waits for → its fields, each checked.
    :param added: the values of fields that other packages added, as JSON has them.
    :param locations: dotted path of a field, such as ``feedback.raiseIssue`` → where it is.
    :param links: what fields lead to, redirects excepted.
    :param beside: generated page → the page of the navigation whose place it has.
    """

    name: str
    navigation: Container
    description: str | None = None
    logo: Logo | None = None
    favicon: ImagePair | None = None
    colors: Colors = field(default_factory=Colors)
    topbar_links: tuple[TopbarLink, ...] = ()
    call_to_action: CallToAction | None = None
    api: Api = field(default_factory=Api)
    openapi: OpenApiSource | None = None
    asyncapi: OpenApiSource | None = None
    socials: Mapping[str, str] = field(default_factory=dict)
    footer_columns: tuple[FooterColumn, ...] = ()
    feedback: Feedback = field(default_factory=Feedback)
    appearance: Appearance = field(default_factory=Appearance)
    background: Background = field(default_factory=Background)
    layout: LayoutTheme = field(default_factory=LayoutTheme)
    banner: Banner | None = None
    icon_library: Literal["fontawesome", "lucide", "tabler"] = "fontawesome"
    eyebrows: Literal["section", "breadcrumbs"] = "section"
    latex: bool | None = None
    search_prompt: str | None = None
    metatags: Mapping[str, str] = field(default_factory=dict)
    metatags_below: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    organization: Organization | None = None
    thumbnails: Thumbnails | None = None
    content_signals: Mapping[str, bool] = field(default_factory=dict)
    trailing_slash: bool | None = None
    index_hidden_pages: bool = False
    contextual_options: tuple[str | ContextualLink, ...] | None = None
    agent_instructions: tuple[str, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    variations: tuple[tuple[str, str], ...] = ()
    redirects: tuple[Redirect, ...] = ()
    source_file: str = "docs.json"
    fonts: Fonts = field(default_factory=Fonts)
    not_found: NotFound = field(default_factory=NotFound)
    timestamps: bool = False
    code_mode: Literal["system", "dark"] = "system"
    code_themes: Mapping[str, CodeTheme] = field(default_factory=dict)
    contextual_display: Literal["header", "toc"] = "header"
    contextual_targets: Mapping[str, str] = field(default_factory=dict)
    integrations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    drilldown: bool = False
    added: Mapping[str, Any] = field(default_factory=dict)
    locations: Mapping[str, Location] = field(default_factory=dict, compare=False)
    links: tuple[FieldLink, ...] = field(default=(), compare=False)
    beside: Mapping[str, str] = field(default_factory=dict)

    def location(self, path: str) -> Location | None:
        """Return where the field with the dotted *path* is in the config, if it does."""
        return self.locations.get(path)

    def nearest(self, path: str) -> Location | None:
        """Return where the field is, or the nearest one around it: three levels are known."""
        while path and path not in self.locations:
            path = path.rpartition(".")[0]
        return self.locations.get(path)

    def openapi_of(self, ancestors: Iterable[Container]) -> OpenApiSource | None:
        """Return the specifications for an entry with these *ancestors*, nearest last."""
        own = [container.openapi for container in ancestors if container.openapi]
        return own[-1] if own else self.openapi


# The navigation of a site, as frozen data: one tree of containers, pages, operations and links.
#
# Membership in the tree is all that counts after loading; URL prefixes are kept only so that pages
# outside the navigation find the tab or anchor they fall under.

API_FOLDERS = ("api-reference", "api", "reference", "rest")
"""Folders that tell a tab or anchor of the flat shape to be the place of the API reference."""

Listing = Literal["accordion", "card"]
TagPages = Literal["page", "lead", "none"]


class Kind(StrEnum):
    """What a container of the navigation is."""

    SITE = "site"
    LANGUAGE = "language"
    VERSION = "version"
    PRODUCT = "product"
    DROPDOWN = "dropdown"
    TAB = "tab"
    ITEM = "item"
    ANCHOR = "anchor"
    GROUP = "group"


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenApiSource:
    """OpenAPI files of a container: paths or URLs, and the folder of generated pages.

    :param locations: where each of *sources* is named.
    :param overlays: files that change them; ``None``: those that are beside them.
    :param overview: the path of the page about each file; without one it is in that folder.
    :param has_overview: whether there is such a page.
    :param tags: what a tag gets: a page, a part of the overview, or nothing.
    :param download: whether readers can have the files.
    :param since: an older file, or a Git tag, that the files are compared with.
    :param parts: what a list says about some of *sources* alone.
    """

    sources: tuple[str, ...]
    locations: tuple[Location, ...] = ()
    directory: str | None = None
    overview: str | None = None
    has_overview: bool = True
    tags: TagPages = "page"
    download: bool = True
    overlays: tuple[str, ...] | None = None
    since: str | None = None
    parts: tuple[OpenApiSource, ...] = ()
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SdkSource:
    """What the reference of an SDK is made of.

    :param kind: a Python package, or an ``objects.inv``.
    :param source: the name of the package, or the path of the file.
    :param directory: the folder of generated pages.
    :param url: what the addresses of an ``objects.inv`` are relative to, with a slash at its end.
    """

    kind: Literal["python", "inventory"]
    source: str
    directory: str = "sdk-reference"
    url: str = ""
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class PageEntry:
    """A page of the navigation by its path from the site root, without extension.

    :param label: what it is called here; empty: as the page calls itself.
    """

    path: str
    location: Location | None = None
    fragment: str = ""
    label: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class OperationEntry:
    """An operation of an OpenAPI file as an entry of the navigation.

    ``method`` is upper-case, or ``WEBHOOK`` with the webhook's name as ``path``.
    """

    method: str
    path: str
    spec: str | None = None
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkEntry:
    """A container or entry that only leads somewhere else.

    ``href`` is a URL or a path from the site root (``/blog``), and passed ``safe_url``. A link
    that is a child of the root of the tree is shown in every scope.
    """

    kind: Kind
    label: str
    href: str
    icon: Icon | None = None
    color: str | ColorPair | Gradient | None = None
    description: str | None = None
    tag: str | None = None
    default: bool = False
    hidden: bool = False
    at_end: bool = False
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Container:
    """A part of the navigation with a label and entries of its own.

    :param kind: language, version, product, dropdown, tab, item (of a tab's menu), anchor or
        group. The root of the tree has the kind ``site``. Pages and operations are in groups
        only: those directly under another container are put into a group without label.
    :param label: the name; for a language, its code; empty for a group without a title.
    :param prefix: the start of the URL that marks which pages belong here (flat shape), so that
        pages outside the navigation find their tab or anchor. Empty: none.
    :param hidden: never drawn, its pages are built.
    :param searchable: searches and indexes have its pages; a hidden container must say so.
    :param boost: how many times as much its pages count in the search.
    :param default_hidden: drawn only while a page inside it is open (``isDefaultHidden``).
    :param default: the version or language that is shown first.
    :param primary: the tab or anchor that stands for all pages without one.
    :param root: the page that a group's title links to.
    :param is_link: inside another group, the title alone is the entry of the root, as in toctrees;
        elsewhere the root is the first entry below it.
    :param at_end: a tab that is at the end of its row (``align``).
    :param expanded: whether a nested group is open at first.
    :param tag: a badge beside the label.
    :param directory: the folder of pages generated from the specifications of this part.
    :param listing: how a page that is the ``root`` of a group lists its pages below its text;
        already inherited from the containers around.
    :param openapi: the specifications that this container itself names; they hold for what is
        inside too (:meth:`Site.openapi_of`).
    :param asyncapi: the AsyncAPI descriptions that it names.
    :param sdk: the code whose reference is here, below the pages of the author.
    :param overrides: what a language shows instead of the site's own.
    :param part: the path of a part that is built by itself; ``join`` puts its navigation here.
    """

    kind: Kind
    label: str
    children: tuple[Node, ...] = ()
    icon: Icon | None = None
    color: str | ColorPair | Gradient | None = None
    prefix: str = ""
    hidden: bool = False
    default_hidden: bool = False
    searchable: bool = True
    boost: float = 1.0
    default: bool = False
    primary: bool = False
    root: str | None = None
    is_link: bool = False
    at_end: bool = False
    expanded: bool = False
    tag: str | None = None
    description: str | None = None
    directory: str | None = None
    listing: Listing | None = None
    openapi: OpenApiSource | None = None
    asyncapi: OpenApiSource | None = None
    sdk: SdkSource | None = None
    overrides: Overrides | None = None
    part: str | None = None
    location: Location | None = None

    def walk(self) -> Iterator[tuple[tuple[Container, ...], Node]]:
        """Yield every node below this one in file order, with its ancestors, nearest last."""
        stack: list[tuple[tuple[Container, ...], Node]] = [((self,), c) for c in self.children]
        stack.reverse()
        while stack:
            ancestors, node = stack.pop()
            yield ancestors, node
            if isinstance(node, Container):
                below = (*ancestors, node)
                stack.extend((below, child) for child in reversed(node.children))


# What is around every page, as frozen data: top bar, banner, page menu, footer.


@dataclass(frozen=True, kw_only=True, slots=True)
class TopbarLink:
    """A link in the top bar. ``type`` is set for ``github`` and ``discord`` links."""

    name: str
    url: str
    icon: Icon | None = None
    type: str | None = None
    location: Location | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class CallToAction:
    """The button in the top bar: a link, or the numbers of a GitHub repository."""

    type: Literal["link", "github", "discord"]
    url: str
    name: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FooterColumn:
    """A column of links in the footer."""

    header: str | None
    links: tuple[TopbarLink, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Banner:
    """A line on top of every page; ``content`` is inline Markdown."""

    content: str
    dismissible: bool = False
    type: Literal["info", "warning", "critical"] = "info"
    color: ColorPair | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Overrides:
    """What a language shows instead of the site's own; ``None`` means the site's own."""

    topbar_links: tuple[TopbarLink, ...] | None = None
    call_to_action: CallToAction | None = None
    socials: Mapping[str, str] | None = None
    footer_columns: tuple[FooterColumn, ...] | None = None
    banner: Banner | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Icon:
    """An icon as the author named it: a name of an icon set, a URL, a path, or inline SVG.

    ``location`` is where the config names it; two icons that differ only there are equal.
    """

    name: str
    type: str | None = None
    library: str | None = None
    location: Location | None = field(default=None, compare=False)


# A place in a file, for messages.


@dataclass(frozen=True, kw_only=True, slots=True)
class Location:
    """A place in a file: its path as shown to the user, the line and the column, from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldLink:
    """An address that a field of the configuration leads to.

    :param field: the path of the field in the data.
    """

    href: str
    field: str
    location: Location


Node: TypeAlias = Container | PageEntry | OperationEntry | LinkEntry


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextualLink:
    """An entry of the page menu made by the author.

    ``href`` may hold ``$page``, ``$path`` and ``$mcp``, as may the values of ``query``.
    """

    title: str
    description: str
    href: str
    icon: Icon | None = None
    query: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Logo:
    """The logo in the top bar and where a click on it leads.

    Image paths of a site (logo, favicon, background) are relative to the source directory,
    without a leading slash, and exist; an image may also be an ``http(s)`` URL.
    """

    image: ImagePair
    href: str = "/"
