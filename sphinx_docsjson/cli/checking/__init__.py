"""``sphinx-docsjson check``: what a build of the site would say, without its output."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.folders import can_be_built, no_site
from sphinx_docsjson.site.load import load_site

if TYPE_CHECKING:
    from sphinx_docsjson.cli.checking.build_without_output import CheckedProject
    from sphinx_docsjson.cli.checking.message_texts import BuildMessage
    from sphinx_docsjson.cli.checking.site_check import CheckResult

RIGHT, WRONG, MISUSED = 0, 1, 2
"""The exit codes: no message, at least one, and a project that cannot be built at all."""


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """How a check is asked for on the command line.

    :param cache: where the last look is kept; ``None``: in the cache of the user.
    :param external: links to other hosts are followed, too.
    """

    format: str = "text"
    builder: str = "html"
    settings: tuple[str, ...] = ()
    nitpicky: bool = False
    jobs: int = 1
    cache: Path | None = None
    fresh: bool = False
    external: bool = False
    quiet: bool = False


def check(folder: Path, options: CheckOptions = CheckOptions()) -> int:
    """Print all that a build would say, each thing once; return the exit code."""
    if not can_be_built(folder):
        print(no_site(folder), file=sys.stderr)
        return MISUSED
    from sphinx_docsjson.cli.checking.build_without_output import CheckedProject
    from sphinx_docsjson.cli.checking.report_formats import FORMATS

    settings = dict(_setting(text) for text in options.settings)
    project = CheckedProject(
        folder=folder.resolve(),
        builder=options.builder,
        settings=settings,
        nitpicky=options.nitpicky,
        jobs=options.jobs,
    )
    begin = time.monotonic()
    messages, result, failed = _find(project, options)
    text = FORMATS[options.format](messages, folder)
    if text:
        print(text)
    if options.format == "text" and not options.quiet:
        for line in _about_site(folder):
            print(line)
        print(summary(folder, messages, result, time.monotonic() - begin))
    if failed:
        return MISUSED
    return WRONG if messages else RIGHT


def _find(
    project: CheckedProject, options: CheckOptions
) -> tuple[list[BuildMessage], CheckResult | None, bool]:
    """Return the messages, what was looked at, and whether Sphinx gave up."""
    from sphinx_docsjson.cli.checking.external_links import check_links
    from sphinx_docsjson.cli.checking.giving_up import StoppedBuild
    from sphinx_docsjson.cli.checking.kept_messages import usual_folder
    from sphinx_docsjson.cli.checking.progress import Progress
    from sphinx_docsjson.cli.checking.site_check import check_project

    asked = (project.builder, str(project.nitpicky), *options.settings)
    cache = options.cache or usual_folder(project.folder, *asked)
    progress = None if options.quiet else Progress(sys.stderr)
    try:
        result = check_project(project, cache, fresh=options.fresh, status=progress)
        messages = list(result.messages)
        if options.external:
            messages += check_links(project, cache / "external", status=progress)
    except StoppedBuild as stopped:
        return list(stopped.messages), None, not stopped.by_site
    finally:
        if progress is not None:
            progress.end()
    return messages, result, False


def _setting(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip(), value


def _about_site(folder: Path) -> list[str]:
    loaded = load_site(folder)
    return [f"{loaded.files[0].name}: {text}" for text in loaded.remarks]


def summary(
    folder: Path, messages: list[BuildMessage], result: CheckResult | None, seconds: float
) -> str:
    """Return the last line: how much is wrong, and how much was looked at."""
    places = sum(max(1, len(message.places)) for message in messages)
    found = "no problem"
    if messages:
        found = f"{len(messages)} problem{'s' if len(messages) > 1 else ''}"
        found += f" in {places} places" if places > len(messages) else ""
    if result is None:
        return f"{folder}: {found}; the build stops there"
    read = f"{result.documents} pages, {result.read} of them new or changed"
    return f"{folder}: {found} ({read}; {seconds:.1f} s)"
