"""``sphinx-docsjson init``: what a folder lacks to be a site. Nothing is asked or overwritten."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sphinx import addnodes
from sphinx.errors import SphinxError

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.titles import title_of
from sphinx_docsjson.cli import OUTPUT, invocation
from sphinx_docsjson.cli.check_build import scratch_application
from sphinx_docsjson.cli.check_messages import reason
from sphinx_docsjson.cli.convert import differences, rewrite, told_of
from sphinx_docsjson.cli.init_files import (
    HOSTS,
    SCRIPTS,
    SERVERS,
    SitePaths,
    host_script,
    server_file,
)
from sphinx_docsjson.cli.init_package import put_into_wheel
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
    text_of,
    without_code,
)
from sphinx_docsjson.cli.tool_readers import find_site
from sphinx_docsjson.ext.openapi.pages.loading import discover, remote_sources
from sphinx_docsjson.ext.openapi.reading.fetched import read_lock
from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile, mapping
from sphinx_docsjson.navigation.tree import SUFFIXES
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import CONFIG_NAMES
from sphinx_docsjson.urls import is_external, safe_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


FOLDERS = (".", "docs", "doc", "docs/source", "doc/source", "docs/src", "documentation")
"""Where the documentation of a repository lies; the first that has a configuration."""

TAGS = words(
    "Accordion AccordionGroup Callout Card CardGroup Check CodeGroup Columns Danger Expandable "
    "Frame Icon Info Note Panel ParamField RequestExample ResponseExample ResponseField Step "
    "Steps Tab Tabs Tip Tooltip Update Warning"
)
"""The tags by which a page says that it was written for us."""

NEW = "docs"
OF_DOCS = {"docs", "doc", "documentation", "site", "source", "src", "website"}
"""How folders of documentation are called, which no project is."""

PACKAGE = "sphinx-docsjson"


@dataclass(kw_only=True)
class Door:
    """What is done to a folder, and said of it."""

    folder: Path
    lines: list[str] = field(default_factory=list)

    def say(self, done: str, path: Path, why: str = "") -> None:
        """Note what was done to a file."""
        self.lines.append(f"{done:<8} {path}{f'  ({why})' if why else ''}")

    def write(self, path: Path, text: str, why: str = "") -> None:
        """Write a file that is not there; a page may be there with another suffix."""
        others = [path.with_suffix(each) for each in SUFFIXES] if path.suffix in SUFFIXES else []
        taken = next((each for each in (path, *others) if each.exists()), None)
        if taken is not None:
            self.say("kept", taken)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        self.say("written", path, why)

    def change(self, path: Path, text: str, why: str) -> None:
        """Write a file of the author anew."""
        write_author_file(path, text)
        self.say("changed", path, why)

    def copy(self, path: Path, source: Path) -> None:
        """Copy a picture to where a build finds it."""
        if path.exists():
            self.say("kept", path)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        self.say("copied", path, f"from {source}")


def write_author_file(path: Path, text: str) -> None:
    """Write a file of the author with the line ends that it has, else with line feeds."""
    with suppress(FileNotFoundError):
        if b"\r\n" in path.read_bytes():
            text = text.replace("\n", "\r\n")
    path.write_text(text, encoding="utf-8", newline="")


def init(
    folder: Path | None,
    name: str | None,
    hosting: str | None = None,
    *,
    convert: bool = False,
    app: str = "",
    package: bool = False,
) -> int:
    """Write what is missing, and say what was done and the one next command.

    :param convert: whether pages that are written for another tool are rewritten.
    :param app: ``module:attribute`` of an app whose description is written as well.
    :param package: whether the wheel of the project brings the documentation.
    """
    where = folder if folder is not None else usual_folder()
    ours = any((where / each).is_file() for each in (*CONFIG_NAMES, "conf.py"))
    site = _found_site(folder, where) if convert or not ours else None
    if site is not None:
        where = site.folder
    elif folder is None and not ours and not can_be_named(find_project(Path(), where), where):
        where = Path()  # no repository says how far a site may read: it stands beside the file
    door = Door(folder=where)
    described = not app or _describe(door, app)
    had_config = any((where / each).is_file() for each in CONFIG_NAMES)
    if had_config:
        for each in CONFIG_NAMES:
            if (where / each).is_file():
                door.say("kept", where / each)
    elif (where / "conf.py").is_file():
        try:
            _derive(door, name)
        except SphinxError as error:
            for line in door.lines:
                print(line)
            again = "Mend this, then run the command again."
            print(f"{where / 'conf.py'}: {reason(error)} {again}", file=sys.stderr)
            return 1
    elif site is not None:
        _write_found(door, site, name)
    else:
        project = find_project(where.parent, where)
        project = project.called(name or project.name or name_of(where))
        for path, text in new_site(project).items():
            door.write(where / path, text)
    if app or not had_config:
        door.lines += _undescribed(where, app)
    if (where / "conf.py").is_file():
        _add_extension(door)
    _leave_output_out(door)
    if hosting is not None:
        _serve_host(door, hosting)
    door.lines += _to_fetch(where)
    refused = site is not None and _convert(door, site, write=convert)
    if package:
        described = put_into_wheel(door, new=not had_config) and described
    print("\n".join(door.lines))
    print(f"Next: {invocation()} serve {where}")
    return int(refused or not described)


def _describe(door: Door, app: str) -> bool:
    """Write the description that an app has of itself, over an older one; say what came of it."""
    path = door.folder / "openapi.json"
    try:
        text = description_of_app(app, door.folder.parent)
    except NoDescription as error:
        door.lines.append(f"note     {app} cannot be asked for its description: {error}")
        door.lines.append(f"         {error.todo}")
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    door.say("written", path, f"as {app} describes itself")
    return True


def _undescribed(folder: Path, app: str) -> list[str]:
    """Return what to say of descriptions that are there, and that the site does not show."""
    config = folder / "docs.json"
    said = text_of(config) if config.is_file() else ""
    if "openapi" in said or "asyncapi" in said or discover(folder, SUFFIXES, (), ()).fronts:
        return []
    found = find_project(folder.parent, folder).descriptions
    if found:
        first = found[0]
        return [
            f"note     {folder / first.path} describes an API; a page for each operation comes by",
            f'         "{first.field}": "{first.path}" in {config}',
        ]
    named = "" if app else find_app(folder.parent)
    if not named:
        return []
    return [
        f"note     {named} looks like an app of FastAPI; this writes its description:",
        f"         {invocation()} init {folder} --app {named}",
    ]


def _found_site(folder: Path | None, usual: Path) -> FoundSite | None:
    """Return what another tool says of the pages that are there, or what they say themselves."""
    found = find_site(folder)
    if found is None and pages_in(usual):
        found = of_files(usual)
    return found


def _write_found(door: Door, site: FoundSite, name: str | None) -> None:
    """Write the ``docs.json`` that says what the configuration of another tool says."""
    navigation = site.navigation
    title = name or site.name or name_of(door.folder)
    if isinstance(navigation, list):
        navigation = in_groups(title, navigation)
    else:
        navigation = {"tabs": [_tab_in_groups(each) for each in navigation["tabs"]]}
    pages = listed_pages(navigation)
    source = "your files" if site.source == site.folder else site.source.name
    why = f"{pages} page{'' if pages == 1 else 's'}, from {source}"
    door.write(door.folder / "docs.json", docs_json(title, navigation, site.settings), why)
    if site.conf:
        door.write(door.folder / "conf.py", site.conf, f"what {site.tool} sets in Sphinx")
    for name_, picture in site.copies.items():
        door.copy(door.folder / name_, picture)
    for what, names in (("is not there", site.absent), ("cannot be read here", site.unread)):
        if names:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            door.lines.append(f"note     {source} names what {what}: {names[0]}{more}")
    door.lines += [f"note     {each}" for each in site.notes]


def _tab_in_groups(tab: dict[str, Any]) -> dict[str, Any]:
    return tab | {"pages": in_groups(tab["tab"], tab["pages"])} if "pages" in tab else tab


def _convert(door: Door, site: FoundSite, *, write: bool) -> bool:
    """Say what the pages have that is written for another tool, or rewrite it.

    :return: whether they were to be rewritten and could not.
    """
    found = differences(site)
    why = rewrite(found, door.folder) if write else ""
    door.lines += told_of(found, site.tool, rewritten=write and not why)
    pages = f"{len(found.texts)} page{'' if len(found.texts) == 1 else 's'}"
    if not found.texts:
        door.lines += ["kept     all pages, which need no rewriting"] if write else []
    elif not write:
        door.lines.append(f"         `{invocation()} init {door.folder} --convert` rewrites it.")
    elif why:
        door.lines.append(f"note     no page was rewritten: {why}.")
        door.lines.append("         Commit your pages, and run the command again.")
        return True
    else:
        door.lines.append(f"changed  {pages}; `git diff` shows how")
    return False


def _to_fetch(folder: Path) -> list[str]:
    """Return what to say of descriptions at URLs that are not saved yet."""
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
        f"note     {many} read from the network by no build; save them once:",
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


def _derive(door: Door, name: str | None) -> None:

    found = read_project(door.folder)
    entries = list(found.navigation.entries)
    path = door.folder / "docs.json"
    pages = len(found.navigation.pages)
    entries = in_groups(name or found.name, entries)
    why = f"{pages} page{'' if pages == 1 else 's'}, from your toctrees"
    door.write(path, docs_json(name or found.name, entries), why)
    door.lines += notes(found)
    _choose_tags(door)


_TAG = re.compile(r"^[ \t]{0,3}<(?:" + "|".join(sorted(TAGS)) + r")(?:[ \t/>]|$)", re.MULTILINE)


def _choose_tags(door: Door) -> None:
    """Decide by what ``.md`` pages contain whether they are read with tags, and say so."""
    conf = door.folder / "conf.py"
    text = conf.read_text(encoding="utf-8", errors="replace")
    if "myst" not in text or SETTING in text:
        return
    pages = sorted(door.folder.rglob("*.md"))
    texts = {page: page.read_text(encoding="utf-8", errors="replace") for page in pages}
    found = [page for page, text in texts.items() if _TAG.search(without_code(text))]
    if not texts:
        return
    if found:
        write_author_file(conf, f"{text.rstrip()}\n\n{SETTING} = True\n")
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        door.say("changed", conf, f"{SETTING} is on: {found[0].name}{more} have our tags")
    else:
        door.lines.append(f"note     .md pages are read by MyST as before; {SETTING} = True in")
        door.lines.append("         conf.py lets them have tags such as <Card>.")


def notes(found: ReadProject) -> list[str]:
    """Return what is to be known of a derived navigation."""
    lines, derived = [], found.navigation
    if found.without:
        lines.append(f"note     conf.py could not be run here, its text was read: {found.without}")
        lines.append("         Install what it needs and run init again without docs.json.")
    if derived.globs:
        lines.append("note     glob: toctrees are written out; add new pages to docs.json, too.")
    return lines


def _add_extension(door: Door) -> None:
    path = door.folder / "conf.py"
    text = path.read_text(encoding="utf-8")
    changed = with_extension(text)
    if changed is not None:
        write_author_file(path, changed)
        door.say("changed", path, f'"{EXTENSION}" is added to the extensions')
    if "html_theme" in text and '"docsjson"' not in text:
        door.lines.append(
            'note     html_theme stays as it is; html_theme = "docsjson" takes our theme.'
        )


def _leave_output_out(door: Door) -> None:
    """Add the output to a .gitignore, unless git leaves it out already."""
    root = repository(door.folder)
    if root is None or is_ignored(door.folder, root):
        return
    path = door.folder / ".gitignore"
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    gap = "\n" if before and not before.endswith("\n") else ""
    write_author_file(path, f"{before}{gap}{OUTPUT}/\n")
    door.say("changed" if before else "written", path, f"{OUTPUT}/ is left out")


def repository(folder: Path) -> Path | None:
    """Return the nearest folder above with ``.git``."""
    here = folder.resolve()
    return next((path for path in (here, *here.parents) if (path / ".git").exists()), None)


def is_ignored(folder: Path, root: Path) -> bool:
    """Whether git leaves out what a build writes in *folder*."""
    output = (folder / OUTPUT / "x").resolve()
    if shutil.which("git"):
        command = ["git", "-C", str(root), "check-ignore", "-q", str(output)]
        code = subprocess.run(command, check=False, capture_output=True).returncode
        if code in (0, 1):
            return code == 0
    path = folder / ".gitignore"
    return path.is_file() and f"{OUTPUT}/" in path.read_text(encoding="utf-8").split()


def _serve_host(door: Door, hosting: str) -> None:
    root = repository(door.folder) or Path.cwd()
    here = door.folder.resolve()
    if not here.is_relative_to(root):
        root = here.parent
    shown = Path() if root == Path.cwd() else root
    if hosting in SERVERS:
        door.write(shown / SERVERS[hosting], server_file(hosting), "names a host and a folder")
        return
    relative = here.relative_to(root).as_posix()
    requirements = _requirements(door, root, here)
    file, text = HOSTS[hosting]
    places = SitePaths(
        folder=relative,
        has_conf=(door.folder / "conf.py").is_file(),
        requirements=requirements.relative_to(root).as_posix(),
        needed=_own_requirements(root, here, requirements),
        builder=_own_builder(root, here),
        baseurl=_own_address(door.folder),
        name=re.sub(r"[^a-z0-9]+", "-", root.name.lower()).strip("-") or "docs",
    )
    door.write(shown / file, text(places))
    door.lines.append(
        "note     the host builds with -W, so that a warning ends the build. See them before:"
    )
    door.lines.append(f"         {invocation()} check {door.folder}")
    if hosting in SCRIPTS:
        door.write(shown / SCRIPTS[hosting], host_script(hosting), "Markdown for who asks for it")
    if unlisted := _unlisted(root, here, (places.requirements, *places.needed)):
        names = ", ".join(unlisted)
        door.lines.append(f"note     conf.py loads {names}: no list of packages names it.")
        door.lines.append(f"         Add what installs it to {places.requirements}.")


def _own_requirements(root: Path, folder: Path, ours: Path) -> tuple[str, ...]:
    """Return what else the build of a Sphinx project needs: its lists, and the project itself.

    A file of ours that lists us only cannot import the extensions of conf.py.
    """
    if not (folder / "conf.py").is_file():
        return ()
    names = (
        *("requirements-docs.txt", "docs-requirements.txt", "doc-requirements.txt"),
        *("requirements/docs.txt", "requirements/doc.txt", "requirements_docs.txt"),
    )
    here = (root / name for name in names)
    beside = (folder / "requirements-docs.txt", folder.parent / "requirements.txt")
    found = [path for path in (*here, *beside) if path.is_file() and path != ours]
    lists = [f"-r {path.relative_to(root).as_posix()}" for path in found]
    project = root / "pyproject.toml"
    if not project.is_file():
        return (*lists, *((".",) if (root / "setup.py").is_file() else ()))
    try:
        told = tomllib.loads(project.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        told = {}
    extras = mapping(mapping(told.get("project")).get("optional-dependencies"))
    groups = mapping(told.get("dependency-groups"))
    of_docs = ("docs", "doc", "documentation")
    extra = next((name for name in of_docs if name in extras), "")
    group = next((name for name in of_docs if name in groups), "")
    own = f".[{extra}]" if extra else "." if "build-system" in told or "project" in told else ""
    return (*lists, *filter(None, (own, f"--group {group}" if group else "")))


NAMESPACE = "sphinxcontrib"
BROUGHT = frozenset({"sphinx", "sphinx_docsjson", "myst_parser", "sphinx_design", "alabaster"})
"""Packages of extensions that come with us."""
_WITH_SPHINX = re.compile(r"sphinxcontrib\.(?:\w{2,9}help|jsmath|serializinghtml)$")


def _unlisted(root: Path, folder: Path, lists: tuple[str, ...]) -> list[str]:
    """Return the extensions of conf.py that none of the lists seems to name.

    :param lists: the files that the build installs, as :class:`SitePaths` has them.
    """
    conf = folder / "conf.py"
    if not conf.is_file():
        return []
    loaded = plain_settings(conf.read_text("utf-8", errors="replace")).get("extensions", ())
    files = [root / name.removeprefix("-r ") for name in lists]
    files += [root / name for name in ("pyproject.toml", "setup.py", "setup.cfg")]
    texts = [path.read_text("utf-8", errors="replace") for path in files if path.is_file()]
    listed = "\n".join(texts).lower().replace("_", "-")
    known = packages_distributions()
    return [name for name in loaded if not _is_listed(str(name), listed, known, folder)]


def _is_listed(name: str, listed: str, known: Mapping[str, list[str]], folder: Path) -> bool:
    """Whether an extension comes with us, lies in the project, or has its package in a list."""
    top = name.partition(".")[0]
    if top in BROUGHT or _WITH_SPHINX.match(name):
        return True
    if any(folder.rglob(f"{top}.py")) or any(folder.rglob(f"{top}/__init__.py")):
        return True
    names = [name.replace(".", "-")]
    if top != NAMESPACE:  # a folder of many packages
        names += [top, *known.get(top, ())]
    return any(each.lower().replace("_", "-") in listed for each in names)


_DIRHTML = re.compile(r"""(?:-b|-M|make|builder:)[ \t"',]{1,8}dirhtml\b""")
_HABITS = ("Makefile", "tox.ini", "noxfile.py", "justfile", "pyproject.toml", ".readthedocs.yaml")
"""Files that say by which builder a project is built."""


