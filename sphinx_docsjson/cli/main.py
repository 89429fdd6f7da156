"""The command ``sphinx-docsjson``: init, build, check, serve, mcp, lsp, fetch, join, and more."""

from __future__ import annotations

import argparse
import difflib
import io
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

from sphinx_docsjson.cli import (
    NAME,
    OUTPUT,
    can_be_built,
    invocation,
    no_site,
    source_folder,
)
from sphinx_docsjson.outputs.assistant_rules import (
    RulesFile,
    Source,
    is_marked,
    renewed,
    rules_files,
)
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import CONFIG_NAMES
from sphinx_docsjson.version import __version__

__all__ = ["main"]


COMMANDS = (
    *("init", "build", "check", "serve", "mcp", "lsp", "fetch", "join", "doctor", "rules"),
)
HOSTING = (
    *("readthedocs", "github-pages", "gitlab", "azure", "vercel", "netlify", "cloudflare"),
    *("nginx", "caddy", "apache"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code.

    It is 0 when all is right, 1 when something is wrong, 2 for misuse, 130 after Ctrl+C.
    """
    print_any_text()
    given = list(sys.argv[1:] if arguments is None else arguments)
    passed: list[str] = []
    if given[:1] == ["build"] and "--" in given:
        end = given.index("--")
        given, passed = given[:end], given[end + 1 :]
    top = parser()
    if not given:
        top.print_help()
        return 2
    if not given[0].startswith("-") and given[0] not in COMMANDS:
        top.error(_unknown_command(given[0]))
    options = top.parse_args(given)
    options.passed = passed
    try:
        code: int = options.run(options)
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"sphinx-docsjson: {error}", file=sys.stderr)
        return 1
    return code


def print_any_text(*, for_programs: bool = False) -> None:
    """Let the streams take any character: a pipe of Windows knows those of its code page only.

    :param for_programs: what reads the output wants UTF-8, as JSON does.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if for_programs and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")


def _unknown_command(word: str) -> str:
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    what = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(COMMANDS)}"
    return f"'{word}' is no command; {what}"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog=NAME, description="Builds and helps around a documentation site with a docs.json."
    )
    top.add_argument("--version", action="version", version=__version__)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    init = _command(
        commands,
        "init",
        "write what is missing: docs.json made of what you have, or a small site",
        "the first with docs.json or conf.py, else docs",
    )
    init.add_argument("--name", help="the name of the site; by default that of the project")
    init.add_argument("--hosting", choices=HOSTING, help="write the files that this host reads")
    init.add_argument(
        "--convert",
        action="store_true",
        help="rewrite what pages have that only another tool reads; git diff shows it",
    )
    init.add_argument(
        "--app",
        default="",
        metavar="MODULE:NAME",
        help="import this app of FastAPI, and write the description that it has of itself",
    )
    init.add_argument(
        "--package",
        action="store_true",
        help="let the wheel of the project around it bring the documentation, and build it once",
    )
    init.add_argument(
        "--diagrams",
        action="store_true",
        help="take the script that draws Mermaid diagrams from npm, once",
    )
    init.set_defaults(run=_init)

    build = _command(commands, "build", "build the site, with or without a conf.py")
    build.add_argument(
        "output", nargs="?", type=Path, help="default: _build/<builder> in the folder"
    )
    build.add_argument(
        *("-b", "--builder"),
        default="html",
        help="html, dirhtml, epub, latexpdf, text, or any other of Sphinx; default: html",
    )
    build.add_argument("-W", "--fail-on-warning", action="store_true", help="fail after a warning")
    build.add_argument(
        *("-n", "--nitpicky"), action="store_true", help="warn about all missing references"
    )
    build.add_argument("-j", "--jobs", default="1", help="processes, a number or `auto`")
    build.add_argument(
        "-E", "--fresh", action="store_true", help="read and write everything again"
    )
    build.add_argument("-q", "--quiet", action="store_true", help="print warnings only")
    build.add_argument(
        *("-D", "--define"),
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting, as sphinx-build -D sets it",
    )
    build.epilog = "What follows `--` is an option of sphinx-build."
    build.set_defaults(run=_build)

    check = _command(commands, "check", "say what a build would say, without its output")
    check.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github", "junit"),
        default="text",
        help="%(default)s",
    )
    check.add_argument(
        "--fail-on",
        choices=("breaking",),
        help="`breaking`: what breaks clients of the older API description that `since` names",
    )
    check.add_argument("--external", action="store_true", help="follow links to other hosts, too")
    check.add_argument("--builder", choices=("html", "dirhtml"), default="html")
    check.add_argument(
        *("-D", "--define"),
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting, as sphinx-build -D sets it",
    )
    check.add_argument(
        "-n", "--nitpicky", action="store_true", help="warn about all missing references"
    )
    check.add_argument("-j", "--jobs", type=int, default=1, help="processes that read pages")
    check.add_argument("--cache", type=Path, help="where the last look is kept")
    check.add_argument("--fresh", action="store_true", help="read everything again")
    check.add_argument("--explain", metavar="KIND", help="say what a kind of message means")
    check.add_argument("-q", "--quiet", action="store_true", help="print problems only")
    check.set_defaults(run=_check)

    serve = _command(commands, "serve", "build the site, serve it, build again on changes")
    serve.add_argument(
        "--port", type=int, help="default: 8000, or the next free one; 0: any free one"
    )
    whom = serve.add_mutually_exclusive_group()
    whom.add_argument("--host", help="default: 127.0.0.1; any other lets the network read it")
    whom.add_argument(
        "--lan",
        action="store_true",
        help="let phones in your network read it; shows their address and its QR code",
    )
    serve.add_argument("--open", action="store_true", help="open the site in the browser")
    serve.add_argument("--builder", choices=("html", "dirhtml"), default="html")
    serve.add_argument("--no-watch", action="store_true", help="build once")
    serve.add_argument("--output", type=Path, help="default: _build/<builder> in the folder")
    tried = serve.add_mutually_exclusive_group()
    tried.add_argument(
        "--proxy",
        action="store_true",
        help="let the playground reach the servers of the descriptions through this one",
    )
    tried.add_argument(
        "--mock",
        action="store_true",
        help="answer the playground by the examples of the descriptions",
    )
    serve.set_defaults(run=_serve)

    asked = _command(
        commands,
        "mcp",
        "answer assistants about the built documentation, by MCP",
        "what was built of ., or of docs when docs.json is there",
    )
    asked.add_argument(
        "--installed",
        action="store_true",
        help="answer about the packages that bring their documentation",
    )
    asked.add_argument(
        "--environment",
        type=Path,
        metavar="FOLDER",
        help="the virtual environment of these packages; default: the one of this command",
    )
    asked.add_argument(
        "--http",
        action="store_true",
        help="listen on 127.0.0.1; by default standard input and output are used",
    )
    asked.add_argument("--port", type=int, help="default: 8808; 0: any free one")
    asked.set_defaults(run=_mcp)

    fetch = _command(
        commands,
        "fetch",
        "save the descriptions of APIs that are named by URL, with their digests",
    )
    how = fetch.add_mutually_exclusive_group()
    how.add_argument("--update", action="store_true", help="save those that are there again")
    how.add_argument("--check", action="store_true", help="only say what has changed at the URLs")
    fetch.set_defaults(run=_fetch)

    joining = commands.add_parser(
        "join",
        help="make one site of parts that were built by themselves",
        description="Make one site of parts that were built by themselves.",
    )
    joining.add_argument(
        "parts",
        nargs="+",
        metavar="PART",
        help="the output folder of a part, or the address where it is published",
    )
    joining.add_argument("-o", "--output", type=Path, required=True, help="the folder of the site")
    joining.add_argument(
        *("-W", "--fail-on-warning"), action="store_true", help="end with 1 after a warning, too"
    )
    joining.set_defaults(run=_join)

    doctor = _command(commands, "doctor", "say what is missing, wrong or said twice, what to do")
    doctor.set_defaults(run=_doctor)

    rules = _command(
        commands, "rules", "write AGENTS.md and other files of rules for assistants in editors"
    )
    rules.add_argument(
        "--root", type=Path, help="root of the repository; by default found by .git"
    )
    mode = rules.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="only say what is out of date")
    mode.add_argument("--force", action="store_true", help="replace a part that was changed")
    rules.set_defaults(run=_rules)

    lsp = _command(
        *(commands, "lsp", "answer an editor: messages, completion, links, renaming"),
        "that of the workspace, or its docs",
    )
    lsp.set_defaults(run=_lsp)
    return top


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    text: str,
    usual: str = "., or docs when docs.json is there",
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    command.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help=f"the folder of docs.json; default: {usual}",
    )
    return command


