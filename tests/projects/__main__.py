"""The commands: build projects and print a row for each; end with 1 when something differs.

What differs stands below the rows, on the standard error.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import sphinx

from tests._support import npm
from tests._support.browser import chromium_path
from tests._support.inputs import REAL_INPUTS, ROOT
from tests.html.class_oracle import PACKAGE
from tests.projects.building import ALONE, AS_IS, BUILDERS, build
from tests.projects.comparing import Comparison, compare, file_differences
from tests.projects.download import DownloadError, source_of
from tests.projects.environment import InstallError, python_of
from tests.projects.run import OF_EXTENSIONS
from tests.projects.sites import TITLES, build_twice, line, measured, total_of
from tests.projects.table import Project, read_table

SHOWN = 8
HEAD = ("Project", "Version", "Theme", "Extensions", "Pages", "Builders", "Differences")


def main(arguments: list[str]) -> int:
    """Run the command of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.projects", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    of_sphinx = commands.add_parser("sphinx", help="without us, with us, in our theme")
    of_sphinx.add_argument("--docs", help="the folder of conf.py below a folder")
    of_sphinx.add_argument("--python", help="what has the extensions of a folder")
    of_sphinx.add_argument("--no-theme", action="store_true", help="leave our theme out")
    of_sites = commands.add_parser("sites", help="what sites of the hosted platform keep")
    of_sites.add_argument("--no-browser", action="store_true", help="do not draw the diagrams")
    of_commits = commands.add_parser("commits", help="what we write, before a commit and now")
    of_commits.add_argument("before", metavar="COMMIT")
    for command in (of_sphinx, of_sites, of_commits):
        names = "of projects.toml, or folders; roots: the projects that Sphinx tests itself with"
        least = "*" if command is of_commits else "+"
        command.add_argument("names", nargs=least, metavar="NAME", help=names)
        command.add_argument("--work", type=Path, help="where to build; kept afterwards")
        command.add_argument("--all", action="store_true", help="print every difference")
        if command is not of_sites:
            command.add_argument("--builders", default="", help=f"{','.join(BUILDERS)}")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        options.work = (options.work or Path(scratch)).resolve()
        run = {"sphinx": compare_projects, "sites": measure_sites, "commits": compare_commits}
        return 0 if run[options.command](options) else 1


def chosen(names: Sequence[str], *, sites: bool = False) -> Iterator[tuple[Project, Path]]:
    """Yield the projects that are named, and where they are.

    :raises DownloadError: when the sources of one cannot be had.
    """
    table = read_table()
    everything = [each.name for each in table.values() if each.site == sites]
    for name in everything if list(names) == ["all"] else names:
        if name.partition("/")[0] == "roots":
            yield from roots(name.partition("/")[2] or "*")
        elif name in table and (folder := REAL_INPUTS / "sites" / name).is_dir():
            yield replace(table[name], docs="."), folder
        elif name in table:
            yield table[name], source_of(table[name])
        elif Path(name).is_dir():
            folder = Path(name).resolve()
            own = folder.is_relative_to(ROOT)
            named = folder.relative_to(ROOT).as_posix() if own else name_of(folder)
            yield Project(name=named, docs="."), folder
        else:
            sys.exit(f"{name}: no folder, and not in projects.toml: {', '.join(everything)}")


def roots(pattern: str) -> Iterator[tuple[Project, Path]]:
    """Yield the projects that the Sphinx that is installed tests itself with."""
    of_sphinx = Project(name="sphinx", version=sphinx.__version__)
    # Without it, docs.json names the project.
    named = '\nproject = globals().get("project", "Somebody")\n'
    meant = {
        "no title": "a page in docs.json has a title",
        "rimg1.png": "a picture keeps its own path",
    }
    for path in sorted((source_of(of_sphinx) / "tests" / "roots").glob(f"test-{pattern}")):
        name = f"roots/{path.name.removeprefix('test-')}"
        yield Project(name=name, docs=".", lines=named, expected=meant), path


def name_of(folder: Path) -> str:
    """Return the name of a project: of the repository where its folder is called docs."""
    usual = {"docs", "src", "apps"}
    return next(each.name for each in (folder, *folder.parents) if each.name not in usual)


def compare_projects(options: argparse.Namespace) -> bool:
    """Build projects of Sphinx without us, with us, with a docs.json and in our theme."""
    named = tuple(filter(None, options.builders.split(",")))
    print(line(HEAD), line(["---"] * len(HEAD)), sep="\n", flush=True)
    good = True
    for project, source in chosen(options.names):
        project = replace(project, docs=options.docs or project.docs)
        try:
            python = options.python or python_of(project)
            work, theme = options.work / project.name, project.theme and not options.no_theme
            builders = named or project.builders
            result = compare(project, source, work, builders, python, theme=theme)
        except (InstallError, RuntimeError) as error:
            print(f"{project.name}: {error}", file=sys.stderr, flush=True)
            good = False
            continue
        print(row(project, result), flush=True)
        for way, found in result.found.items():
            tell([f"{way}: {each}" for each in found], options)
        good = good and not any(result.found.values())
    return good


