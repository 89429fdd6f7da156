"""Look for inputs that break a promise: ``python -m tests.fuzz AREA --seconds N --seed S``.

What is found is made smaller and printed; ``--keep`` writes it into ``tests/fuzz/found``, whose
texts are checked by the tests from then on. ``--freeze`` draws the texts anew that the tests try.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz import fixed
from tests.fuzz.areas import AREAS
from tests.fuzz.corpus import keep
from tests.fuzz.generation import batches
from tests.fuzz.shrinking import smaller
from tests.fuzz.worker import Worker

SAME = 45
"""Two findings whose messages begin with so many equal characters are one."""


def main(arguments: list[str]) -> int:
    """Fuzz one area or all; return 1 when something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("area", choices=[*AREAS, "all"])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--freeze", action="store_true")
    options = parser.parse_args(arguments)
    names = list(AREAS) if options.area == "all" else [options.area]
    if options.freeze:
        for name in names:
            print(f"{name}: {fixed.freeze(AREAS[name])}")
        return 0
    found = [fuzz(name, options.seconds, options.seed, store=options.keep) for name in names]
    return 1 if any(found) else 0


def fuzz(name: str, seconds: float, seed: int, *, store: bool) -> int:
    """Fuzz an area; print and count what is found."""
    area, worker = AREAS[name], Worker(name)
    known: set[str] = set()
    end, count = time.monotonic() + seconds, 0
    for batch in batches(area, seed):
        if time.monotonic() > end:
            break
        count += len(batch)
        for wrong in worker.check(batch):
            if wrong[:SAME] in known:
                continue
            known.add(wrong[:SAME])
            text = _culprit(worker, batch, wrong[:SAME])
            print(f"{name}: {wrong}\n{text!r}\n", flush=True)
            if store and text:
                keep(area, text)
    worker.stop()
    print(f"{name}: {count} texts with seed {seed}, {len(known)} findings", flush=True)
    return len(known)


def _culprit(worker: Worker, batch: list[str], kind: str) -> str:
    """Return the text of *batch* that gives a finding of *kind*, made small."""

    def fails(text: str) -> bool:
        return any(wrong[:SAME] == kind for wrong in worker.check([text]))

    return next((smaller(text, fails) for text in batch if fails(text)), "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