def _init(options: argparse.Namespace) -> int:
    from sphinx_docsjson.cli.init import init

    done = init(
        options.folder,
        options.name,
        options.hosting,
        convert=options.convert,
        app=options.app,
        package=options.package,
    )
    if options.diagrams and done == 0:
        from sphinx_docsjson.cli.init import usual_folder
        from sphinx_docsjson.cli.init_files import take_script

        return take_script(options.folder if options.folder is not None else usual_folder())
    return done


def _build(options: argparse.Namespace) -> int:
    wishes = [
        *(("--fail-on-warning",) if options.fail_on_warning else ()),
        *(("--nitpicky",) if options.nitpicky else ()),
        *(("--fresh-env", "--write-all") if options.fresh else ()),
        *(("--quiet",) if options.quiet else ()),
        *("--jobs", options.jobs),
        *(word for each in options.define for word in ("--define", each)),
        *options.passed,
    ]
    return build_site(source_folder(options.folder), options.output, options.builder, wishes)


def _check(options: argparse.Namespace) -> int:
    from sphinx_docsjson.cli.check import CheckOptions, check

    if options.explain:
        return explain(options.explain)
    print_any_text(for_programs=options.format != "text")
    asked = CheckOptions(
        format=options.format,
        builder=options.builder,
        settings=(
            *options.define,
            *((f"docsjson_fail_on={options.fail_on}",) if options.fail_on else ()),
        ),
        nitpicky=options.nitpicky,
        jobs=options.jobs,
        cache=options.cache,
        fresh=options.fresh,
        external=options.external,
        quiet=options.quiet,
    )
    return check(source_folder(options.folder), asked)


