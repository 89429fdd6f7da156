"""Reports, once, what a site does not show of components, and why."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

UNDRAWN = "docsjson_undrawn"
"""The key in the metadata of a page with what is not drawn on it: its name, why, and where."""

SAID = "docsjson_said_of_undrawn"
MOST_NAMES = 12


def note_undrawn(env: BuildEnvironment, name: str, why: str, place: str) -> None:
    """Remember that the page which is being read does not show all of something.

    :param name: ``<Name>``, or an expression in braces.
    :param why: what the build says about it behind its name; empty where it needs JavaScript.
    :param place: its path and line.
    """
    place = place.removeprefix(f"{env.srcdir}{os.sep}")
    env.metadata[env.docname].setdefault(UNDRAWN, []).append((name, why, place))


def report_undrawn(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Say what pages do not show, until there is something else to say."""
    places: dict[tuple[str, str], list[str]] = {}
    pages = 0
    for _docname, metadata in sorted(env.metadata.items()):
        found = metadata.get(UNDRAWN) or ()
        pages += any(not why for _name, why, _place in found)
        for name, why, place in found:
            places.setdefault((name, why), []).append(place)
    said = {f"{name} {why}{_more(at)}.": at[0] for (name, why), at in places.items() if why}
    if waiting := {name: at for (name, why), at in places.items() if not why}:
        said[_of_waiting(waiting, pages)] = next(iter(waiting.values()))[0]
    before: set[str] = getattr(env, SAID, set())
    for message, place in said.items():
        if message not in before:
            warn(Warn.SNIPPET, message, location=place)
    setattr(env, SAID, set(said))
    return []


def _more(places: list[str]) -> str:
    others = len(set(places)) - 1
    return f" (the same at {others} more place{'s' * (others > 1)})" if others else ""


def _of_waiting(waiting: dict[str, list[str]], pages: int) -> str:
    """Return what is said about what needs JavaScript, where nothing runs it."""
    names = sorted(name for name in waiting if name.startswith("<"))
    expressions = sum(len(set(at)) for name, at in waiting.items() if not name.startswith("<"))
    named = names[:MOST_NAMES]
    if more := len(names) - len(named):
        named.append(f"{more} more component{'s' * (more > 1)}")
    if expressions:
        named.append(f"{expressions} expression{'s' * (expressions > 1)}")
    one = len(names) + expressions == 1
    who = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    needs, its, it = ("needs", "its", "it") if one else ("need", "their", "them")
    return (
        f"{who} on {pages} page{'s' * (pages > 1)} {needs} JavaScript: only {its} texts are "
        f'shown. Run `pip install "sphinx-docsjson[jsx]"` to draw {it}.'
    )
