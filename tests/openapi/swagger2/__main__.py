"""Compare our conversion of Swagger 2.0 with npm's: ``python -m tests.openapi.swagger2 FILE…``."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from sphinx_docsjson.ext.openapi.reading.parse import UnreadableFile, looks_like_json, parse
from sphinx_docsjson.ext.openapi.reading.swagger2 import convert_swagger
from tests._support import npm
from tests.openapi.swagger2 import differences as differing
from tests.openapi.swagger2.differences import differences, normalised
from tests.openapi.swagger2.reasons import REASONS

PACKAGES = ("swagger2openapi@7.0.8",)
SCRIPT = Path(__file__).with_name("oracle.cjs")


def read(file: Path) -> Any:
    """Return the values of a file of Swagger 2.0, or ``None``."""
    try:
        text = file.read_text(encoding="utf-8-sig")
        value, _problems = parse(text, is_json=looks_like_json(text))
    except (UnreadableFile, UnicodeDecodeError):
        return None
    is_swagger = isinstance(value, dict) and str(value.get("swagger", "")).startswith("2.")
    return json.loads(json.dumps(value)) if is_swagger else None


def reason_for(path: differing.Path, one: Any, other: Any) -> str:
    """Return why we mean a difference, or nothing."""
    return next((why for why, rule in REASONS.items() if rule(path, one, other)), "")


def main(files: list[str]) -> int:
    """Compare, and print what differs."""
    if lacking := npm.missing():
        print(lacking)
        return 2
    documents = {name: value for name in files if (value := read(Path(name))) is not None}
    answers = npm.ask(SCRIPT, PACKAGES, list(documents.values()))
    counts: Counter[str] = Counter()
    for (name, document), answer in zip(documents.items(), answers, strict=True):
        mine = json.loads(json.dumps(convert_swagger(document).document))
        if "error" in answer:
            counts["refused by swagger2openapi"] += 1
            print(f"{name}: refused: {answer['error'][:200]}")
            continue
        counts["compared"] += 1
        theirs = answer["document"]
        found = list(differences(normalised(mine, mine), normalised(theirs, theirs)))
        for path, one, other in found:
            reason = reason_for(path, one, other)
            if reason:
                counts[reason] += 1
                continue
            counts["different"] += 1
            shown = " ".join(json.dumps(x)[:150] for x in (one, other))
            print(f"{name}: {'/'.join(path)}: {shown}")
    for what, count in counts.most_common():
        print(f"{count:7} {what}")
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
