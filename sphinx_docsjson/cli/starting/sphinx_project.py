"""A project with a ``conf.py``, read by Sphinx itself, so that its order is Sphinx's own."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.cli.checking.giving_up import reason
from sphinx_docsjson.cli.scratch_application import scratch_application
from sphinx_docsjson.cli.starting.derived_navigation import derive_navigation

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.cli.starting.derived_navigation import DerivedNavigation

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

    :raises SphinxError: when they cannot be read that way either.
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
    with scratch_application(folder, None, settings, "dummy") as app:
        app.builder.read()
        return _found(app, text)


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