def _own_builder(root: Path, folder: Path) -> str:
    """Return the builder by which a Sphinx project is built: its addresses are known."""
    if not (folder / "conf.py").is_file():
        return "dirhtml"
    beside = (folder / "Makefile", folder.parent / "Makefile")
    workflows = (root / ".github" / "workflows").glob("*.y*ml")
    files = (*beside, *(root / name for name in _HABITS), *workflows)
    texts = (path.read_text("utf-8", errors="replace") for path in files if path.is_file())
    return "dirhtml" if any(_DIRHTML.search(text) for text in texts) else "html"


def _own_address(folder: Path) -> bool:
    """Whether conf.py says where the site is read; a comment says nothing."""
    conf = folder / "conf.py"
    text = conf.read_text("utf-8", errors="replace") if conf.is_file() else ""
    try:
        names = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
    except (SyntaxError, ValueError):
        return "html_baseurl" in text
    return any(each.id == "html_baseurl" for each in names)


def _requirements(door: Door, root: Path, folder: Path) -> Path:
    """Return the file that lists what the build needs, with us in it."""
    path, above = folder / "requirements.txt", folder.parent / "requirements.txt"
    if above.is_file() and above.parent != root and not path.is_file():
        path = above  # docs/source and docs/requirements.txt
    shown = door.folder / "requirements.txt" if path.parent == folder else path
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    if re.search(rf"^{PACKAGE}\b", before, re.MULTILINE):
        door.say("kept", shown)
        return path
    gap = "\n" if before and not before.endswith("\n") else ""
    write_author_file(path, f"{before}{gap}{PACKAGE}\n")
    door.say("changed" if before else "written", shown, "what the build installs")
    return path


