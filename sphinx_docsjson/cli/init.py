"""``sphinx-docsjson init``: adds the files that a site needs. Asks nothing, overwrites nothing."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.errors import SphinxError

from sphinx_docsjson.base.files import text_of
from sphinx_docsjson.base.messages import words
from sphinx_docsjson.cli import OUTPUT, invocation
from sphinx_docsjson.cli.check_messages import reason
from sphinx_docsjson.cli.commands import unread_site
from sphinx_docsjson.cli.convert import difference_lines, differences, rewrite
from sphinx_docsjson.cli.init_changes import FolderChanges, write_author_file
from sphinx_docsjson.cli.init_conf import EXTENSION, SETTING, with_extension
from sphinx_docsjson.cli.init_hosting import add_host_files, is_ignored, repository
from sphinx_docsjson.cli.init_navigation import ReadProject, in_groups, read_project
from sphinx_docsjson.cli.init_package import Package, package_of, put_into_wheel
from sphinx_docsjson.cli.new_site import (
    NoDescription,
    can_be_named,
    description_of_app,
    docs_json,
    find_app,
    find_project,
    new_site,
)
from sphinx_docsjson.cli.other_tools import (
    FoundSite,
    listed_pages,
    of_files,
    pages_in,
    without_code,
)
from sphinx_docsjson.cli.tool_readers import find_site
from sphinx_docsjson.ext.openapi.pages.loading import discover, remote_sources
from sphinx_docsjson.ext.openapi.reading.fetched import read_lock
from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile
from sphinx_docsjson.navigation.tree import SUFFIXES
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import CONFIG_NAMES

FOLDERS = (".", "docs", "doc", "docs/source", "doc/source", "docs/src", "documentation")
"""Where the documentation of a repository is; the first that has a configuration."""

TAGS = words(
    "Accordion AccordionGroup Callout Card CardGroup Check CodeGroup Columns Danger Expandable "
    "Frame Icon Info Note Panel ParamField RequestExample ResponseExample ResponseField Step "
    "Steps Tab Tabs Tip Tooltip Update Warning"
)
"""The tags by which a page says that it was written for us."""

NEW = "docs"
OF_DOCS = {"docs", "doc", "documentation", "site", "source", "src", "website"}
"""How folders of documentation are called, which no project is."""


def init(
    folder: Path | None,
    name: str | None,
    hosting: str | None = None,
    *,
    convert: bool = False,
    app: str = "",
    server: str = "",
    package: bool = False,
) -> int:
    """Write what is missing, and say what was done and the one next command.

    What can fail is read before anything is written.

    :param convert: whether pages that are written for another tool are rewritten.
    :param app: ``module:attribute`` of an app whose description is written as well.
    :param server: the address of the API, which most apps do not know.
    :param package: whether the wheel of the project brings the documentation.
    """
    where = folder if folder is not None else usual_folder()
    ours = any((where / each).is_file() for each in (*CONFIG_NAMES, "conf.py"))
    site = _found_site(folder, where) if convert or not ours else None
    if site is not None:
        where = site.folder
    elif folder is None and not ours and not can_be_named(find_project(Path(), where), where):
        where = Path()  # without a repository a site may read only what is beside the file
    had_config = any((where / each).is_file() for each in CONFIG_NAMES)
    has_conf = (where / "conf.py").is_file()
    wheel, why = package_of(where) if package else None, ""
    try:
        toctrees = read_project(where) if has_conf and not had_config else None
        description = description_of_app(app, where.parent) if app else {}
    except SphinxError as error:
        why = f"{where / 'conf.py'}: {reason(error)} Fix this, then run the command again."
    except NoDescription as error:
        why = f"{app} does not give its description: {error}\n{error.todo}"
    if had_config and load_site(where).site is None:
        why = unread_site(where)
    elif isinstance(wheel, str):
        why = f"the wheel cannot include the documentation: {wheel}"
    if why:
        print(why, file=sys.stderr)
        return 1
    changes = FolderChanges(folder=where)
    if app:
        _write_description(changes, description, app, server)
    if had_config:
        changes.say("kept", next(where / n for n in CONFIG_NAMES if (where / n).is_file()))
    elif toctrees is not None:
        _derive(changes, name, toctrees)
    elif site is not None:
        _write_found(changes, site, name)
    else:
        project = find_project(where.parent, where)
        project = project.called(name or project.name or name_of(where))
        for path, text in new_site(project).items():
            changes.write(where / path, text)
    if app or not had_config:
        _show_description(changes, app)
    if (where / "conf.py").is_file():
        _add_extension(changes)
    _leave_output_out(changes)
    if hosting is not None:
        # A site that existed before has its warnings; its first deployment succeeds anyway.
        is_moved = had_config and not (where / "conf.py").is_file()
        add_host_files(changes, hosting, strict=not is_moved)
    changes.lines += _to_fetch(where)
    refused = site is not None and _convert(changes, site, write=convert)
    built = not isinstance(wheel, Package) or put_into_wheel(changes, wheel, new=not had_config)
    print("\n".join(changes.lines))
    print(f"Next: {invocation()} serve {where}")
    return int(refused or not built)


DESCRIPTION = "openapi.json"
"""The file of the description that an app has of itself."""


def _write_description(
    changes: FolderChanges, description: dict[str, Any], app: str, server: str
) -> None:
    """Write the description that an app has of itself, over an older one."""
    path = changes.folder / DESCRIPTION
    if server:
        description["servers"] = [{"url": server}]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{json.dumps(description, indent=2)}\n", encoding="utf-8", newline="\n")
    changes.say("written", path, f"as {app} describes itself")
    if not description.get("servers"):
        changes.lines += [
            "note     it names no server, so the form of each operation asks for the address;",
            "         write it with --server https://api.example.com, or servers=[…] in the app.",
        ]


def _show_description(changes: FolderChanges, app: str) -> None:
    """Let the site show the description of *app*; say about others that are there how it does."""
    folder = changes.folder
    config = folder / "docs.json"
    said = text_of(config) if config.is_file() else ""
    if "openapi" in said or "asyncapi" in said or discover(folder, SUFFIXES, (), ()).fronts:
        return
    if app and said.lstrip().startswith("{"):
        line = rf'{{\1"openapi": "{DESCRIPTION}",\1'
        changes.change(config, re.sub(r"\{(\s*)", line, said, count=1), f"names {DESCRIPTION}")
        return
    found = find_project(folder.parent, folder).descriptions
    if found:
        first = found[0]
        changes.lines += [
            f"note     {folder / first.path} describes an API; get a page for each operation with",
            f'         "{first.field}": "{first.path}" in {config}',
        ]
    elif named := find_app(folder.parent):
        changes.lines += [
            f"note     {named} looks like a FastAPI app; this writes its description:",
            f"         {invocation()} init {folder} --app {named}",
        ]


def _found_site(folder: Path | None, usual: Path) -> FoundSite | None:
    """Return what another tool says about the existing pages, or what they say themselves."""
    found = find_site(folder)
    if found is None and pages_in(usual):
        found = of_files(usual)
    return found


def _write_found(changes: FolderChanges, site: FoundSite, name: str | None) -> None:
    """Write the ``docs.json`` that says what the configuration of another tool says."""
    navigation = site.navigation
    title = name or site.name or name_of(changes.folder)
    if isinstance(navigation, list):
        navigation = in_groups(title, navigation)
    else:
        navigation = {"tabs": [_tab_in_groups(each) for each in navigation["tabs"]]}
    pages = listed_pages(navigation)
    source = "your files" if site.source == site.folder else site.source.name
    why = f"{pages} page{'' if pages == 1 else 's'}, from {source}"
    changes.write(changes.folder / "docs.json", docs_json(title, navigation, site.settings), why)
    if site.conf:
        changes.write(changes.folder / "conf.py", site.conf, f"what {site.tool} sets in Sphinx")
    for name_, picture in site.copies.items():
        changes.copy(changes.folder / name_, picture)
    for what, names in (("is not there", site.absent), ("cannot be read here", site.unread)):
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            changes.lines.append(f"note     {source} names what {what}: {names[0]}{more}")
    changes.lines += [f"note     {each}" for each in site.notes]


def _tab_in_groups(tab: dict[str, Any]) -> dict[str, Any]:
    return tab | {"pages": in_groups(tab["tab"], tab["pages"])} if "pages" in tab else tab


def _convert(changes: FolderChanges, site: FoundSite, *, write: bool) -> bool:
    """Say what the pages have that is written for another tool, or rewrite it.

    :return: whether they were to be rewritten and could not.
    """
    found = differences(site)
    why = rewrite(found, changes.folder) if write else ""
    changes.lines += difference_lines(found, site.tool, rewritten=write and not why)
    pages = f"{len(found.texts)} page{'' if len(found.texts) == 1 else 's'}"
    if not found.texts:
        changes.lines += ["kept     all pages, which need no rewriting"] if write else []
    elif not write:
        changes.lines.append(
            f"         `{invocation()} init {changes.folder} --convert` rewrites it."
        )
    elif why:
        changes.lines.append(f"note     no page was rewritten: {why}.")
        changes.lines.append("         Commit your pages, and run the command again.")
        return True
    else:
        changes.lines.append(f"changed  {pages}; `git diff` shows how")
    return False


def _to_fetch(folder: Path) -> list[str]:
    """Return what to say about descriptions at URLs that are not saved yet."""
    site = load_site(folder).site
    named = remote_sources(site, folder) if site is not None else []
    try:
        missing = [url for url in named if url not in read_lock(folder)]
    except UnreadableFile:
        missing = named
    if not missing:
        return []
    many = f"{len(missing)} descriptions of APIs are" if len(missing) > 1 else f"{missing[0]} is"
    return [
        f"note     {many} not read from the network by a build; save them once:",
        f"         {invocation()} fetch {folder}",
    ]


def usual_folder() -> Path:
    """Return the folder of a configuration that is there already, else that of a new site."""
    names = (*CONFIG_NAMES, "conf.py")
    found = (Path(folder) for folder in FOLDERS)
    return next((each for each in found if any((each / n).is_file() for n in names)), Path(NEW))


def name_of(folder: Path) -> str:
    """Return what a project is probably called: as the folder around its documentation is."""
    here = folder.resolve()
    around = here if folder == Path() and here.name not in OF_DOCS else here.parent
    name = around.name.replace("-", " ").replace("_", " ").title()
    return name or "Documentation"


def _derive(changes: FolderChanges, name: str | None, found: ReadProject) -> None:
    entries = list(found.navigation.entries)
    path = changes.folder / "docs.json"
    pages = len(found.navigation.pages)
    entries = in_groups(name or found.name, entries)
    why = f"{pages} page{'' if pages == 1 else 's'}, from your toctrees"
    changes.write(path, docs_json(name or found.name, entries), why)
    changes.lines += notes(found)
    _choose_tags(changes)


_TAG = re.compile(r"^[ \t]{0,3}<(?:" + "|".join(sorted(TAGS)) + r")(?:[ \t/>]|$)", re.MULTILINE)


def _choose_tags(changes: FolderChanges) -> None:
    """Decide by what ``.md`` pages contain whether they are read with tags, and say so."""
    conf = changes.folder / "conf.py"
    text = conf.read_text(encoding="utf-8", errors="replace")
    if "myst" not in text or SETTING in text:
        return
    pages = sorted(changes.folder.rglob("*.md"))
    texts = {page: page.read_text(encoding="utf-8", errors="replace") for page in pages}
    found = [page for page, text in texts.items() if _TAG.search(without_code(text))]
    if not texts:
        return
    if found:
        write_author_file(conf, f"{text.rstrip()}\n\n{SETTING} = True\n")
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        changes.say("changed", conf, f"{SETTING} is on: {found[0].name}{more} have our tags")
    else:
        changes.lines.append(f"note     .md pages are read by MyST as before; {SETTING} = True in")
        changes.lines.append("         conf.py lets them have tags such as <Card>.")


def notes(found: ReadProject) -> list[str]:
    """Return what is to be known of a derived navigation."""
    lines, derived = [], found.navigation
    if found.without:
        lines.append(f"note     conf.py could not be run here, its text was read: {found.without}")
        lines.append("         Install what it needs and run init again without docs.json.")
    if derived.globs:
        lines.append("note     glob: toctrees are written out; also add new pages to docs.json.")
    return lines


def _add_extension(changes: FolderChanges) -> None:
    path = changes.folder / "conf.py"
    text = path.read_text(encoding="utf-8")
    changed = with_extension(text)
    if changed is not None:
        write_author_file(path, changed)
        changes.say("changed", path, f'"{EXTENSION}" is added to the extensions')
    if "html_theme" in text and '"docsjson"' not in text:
        changes.lines.append(
            'note     html_theme is unchanged; html_theme = "docsjson" selects our theme.'
        )


def _leave_output_out(changes: FolderChanges) -> None:
    """Add the output to a .gitignore, unless git leaves it out already."""
    root = repository(changes.folder)
    if root is None or is_ignored(changes.folder, root):
        return
    path = changes.folder / ".gitignore"
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    gap = "\n" if before and not before.endswith("\n") else ""
    write_author_file(path, f"{before}{gap}{OUTPUT}/\n")
    changes.say("changed" if before else "written", path, f"{OUTPUT}/ is ignored")
