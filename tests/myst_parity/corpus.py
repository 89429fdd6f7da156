"""Files → the Markdown texts in them: pages, fixtures of parsers, the CommonMark specification."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIXTURE = re.compile(r"^([^\n]*)\n\.\n(.*?)^\.\n.*?^\.$", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"^`{32} example[^\n]*\n(.*?)^\.\n.*?^`{32}$", re.MULTILINE | re.DOTALL)


def texts_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every case below *path*.

    A file of fixtures (``title``, ``.``, source, ``.``, result, ``.``) and the specification of
    CommonMark (its text or its JSON) hold many; any other Markdown file is one.
    """
    if path.is_dir():
        for file in sorted([*path.rglob("*.md"), *path.rglob("spec.txt")]):
            yield from texts_of(file)
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".json":
        for example in json.loads(text):
            yield f"{path.name}:{example['example']}", example["markdown"]
        return
    found = list(_EXAMPLE.finditer(text))
    if found:
        for number, match in enumerate(found, 1):
            yield f"{path.name}:{number}", match[1].replace("→", "\t")
        return
    found = list(_FIXTURE.finditer(text)) if "fixtures" in path.parts else []
    if found:
        for match in found:
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path.name}:{line} {match[1].strip()}", match[2]
        return
    if path.suffix == ".md":
        yield str(path), text