# The text of a ``conf.py`` with one extension more; all else stays as it is written. Pure.

EXTENSION = "sphinx_docsjson"
SETTING = "docsjson_tags_in_md"
MORE = f'extensions = [*globals().get("extensions", []), "{EXTENSION}"]\n'


def with_extension(text: str) -> str | None:
    """Return *text* with our extension at the end of ``extensions``.

    :returns: ``None`` when it is there, or when the text is no Python that can be read.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    if any(isinstance(n, ast.Constant) and n.value == EXTENSION for n in ast.walk(tree)):
        return None
    listed = _list_of_extensions(tree)
    changed = _into(text, listed) if listed is not None else None
    if changed is None or not _names_it(changed):
        changed = (
            f"{text.rstrip()}\n\n{MORE}" if text.strip() else f'extensions = ["{EXTENSION}"]\n'
        )
    return changed


def _list_of_extensions(tree: ast.Module) -> ast.List | None:
    """Return the list that conf.py gives to ``extensions``, if it does so once and plainly."""
    found = [
        statement
        for statement in ast.walk(tree)
        if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign))
        and any(_is_extensions(target) for target in _targets(statement))
    ]
    if len(found) != 1 or found[0] not in tree.body or isinstance(found[0], ast.AugAssign):
        return None
    value = found[0].value
    return value if isinstance(value, ast.List) else None


def _targets(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _is_extensions(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id == "extensions"


def _into(text: str, listed: ast.List) -> str:
    """Return *text* with one item more in a list, written as the others are."""
    lines = text.encode().splitlines(keepends=True)
    assert listed.end_lineno is not None
    assert listed.end_col_offset is not None
    end = sum(map(len, lines[: listed.end_lineno - 1])) + listed.end_col_offset - 1
    whole = text.encode()
    if not listed.elts:
        return _put(whole, end, f'"{EXTENSION}"')
    last = listed.elts[-1]
    assert last.end_lineno is not None
    assert last.end_col_offset is not None
    after = sum(map(len, lines[: last.end_lineno - 1])) + last.end_col_offset
    first = listed.elts[0]
    if last.lineno == listed.lineno:
        return _put(whole, after, f', "{EXTENSION}"')
    space = lines[last.lineno - 1][: last.col_offset].decode()
    indent = space if not space.strip() else " " * first.col_offset
    has_comma = whole[after:end].lstrip().startswith(b",")
    comma = whole.index(b",", after, end) + 1 if has_comma else after
    added = f'{"" if has_comma else ","}\n{indent}"{EXTENSION}"{"," if has_comma else ""}'
    return _put(whole, comma, added)


def _put(whole: bytes, place: int, added: str) -> str:
    return (whole[:place] + added.encode() + whole[place:]).decode()


def _names_it(text: str) -> bool:
    try:
        listed = _list_of_extensions(ast.parse(text))
    except SyntaxError:
        return False
    names = listed.elts if listed is not None else []
    return any(isinstance(name, ast.Constant) and name.value == EXTENSION for name in names)


# A project with a ``conf.py``, read by Sphinx itself, so that its order is Sphinx's own.

PLAIN = ("root_doc", "master_doc", "source_suffix", "exclude_patterns", "include_patterns")
"""Settings that say what the pages are, where conf.py cannot be run."""

MARKDOWN = "myst_parser"


@dataclass(frozen=True, kw_only=True)
class ReadProject:
    """What a project is called, and how it is navigated.

    :param without: why the conf.py did not count, and which extensions were left out; empty when
        Sphinx could read the project as a build does.
    """

    name: str
    navigation: DerivedNavigation
    without: str = ""


def read_project(folder: Path) -> ReadProject:
    """Let Sphinx read the project in *folder*, write nothing, and return what its toctrees say.

    Where its conf.py fails, as it does in an environment without its extensions, the pages are
    read without it: by what its text says plainly, and by the extensions that are here.

    :raises SphinxError: when they cannot be read that way either; it says why the conf.py failed.
    """
    try:
        with scratch_application(folder, folder, {}, "dummy") as app:
            app.builder.read()
            return _found(app, "")
    except (Exception, SystemExit) as error:
        text = reason(error)
    known = plain_settings((folder / "conf.py").read_text(encoding="utf-8", errors="replace"))
    wanted = [name for name in known.get("extensions", ()) if isinstance(name, str)]
    here = [name for name in wanted if _is_here(name)]
    settings = {name: known[name] for name in PLAIN if name in known}
    if "master_doc" in settings:
        settings["root_doc"] = settings.pop("master_doc")
    if MARKDOWN not in here:
        here.append(MARKDOWN)
    name = str(known.get("project") or folder.resolve().parent.name)
    settings |= {"extensions": here, "project": name}
    try:
        with scratch_application(folder, None, settings, "dummy") as app:
            app.builder.read()
            return _found(app, text)
    except SphinxError as error:
        raise SphinxError(text) from error


def _found(app: Sphinx, without: str) -> ReadProject:
    navigation = derive_navigation(app.env)
    return ReadProject(name=app.config.project, navigation=navigation, without=without)


def plain_settings(conf: str) -> dict[str, Any]:
    """Return the names of a conf.py that are given a plain value at its top level."""
    found: dict[str, Any] = {}
    try:
        statements = ast.parse(conf).body
    except SyntaxError:
        return found
    for statement in statements:
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        try:
            value = ast.literal_eval(statement.value)
        except ValueError:
            continue
        found |= {target.id: value for target in targets if isinstance(target, ast.Name)}
    return found


def _is_here(name: str) -> bool:
    """Whether an extension is installed, and reads pages without importing the project."""
    if name.startswith("sphinx.ext.auto"):
        return False
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


# The toctrees of a project, as Sphinx has read them → the navigation of a ``docs.json``.
#
# Each page stands where Sphinx comes to it first: the root document, then the entries of its
# toctrees in order, each followed by what its own toctrees list.

Entry: TypeAlias = str | dict[str, Any]
"""The path of a page, or a group."""


@dataclass(frozen=True, kw_only=True)
class DerivedNavigation:
    """What the toctrees of a project say.

    :param entries: the value of ``navigation``.
    :param pages: the pages in it, in order.
    :param links: how many entries lead to other sites.
    :param globs: how many toctrees list what matches a pattern.
    """

    entries: tuple[Entry, ...]
    pages: tuple[str, ...]
    links: int
    globs: int


def derive_navigation(env: BuildEnvironment) -> DerivedNavigation:
    """Return the navigation of a project that Sphinx has read."""
    walk = _ToctreeWalk(env=env)
    root = env.config.root_doc
    walk.seen.append(root)
    entries = tuple(walk.below(root))
    return DerivedNavigation(
        entries=(root, *entries),
        pages=tuple(walk.seen),
        links=walk.links,
        globs=len(env.glob_toctrees),
    )


@dataclass(kw_only=True)
class _ToctreeWalk:
    """A walk through the toctrees that comes to each page once."""

    env: BuildEnvironment
    seen: list[str] = field(default_factory=list)
    links: int = 0

    def below(self, docname: str) -> Iterator[Entry]:
        """Yield what the toctrees of a document list."""
        tree = self.env.tocs.get(docname)
        for toctree in tree.findall(addnodes.toctree) if tree is not None else ():
            entries = [entry for each in toctree["entries"] for entry in self._entry(*each)]
            caption = toctree.get("caption")
            if caption and entries:
                yield from _named(caption, entries)
            else:
                yield from entries

    def _entry(self, title: str | None, target: str) -> Iterator[Entry]:
        if is_external(target):
            if (url := safe_url(target)) is not None:
                self.links += 1
                yield {"group": title or url, "href": url}
            return
        if target not in self.env.found_docs or target in self.seen:
            return  # ``self`` is the document around, which stands before; others are no pages
        self.seen.append(target)
        own = title_of(self.env, target) or target
        entries = list(self.below(target))
        if entries:
            yield {"group": title or own, "root": target, "pages": entries}
        elif title and title != own:
            yield {"page": target, "title": title}
        else:
            yield target


def _named(caption: str, entries: list[Entry]) -> Iterator[Entry]:
    """Yield a group, or the only group in it where both are called the same."""
    only = entries[0] if len(entries) == 1 else None
    if isinstance(only, dict) and "pages" in only and _same(str(only["group"]), caption):
        yield only
    else:
        yield {"group": caption, "pages": _without_twins(caption, entries)}


def _without_twins(caption: str, entries: list[Entry]) -> list[Entry]:
    """Return the entries of a group; one called as the group is, has its pages beside it."""
    found: list[Entry] = []
    for entry in entries:
        if (
            isinstance(entry, dict)
            and "root" in entry
            and "pages" in entry
            and _same(str(entry["group"]), caption)
        ):
            found += [entry["root"], *entry["pages"]]
        else:
            found.append(entry)
    return found


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def in_groups(name: str, entries: list[Entry]) -> list[Entry]:
    """Return a navigation in which pages do not stand between groups, as bullets between boxes.

    Pages in front of the first group, and between groups, get a group of their own. A navigation
    that has no groups stays a list.
    """
    if not any(isinstance(entry, dict) and "pages" in entry for entry in entries):
        return entries
    found: list[Entry] = []
    loose: list[Entry] = []
    for entry in [*entries, None]:
        if isinstance(entry, str) or (isinstance(entry, dict) and "pages" not in entry):
            loose.append(entry)
            continue
        if loose and not found and len(loose) == 1:
            found += loose  # the start page, above the groups
        elif loose:
            found.append({"group": MORE_PAGES if found else name, "pages": loose})
        loose = []
        if entry is not None:
            found.append(entry)
    return found


MORE_PAGES = "More"