def _fetch(options: argparse.Namespace) -> int:
    return fetch_descriptions(
        source_folder(options.folder), update=options.update, check=options.check
    )


def _join(options: argparse.Namespace) -> int:
    from sphinx_docsjson.ext.parts.join import join

    return join(options.parts, options.output, strict=options.fail_on_warning)


def _doctor(options: argparse.Namespace) -> int:
    from sphinx_docsjson.cli.doctor import doctor

    return doctor(source_folder(options.folder))


def _serve(options: argparse.Namespace) -> int:
    from sphinx_docsjson.cli.serve import serve
    from sphinx_docsjson.cli.serve.session import EVERY_HOST, HOST, ServeOptions

    wishes = ServeOptions(
        builder=options.builder,
        host=options.host or (EVERY_HOST if options.lan else HOST),
        lan=options.lan,
        port=options.port,
        watch=not options.no_watch,
        output=options.output,
        open_browser=options.open,
        proxy=options.proxy,
        mock=options.mock,
    )
    return serve(source_folder(options.folder), wishes)


def _mcp(options: argparse.Namespace) -> int:
    from sphinx_docsjson.ext.agents.server import serve_mcp

    return serve_mcp(
        source_folder(options.folder),
        installed=options.installed or options.environment is not None,
        environment=options.environment,
        http=options.http or options.port is not None,
        port=options.port,
    )


def _rules(options: argparse.Namespace) -> int:

    return write_rules(
        source_folder(options.folder), options.root, check=options.check, force=options.force
    )


def _lsp(options: argparse.Namespace) -> int:
    try:
        from sphinx_docsjson.cli.lsp.server import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        wanted = 'pip install "sphinx-docsjson[lsp]"'
        print(f"lsp: pygls is not installed; {wanted} brings it", file=sys.stderr)
        return 2
    return run(options.folder)


# ``sphinx-docsjson build``: sphinx-build, which need not be told what the folder says.

BOOKS = ("latexpdf", "latexpdfja", "info")
"""What ``sphinx-build -M`` makes by a builder and a program, in a folder of the builder's name."""


BUILDERS = (
    *("applehelp", "changes", "devhelp", "dirhtml", "docsjson-markdown", "dummy", "epub"),
    *("gettext", "html", "htmlhelp", "json", "latex", "linkcheck", "man", "pickle", "pseudoxml"),
    *("qthelp", "singlehtml", "texinfo", "text", "xml"),
)
"""Those of Sphinx and ours; packages and a ``conf.py`` may bring more."""


def _unknown_builder(name: str) -> str:
    """Return what to say of a builder that neither Sphinx nor a package has, else nothing."""
    known = {*BUILDERS, *BOOKS, *(each.name for each in entry_points(group="sphinx.builders"))}
    if name in known:
        return ""
    near = difflib.get_close_matches(name, sorted(known), n=1)
    what = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(sorted(known))}"
    return f"'{name}' is no builder; {what}"


def build_site(folder: Path, output: Path | None, builder: str, options: Sequence[str]) -> int:
    """Build a site with Sphinx.

    :param output: where the output is written; doctrees are kept beside the usual one, which all
        builders share, and within any other.
    :param options: further ones of ``sphinx-build``.
    :return: the exit code of Sphinx, or 2 where there is nothing to build.
    """
    from sphinx.cmd.build import main as sphinx_build

    if not can_be_built(folder):
        print(no_site(folder), file=sys.stderr)
        return 2
    if not (folder / "conf.py").is_file():
        if unknown := _unknown_builder(builder):
            print(unknown, file=sys.stderr)
            return 2
        options = ["--isolated", "--define", "extensions=sphinx_docsjson", *options]
    usual = folder / OUTPUT
    if builder in BOOKS:
        program, form = ("makeinfo", "texinfo") if builder == "info" else ("latexmk", "latex")
        if shutil.which(program) is None:
            ask = f"install it, or write the sources of the book by `-b {form}`"
            print(
                f"{builder} needs the program {program}, which is not here; {ask}", file=sys.stderr
            )
            return 2
        return sphinx_build(["-M", builder, str(folder), str(output or usual), *options])
    if output is None:
        output = usual / builder
        options = ["--doctree-dir", str(usual / "doctrees"), *options]
    code = sphinx_build(["--builder", builder, *options, str(folder), str(output)])
    if code and not {"-W", "--fail-on-warning"}.isdisjoint(options):
        ask = f"`{invocation()} check --explain KIND` explains a kind of warning"
        print(f"{ask}; -D suppress_warnings=docsjson.KIND allows it.", file=sys.stderr)
    return code


