"""Which part of the package may import which, and that no import leads back to its start."""

from __future__ import annotations

import pytest

from tests.house.imports import arrows, circles, foreign, modules, room_of

GROUND = {"activation", "base", "compat", "i18n", "urls", "version"}
"""What any room may ask. What stands on the ground knows nothing above it."""

ARROWS = {
    # docs.json
    "site": set(),
    "translation": {"site"},
    "warnings": {"site"},
    "build": {"site", "translation"},
    "configuration": {"build", "site", "translation", "warnings"},
    "performance": set(),
    "theme_options": {"site", "warnings"},
    "navigation": {"build", "icons", "site", "theme_options", "warnings"},
    "icons": {"site"},
    # pages
    "yaml12": set(),
    "mdx": set(),
    "components": {"build", "configuration", "icons", "site", "translation", "warnings"},
    "pages": {
        *("build", "components", "configuration", "mdx", "site", "translation", "warnings"),
        "yaml12",
    },
    # what is written
    "html": {
        *("build", "components", "configuration", "icons", "navigation", "pages", "site"),
        *("steps", "theme_options", "warnings"),
    },
    "outputs": {
        *("build", "components", "html", "icons", "navigation", "pages", "site"),
        *("steps", "translation", "warnings"),
    },
    # who starts it
    "steps": {"build", "warnings"},
    "features": {"steps", "warnings"},
    "extension": {
        *("build", "components", "configuration", "features", "html", "navigation"),
        *(
            "outputs",
            "pages",
            "performance",
            "site",
            "steps",
            "theme_options",
        ),
        "warnings",
    },
    "extend": {"", "components", "configuration", "html", "outputs", "steps"},
    "cli": {
        *("build", "components", "features", "html", "icons", "mdx", "navigation"),
        *("outputs", "pages", "performance", "site", "warnings", "yaml12"),
    },
    "": {"build", "extension", "outputs", "pages", "steps"},
    "__main__": {"cli"},
}
"""Room → the rooms whose modules it may import, anywhere in a function, too. Data goes this way.

The types of what :class:`~sphinx_docsjson.build.Build` holds are no arrows: rooms stand above the
build, which only names what they put into it.
"""

FEATURES: dict[str, set[str]] = {
    "ext.agents": {"ext.search"},
    "ext.api_changes": {"ext.openapi"},
    "ext.api_checks": {"ext.openapi"},
    "ext.discovery": {"ext.openapi"},
    "ext.openapi": {"ext.search"},
}
"""Feature → the other features that it may import. The kernel they may all import."""

COMMANDS = {"cli"}
"""What may import a feature when its command is called."""

OFF_LIMITS = {
    "mdx": {"sphinx", "docutils", "myst_parser"},
    "site": {"sphinx", "docutils", "myst_parser", "markdown_it"},
    "yaml12": {"sphinx", "docutils", "myst_parser", "markdown_it"},
}
"""Room → what neither it nor what it asks imports."""

MOVE = (
    "a module imports one that it may not: pass it what it needs, or move what both need to a "
    "room below them. docs/contribute/index.md shows the data flow, ARROWS the rules"
)


def graph_of_modules() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {name: set() for name in modules()}
    for arrow in arrows():
        # The build names what rooms above put into it; they are no circle, see ARROWS.
        if not (arrow.origin == "build" and arrow.for_types):
            found[arrow.origin].add(arrow.target)
    return found


def reached_from(room: str) -> set[str]:
    """Return the modules that are loaded with those of a room."""
    known = graph_of_modules()
    found = {name for name in known if room_of(name) == room}
    todo = list(found)
    while todo:
        for target in known[todo.pop()] - found:
            found.add(target)
            todo.append(target)
    return found


def is_feature(room: str) -> bool:
    return room.startswith("ext.")


def test_the_kernel_imports_no_feature():
    wrong = [
        str(arrow)
        for arrow in arrows()
        if is_feature(room_of(arrow.target))
        and not is_feature(room_of(arrow.origin))
        and room_of(arrow.origin) not in COMMANDS
    ]
    assert wrong == [], MOVE


def test_a_feature_imports_the_kernel_and_the_features_that_it_names():
    wrong = [
        str(arrow)
        for arrow in arrows()
        if is_feature(origin := room_of(arrow.origin))
        and is_feature(target := room_of(arrow.target))
        and origin != target
        and target not in FEATURES.get(origin, set())
    ]
    assert wrong == [], MOVE


def test_a_room_knows_only_the_rooms_that_it_may_know():
    wrong = [
        str(arrow)
        for arrow in arrows()
        if room_of(arrow.origin) != room_of(arrow.target)
        and not is_feature(room_of(arrow.origin))
        and not is_feature(room_of(arrow.target))
        and not (arrow.origin == "build" and arrow.for_types)
        and room_of(arrow.target) not in ARROWS.get(room_of(arrow.origin), set()) | GROUND
    ]
    assert wrong == [], MOVE


def test_the_table_of_arrows_names_rooms_that_there_are():
    there = {room_of(name) for name in modules()}
    assert {*ARROWS, *GROUND, *(room for more in ARROWS.values() for room in more)} <= there


def test_the_table_of_arrows_has_no_circle():
    assert circles({room: set(more) for room, more in ARROWS.items()}) == []
    ground = {room: set() for room in GROUND}
    for arrow in arrows():
        if room_of(arrow.origin) in GROUND:
            ground[room_of(arrow.origin)].add(room_of(arrow.target))
    assert {two for more in ground.values() for two in more} <= GROUND
    assert circles({room: more - {room} for room, more in ground.items()}) == []


def test_no_module_leads_back_to_itself():
    assert circles(graph_of_modules()) == []


@pytest.mark.parametrize("room", OFF_LIMITS)
def test_a_pure_room_does_not_load_what_it_is_kept_free_of(room):
    wrong = {
        name: sorted(foreign(name).keys() & OFF_LIMITS[room])
        for name in reached_from(room)
        if foreign(name).keys() & OFF_LIMITS[room]
    }
    assert wrong == {}
