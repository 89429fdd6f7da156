"""``sphinx-docsjson init``: what a folder lacks to be a site. Nothing is asked or overwritten."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.invocation import invocation
from sphinx_docsjson.cli.starting.conf_text import EXTENSION, with_extension
from sphinx_docsjson.cli.starting.host_files import HOSTS, SitePlaces
from sphinx_docsjson.cli.starting.new_site import docs_json, new_site
from sphinx_docsjson.navigation.tree import SUFFIXES
from sphinx_docsjson.site.config_names import CONFIG_NAMES

if TYPE_CHECKING:
    from sphinx_docsjson.cli.starting.sphinx_project import ReadProject

FOLDERS = (".", "docs", "doc", "docs/source", "doc/source", "docs/src", "documentation")
"""Where the documentation of a repository lies; the first that has a configuration."""

NEW = "docs"
OUTPUT = "_build"
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
        path.write_text(text, encoding="utf-8")
        self.say("written", path, why)


def init(folder: Path | None, name: str | None, hosting: str | None = None) -> int:
    """Write what is missing, and say what was done and the one next command."""
    where = folder if folder is not None else usual_folder()
    door = Door(folder=where)
    if any((where / each).is_file() for each in CONFIG_NAMES):
        for each in CONFIG_NAMES:
            if (where / each).is_file():
                door.say("kept", where / each)
    elif (where / "conf.py").is_file():
        _derive(door, name)
    else:
        for path, text in new_site(name or name_of(where)).items():
            door.write(where / path, text)
    if (where / "conf.py").is_file():
        _add_extension(door)
    _leave_output_out(door)
    if hosting is not None:
        _serve_host(door, hosting)
    print("\n".join(door.lines))
    print(f"Next: {invocation()} serve {where}")
    return 0


def usual_folder() -> Path:
    """Return the folder of a configuration that is there already, else that of a new site."""
    names = (*CONFIG_NAMES, "conf.py")
    found = (Path(folder) for folder in FOLDERS)
    return next((each for each in found if any((each / n).is_file() for n in names)), Path(NEW))


def name_of(folder: Path) -> str:
    """Return what a project is probably called: as the folder around its documentation is."""
    name = folder.resolve().parent.name.replace("-", " ").replace("_", " ").title()
    return name or "Documentation"


def _derive(door: Door, name: str | None) -> None:
    from sphinx_docsjson.cli.starting.sphinx_project import read_project

    found = read_project(door.folder)
    entries = list(found.navigation.entries)
    path = door.folder / "docs.json"
    pages = len(found.navigation.pages)
    door.write(path, docs_json(name or found.name, entries), f"{pages} pages, from your toctrees")
    door.lines += notes(found)


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
        path.write_text(changed, encoding="utf-8")
        door.say("changed", path, f'"{EXTENSION}" is added to the extensions')
    if "html_theme" in text and '"docsjson"' not in text:
        door.lines.append('note     html_theme stays as it is; html_theme = "docsjson" is ours.')


def _leave_output_out(door: Door) -> None:
    """Add the output to a .gitignore, unless git leaves it out already."""
    root = repository(door.folder)
    if root is None or is_ignored(door.folder, root):
        return
    path = door.folder / ".gitignore"
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    gap = "\n" if before and not before.endswith("\n") else ""
    path.write_text(f"{before}{gap}{OUTPUT}/\n", encoding="utf-8")
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
    relative = here.relative_to(root).as_posix()
    requirements = _requirements(door, root, here)
    file, text = HOSTS[hosting]
    places = SitePlaces(
        folder=relative,
        has_conf=(door.folder / "conf.py").is_file(),
        requirements=requirements.relative_to(root).as_posix(),
        name=re.sub(r"[^a-z0-9]+", "-", root.name.lower()).strip("-") or "docs",
    )
    door.write(shown / file, text(places))


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
    path.write_text(f"{before}{gap}{PACKAGE}\n", encoding="utf-8")
    door.say("changed" if before else "written", shown, "what the build installs")
    return path
