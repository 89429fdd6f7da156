"""Run the sets of other projects: ``python -m tests.openapi.overlays FOLDER…``.

A folder is a checkout of ``OAI/Overlay-Specification``, whose ``compliant-sets`` hold
descriptions, overlays and results, or of ``jsonpath-standard/jsonpath-compliance-test-suite``.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from sphinx_docsjson.ext.openapi.reading.overlays import (
    BadPath,
    JsonPaths,
    apply_overlays,
    overlay_of,
)
from sphinx_docsjson.ext.openapi.reading.parse import parse

SUITE = "cts.json"


def compliant_sets(folder: Path) -> Counter[str]:
    """Apply each overlay and compare the result; read every valid and invalid overlay."""
    counts: Counter[str] = Counter()
    for file in sorted(folder.glob("compliant-sets/*/overlay.yaml")):
        document, expected = (
            parse((file.parent / name).read_text(encoding="utf-8"), is_json=False)[0]
            for name in ("openapi.yaml", "output.yaml")
        )
        overlay = overlay_of(file.name, file.read_text(encoding="utf-8"))
        found = apply_overlays(document, [overlay])
        right = found.document == expected and not found.problems
        counts["applied as expected" if right else "WRONG"] += 1
        if not right:
            print(f"{file}: {found.problems}")
    for file in sorted(folder.glob("tests/v1.[01]/*/*.yaml")):
        problems = overlay_of(file.name, file.read_text(encoding="utf-8")).problems
        kind = f"{file.parent.name}: {'problems' if problems else 'read'}"
        counts[kind] += 1
        if kind in ("pass: problems", "fail: read"):
            print(f"{file}: {problems}")
    return counts


def json_paths(folder: Path) -> Counter[str]:
    """Select what each JSONPath of the suite selects."""
    counts: Counter[str] = Counter()
    paths = JsonPaths()
    for case in json.loads((folder / SUITE).read_text(encoding="utf-8"))["tests"]:
        document, expected = case.get("document"), case.get("results", [case.get("result")])
        try:
            parts = paths.select(case["selector"], document)
        except BadPath:
            right = case.get("invalid_selector", False)
        else:
            found = []
            for path in parts:
                value = document
                for part in path:
                    value = value[part]
                found.append(value)
            # A place counts once for an overlay, however often a path selects it.
            wanted = [sorted({json.dumps(v) for v in values or ()}) for values in expected]
            right = sorted({json.dumps(value) for value in found}) in wanted
            right = right and not case.get("invalid_selector", False)
        counts["right" if right else "WRONG"] += 1
        if not right:
            print(f"{case['name']}: {case['selector']}")
    return counts


def main(folders: list[str]) -> int:
    """Print what differs, and counts."""
    wrong = 0
    for name in folders:
        folder = Path(name)
        counts = json_paths(folder) if (folder / SUITE).exists() else compliant_sets(folder)
        print(f"{folder.name}: {dict(counts)}")
        wrong += counts["WRONG"]
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
