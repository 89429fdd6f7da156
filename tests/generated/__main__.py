"""Make pages, build them and compare: ``python -m tests.generated --count N --seed S``.

Front matter is compared with the values that it was made of, Markdown without tags with MyST, the
blocks of ``.mdx`` with micromark; every word must be seen in the page and in its
Markdown twin as often as it was written.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests._support import npm
from tests.generated.check import check
from tests.generated.made import make, pages


def main(arguments: list[str]) -> int:
    """Check the pages in batches; print what is wrong and the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=250)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--show", type=int, metavar="N", help="print page N instead")
    options = parser.parse_args(arguments)
    if options.show is not None:
        print(make(options.show, options.seed).source)
        return 0
    lacking = npm.missing()
    if lacking:
        print(f"without micromark ({lacking})")
    counts: Counter[str] = Counter()
    wrong = 0
    for start in range(options.start, options.start + options.count, options.batch):
        size = min(options.batch, options.start + options.count - start)
        batch = list(pages(size, options.seed, start))
        counts.update(made.kind.value for made in batch)
        folder = Path(tempfile.mkdtemp())
        try:
            for finding in check(batch, folder, ask_micromark=not lacking):
                wrong += 1
                print(f"{finding.page}: {finding.what}", flush=True)
        finally:
            shutil.rmtree(folder)
    print(f"{options.count} pages {dict(counts)}: {wrong} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
