"""Builds the pages of an OpenAPI file, and 1,000 written pages with ``basic``.

Run from the root of the repository::

    python -m tests.benchmarks.api my.yaml
    python -m tests.benchmarks.api --jobs 2 my.yaml # each part, alone and in two processes

CPU seconds depend on the machine; only the ratio of two builds in the same run says something.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from tests.benchmarks.generate import write_plain
from tests.benchmarks.measure import measure

OURS = ("-C", "-D", "extensions=sphinx_docsjson")


def write_site(folder: Path, name: str, content: bytes) -> None:
    """Write a site that holds nothing but a specification."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    site = {"name": "API", "openapi": name, "navigation": [{"group": "A", "pages": ["index"]}]}
    (folder / "docs.json").write_text(json.dumps(site))
    (folder / "index.md").write_text("---\ntitle: API\ndescription: All of it.\n---\n")


def share(label: str, name: str, content: bytes, pages: int) -> str:
    """Build a specification, and so many written pages with ``basic``; return the table."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_site(root / "ours", name, content)
        write_plain(root / "plain", pages)
        plain = measure(root / "plain", root / "out-plain", "-D", "html_theme=basic")
        ours = measure(root / "ours", root / "out-ours", *OURS)
    rows = {
        "pages": f"{ours.pages:,}",
        f"CPU, of basic with {pages:,} pages": f"{ours.cpu / plain.cpu:.2f} x",
        "CPU a page": f"{1000 * ours.cpu / ours.pages:.1f} ms",
        "memory": f"{ours.memory / 1e6:.0f} MB",
        "HTML": f"{ours.html / 1e6:.1f} MB",
        "largest page": f"{ours.largest / 1e3:.0f} KB",
    }
    return "\n".join([label, *(f"  {name:<36}{value:>12}" for name, value in rows.items())])


def in_parallel(label: str, name: str, content: bytes, jobs: int) -> str:
    """Build a specification in one process and in several; return the parts on the clock."""
    options = (*OURS[:-1], f"{OURS[-1]},tests.benchmarks.moments")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_site(root / "ours", name, content)
        alone = measure(root / "ours", root / "out-1", *options)
        several = measure(root / "ours", root / "out-n", *options, "-j", str(jobs))
    lines = [f"{label:<24}{'1 process':>12}{f'{jobs} processes':>14}{'faster':>9}"]
    for part, seconds in {**alone.parts, "all": alone.wall}.items():
        other = several.parts.get(part, several.wall)
        lines.append(f"  {part:<22}{seconds:>10.1f} s{other:>12.1f} s{seconds / other:>7.2f} x")
    return "\n".join(lines)


def main() -> None:
    """Print a table for each specification."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="OpenAPI files")
    parser.add_argument("--pages", type=int, default=1000, help="so many written pages")
    parser.add_argument("--jobs", type=int, help="compare one process with so many, instead")
    arguments = parser.parse_args()
    for file in arguments.files:
        given = (file.name, file.name, file.read_bytes())
        if arguments.jobs:
            print(in_parallel(*given, arguments.jobs), flush=True)
        else:
            print(share(*given, arguments.pages), flush=True)


if __name__ == "__main__":
    main()
