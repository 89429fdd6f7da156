"""What is wrong, missing or said twice in a project: its ``docs.json`` beside its ``conf.py``."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.checking.giving_up import reason
from sphinx_docsjson.cli.diagnosis.findings import Diagnosis, fine, note, wrong
from sphinx_docsjson.cli.scratch_application import scratch_application
from sphinx_docsjson.cli.starting import FOLDERS, OUTPUT, is_ignored, repository
from sphinx_docsjson.compat.conf_values import values_of_conf
from sphinx_docsjson.navigation.tree import Tree
from sphinx_docsjson.site.config_names import CONFIG_NAMES
from sphinx_docsjson.site.containers import Container
from sphinx_docsjson.site.load import load_site
from sphinx_docsjson.text.wording import one_line

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_docsjson.site.model import Site

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
    """Yield what there is to say of the project in *folder*."""
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
        yield fine("no conf.py: sphinx-build -C -D extensions=sphinx_docsjson builds it")
        if site is not None:
            settings = {"extensions": [EXTENSION]}
            with scratch_application(folder, None, settings, "html") as app:
                yield from _pages(folder, site, app.config)
                yield from _address(app.config)
    root = repository(folder)
    if root is not None and not is_ignored(folder, root):
        yield note(f"git does not leave out {folder / OUTPUT}", f"sphinx-docsjson init {folder}")


def _apart(folder: Path, named: list[str], *, has_conf: bool) -> Iterator[Diagnosis]:
    """Yield whether docs.json and conf.py lie in different folders of the repository."""
    top = repository(folder) or folder.resolve().parent
    wanted = CONFIG_NAMES if has_conf and not named else ("conf.py",) if not has_conf else ()
    for other in FOLDERS:
        place = top / other
        if place.resolve() == folder.resolve():
            continue
        for name in wanted:
            if (place / name).is_file():
                text = f"{name} lies in {other}, and not beside what is in {folder}"
                yield wrong(text, "move it, so that docs.json and conf.py stand side by side")


def _site(folder: Path, named: list[str]) -> Generator[Diagnosis, None, Site | None]:
    loaded = load_site(folder)
    if not named:
        yield note("there is no docs.json", f"sphinx-docsjson init {folder} makes one")
    elif loaded.is_foreign and (folder / "conf.py").is_file():
        yield note(f"{named[0]} says nothing of a site: it is left to another program")
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
            yield from _agreement(folder, site, app.config, named)
            yield from _pages(folder, site, app.config)
            yield from _address(app.config)
    except (Exception, SystemExit) as error:
        missing = getattr(error.__cause__ or error.__context__, "name", None)
        todo = f"pip install what has the module {missing}" if missing else "mend conf.py"
        if isinstance(error, SystemExit):
            todo = f"sphinx-docsjson check {folder} says why"
        yield wrong(f"conf.py cannot be run: {reason(error)}", todo)


def _agreement(
    folder: Path, site: Site | None, config: Config, named: list[str]
) -> Iterator[Diagnosis]:
    yield fine(
        f"conf.py runs, with {len(config.extensions)} extensions and the theme {config.html_theme}"
    )
    if named and EXTENSION not in config.extensions:
        todo = f'add "{EXTENSION}" to the extensions'
        yield wrong(f"conf.py does not name {EXTENSION}: {named[0]} is not read", todo)
        return
    if site is None:
        return
    written = set(values_of_conf(config))
    fields = {key.partition(".")[0] for key in site.locations}
    for setting, (key, what) in TWICE.items():
        agreed = setting == "project" and config.project == site.name
        if setting in written and key in fields and not agreed:
            text = f"conf.py sets {setting}, docs.json {key}: conf.py decides {what}"
            yield note(text, "take one of them out, if they differ")
    unseen = sorted(fields & set(LOOK))
    if config.html_theme != THEME and unseen:
        text = f"the theme is {config.html_theme}: {', '.join(unseen)} of docs.json do nothing"
        yield note(text, f'html_theme = "{THEME}" in conf.py takes ours')
    if config.html_theme == THEME and config.html_sidebars:
        yield note("html_sidebars is for other themes", "take it out of conf.py")


def _pages(folder: Path, site: Site | None, config: Config) -> Iterator[Diagnosis]:
    if site is None:
        return
    there = frozenset(_pages_in(folder, tuple(config.source_suffix)))
    missing = [one.entry.path for one in Tree(site, there).missing]
    parts = (node for _above, node in site.navigation.walk())
    described = any(isinstance(node, Container) and node.openapi for node in parts)
    generated = site.openapi is not None or described
    if missing and not generated:
        text = f"the navigation names {len(missing)} pages that are not there: {missing[0]}"
        yield wrong(text, f"sphinx-docsjson check {folder} shows all of them")
    elif not missing:
        yield fine("every page of the navigation is there")


def _address(config: Config) -> Iterator[Diagnosis]:
    if not config.html_baseurl:
        text = "html_baseurl is not set: there will be no sitemap.xml and no canonical addresses"
        yield note(text, 'html_baseurl = "https://…" in conf.py; Read the Docs sets it itself')


def _pages_in(folder: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    for path in folder.rglob("*"):
        suffix = next((each for each in suffixes if path.name.endswith(each)), None)
        inside = path.relative_to(folder)
        hidden = any(part.startswith((".", OUTPUT, "node_modules")) for part in inside.parts)
        if suffix and not hidden and path.is_file():
            yield inside.as_posix().removesuffix(suffix)
