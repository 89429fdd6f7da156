"""What one build knows beside Sphinx's own objects: the site and its navigation.

The state is kept per ``Config`` object, so it is reachable from the application, the builder and
the environment alike without touching deprecated attributes, and is never pickled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx.config import Config

    from sphinx_docsjson.site.model import Site
    from sphinx_docsjson.translation import SiteTexts


@dataclass(kw_only=True)
class State:
    """The one mutable object of a build; each room adds the part that it owns.

    :param site: what ``docs.json`` says, in the language of the build.
    :param srcdir: the source directory, absolute.
    :param texts: what knows the texts of the site and their translations.
    :param rooms: what the other rooms keep, by room name.
    """

    site: Site
    srcdir: Path
    texts: SiteTexts
    rooms: dict[str, Any] = field(default_factory=dict)


_states: WeakKeyDictionary[Config, State] = WeakKeyDictionary()


def set_state(config: Config, state: State) -> None:
    """Make *state* the state of the build that *config* belongs to."""
    _states[config] = state


def state_of(config: Config) -> State | None:
    """Return the state of a build, or ``None`` when it has no ``docs.json``."""
    return _states.get(config)
