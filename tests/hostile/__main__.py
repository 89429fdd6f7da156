"""Attack every field: ``python -m tests.hostile --rounds 30`` and, with clicks, ``--browser``.

Each round puts other texts into each field, builds the sites and judges every file. With
``--browser`` each page is opened, and what can be clicked, hovered or sent is, under a policy that
reports; ``--part playground`` does one of these only. Findings are printed; the command ends with
1 when there are any.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.answering import answering
from tests.hostile.campaign import attacks, known_names, looked_at
from tests.hostile.clicking import PARTS, Clicks
from tests.hostile.judge import Judge, browser
from tests.hostile.site_parts import Attack
from tests.hostile.vectors import ALL


def main(arguments: list[str]) -> int:
    """Run the rounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first round")
    parser.add_argument("--only", default="", help="attacks whose name begins so")
    parser.add_argument("--browser", action="store_true", help="open the pages and click")
    parser.add_argument("--part", action="append", choices=PARTS, help="of what --browser does")
    options = parser.parse_args(arguments)
    in_browser = options.browser or bool(options.part)
    fields = tried = nodes = findings = 0
    with browser() as chromium, tempfile.TemporaryDirectory() as top:
        judge = Judge(chromium.new_page())
        clicks = Clicks(chromium, options.part or PARTS)
        for number in range(options.first, options.first + options.rounds):
            known = known_names(judge, Path(top), number)
            for attack in _sites(number, in_browser, is_first=number == options.first):
                if not attack.name.startswith(options.only):
                    continue
                with tempfile.TemporaryDirectory(dir=top) as folder:
                    result = looked_at(attack, Path(folder), judge, known)
                    if in_browser:
                        result.found += clicks.on(result.built.outdir, strict=attack.strict)
                print(result, flush=True)
                for finding in result.found:
                    print(f"    {finding[:400]}")
                if in_browser:
                    print(f"    so far {clicks}", flush=True)
                fields += result.fields
                tried += result.tried
                nodes += result.nodes
                findings += len(result.found)
    print(f"{len(ALL)} texts, {fields} fields, {tried} tried, {nodes} nodes, {findings} findings")
    if in_browser:
        print(clicks)
    return 1 if findings else 0


def _sites(number: int, in_browser: bool, *, is_first: bool) -> Iterator[Attack]:
    """Yield the sites of a round, those with forms first; what is answered is always the same."""
    if in_browser and is_first:
        yield answering()
    yield from reversed([*attacks(number)]) if in_browser else attacks(number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
