"""The data of one page for the templates, and the URLs in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_docsjson.navigation.tree import resolve_page
from sphinx_docsjson.site.model import Container, PageEntry, Site
from sphinx_docsjson.urls import below_base, is_external, path_of_site, safe_url

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from markupsafe import Markup

    from sphinx_docsjson.base.media import PictureSize
    from sphinx_docsjson.navigation.nav import Nav
    from sphinx_docsjson.pages.redirects import Pages
    from sphinx_docsjson.site.model import Icon, Listing

    PathTo = Callable[..., str]


# What the templates are given about one page, as plain data that is ready to print.


@dataclass(frozen=True, kw_only=True, slots=True)
class ShownLink:
    """A link with a text: of a menu, a tab, a step of the breadcrumb, a page in a list.

    :param url: none where a step of the breadcrumb has no target.
    :param repository: ``owner/name`` on GitHub.
    :param active: the page that is open is behind the tab; or it is the page that is open.
    :param at_end: a tab that is at the end of its row.
    :param menu: what a tab offers when it is opened.
    """

    label: str
    url: str | None
    icon: Icon | str | None = None
    repository: str | None = None
    description: str | None = None
    active: bool = False
    at_end: bool = False
    menu: tuple[ShownLink, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Option(ShownLink):
    """An entry of a switch. ``label`` is the key of a version or language, ``name`` the text."""

    name: str
    tag: str | None = None
    lang: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Switch:
    """A menu above the sidebar: of versions, languages, products or parts.

    :param current: the choice that the page is in; ``None`` where all lead elsewhere.
    """

    kind: str
    name: str
    current: Option | None
    choices: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NavContext:
    """What depends on the version and language in which the page is read."""

    version: str | None = None
    tabs: tuple[ShownLink, ...] = ()
    switches: tuple[Switch, ...] = ()
    previous: ShownLink | None = None
    next: ShownLink | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LogoContext:
    """The logo per mode, and where it leads; no picture means the name of the site.

    :param text: what is beside the picture, or in place of the name.
    """

    url: str
    light: str | None = None
    dark: str | None = None
    light_size: PictureSize | None = None
    dark_size: PictureSize | None = None
    text: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Favicon:
    """An icon of the window, with the media query it is for."""

    url: str
    media: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherVersion:
    """The way from a page to the version that readers should read instead.

    :param text: what the page says about itself.
    :param label: the words of the link.
    """

    text: str
    label: str
    url: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Alternate:
    """A page in another language, or in none of them: ``x-default``."""

    language: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BannerContext:
    """The line on top of the page; a dismissal is kept under ``key``."""

    html: Markup
    type: str
    dismissible: bool
    key: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    """A column of links in the footer."""

    header: str | None
    links: tuple[ShownLink, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Label:
    """A label above the title, such as ``deprecated``."""

    kind: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Author:
    """Who wrote a page, with an address of theirs."""

    name: str
    url: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """When a page was last changed: a sentence, and the date for machines."""

    text: str
    date: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Helpful:
    """The question whether a page helped: two links, or an address that a form is sent to.

    :param reasons: what a reader may say is wrong, as machines and as people name it, and the
        address of each where answers are links.
    """

    page: str
    yes: str = ""
    no: str = ""
    endpoint: str = ""
    reasons: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class MetaTag:
    """A ``<meta>`` element; ``kind`` is ``name`` or ``property``."""

    kind: str
    name: str
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TemplateContext:
    """Everything around the text of a page; templates know it as ``dj``.

    :param tabs_before_more: how many tabs are below the top bar, the others in a menu.
    :param release: the version of the project, where nothing else on the page says it.
    :param site: what ``docs.json`` says. A template takes plain texts from it as they are; what
        has an address or markup is judged first, and has a field of its own here.
    """

    site: Site
    site_name: str
    language: str
    direction: str
    classes: str
    logo: LogoContext
    search_prompt: str
    search_engine: str
    window_title: Callable[[str], str]
    head_tags: Callable[[str], tuple[MetaTag, ...]]
    favicons: tuple[Favicon, ...] = ()
    theme_colors: tuple[tuple[str, str], ...] = ()
    canonical: str | None = None
    alternates: tuple[Alternate, ...] = ()
    structured_data: Markup | None = None
    forced_mode: str | None = None
    first_mode: str | None = None
    shows_mode_toggle: bool = True
    is_canvas: bool = False
    shows_footer: bool = True
    shows_toc: bool = False
    menu_in_toc: bool = False
    drilldown: bool = False
    toc: Markup | str = ""
    backdrops: tuple[str, ...] = ()
    banner: BannerContext | None = None
    other_version: OtherVersion | None = None
    top_links: tuple[ShownLink, ...] = ()
    call_to_action: ShownLink | None = None
    places: tuple[NavContext, ...] = (NavContext(),)
    eyebrow: str | None = None
    breadcrumb: tuple[ShownLink, ...] = ()
    labels: tuple[Label, ...] = ()
    edit_url: str | None = None
    issue_url: str | None = None
    helpful: Helpful | None = None
    authors: tuple[Author, ...] = ()
    contributors: tuple[str, ...] = ()
    related: tuple[ShownLink, ...] = ()
    changed: Changed | None = None
    page_list: PageList | None = None
    footer_columns: tuple[Column, ...] = ()
    socials: tuple[ShownLink, ...] = field(default=())
    copyright: str | None = None
    icon_links: tuple[ShownLink, ...] = ()
    more_links: tuple[ShownLink, ...] = ()
    more_label: str = ""
    tabs_before_more: int | None = None
    page_buttons: tuple[ShownLink, ...] = ()
    hides_name: bool = False
    shows_neighbours: bool = True
    is_home: bool = False
    release: str = ""
    shows_top_button: bool = True
    navbar_start: tuple[str, ...] = ()
    navbar_end: tuple[str, ...] = ()
    head_parts: tuple[str, ...] = ()
    foot_parts: tuple[str, ...] = ()
    sidebar_end: tuple[str, ...] = ()
    contents_parts: tuple[str, ...] = ()
    footer_parts: tuple[str, ...] = ()

    @property
    def previous(self) -> ShownLink | None:
        """The page before this one, in its primary place."""
        return self.places[0].previous

    @property
    def next(self) -> ShownLink | None:
        """The page after this one, in its primary place."""
        return self.places[0].next


# The pages of a group, for the page that is its root and lists them below its text.


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedGroup:
    """Pages under a heading; the group itself has none."""

    label: str
    pages: tuple[ShownLink, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PageList:
    """What a page lists, and how: as cards, or as accordions."""

    kind: Listing
    groups: tuple[ListedGroup, ...]


def page_list(
    pagename: str,
    nav: Nav,
    addresses: SiteAddresses,
    metadata: Mapping[str, Mapping[str, object]],
) -> PageList | None:
    """Return what the page lists, ``None`` when it is not a root of a group that is listed.

    :param metadata: the front matter of all pages.
    """
    group = nav.groups_by_root.get(pagename)
    if group is None or group.listing is None:
        return None

    def shown(docname: str, label: str) -> ShownLink:
        info = nav.info(docname)
        description = str(metadata.get(docname, {}).get("description") or "").strip()
        return ShownLink(
            label=label or info.label,
            url=info.url or addresses.page(docname),
            icon=info.icon,
            description=description or None,
        )

    groups = tuple(
        ListedGroup(label=label, pages=tuple(shown(*page) for page in pages.items()))
        for label, pages in _groups(group, "", nav, pagename)
        if pages
    )
    return PageList(kind=group.listing, groups=groups) if groups else None


def _groups(
    group: Container, label: str, nav: Nav, reader: str
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a label and page → label there, of a group, then those of each group inside it.

    :param reader: the page that lists them, and not itself.
    """
    entries = [PageEntry(path=group.root)] if label and group.root else []
    entries += [child for child in group.children if isinstance(child, PageEntry)]
    pages: dict[str, str] = {}
    for entry in entries:
        docname = resolve_page(entry.path, nav.tree.docnames)
        if docname and docname != reader and not nav.info(docname).hidden:
            pages.setdefault(docname, entry.label)
    yield label, pages
    for child in group.children:
        if isinstance(child, Container) and not child.hidden:
            yield from _groups(child, child.label, nav, reader)


