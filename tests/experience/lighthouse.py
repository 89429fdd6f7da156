"""The command: ask Lighthouse, as a phone on a slow line, about pages of a server of yours.

``python -m tests.experience.lighthouse https://localhost:8443 index.html`` fails when a page has
less than 98 points for performance or less than 100 for anything else. A server that packs files
and speaks HTTP/2, as hosts do, says what readers get; other work on the machine costs points.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

from tests._support.browser import FLAGS, chromium_path
from tests._support.npm import installed

LIGHTHOUSE = "lighthouse@13.5.0"

OLDEST_NODE = 22

WANTED = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
"""A category → how many points a page has at least."""

TIMES = {"first-contentful-paint": "first", "largest-contentful-paint": "largest"}
"""What is measured in milliseconds of the slow line → its name in the table."""

# A server that is tried on this machine has a certificate of its own.
CHROMIUM = ["--headless=new", "--ignore-certificate-errors", *FLAGS]


def missing() -> str:
    """Return what has to be installed first, or nothing."""
    found = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    number = found.stdout.strip().removeprefix("v").partition(".")[0]
    return "" if int(number or 0) >= OLDEST_NODE else f"node {OLDEST_NODE}: not installed"


def report_of(address: str) -> dict[str, Any]:
    """Return what Lighthouse says of a page.

    :raises RuntimeError: when it does not end, or finds no page.
    """
    program = installed("lighthouse", [LIGHTHOUSE]) / "node_modules" / ".bin" / "lighthouse"
    command = [
        *(str(program), address, "--quiet", "--output=json"),
        f"--chrome-flags={' '.join(CHROMIUM)}",
        f"--only-categories={','.join(WANTED)}",
    ]
    env = {**os.environ, "CHROME_PATH": chromium_path() or ""}
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"{address}: {done.stderr.strip()[-500:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def shortcomings(report: dict[str, Any]) -> list[str]:
    """Return each check that costs points, with its category."""
    return [
        f"{name}: {check['id']}"
        for name, category in report["categories"].items()
        if points(report, name) < WANTED[name]
        for check in category["auditRefs"]
        if check["weight"] and report["audits"][check["id"]]["score"] not in {1, None}
    ]


def points(report: dict[str, Any], category: str) -> int:
    """Return how many of 100 points a page has."""
    return round(100 * report["categories"][category]["score"])


def row(page: str, report: dict[str, Any]) -> str:
    """Return the row of a page; ``!`` marks what is short."""
    marks = [
        f"{points(report, name)}{'!' if points(report, name) < least else ''}"
        for name, least in WANTED.items()
    ]
    times = [f"{report['audits'][name]['numericValue'] / 1000:.1f} s" for name in TIMES]
    return "".join(f"{cell:<15}" for cell in [*marks, *times]) + page


def main(arguments: list[str]) -> int:
    """Print a row for each page of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.experience.lighthouse", description=__doc__
    )
    parser.add_argument("address", help="where a server serves a built site")
    parser.add_argument("pages", nargs="+", help="addresses of pages below it")
    options = parser.parse_args(arguments)
    print("".join(f"{name:<15}" for name in [*WANTED, *TIMES.values()]) + "page")
    short = False
    for page in options.pages:
        report = report_of(f"{options.address.rstrip('/')}/{page}")
        print(row(page, report), flush=True)
        for line in shortcomings(report):
            short = True
            print(f"  {line}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
