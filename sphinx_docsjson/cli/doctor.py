"""``sphinx-docsjson doctor``: finds missing packages and mistakes in a project."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import one_line
from sphinx_docsjson.cli import OUTPUT
from sphinx_docsjson.cli.check_build import scratch_application
from sphinx_docsjson.cli.check_messages import reason
from sphinx_docsjson.cli.init import FOLDERS
from sphinx_docsjson.cli.init_files import HOSTS
from sphinx_docsjson.cli.init_hosting import is_ignored, repository
from sphinx_docsjson.compat.sphinx import values_of_conf
from sphinx_docsjson.navigation.tree import SUFFIXES, Tree
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import CONFIG_NAMES, Container
from sphinx_docsjson.version import __version__

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_docsjson.site.model import Site


def doctor(folder: Path) -> int:
    """Print what is found; return 1 when something is wrong."""

    found = [*look_at_installation(), *look_at_project(folder)]
    for finding in found:
        print("\n".join(finding.lines))
    count = sum(finding.state is State.WRONG for finding in found)
    print(
        f"{folder}: {count} thing{'s' if count > 1 else ''} to fix"
        if count
        else f"{folder}: nothing to fix"
    )
    return 1 if count else 0


# What is installed: Python, what we need, what only some users need.

PACKAGE = "sphinx-docsjson"
SHOWN = ("sphinx", "docutils", "myst-parser", "sphinx-design", "openapi-core")

EXTRAS = {
    "conventions": ("detect_secrets", "finds secrets in code"),
    "overlays": ("jsonpath", "applies overlays to OpenAPI files"),
}
"""Name of an extra → a module of it, and what it is for."""

PROGRAMS = {"latexmk": "makes PDFs, with XeLaTeX", "git": "says when a page was last changed"}

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[[^\]]*\])?\s*(?P<limits>[^;]*)")
_LIMIT = re.compile(r"(?P<sign>>=|<=|<|>|==|!=)\s*(?P<number>[\d.]+)")


def look_at_installation() -> Iterator[Diagnosis]:
    """Yield what there is to say about the environment."""
    yield fine(f"sphinx-docsjson {__version__}, Python {sys.version.split()[0]}")
    shown = []
    for requirement in _required():
        match = _REQUIREMENT.match(requirement)
        assert match is not None
        name, limits = match["name"], match["limits"].strip()
        try:
            found = version(name)
        except PackageNotFoundError:
            yield wrong(f"{name} is not installed", f'pip install "{name}{limits}"')
            continue
        if not within(found, limits):
            text = f"{name} {found} is installed; {limits} is needed"
            yield wrong(text, f'pip install "{name}{limits}"')
        elif name in SHOWN:
            shown.append(f"{name} {found}")
    if shown:
        yield fine(", ".join(shown))
    for extra, (module, why) in EXTRAS.items():
        if find_spec(module) is not None:
            yield fine(f"the extra {extra}: it {why}")
        else:
            todo = f'pip install "{PACKAGE}[{extra}]", if you want it'
            yield note(f"the extra {extra} is not installed: it {why}", todo)
    for program, why in PROGRAMS.items():
        if shutil.which(program) is None:
            yield note(f"{program} is not installed: it {why}")
        else:
            yield fine(f"{program}: it {why}")


def _required() -> list[str]:
    """Return what the package needs everywhere, as its metadata says; nothing in a checkout."""
    try:
        listed = requires(PACKAGE) or []
    except PackageNotFoundError:
        return list(SHOWN)
    return [each for each in listed if "extra ==" not in each]


def within(found: str, limits: str) -> bool:
    """Whether a version keeps to limits such as ``>=8.2,<10``; pre-releases count as releases."""
    have = _numbers(found)
    for match in _LIMIT.finditer(limits):
        want = _numbers(match["number"])
        size = max(len(have), len(want))
        one, other = (*have, *[0] * (size - len(have))), (*want, *[0] * (size - len(want)))
        held = {
            ">=": one >= other,
            "<=": one <= other,
            "<": one < other,
            ">": one > other,
            "==": one == other,
            "!=": one != other,
        }
        if not held[match["sign"]]:
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", re.split(r"[a-z+-]", text)[0]))


# Mistakes in a project: its ``docs.json`` compared with its ``conf.py``.

EXTENSION, THEME = "sphinx_docsjson", "docsjson"

TWICE = {
    "project": ("name", "the name"),
    "html_title": ("name", "the title"),
    "html_logo": ("logo", "the logo"),
    "html_favicon": ("favicon", "the favicon"),
}
"""Setting of conf.py → the field of docs.json that it wins over, and what both say."""

LOOK = ("colors", "logo", "favicon", "background", "backgroundImage", "fonts", "navbar", "footer")
"""Fields that only our theme shows."""


def look_at_project(folder: Path) -> Iterator[Diagnosis]:
    """Yield what there is to say about the project in *folder*."""
    has_conf = (folder / "conf.py").is_file()
    named = [name for name in CONFIG_NAMES if (folder / name).is_file()]
    if not named and not has_conf:
        todo = f"sphinx-docsjson init {folder}"
        yield wrong(f"{folder} has neither docs.json nor conf.py", todo)
        return
    if len(named) > 1:
        yield wrong("docs.json and mint.json are both there; mint.json is not read", "delete one")
    yield from _apart(folder, named, has_conf=has_conf)
    site = yield from _site(folder, named)
    if has_conf:
        yield from _conf(folder, site, named)
    else:
        yield fine("no conf.py, and none is needed: `sphinx-docsjson build` builds it")
        if site is not None:
            settings = {"extensions": [EXTENSION]}
            with scratch_application(folder, None, settings, "html") as app:
                yield from _pages(folder, site, app.config)
                yield from _address(folder, app.config, has_conf=False)
    yield from _diagrams(folder)
    yield from _long_paths(folder)
    yield from _host_files(folder)
    root = repository(folder)
    if root is not None and not is_ignored(folder, root):
        yield note(f"git does not ignore {folder / OUTPUT}", f"sphinx-docsjson init {folder}")


def _apart(folder: Path, named: list[str], *, has_conf: bool) -> Iterator[Diagnosis]:
    """Yield whether docs.json and conf.py are in different folders of the repository."""
    top = repository(folder) or folder.resolve().parent
    wanted = CONFIG_NAMES if has_conf and not named else ("conf.py",) if not has_conf else ()
    for other in FOLDERS:
        place = top / other
        if place.resolve() == folder.resolve():
            continue
        for name in wanted:
            if (place / name).is_file():
                text = f"{name} is in {other}, not beside the files in {folder}"
                yield wrong(text, "move it, so that docs.json and conf.py are side by side")


def _site(folder: Path, named: list[str]) -> Generator[Diagnosis, None, Site | None]:
    loaded = load_site(folder)
    if not named:
        yield note("there is no docs.json", f"sphinx-docsjson init {folder} creates one")
    elif loaded.is_foreign and (folder / "conf.py").is_file():
        yield note(f"{named[0]} does not describe a site: it is left to another program")
    elif loaded.problems:
        count = len(loaded.problems)
        text = f"{named[0]} has {count} problem{'s' if count > 1 else ''}: "
        first = loaded.problems[0]
        text += one_line(f"{first.location}: {first.message}")
        yield wrong(text, f"sphinx-docsjson check {folder} shows all of them")
    else:
        yield fine(f"{named[0]}: no problem in it")
    for remark in loaded.remarks:
        yield note(f"{named[0]}: {remark}")
    return loaded.site


def _conf(folder: Path, site: Site | None, named: list[str]) -> Iterator[Diagnosis]:
    try:
        with scratch_application(folder, folder, {}, "html") as app:
            yield from _agreement(site, app.config, named)
            yield from _pages(folder, site, app.config)
            yield from _address(folder, app.config, has_conf=True)
    except (Exception, SystemExit) as error:
        missing = getattr(error.__cause__ or error.__context__, "name", None)
        todo = f"pip install the package with the module {missing}" if missing else "fix conf.py"
        if isinstance(error, SystemExit):
            todo = f"sphinx-docsjson check {folder} says why"
        yield wrong(f"conf.py cannot be run: {reason(error)}", todo)


def _agreement(site: Site | None, config: Config, named: list[str]) -> Iterator[Diagnosis]:
    yield fine(
        f"conf.py runs, with {len(config.extensions)} extensions and the theme {config.html_theme}"
    )
    if named and EXTENSION not in config.extensions:
        todo = f'add "{EXTENSION}" to the extensions'
        yield wrong(f"conf.py does not load {EXTENSION}: {named[0]} is not read", todo)
        return
    if site is None:
        return
    written = set(values_of_conf(config))
    fields = {key.partition(".")[0] for key in site.locations}
    for setting, (key, what) in TWICE.items():
        agreed = setting == "project" and config.project == site.name
        if setting in written and key in fields and not agreed:
            text = f"conf.py sets {setting}, docs.json {key}: conf.py decides {what}"
            yield note(text, "remove one of them if they differ")
    unseen = sorted(fields & set(LOOK))
    if config.html_theme != THEME and unseen:
        text = (
            f"the theme is {config.html_theme}: it does not show {', '.join(unseen)} of docs.json"
        )
        yield note(text, f'html_theme = "{THEME}" in conf.py selects ours')


def _pages(folder: Path, site: Site | None, config: Config) -> Iterator[Diagnosis]:
    if site is None:
        return
    there = frozenset(_pages_in(folder, tuple(config.source_suffix)))
    missing = [one.entry.path for one in Tree(site, there).missing]
    parts = (node for _above, node in site.navigation.walk())
    described = any(
        isinstance(node, Container) and (node.openapi or node.asyncapi) for node in parts
    )
    generated = bool(site.openapi or site.asyncapi) or described
    if missing and not generated:
        pages = f"{len(missing)} pages that are" if len(missing) > 1 else "a page that is"
        text = f"the navigation names {pages} missing: {missing[0]}"
        yield wrong(text, f"sphinx-docsjson check {folder} shows all of them")
    elif not missing:
        yield fine("every page in the navigation exists")


HOST_FILES = (".readthedocs.yaml", ".readthedocs.yml", *(name for name, _text in HOSTS.values()))
_ISOLATED = re.compile(r"sphinx-build\b[^\n]*\s(?:-C|--isolated)\b")
_FOLDER = re.compile(r"sphinx-docsjson build ([\w./-]+)")
_CONFIGURATION = re.compile(r"\bconfiguration: *[\"']?([\w./-]+)")
_COMMAND = re.compile(r"[^\n;&|]+")
_LIST = re.compile(r"(?:-r|--requirement|requirements:)[ =]+[\"']?([\w./-]+)")


def _host_files(folder: Path) -> Iterator[Diagnosis]:
    """Yield what the files for hosts say about this project: their paths may be out of date."""
    root = repository(folder) or folder.resolve().parent
    files = [root / name for name in dict.fromkeys(HOST_FILES)]
    for file in (path for path in files if path.is_file()):
        name = file.relative_to(root).as_posix()
        text = file.read_text("utf-8", errors="replace")
        if "sphinx" in text or name in HOST_FILES[:2]:
            found = list(_host_file(folder, root, name, text))
            yield from found or [fine(f"{name} installs {PACKAGE} and builds this project")]


def _host_file(folder: Path, root: Path, name: str, text: str) -> Iterator[Diagnosis]:
    here = folder.resolve().relative_to(root.resolve()).as_posix()
    has_conf = (folder / "conf.py").is_file()
    if has_conf and _ISOLATED.search(text):
        todo = f"sphinx-docsjson build {here} instead of sphinx-build -C reads it"
        yield wrong(f"{name} builds without conf.py (-C)", todo)
    for conf in _CONFIGURATION.findall(text) if name in HOST_FILES[:2] else ():
        if not (root / conf).is_file():
            todo = f"sphinx.configuration: {here}/conf.py"
            if not has_conf:
                todo = f"sphinx-docsjson init {folder} --hosting readthedocs, without {name}"
            yield wrong(f"{name}: there is no {conf}", todo)
        elif (root / conf).resolve().parent != folder.resolve():
            yield note(f"{name} builds {conf}, and not {here}")
    for built in _FOLDER.findall(text):
        if not (root / built).is_dir():
            yield wrong(f"{name}: there is no folder {built}", f"write {here}")
    # Other programs, such as cp, also have an option -r.
    commands = (each for each in _COMMAND.findall(text) if re.search(r"pip\b|requirements:", each))
    lists = [each for command in commands for each in _LIST.findall(command)]
    missing = [each for each in lists if not (root / each).is_file()]
    for each in missing:
        yield wrong(f"{name}: there is no {each}", "fix its path")
    texts = [text for each in lists for text in _list_and_included(root / each)]
    if re.search(r"\bpip\b|\buv\b|\bpoetry\b", text):
        project = root / "pyproject.toml"
        texts += [project.read_text("utf-8", "replace")] if project.is_file() else []
        texts += re.findall(r"(?:pip|uv|uvx|poetry)\b[^\n]*", text)
    if not missing and not any(PACKAGE in each.replace("_", "-") for each in texts):
        todo = f"sphinx-docsjson init {folder} --hosting readthedocs lists it, or add it yourself"
        yield wrong(f"{name} does not install {PACKAGE}", todo)


_INCLUDED = re.compile(r"^(?:-r|--requirement|-c|--constraint)[ =]{0,4}(\S+)", re.MULTILINE)
MOST_LISTS = 20


def _list_and_included(path: Path) -> Iterator[str]:
    """Yield the text of a list of packages, and of the lists that it includes."""
    waiting, seen = [path], set[Path]()
    while waiting and len(seen) < MOST_LISTS:
        each = waiting.pop()
        if each in seen or not each.is_file():
            continue
        seen.add(each)
        text = each.read_text("utf-8", "replace")
        waiting += [(each.parent / name).resolve() for name in _INCLUDED.findall(text)]
        yield text


_FENCE = re.compile(r"^[ \t>]*+`{3,}+mermaid\b", re.MULTILINE)


def _diagrams(folder: Path) -> Iterator[Diagnosis]:
    """Yield how many diagrams there are that nothing draws."""
    if any(folder.glob("mermaid*.js")) or _names_script(folder / "conf.py"):
        return
    pages = (
        folder / f"{name}{suffix}"
        for suffix in (".md", ".mdx")
        for name in _pages_in(folder, (suffix,))
    )
    texts = (page.read_text(encoding="utf-8", errors="replace") for page in pages)
    count = sum(len(_FENCE.findall(text)) for text in texts)
    if count:
        text = f"{count} Mermaid diagram{'s are' if count > 1 else ' is'} shown as text"
        yield note(text, f"sphinx-docsjson init {folder} --diagrams downloads the script from npm")


LIMITS_PATHS = sys.platform in {"win32", "cygwin"}
LONGEST_PATH = 259
"""How many characters a path has on Windows, unless long paths are enabled there."""


def _long_paths(folder: Path) -> Iterator[Diagnosis]:
    """Yield whether Windows refuses to write what is made of a page."""
    if not LIMITS_PATHS:
        return
    output = folder.resolve() / OUTPUT / "doctrees"
    made = [str(output / f"{name}.doctree") for name in _pages_in(folder, SUFFIXES)]
    if long := [path for path in made if len(path) > LONGEST_PATH]:
        text = f"{len(long)} of {len(made)} pages have paths above {LONGEST_PATH} characters"
        yield wrong(text, "move the project to a shorter folder, or enable long paths in Windows")


def _names_script(conf: Path) -> bool:
    return conf.is_file() and "docsjson_mermaid" in conf.read_text("utf-8", errors="replace")


def _address(folder: Path, config: Config, *, has_conf: bool) -> Iterator[Diagnosis]:
    if not config.html_baseurl:
        text = "html_baseurl is not set: there will be no sitemap.xml and no canonical addresses"
        todo = f"sphinx-docsjson build {folder} -D html_baseurl=https://…"
        todo = 'html_baseurl = "https://…" in conf.py' if has_conf else todo
        yield note(text, f"{todo}; Read the Docs sets it itself")


def _pages_in(folder: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    for path in folder.rglob("*"):
        suffix = next((each for each in suffixes if path.name.endswith(each)), None)
        inside = path.relative_to(folder)
        hidden = any(part.startswith((".", OUTPUT, "node_modules")) for part in inside.parts)
        if suffix and not hidden and path.is_file():
            yield inside.as_posix().removesuffix(suffix)


# What an examination finds: a line each, and what to do about it.


class State(StrEnum):
    """How something is."""

    FINE = "ok"
    NOTE = "note"
    """Worth to know; nothing has to be done."""

    WRONG = "wrong"


@dataclass(frozen=True, kw_only=True, slots=True)
class Diagnosis:
    """One thing that was looked at.

    :param todo: what to do, as a sentence or a command; empty where nothing has to be done.
    """

    state: State
    text: str
    todo: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The finding as it is printed."""
        first = f"{self.state:<6} {self.text}"
        return (first, f"       → {self.todo}") if self.todo else (first,)


def fine(text: str) -> Diagnosis:
    """Return that something is as it should be."""
    return Diagnosis(state=State.FINE, text=text)


def note(text: str, todo: str = "") -> Diagnosis:
    """Return what is worth to know."""
    return Diagnosis(state=State.NOTE, text=text, todo=todo)


def wrong(text: str, todo: str) -> Diagnosis:
    """Return what is wrong, and what to do."""
    return Diagnosis(state=State.WRONG, text=text, todo=todo)