# Links of the configuration → addresses on a page: pages, files of the project, other sites.


class SiteAddresses:
    """Addresses as one page writes them.

    :param pathto: Sphinx's own function of the page, which knows its depth and the builder.
    :param docnames: the documents that exist.
    :param base: the path that the site is served below, such as ``docs``.
    :param root_doc: the document that is the first page.
    :param pages: where addresses lead, with redirects and folders; a site of docs.json has it.
    """

    def __init__(
        self,
        pathto: PathTo,
        docnames: Collection[str],
        base: str = "",
        root_doc: str = "index",
        pages: Pages | None = None,
    ) -> None:
        self._pages = pages
        self.root_doc = root_doc
        self._pathto = pathto
        self._docnames = docnames
        self._base = base

    def page(self, docname: str, fragment: str = "") -> str:
        """Return the address of a document."""
        return self._pathto(docname) + fragment

    def file(self, path: str) -> str:
        """Return the address of a file by its path from the root of the site."""
        return path if is_external(path) else path_of_site(self._pathto(path.lstrip("/"), 1))

    def link(self, href: str) -> str | None:
        """Return the address of a link of the configuration, ``None`` when it is not allowed.

        A path starts at the root of the site and names a page without its extension; what is no
        page is a file. The root itself is the first page.
        """
        url = safe_url(href)
        if url is None or is_external(url) or url.startswith("#"):
            return url
        path, mark, rest = _split(url)
        below = below_base(path, self._base) or path
        docname = resolve_page(path, self._docnames) or resolve_page(below, self._docnames)
        if docname is None and self._pages is not None:
            found = self._pages.find(f"/{url.lstrip('/')}", "")
            docname = found.docname if found else None
            if found and found.fragment and mark != "?":
                mark, rest = "#", quote(found.fragment)
        if docname is None and not path.strip("/"):
            return self.home() + mark + rest
        target = self._pathto(docname) if docname else self._pathto(path.lstrip("/"), 1)
        return path_of_site(target) + mark + rest

    def home(self) -> str:
        """Return the address of the first page of the site."""
        return self._pathto(self.root_doc)

    def choice(self, choice: Any) -> str | None:
        """Return the address of a ``Choice`` of the navigation."""
        if choice.docname is not None:
            return self.page(choice.docname, choice.fragment)
        return self.link(choice.href) if choice.href else None


def _split(url: str) -> tuple[str, str, str]:
    """Return the path of *url*, then ``?`` or ``#`` and what follows it."""
    for index, character in enumerate(url):
        if character in "?#":
            return url[:index], character, url[index + 1 :]
    return url, "", ""
