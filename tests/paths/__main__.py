"""Each user's path, from an empty environment to pages in Chromium, with the seconds it takes.

1 is a team on Sphinx, 2 one that leaves a hosted platform, 3 somebody with nothing.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from playwright.sync_api import Browser, sync_playwright

from tests._support.browser import FLAGS, chromium_path, serving
from tests.docs_say.machine import Machine, Offline, empty_machine, make_wheel, when_built
from tests.paths.looking import Seen, look, root_of
from tests.paths.users import (
    FIXTURE,
    ITS_THEME,
    OUR_THEME,
    Way,
    from_a_platform,
    is_unchanged,
    on_sphinx,
    warnings_of,
    with_nothing,
)
from tests.projects.__main__ import user_cache
from tests.projects.download import DownloadError
from tests.projects.table import read_table

SHARED = Path(__file__).resolve().parents[3] / "shared" / "sites"
Maker: TypeAlias = Callable[[Path, Machine], Way]

OTHERS = ("genindex.html", "py-modindex.html", "search.html")
"""What Sphinx adds to the pages of a project."""
MOST = 3
"""Commands that a path may have."""


def main(arguments: list[str]) -> int:
    """Walk the paths of the command line; return 1 when one of them has an obstacle."""
    parser = argparse.ArgumentParser(prog="python -m tests.paths", description=__doc__)
    parser.add_argument("users", nargs="*", type=int, choices=[1, 2, 3], default=[1, 2, 3])
    parser.add_argument("--project", nargs="+", default=["argon2-cffi"], help="for user 1")
    parser.add_argument(
        "--site", nargs="+", type=Path, help="repositories for user 2; a small one is always tried"
    )
    parser.add_argument("--cache", type=Path, default=user_cache(), help="%(default)s")
    parser.add_argument("--shots", type=Path, help="where to keep the pictures")
    options = parser.parse_args(arguments)
    table = read_table()
    makers: list[Maker] = []
    for user in dict.fromkeys(options.users):
        if user == 1:
            makers += [
                partial(on_sphinx, table[name], theme, options.cache.resolve())
                for name in options.project
                for theme in (ITS_THEME, OUR_THEME)
            ]
        elif user == 2:
            makers += [partial(from_a_platform, site) for site in (FIXTURE, *sites(options.site))]
        else:
            makers.append(with_nothing)
    with (
        tempfile.TemporaryDirectory() as scratch,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        shots = (options.shots or Path(scratch) / "shots").resolve()
        shots.mkdir(parents=True, exist_ok=True)
        walker = Walker(browser=browser, scratch=Path(scratch), shots=shots)
        for maker in makers:
            walker.walk(maker)
    return int(walker.failed)


def sites(chosen: list[Path] | None) -> list[Path]:
    """Return the repositories to try: those that were named, or those beside the checkout."""
    if chosen is not None:
        return [path.resolve() for path in chosen]
    if SHARED.is_dir():
        return sorted(path for path in SHARED.iterdir() if path.is_dir())
    print("2 real repositories: skipped, there are none beside this checkout; name some: --site")
    return []


@dataclass(kw_only=True)
class Walker:
    """Walks ways, each in an environment of its own, and prints what happened."""

    browser: Browser
    scratch: Path
    shots: Path
    wheel: Path | None = None
    count: int = 0
    failed: bool = False

    def walk(self, maker: Maker) -> None:
        """Walk a way that is made for an empty environment."""
        self.count += 1
        folder = self.scratch / str(self.count)
        folder.mkdir()
        try:
            machine = empty_machine(folder)
            self.wheel = self.wheel or make_wheel(machine, self.scratch)
            machine.offer(self.wheel, folder)
            home = folder / "home"
            home.mkdir()
            way = maker(home, machine)
            print(way.name, flush=True)
            seen, seconds, problems = self._commands(way, machine)
        except (Offline, DownloadError) as error:
            print(f"    skipped, packages cannot be downloaded: {error}", flush=True)
            return
        problems += seen.problems
        problems += self._navigation(way, seen)
        if not is_unchanged(way):
            problems.append("the repository was changed")
        print(
            f"    {len(seen.titles)} pages opened from the navigation, "
            f"{seen.answered} searches answered, {seconds:.0f} s from nothing to the first page"
        )
        for line in problems:
            print(f"    ! {line[:400]}")
        if self.shots.parent != self.scratch:
            for picture in seen.pictures:
                print(f"    {picture}")
        sys.stdout.flush()
        self.failed = self.failed or bool(problems)
        shutil.rmtree(folder, ignore_errors=True)

    def _navigation(self, way: Way, seen: Seen) -> list[str]:
        """Return what the navigation lacks, or has in another order than the site without us."""
        listed = list(way.listed)
        if way.before is not None:
            with serving(way.before, policy="") as base:
                listed = [page for page in look(self.browser, base).titles if page not in OTHERS]
        lacks = [page for page in listed if page not in seen.titles]
        problems = [f"{page} is not in the navigation" for page in lacks]
        order = [page for page in seen.titles if page in listed]
        if way.before is not None and not problems and order != listed:
            problems.append(f"the order of the pages is {order} and was {listed}")
        return problems

    def _commands(self, way: Way, machine: Machine) -> tuple[Seen, float, list[str]]:
        """Run the commands of a way and look at what they lead to."""
        assert len(way.commands) <= MOST
        total, problems, shots = 0.0, [], self.shots / re.sub(r"\W+", "-", way.name)
        for command in way.commands if way.site else way.commands[:-1]:
            begin = _begin()
            done = machine.run(command, way.folder)
            total += _say(command, begin)
            if done.code:
                return Seen(), total, [f"`{command}` ends with {done.code}: {done.output[-800:]}"]
            lines = [] if command.startswith("pip ") else warnings_of(done.output)
            wrong = [line for line in lines if not any(word in line for word in way.excused)]
            problems += [f"`{command}` warns: {line}" for line in wrong]
            if lines:
                print(f"    {len(lines)} warnings, {len(lines) - len(wrong)} of them the author's")
        if way.site is not None:
            with serving(way.site, policy="") as base:
                return look(self.browser, base, shots), total, problems
        begin = _begin()
        with machine.server(way.commands[-1], way.folder) as server:
            if not server.address:
                return Seen(), total, [f"`{way.commands[-1]}`: {server.output[-800:]}"]
            when_built(server.address)
            total += _say(way.commands[-1], begin)
            seen = look(self.browser, root_of(server.address), shots)
        lines = warnings_of(server.output)
        problems += [f"`{way.commands[-1]}` warns: {line}" for line in lines]
        if server.code:
            problems.append(f"`{way.commands[-1]}` ends with {server.code}")
        return seen, total, problems


def _begin() -> tuple[float, float]:
    """Return the time, and what the commands that have ended took of the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), used.ru_utime + used.ru_stime


def _say(command: str, begin: tuple[float, float]) -> float:
    (before, used_before), (now, used) = begin, _begin()
    cpu = f"({used - used_before:.1f} s of CPU)" if used > used_before else ""
    print(f"    {now - before:6.1f} s  {command}  {cpu}", flush=True)
    return now - before


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
