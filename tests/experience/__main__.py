"""The command: open the pages of a built site that stand for their kind, print what was measured.

``python -m tests.experience SITE`` fails when any figure is short; ``!`` marks it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests._support.browser import FLAGS, chromium_path, serving
from tests.experience.page_types import PageType, choose
from tests.experience.report import findings, is_short, table
from tests.experience.visiting import SLOW, WIDTHS, measure
from tests.experience.weight import Site


def main(arguments: list[str]) -> int:
    """Measure the site of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.experience", description=__doc__)
    parser.add_argument("site", type=Path, help="a folder that sphinx-build wrote")
    parser.add_argument("--only", nargs="+", metavar="KIND", help="kinds of pages, such as home")
    parser.add_argument("--page", nargs="+", metavar="PATH", help="these pages, by their address")
    parser.add_argument("--widths", type=int, nargs="+", default=WIDTHS)
    parser.add_argument("--shots", type=Path, help="where to keep a picture of each window")
    parser.add_argument("--no-axe", action="store_true", help="leave out what takes longest")
    options = parser.parse_args(arguments)
    pages = choose(options.site)
    if options.page:
        pages = [PageType(name=Path(path).stem, path=path) for path in options.page]
    if options.only:
        pages = [page for page in pages if page.name in options.only]
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    folder = options.site.resolve()
    with (
        serving(folder, slow=SLOW) as base,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        rows = []
        for page in pages:
            figures = measure(
                browser,
                Site(folder=folder, base=base),
                page,
                widths=options.widths,
                with_axe=not options.no_axe,
                shots=options.shots,
            )
            rows.append(figures)
            print(f"{page.name}: {'short' if is_short(figures) else 'good'}", file=sys.stderr)
            for line in findings([figures]):
                print(f"  {line[:260]}", file=sys.stderr)
    print(table(rows))
    return 1 if any(map(is_short, rows)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
