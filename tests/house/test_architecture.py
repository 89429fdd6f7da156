"""Which room may know which, and how alike classes may be.

The lists of exceptions hold what is not there yet. They may only shrink: an exception that nothing
needs any more fails, too.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.house.imports import (
    Module,
    arrows,
    circles,
    classes,
    foreign,
    modules,
    room_of,
)

MAX_MODULES = 220
"""How many modules the house had when it was built anew; a new subject may add one."""

NEW_SUBJECTS = {
    "agents": "what was built, read by programs: pages, sections, objects, schemas",
    "agents.package": "documentation in a wheel, on a host that answers MCP, and as installed",
    "agents.server": "the server of MCP",
    "agents.tools": "the tools of MCP, whatever carries them",
    "base.autolinks": "addresses in text without marks, which GitHub's Markdown makes links of",
    "base.contents": "what changed, by contents: which pages are read, and which are written",
    "cli.convert": "pages in the syntax of other tools, rewritten in ours",
    "cli.convert_attributes": "attribute lists and callouts of Python-Markdown, in our words",
    "cli.convert_code": "what other tools say of code, in our words",
    "cli.convert_hero": "the first page of VitePress and Starlight, as components",
    "cli.convert_icons": "the icons and buttons of Material for MkDocs, as ours",
    "cli.docusaurus": "what Docusaurus says of a site, and what stands around its pages",
    "cli.drift": "what pages say that the package has left behind",
    "cli.init_package": "what a project needs so that its wheel brings its documentation",
    "cli.javascript_sites": "what VitePress and Starlight say, and which tool a folder is for",
    "cli.jupyter_book": "what Jupyter Book says of a site, and the conf.py that its pages need",
    "cli.lsp": "the language server; what pages offer to links, which both its processes know",
    "cli.lsp.completion": "what may be written at the cursor of an editor, and what is said of it",
    "cli.lsp.cursor": "what stands at the cursor in a page that is being written",
    "cli.lsp.json_cursor": "what stands there in a docs.json that is no JSON yet, by the schema",
    "cli.lsp.messages": "messages as an editor shows them, and what mends them",
    "cli.lsp.page_links": "links as they are written in sources: who names a page, its new name",
    "cli.lsp.server": "the Language Server Protocol",
    "cli.mkdocs": "what mkdocs.yml says of a site",
    "cli.mkdocs_nav": "the navigation of MkDocs, with what plugins let it say of folders",
    "cli.new_site": "the site that init writes for a project that has none yet",
    "cli.other_tools": "what the configuration of another tool says of a site",
    "cli.script_data": "files of JavaScript and TypeScript, as far as they are data",
    "cli.releases": "what the files of a repository define, now and at a release",
    "cli.samples": "which samples of code their language cannot read",
    "compat.large_sites": "what a large site has in memory, and in which process",
    "components.code_notes": "what is said of a line of code: notes, and types of names",
    "components.families.landing": "how a first page begins: hero and buttons",
    "html.code_lexers": "languages of code that Pygments does not know or leaves grey",
    "html.integrations": "the services that pages load with the owner's IDs",
    "html.page_foot": "what stands below the text of a page",
    "openapi.checks.changes": "what is different since an older description",
    "openapi.content.channels": "the pages of AsyncAPI",
    "openapi.content.typedoc": "the symbols of TypeScript, as nodes",
    "openapi.model.asyncapi": "AsyncAPI, read as a description",
    "openapi.pages.sdk": "the reference of SDKs, made of their code",
    "openapi.request.bodies": "a body in its media type: XML, lines, tables, forms",
    "outputs.agent_checks": "what agents stumble over in what was written, as AFDocs sees it",
    "outputs.cards": "the pictures of pages for social networks",
    "outputs.discovery": "skills and the catalogue of APIs, which agents discover",
    "html.tex": "TeX as authors write it, as the TeX that docutils converts",
    "outputs.feeds": "the feeds of a changelog",
    "outputs.join": "several builds as one site",
    "outputs.named_parts": "the builds that become one site, and their navigation",
    "outputs.page_menu": "the menu of a page, which outgrew the other parts of pages",
    "outputs.parts": "what a build says of itself, and leaves open, for a site of several builds",
    "pages.unknown_directives": "what a page shows of directives that no extension knows",
    "search.answers": "the search outside of a browser",
}
"""Module that came since → its subject, which no module had before."""

LEAST_OF_A_SUBJECT = 70
"""So many lines of code a new subject has at least; a smaller one stands in another module."""

SMALL = 40
DEPTH = 2

SMALL_MODULES = {
    "books": "the face of a room: what it adds to Sphinx",
    "__main__": "what `python -m` runs",
    "components": "the face of a room: what it adds to Sphinx",
    "html": "the face of a room: what it adds to Sphinx",
    "i18n": "the catalogue of our texts, for every room",
    "navigation": "the face of a room: what it adds to Sphinx",
    "outputs": "the face of a room: what it adds to Sphinx",
    "outputs.markdown": "the face of a folder",
    "pages": "the face of a room: what it adds to Sphinx",
    "search": "the face of a room: what it adds to Sphinx",
    "version": "read by the build of the wheel, without the package",
}
"""Module below SMALL lines of code → why it is no part of another one. The list only shrinks."""

GROUND = {"asked", "base", "compat", "i18n", "urls", "version"}
"""What any room may ask. What stands on the ground knows nothing above it."""

ARROWS = {
    # docs.json
    "site": set(),
    "translation": {"site"},
    "warnings": {"site"},
    "build": {"site", "translation"},
    "configuration": {"build", "site", "translation", "warnings"},
    "performance": {"build"},
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
    "openapi": {
        *("build", "components", "pages", "site", "translation", "warnings", "yaml12"),
    },
    # what is written
    "html": {
        *("build", "components", "configuration", "icons", "navigation", "pages", "site"),
        *("theme_options", "warnings"),
    },
    "outputs": {
        *("build", "components", "html", "icons", "navigation", "openapi", "pages", "site"),
        *("translation", "warnings"),
    },
    "search": {
        *("build", "components", "navigation", "openapi", "site", "warnings"),
    },
    "agents": {"build", "outputs", "search", "warnings", "yaml12"},
    "books": {"build", "components", "configuration", "navigation", "openapi", "pages", "site"},
    # who starts it
    "extension": {
        *("agents", "books", "build", "components", "configuration", "html", "navigation"),
        *("openapi", "outputs", "pages", "performance", "search", "theme_options", "warnings"),
    },
    "cli": {
        *("agents", "build", "components", "html", "icons", "mdx", "navigation", "openapi"),
        *("outputs", "pages", "performance", "site", "warnings", "yaml12"),
    },
    "": {"build", "extension", "outputs", "pages"},
    "__main__": {"cli"},
}
"""Room → the rooms whose modules it may import, anywhere in a function, too. Data goes this way.

