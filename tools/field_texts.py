#!/usr/bin/env python3
"""Write what editors say of each field of front matter: the rows of its table in the docs."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/pages/front-matter.md"
WRITTEN = ROOT / "sphinx_docsjson/cli/lsp/front_matter.toml"
HEAD = """\
# What each field of front matter does, for editors: the table of docs/pages/front-matter.md.
# Made by: python3 tools/dev.py renew

"""


def text() -> str:
    """Return the file, a line for each row of the table."""
    table = PAGE.read_text(encoding="utf-8").partition("| Field |")[2].partition("\n\n")[0]
    lines = []
    for names, effect in re.findall(r"^\| (`.*?) \| (.*) \|$", table, re.MULTILINE):
        said = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", effect) + "."
        value = f"'{said}'" if "'" not in said else json.dumps(said, ensure_ascii=False)
        lines.append(f'"{" ".join(re.findall(r"`([^`]+)`", names))}" = {value}\n')
    return HEAD + "".join(lines)


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8", newline="\n")
