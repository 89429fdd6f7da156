"""Builds the pages of an OpenAPI file, and as many empty documents with ``basic``.

Run from the root of the repository::

    python -m tests.benchmarks.api ../shared/openapi/stripe.yaml
    python -m tests.benchmarks.api                  # made from a seed: 300 and 1,200 operations
    python -m tests.benchmarks.api --share my.yaml  # a share of ``basic`` with 1,000 pages
    python -m tests.benchmarks.api --jobs 2 my.yaml # each part, alone and in two processes

CPU seconds depend on the machine; only the ratio of two builds in the same run says something.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from pathlib import Path

from tests.benchmarks.generate import write_plain
from tests.benchmarks.measure import Measured, measure

OURS = ("-C", "-D", "extensions=sphinx_docsjson")
PLAIN = ("-C", "-D", "html_theme=basic")
WORDS = [
    "amount",
    "name",
    "state",
    "kind",
    "owner",
    "label",
    "price",
    "color",
    "height",
    "token",
    "region",
    "limit",
    "notes",
]


def made_specification(operations: int, seed: int = 7) -> dict:
    """Return a specification of so many operations that looks like real ones."""
    random_ = random.Random(seed)
    schemas = {}
    for number in range(operations // 4):
        properties = {
            f"{word}_{index}": {"type": "string", "description": f"The {word} of it. " * 3}
            for index, word in enumerate(random_.choices(WORDS, k=random_.randint(4, 24)))
        }
        for _other in range(2):
            other = random_.randrange(operations // 4)
            properties[f"other_{other}"] = {"$ref": f"#/components/schemas/Type{other}"}
        schemas[f"Type{number}"] = {"type": "object", "properties": properties}
    paths = {}
    for number in range(operations):
        ref = {"$ref": f"#/components/schemas/Type{number % len(schemas)}"}
        content = {"application/json": {"schema": ref}}
        paths[f"/group{number // 20}/thing{number}"] = {
            "post": {
                "summary": f"Make thing {number}",
                "tags": [f"Group {number // 20}"],
                "requestBody": {"content": content},
                "responses": {"200": {"description": "It is made.", "content": content}},
            }
        }
    info = {"title": "Made", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def write_site(folder: Path, name: str, content: bytes) -> None:
    """Write a site that holds nothing but a specification."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    site = {"name": "API", "openapi": name, "navigation": [{"group": "A", "pages": ["index"]}]}
    (folder / "docs.json").write_text(json.dumps(site))
    (folder / "index.md").write_text("---\ntitle: API\ndescription: All of it.\n---\n")


def write_empty(folder: Path, count: int) -> None:
    """Write so many empty documents."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"page{number}" for number in range(count)]
    for name in names:
        (folder / f"{name}.rst").write_text(f"{name}\n{'=' * len(name)}\n")
    entries = "\n".join(f"   {name}" for name in names)
    (folder / "index.rst").write_text(f"Index\n=====\n\n.. toctree::\n\n{entries}\n")


def row(label: str, operations: int, ours: Measured, plain: Measured) -> str:
    """Return the line that is printed for one specification."""
    return (
        f"{label:<24}{operations:>6} operations {ours.pages:>6} pages"
        f"  cpu {ours.cpu:6.1f} s ({ours.cpu / plain.cpu:4.1f} x, "
        f"{1000 * ours.cpu / ours.pages:5.1f} ms a page)"
        f"  memory {ours.memory / 1e6:4.0f} MB  output {ours.size / 1e6:5.1f} MB"
        f"  warnings {ours.warnings}"
    )


def compare(label: str, name: str, content: bytes, operations: int) -> str:
    """Build one specification and as many empty documents, and return the line for both."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        write_site(root / "ours", name, content)
        write_empty(root / "plain", operations)
        plain = measure(root / "plain", root / "out-plain", *PLAIN)
        ours = measure(root / "ours", root / "out-ours", *OURS)
    return row(label, operations, ours, plain)


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
    """Print a line or a table for each specification."""
    from sphinx_docsjson.openapi.model.operations import specification
    from sphinx_docsjson.openapi.reading.specifications import load

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="OpenAPI files")
    parser.add_argument("--sizes", nargs="*", type=int, default=[300, 1200])
    parser.add_argument("--share", action="store_true", help="of ``basic`` with written pages")
    parser.add_argument("--pages", type=int, default=1000, help="so many written pages")
    parser.add_argument("--jobs", type=int, help="compare one process with so many")
    arguments = parser.parse_args()
    for file in arguments.files:
        content = file.read_bytes()
        if arguments.share:
            print(share(file.name, file.name, content, arguments.pages), flush=True)
        if arguments.jobs:
            print(in_parallel(file.name, file.name, content, arguments.jobs), flush=True)
        if arguments.share or arguments.jobs:
            continue
        document = load(file.name, file.resolve().parent).document or {}
        count = len(specification(document, file.name).operations)
        print(compare(file.name, file.name, content, count), flush=True)
    for size in arguments.sizes if not arguments.files else ():
        content = json.dumps(made_specification(size)).encode()
        print(compare(f"made from a seed, {size}", "api.json", content, size), flush=True)


if __name__ == "__main__":
    main()
