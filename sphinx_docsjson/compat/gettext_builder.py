"""Messages for translators that stand in no document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.builders.gettext import I18nBuilder

if TYPE_CHECKING:
    from sphinx.builders import Builder


def add_message(
    builder: Builder, domain: str, text: str, place: tuple[str, int], *, uid: str
) -> None:
    """Add a message to the catalogue *domain* that the gettext builder writes.

    Sphinx collects the texts of nodes, and knows no other source of messages. Documents have ids
    that last from build to build (``gettext_uuid``); *uid* is one for this message. Where
    catalogues are made in another way, templates lack the texts of ``docs.json``.
    """
    try:
        from sphinx.builders.gettext import MsgOrigin

        catalogues: Any = builder.catalogs if isinstance(builder, I18nBuilder) else None
        origin: Any = MsgOrigin(*place)
        origin.uid = uid
        if catalogues is not None:
            catalogues[domain].add(text, origin)
    except (ImportError, AttributeError, TypeError):
        return
