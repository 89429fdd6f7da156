"""``init --package``: sets up a project so that its wheel contains its documentation."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_docsjson.base.files import relative_path
from sphinx_docsjson.base.messages import one_line, read_json
from sphinx_docsjson.cli.init_changes import FolderChanges
from sphinx_docsjson.ext.openapi.reading.parse import items, mapping

SETTING = "docsjson_package"
GROUP = "docsjson.documentation"
BACKEND = "hatchling"
FOLDER = "_docs"
"""The folder of the documentation in the package."""

CONF = """\
import sys
import tomllib
from pathlib import Path

root = Path(__file__).parents[{depth}]
sys.path.insert(0, str(root{source}))

project = "{name}"
{release}extensions = ["sphinx_docsjson", "sphinx.ext.autodoc"]
{setting} = "{name}"
"""
RELEASE = """\
metadata = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
release = metadata["project"]["version"]
"""

REFERENCE = """\
# Reference

```{{eval-rst}}
.. automodule:: {module}
   :members:
```
"""

MCP = """\
{
  "mcpServers": {
    "installed": { "command": "sphinx-docsjson", "args": ["mcp", "--installed"] }
  }
}
"""


@dataclass(frozen=True, kw_only=True)
class Package:
    """A project of Python.

    :param name: as it is installed.
    :param module: as it is imported.
    :param source: the folder below the root in which the module is; empty: the root.
    """

    root: Path
    name: str
    module: str
    source: str
    project: dict[str, Any]


def put_into_wheel(door: FolderChanges, package: Package, *, new: bool) -> bool:
    """Write the settings of the documentation and of the wheel; say what its owner has to do.

    :param new: whether ``docs.json`` was written just now.
    :return: whether the wheel will bring the documentation.
    """
    _write_settings(door, package)
    page = door.folder / "reference.md"
    if new and not page.exists():
        door.write(page, REFERENCE.format(module=package.module), "what autodoc reads")
        _list_reference(door, door.folder / "docs.json")
    _write_wheel(door, package)
    door.write(package.root / ".mcp.json", MCP, "what assistants ask")
    output = door.folder / "_build" / "package" / package.name
    command = [sys.executable, "-m", "sphinx_docsjson", "build", str(door.folder), "--quiet"]
    done = subprocess.run(
        command, check=False, capture_output=True, encoding="utf-8", errors="replace"
    )
    if done.returncode or not output.is_dir():
        why = one_line(done.stderr.strip().rpartition("\n")[2]) or "it wrote nothing"
        door.lines.append(f"note     the first build failed: {why}")
        return False
    door.say("built", output, "what the wheel contains; build before each release")
    door.lines.append("note     `pip install .` installs the package with its documentation")
    return True


def package_of(folder: Path) -> Package | str:
    """Return the project around a site, or what is missing in it."""
    here = folder.resolve()
    root = next((each for each in here.parents if (each / "pyproject.toml").is_file()), None)
    if root is None:
        return "there is no pyproject.toml above it"
    try:
        read = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        return f"pyproject.toml cannot be read: {error}"
    project, backend = mapping(read.get("project")), mapping(read.get("build-system"))
    name = str(project.get("name") or "")
    if not name:
        return "pyproject.toml has no name in [project]"
    if backend.get("build-backend") != f"{BACKEND}.build":
        return (
            f"its build backend is not {BACKEND}; write it as 'Documentation in your wheel' says"
        )
    module = re.sub(r"[-.]+", "_", name).lower()
    for source in ("", "src"):
        if (root / source / module).is_dir():
            root = Path(relative_path(root, Path.cwd()))
            return Package(root=root, name=name, module=module, source=source, project=dict(read))
    return f"there is no folder {module} or src/{module}"


def _write_settings(door: FolderChanges, package: Package) -> None:
    """Name the package in ``conf.py``, which imports the project from where it is."""
    path = door.folder / "conf.py"
    if path.is_file():
        text = path.read_text(encoding="utf-8")
        if SETTING not in text:
            gap = "" if text.endswith("\n") else "\n"
            line = f'{SETTING} = "{package.name}"\n'
            door.change(path, f"{text}{gap}{line}", f"{SETTING} names the package")
        return
    depth = len(door.folder.resolve().relative_to(package.root.resolve()).parts)
    versioned = "version" in mapping(package.project.get("project"))
    text = CONF.format(
        depth=depth,
        source=f' / "{package.source}"' if package.source else "",
        name=package.name,
        release=RELEASE if versioned else "",
        setting=SETTING,
    )
    if not versioned:
        text = text.replace("import tomllib\n", "")
    door.write(path, text, "the settings of Sphinx for the package")


def _list_reference(door: FolderChanges, config: Path) -> None:
    """List the page of the reference in the navigation that ``init`` has just written."""
    read = read_json(config.read_text(encoding="utf-8"))
    group = {"group": "Reference", "pages": ["reference"]}
    navigation = read.get("navigation")
    listed = navigation.get("groups") if isinstance(navigation, dict) else navigation
    if isinstance(listed, list):
        listed.append(group)
        text = json.dumps(read, indent=2, ensure_ascii=False)
        door.change(config, f"{text}\n", "lists the reference")


def _write_wheel(door: FolderChanges, package: Package) -> None:
    """Add to ``pyproject.toml`` where the documentation is, and that the wheel has it."""
    path = package.root / "pyproject.toml"
    text = path.read_text(encoding="utf-8")
    built = (
        door.folder.resolve().relative_to(package.root.resolve())
        / "_build"
        / "package"
        / package.name
    )
    added: list[str] = []
    points = mapping(mapping(package.project.get("project")).get("entry-points"))
    if GROUP not in points:
        added += [
            f'[project.entry-points."{GROUP}"]',
            f'{package.name} = "{package.module}.{FOLDER}"',
            "",
        ]
    wheel: Any = package.project
    for name in ("tool", "hatch", "build", "targets", "wheel"):
        wheel = mapping(mapping(wheel).get(name))
    where, line = "[tool.hatch.build.targets.wheel.force-include]", f'"{built.as_posix()}"'
    if built.as_posix() not in mapping(wheel.get("force-include")):
        line = f'{line} = "{package.module}/{FOLDER}"'
        if "force-include" in wheel:
            door.lines.append(f"note     write below {where} in pyproject.toml: {line}")
        else:
            if not items(wheel.get("packages")):
                prefix = f"{package.source}/" if package.source else ""
                if not wheel:
                    added += ["[tool.hatch.build.targets.wheel]"]
                    added += [f'packages = ["{prefix}{package.module}"]', ""]
            added += [where, line, ""]
    if added:
        gap = "\n" if text.endswith("\n") else "\n\n"
        door.change(path, text + gap + "\n".join(added), "the wheel includes the documentation")
