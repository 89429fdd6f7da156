"""The command: compare our Markdown with plain MyST over the files and folders named."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.myst_parity.compare import build_pages, differences
from tests.myst_parity.corpus import texts_of
from tests.myst_parity.settings import SETTINGS


def main(arguments: list[str]) -> int:
    """Compare every case of the command line with every set of settings."""
    parser = argparse.ArgumentParser(prog="python -m tests.myst_parity", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--settings", action="append", choices=list(SETTINGS))
    parser.add_argument("--limit", type=int, default=10, help="how many differences to print")
    parser.add_argument("--lines", type=int, default=12, help="how many lines of each")
    parser.add_argument("--only", help="cases whose name holds this text")
    options = parser.parse_args(arguments)
    cases = [case for path in options.paths for case in texts_of(path)]
    cases = [(name, text) for name, text in cases if not options.only or options.only in name]
    texts = {f"case{number}": text for number, (_, text) in enumerate(cases)}
    names = {f"case{number}": name for number, (name, _) in enumerate(cases)}
    wrong = 0
    for label in options.settings or ["defaults", "everything"]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            plain = build_pages(root / "plain", texts, SETTINGS[label], ours=False)
            ours = build_pages(root / "ours", texts, SETTINGS[label], ours=True)
        different = {n: d for n in texts if (d := differences(plain[n], ours[n]))}
        wrong += len(different)
        print(f"{label}: {len(texts)} texts, {len(different)} differ", flush=True)
        for name in list(different)[: options.limit]:
            print(f"--- {names[name]} ({name})")
            for line in different[name][: options.lines]:
                print(f"    {line[:220]}")
        kinds = Counter(line.split()[0] for d in different.values() for line in d[:1])
        print(f"    {dict(kinds)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
