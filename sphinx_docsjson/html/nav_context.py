"""The navigation around a page for templates: tabs, switches, neighbours, breadcrumb, URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.html.meta import plain
from sphinx_docsjson.html.template_data import (
    NavContext,
    Option,
    ShownLink,
    SiteAddresses,
    Switch,
)
from sphinx_docsjson.i18n import _
from sphinx_docsjson.site.model import LANGUAGE_NAMES, html_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinx_docsjson.build import ShownBuild
    from sphinx_docsjson.navigation.nav import Choice, NavView, PageLink


def nav_context(nav_view: NavView, addresses: SiteAddresses) -> NavContext:
    """Return what a page shows of the navigation in one of its positions."""
    kinds = (
        ("product", _("Product"), nav_view.products),
        ("version", _("Version"), nav_view.versions),
        ("language", _("Language"), nav_view.languages),
        ("dropdown", _("Section"), nav_view.dropdowns),
        ("item", _("Part"), () if _opens_menu(nav_view) else nav_view.items),
    )
    switches = (_switch(kind, str(name), choices, addresses) for kind, name, choices in kinds)
    return NavContext(
        version=nav_view.version,
        tabs=tuple(
            tab for choice in nav_view.tabs if (tab := _tab(choice, addresses)) is not None
        ),
        switches=tuple(switch for switch in switches if switch is not None),
        previous=_link(nav_view.previous, addresses) if nav_view.previous else None,
        next=_link(nav_view.next, addresses) if nav_view.next else None,
    )


def steps_to_page(
    build: ShownBuild | None,
    nav_view: NavView | None,
    pagename: str,
    title: str,
    addresses: SiteAddresses,
    *,
    has_document: bool,
    above: Sequence[Mapping[str, str]] = (),
) -> tuple[ShownLink, ...]:
    """Return the steps to a page, where the site shows them.

    A page that no toctree names has its own title as the last step: nothing else on the page
    would say which one it is.

    :param above: the pages that an extension names as those above a page that it makes.
    """
    if build is None or nav_view is None or build.site.eyebrows != "breadcrumbs":
        return ()
    if build.from_toctrees and not has_entry(build, pagename):
        if pagename == addresses.root_doc:
            return ()
        start = ShownLink(label=str(_("Home")), url=addresses.home())
        steps = (ShownLink(label=plain(one["title"]), url=one["link"]) for one in above)
        own = title or build.nav.info(pagename).label
        return (start, *steps, ShownLink(label=own, url=None, active=True))
    return breadcrumb(nav_view, addresses) if has_document else ()


def has_entry(build: ShownBuild | None, pagename: str) -> bool:
    """Whether the sidebar has an entry of a page."""
    return build is not None and any(
        position.listed and not position.hidden for position in build.nav.tree.positions(pagename)
    )


def breadcrumb(nav_view: NavView, addresses: SiteAddresses) -> tuple[ShownLink, ...]:
    """Return the steps to a page."""
    return tuple(_link(crumb, addresses) for crumb in nav_view.breadcrumb)


def _opens_menu(nav_view: NavView) -> bool:
    """Whether the open tab offers the entries of its menu itself."""
    return any(tab.active and tab.menu for tab in nav_view.tabs)


def _tab(choice: Choice, addresses: SiteAddresses) -> ShownLink | None:
    """Return a tab with the entries of its menu; ``None`` without an allowed address."""
    url = addresses.choice(choice)
    if url is None:
        return None
    menu = (_tab(each, addresses) for each in choice.menu)
    return ShownLink(
        label=choice.label,
        url=url,
        active=choice.active or url == "#",  # all that it leads to may be a page of another tab
        icon=choice.icon,
        description=choice.description,
        at_end=choice.at_end,
        menu=tuple(link for link in menu if link is not None),
    )


def _switch(
    kind: str, name: str, choices: Sequence[Choice], addresses: SiteAddresses
) -> Switch | None:
    options = tuple(
        Option(
            label=choice.label,
            name=LANGUAGE_NAMES.get(choice.label, choice.label)
            if kind == "language"
            else choice.label,
            url=url,
            active=choice.active,
            icon=choice.icon,
            tag=choice.tag,
            description=choice.description,
            lang=html_language(choice.label) if kind == "language" else None,
        )
        for choice in choices
        if (url := addresses.choice(choice)) is not None
    )
    if not options or (kind == "language" and len(options) == 1 and options[0].active):
        return None
    current = next((option for option in options if option.active), None)
    return Switch(kind=kind, name=name, current=current, choices=options)


def _link(link: PageLink, addresses: SiteAddresses) -> ShownLink:
    return ShownLink(label=link.label, url=addresses.page(link.docname) if link.docname else None)
