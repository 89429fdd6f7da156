"""The navigation of a page (:class:`PlaceView`) → tabs, switches and neighbours with addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.html.template_data import (
    CrumbLink,
    Option,
    PlaceFrame,
    ShownLink,
    Switch,
    Tab,
)
from sphinx_docsjson.locale import _
from sphinx_docsjson.site.languages import LANGUAGE_NAMES, html_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_docsjson.html.configured_addresses import SiteAddresses
    from sphinx_docsjson.navigation.page_view import Choice, Neighbour, PlaceView


def place_frame(place: PlaceView, addresses: SiteAddresses) -> PlaceFrame:
    """Return what a page shows of the navigation in one of its places."""
    kinds = (
        ("product", _("Product"), place.products),
        ("version", _("Version"), place.versions),
        ("language", _("Language"), place.languages),
        ("dropdown", _("Section"), place.dropdowns),
        ("item", _("Part"), place.items),
    )
    switches = (_switch(kind, str(name), choices, addresses) for kind, name, choices in kinds)
    return PlaceFrame(
        version=place.version,
        tabs=_tabs(place.tabs, addresses),
        switches=tuple(switch for switch in switches if switch is not None),
        previous=_neighbour(place.previous, addresses),
        next=_neighbour(place.next, addresses),
    )


def breadcrumb(place: PlaceView, addresses: SiteAddresses) -> tuple[CrumbLink, ...]:
    """Return the steps to a page."""
    return tuple(
        CrumbLink(label=crumb.label, url=addresses.page(crumb.docname) if crumb.docname else None)
        for crumb in place.breadcrumb
    )


def _tabs(choices: Sequence[Choice], addresses: SiteAddresses) -> tuple[Tab, ...]:
    return tuple(
        Tab(label=choice.label, url=url, active=choice.active, icon=choice.icon)
        for choice in choices
        if (url := addresses.choice(choice)) is not None
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
    if not options or (kind == "language" and len(options) == 1):
        return None
    current = next((option for option in options if option.active), options[0])
    return Switch(kind=kind, name=name, current=current, choices=options)


def _neighbour(neighbour: Neighbour | None, addresses: SiteAddresses) -> ShownLink | None:
    if neighbour is None:
        return None
    return ShownLink(label=neighbour.label, url=addresses.page(neighbour.docname))
