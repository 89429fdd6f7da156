"""Writes the files for a host, and the list of packages that a build there needs."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli import OUTPUT, invocation
from sphinx_docsjson.cli.baseline import BASELINE
from sphinx_docsjson.cli.init_changes import FolderChanges, write_author_file
from sphinx_docsjson.cli.init_files import (
    HOSTS,
    SCRIPTS,
    SERVERS,
    SitePaths,
    host_script,
    server_file,
)
from sphinx_docsjson.cli.init_navigation import plain_settings
from sphinx_docsjson.cli.needed_extra import needed_extra
from sphinx_docsjson.ext.openapi.reading.parse import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping


PACKAGE = "sphinx-docsjson"


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


def add_host_files(changes: FolderChanges, hosting: str, *, strict: bool) -> None:
    """Write what the host of a site needs, and say which packages a build there lacks.

    :param hosting: the name of a host in ``HOSTS``.
    :param strict: whether a warning fails the build there.
    """
    root = repository(changes.folder) or Path.cwd()
    here = changes.folder.resolve()
    if not here.is_relative_to(root):
        root = here.parent
    shown = Path() if root == Path.cwd() else root
    if hosting in SERVERS:
        changes.write(shown / SERVERS[hosting], server_file(hosting), "names a host and a folder")
        return
    relative = here.relative_to(root).as_posix()
    requirements = _requirements(changes, root, here)
    file, text = HOSTS[hosting]
    places = SitePaths(
        folder=relative,
        requirements=requirements.relative_to(root).as_posix(),
        needed=_own_requirements(root, here, requirements),
        builder=_own_builder(root, here),
        strict=strict,
        name=re.sub(r"[^a-z0-9]+", "-", root.name.lower()).strip("-") or "docs",
    )
    changes.write(shown / file, text(places))
    check = f"{invocation()} check {changes.folder}"
    if strict:
        changes.lines.append(
            "note     the host builds with -W: a warning fails the build. See them"
        )
        changes.lines.append(f"         before: {check}")
    else:
        changes.lines.append("note     a warning does not fail the build of the host. To see only")
        changes.lines.append(f"         new ones: {check} --baseline {BASELINE}")
    if hosting in SCRIPTS:
        changes.write(
            shown / SCRIPTS[hosting], host_script(hosting), "Markdown for clients that ask for it"
        )
    if unlisted := _unlisted(root, here, (places.requirements, *places.needed)):
        names = ", ".join(unlisted)
        changes.lines.append(f"note     conf.py loads {names}: no list of packages names it.")
        changes.lines.append(f"         Add what installs it to {places.requirements}.")


def _own_requirements(root: Path, folder: Path, ours: Path) -> tuple[str, ...]:
    """Return what else the build of a Sphinx project needs: its lists, and the project itself.

    A requirements file that lists only us cannot import the extensions of conf.py.
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
    """Whether an extension comes with us, is in the project, or has its package in a list."""
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


def _requirements(changes: FolderChanges, root: Path, folder: Path) -> Path:
    """Return the file that lists what the build needs, with us in it."""
    path, above = folder / "requirements.txt", folder.parent / "requirements.txt"
    if above.is_file() and above.parent != root and not path.is_file():
        path = above  # docs/source and docs/requirements.txt
    shown = changes.folder / "requirements.txt" if path.parent == folder else path
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    if re.search(rf"^{PACKAGE}\b", before, re.MULTILINE):
        changes.say("kept", shown)
        return path
    gap = "\n" if before and not before.endswith("\n") else ""
    write_author_file(path, f"{before}{gap}{PACKAGE}{needed_extra(folder)}\n")
    changes.say("changed" if before else "written", shown, "what the build installs")
    return path