def explain(kind: str) -> int:
    """Print what a kind of message means; return 2 for one that is not there."""
    from sphinx_docsjson.cli.check_messages import explained, explanations

    text = explained(kind)
    if text is None:
        near = difflib.get_close_matches(kind, list(explanations()), n=1)
        asked = f"; did you mean '{near[0]}'?" if near else ""
        print(f"no message has the kind '{kind}'{asked}", file=sys.stderr)
        return 2
    print(text)
    return 0


# ``sphinx-docsjson fetch``: the one command that takes descriptions of APIs from the network.


def fetch_descriptions(folder: Path, *, update: bool, check: bool) -> int:
    """Save the descriptions at URLs, or with *check* say what is different there."""
    from sphinx_docsjson.openapi.pages.loading import remote_sources
    from sphinx_docsjson.openapi.reading.fetched import FOLDER, FetchedFolder

    site = load_site(folder).site
    if site is None:
        print(_unread(folder), file=sys.stderr)
        return 2
    urls = remote_sources(site, folder)
    if not urls:
        print("no description is named by a URL; there is nothing to fetch")
        return 0

    def say(word: str, what: str) -> None:
        print(f"{word:<8} {what}", file=sys.stderr if word == "failed" else sys.stdout)

    saved = FetchedFolder(srcdir=folder, say=say)
    if check:
        same = saved.check(urls)
        if not same:
            print(f"Next: {invocation()} fetch {folder} --update", file=sys.stderr)
        return int(not same)
    complete = saved.fetch(urls, update=update)
    print(f"Builds read {folder / FOLDER} in the place of these URLs. Add it to your repository.")
    return int(not complete)


def _unread(folder: Path) -> str:
    """Return what to say of a folder whose site is not there or cannot be read."""
    found = any((folder / name).is_file() for name in CONFIG_NAMES)
    unread = f"{folder}: docs.json cannot be read; `sphinx-docsjson check {folder}` says why"
    return unread if found else no_site(folder)


# ``sphinx-docsjson rules``: writes the files of rules of a repository, or checks them.


def write_rules(folder: Path, root: Path | None, *, check: bool, force: bool) -> int:
    """Write, or with *check* compare, the files for assistants at the root of the repository.

    A file that somebody removed is not missed by the check, as long as another one is there.
    """
    top = root or repository_root(folder)
    files = rules_for(folder, top)
    if files is None:
        print(_unread(folder), file=sys.stderr)
        return 2
    texts = {file.path: _text_of(top / file.path) for file in files}
    none = not any(text is not None and is_marked(text) for text in texts.values())
    codes = []
    for file in files:
        current = texts[file.path]
        if not check or none or (current is not None and is_marked(current)):
            new = renewed(current, file, force=force)
            codes.append(_write_rules(top / file.path, current, new, check=check))
    return max(codes)


def _write_rules(path: Path, current: str | None, new: str | None, *, check: bool) -> int:
    if current == new:
        print(f"{path} is up to date")
        return 0
    if check:
        state = "is missing" if current is None else "is out of date"
        print(f"{path} {state}: run `sphinx-docsjson rules`")
        return 1
    if new is None:
        ask = "write beside the marks what is yours, or use --force to replace what is between"
        print(f"{path} was changed by hand between its marks: {ask}", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(new, encoding="utf-8", newline="\n")
    print(f"{path} written")
    return 0


def _text_of(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def rules_for(folder: Path, root: Path) -> tuple[RulesFile, ...] | None:
    """Return the files for assistants of the site in *folder*, or ``None`` without a site."""
    from sphinx_docsjson.components.domain import registry

    site = load_site(folder).site
    if site is None:
        return None
    where, top = folder.resolve(), root.resolve()
    relative = where.relative_to(top).as_posix() if where.is_relative_to(top) else "."
    return rules_files(Source(site=site, components=tuple(registry), folder=relative))


def repository_root(folder: Path) -> Path:
    """Return the nearest folder above with ``.git``, else the folder itself."""
    here = folder.resolve()
    return next((path for path in (here, *here.parents) if (path / ".git").exists()), here)
