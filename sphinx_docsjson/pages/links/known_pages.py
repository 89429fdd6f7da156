"""What the links of a build are resolved with: its builder and its pages by address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_docsjson.state import state_of

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_docsjson.pages.links.page_addresses import Pages

BUILDER = "builder"
PAGES = "pages by address"


def known_pages(config: Config) -> Pages | None:
    """Return the pages of a build, ``None`` before they are known or without ``docs.json``."""
    state = state_of(config)
    return state.rooms.get(PAGES) if state else None