def row(project: Project, result: Comparison) -> str:
    """Return what came of a project of Sphinx."""
    facts = result.plain.facts()
    told = {
        way: ", ".join(f"{kind} {n}" for kind, n in Counter(d.kind for d in found).items())
        for way, found in result.found.items()
    }
    wrong = "; ".join(f"{way}: {text}" for way, text in told.items() if text) or "same"
    failing = ", ".join(name for name, status in result.plain.statuses.items() if status)
    notes = [f"broken without the extension, too: {failing}"] if failing else []
    notes += [f"{result.meant} expected"] if result.meant else []
    builders = tuple(result.plain.statuses)
    own = [each for each in facts["extensions"] if not each.startswith("sphinx.ext.")]
    link = f"[{project.name}](https://github.com/{project.repository})"
    return line(
        [
            link if project.repository else project.name,
            project.version or project.commit,
            f"`{facts['theme']}`",
            ", ".join(f"`{each}`" for each in own) or "–",
            str(facts["pages"]),
            "all" if not {*BUILDERS} - {*builders} - {*OF_EXTENSIONS} else ", ".join(builders),
            "; ".join([wrong, *notes]),
        ]
    )


def measure_sites(options: argparse.Namespace) -> bool:
    """Build sites of the hosted platform, and count what is there of them."""
    tools = None if npm.missing() else npm.installed("tailwind", (PACKAGE,))
    browser = not options.no_browser and chromium_path() is not None
    print(line(TITLES), line(["---"] * len(TITLES)), sep="\n", flush=True)
    rows = []
    for project, source in chosen(options.names, sites=True):
        output = options.work / project.name
        wrong = build_twice(source / project.docs, output)
        rows.append(measured(source / project.docs, output, tools, browser=browser))
        rows[-1].name = project.repository or project.name.replace("+", "/")
        rows[-1].wrong += wrong
        print(rows[-1], flush=True)
        tell([*rows[-1].wrong, *rows[-1].missing], options)
    print(total_of([str(row) for row in rows]))
    return all(row.good for row in rows)


def compare_commits(options: argparse.Namespace) -> bool:
    """Build projects with our package as it was at a commit and as it is now."""
    builders = tuple(filter(None, options.builders.split(","))) or (*BUILDERS, "docsjson-markdown")
    before, here = options.work / "package", options.work / "source"
    shutil.rmtree(here, ignore_errors=True)
    left_out = shutil.ignore_patterns(".*", "_build", "node_modules")
    shutil.copytree(ROOT, here, symlinks=True, ignore=left_out)
    subprocess.run(
        ["git", "-C", ROOT, "worktree", "add", "--quiet", "--detach", before, options.before],
        check=True,
    )
    try:
        own = ["docs", "tests/samples/sundial/docs", "tests/samples/acme/docs"]
        inputs = sorted(Path(__file__).parent.glob("inputs/*"))
        named = options.names or [*(str(ROOT / each) for each in own), *map(str, inputs)]
        same = [
            told_apart(project, source, (before, ROOT), builders, options)
            for project, source in chosen(named)
        ]
        return all(same)
    finally:
        subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", before], check=True)


def told_apart(
    project: Project,
    source: Path,
    packages: Sequence[Path],
    builders: Sequence[str],
    options: argparse.Namespace,
) -> bool:
    """Build a project with each of two copies of our package, and say what differs."""
    work, docs = options.work / "builds" / project.name, project.docs
    if source.is_relative_to(ROOT):
        # Our own pages read files beside their folder.
        docs, source = source.relative_to(ROOT).as_posix(), options.work / "source"
    home = source / docs
    ours = (home / "docs.json").is_file() or not (home / "conf.py").is_file()
    way, python = AS_IS if ours else ALONE, python_of(project)
    builds = [
        build(
            source,
            work,
            way,
            builders,
            docs=docs,
            lines=project.lines,
            options=project.options,
            python=python,
            package=package,
            name=name,
        )
        for name, package in zip(("before", "now"), packages, strict=True)
    ]
    found = [*file_differences(*builds, tuple(builds[0].statuses))]
    counts = Counter(each.kind for each in found)
    cells = [f"{name} {n}" for name, n in counts.items()] or ["same"]
    failing = [name for name, status in builds[1].statuses.items() if status]
    print(line([project.name, ", ".join(cells), *failing]), flush=True)
    tell([str(each) for each in found], options)
    return not found


def tell(lines: Sequence[str], options: argparse.Namespace) -> None:
    """Print what differs, not too much of it."""
    shown = lines if options.all else lines[:SHOWN]
    more = [f"… and {len(lines) - len(shown)} more (--all)"] if lines[len(shown) :] else []
    for each in [*shown, *more]:
        print(f"    {each}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DownloadError as error:
        sys.exit(f"cannot be had here: {error}")