The types of what :class:`~sphinx_docsjson.build.Build` holds are no arrows: rooms stand above the
build, which only names what they put into it.
"""

OFF_LIMITS = {
    "mdx": {"sphinx", "docutils", "myst_parser"},
    "site": {"sphinx", "docutils", "myst_parser", "markdown_it"},
    "yaml12": {"sphinx", "docutils", "myst_parser", "markdown_it"},
}
"""Room → what neither it nor what it asks imports."""

LISTENS = {
    "": "finds out whether a project asks for the schedule",
    "cli.check_build": "looks at projects that do not load the extension, too",
    "cli.serve.build_process": "drives builds from outside, and is no part of the extension",
}
"""Module beside the schedule that connects to events → why."""

SAME_NAME: set[str] = set()


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


def test_a_room_knows_only_the_rooms_that_it_may_know():
    wrong = [
        str(arrow)
        for arrow in arrows()
        if room_of(arrow.origin) != room_of(arrow.target)
        and not (arrow.origin == "build" and arrow.for_types)
        and room_of(arrow.target) not in ARROWS.get(room_of(arrow.origin), set()) | GROUND
    ]
    assert wrong == []


def test_every_room_and_every_arrow_of_the_table_is_there():
    there = {room_of(name) for name in modules()}
    drawn = {(room_of(arrow.origin), room_of(arrow.target)) for arrow in arrows()}
    assert ARROWS.keys() | GROUND == there
    assert [
        (one, two) for one, more in ARROWS.items() for two in more if (one, two) not in drawn
    ] == []


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


def test_only_the_schedule_connects_to_events_of_sphinx():
    found = [
        f"{module.name}:{node.lineno}"
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "connect"
        and len(node.args) > 1  # a socket is told an address
    ]
    assert {place.partition(":")[0] for place in found} == {"extension", *LISTENS}


def code_lines(module: Module) -> int:
    """Return how many lines of a module hold code: no import, docstring, comment or empty line."""
    passed: set[int] = set()
    for node in ast.walk(module.tree):
        first = (
            node.body[0]
            if getattr(node, "body", None) and not isinstance(node, ast.Lambda | ast.IfExp)
            else None
        )
        is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        for each in (
            [node]
            if isinstance(node, ast.Import | ast.ImportFrom)
            else ([first] if is_docstring else [])
        ):
            passed.update(range(each.lineno, (each.end_lineno or each.lineno) + 1))
    lines = module.path.read_text(encoding="utf-8").splitlines()
    return sum(
        1
        for number, line in enumerate(lines, 1)
        if number not in passed and line.strip() and not line.lstrip().startswith("#")
    )


def test_a_newcomer_can_hold_the_list_of_modules():
    found = {module.name: module for module in modules().values()}

    assert len(found.keys() - NEW_SUBJECTS.keys()) <= MAX_MODULES
    assert found.keys() >= NEW_SUBJECTS.keys()
    assert [n for n in NEW_SUBJECTS if code_lines(found[n]) < LEAST_OF_A_SUBJECT] == []


def test_a_small_module_has_a_reason():
    small = {m.name for m in modules().values() if code_lines(m) < SMALL}
    empty = {name for name in small if code_lines(modules()[name]) <= 1}

    assert small - empty == SMALL_MODULES.keys()
    assert len(SMALL_MODULES) <= 25


def test_a_room_has_one_level_of_folders():
    assert [m.name for m in modules().values() if m.name.count(".") > DEPTH - m.is_face] == []


def test_no_two_classes_share_a_name():
    places = defaultdict(set)
    for name, module in classes():
        places[name].add(module)
    assert {name for name, found in places.items() if len(found) > 1} == SAME_NAME


SAME_ALIAS = {
    "Address": "a request, of a document; where a redirect leads",
    "Content": "what a page shows of a file; what a component may hold",
    "Kind": "of an object; of alternatives; of a container",
    "Label": "what labels a group; a label above the title",
    "Node": "of a template of samples; of the navigation",
    "Part": "of the documentation of a component; of a multipart body",
    "Parts": "of a pointer; what was merged",
    "Source": "of a style sheet; of the rules for assistants",
}
"""Name of a type alias that another alias or a class has, too → its meanings. It only shrinks."""


def test_no_type_alias_has_the_name_of_another_type():
    types = defaultdict(set)
    for name, module in classes():
        types[name].add(module)
    named = set()
    for module in modules().values():
        for name in _aliases(module):
            types[name].add(module.name)
            named.add(name)

    assert {name for name in named if len(types[name]) > 1} == SAME_ALIAS.keys()


def _aliases(module: Module) -> Iterator[str]:
    """Yield the names of types that a module gives to other types."""
    for node in module.tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript()):
                if not name.isupper() and name[0].isupper():
                    yield name
