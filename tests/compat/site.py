"""A small site that comes to all that ``sphinx_docsjson.compat`` touches, and its builds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests._support.building import write_files
from tests._support.inputs import input_data, input_text

ROOT = Path(__file__).resolve().parents[2]

API = input_data(__file__, "site-api.yaml")

FIRST = input_text(__file__, "site-first.mdx")

SECOND = """\
# Second

## A place

Charges, charged and charging. {badge}`New`

```{theirs}
```

:::{note}
#### Inside
:::
"""

HOSTED = input_text(__file__, "site-hosted.mdx")

PART = """\
Part.

```{list-table}
no list
```
"""

CONF = """\
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
extensions = ["sphinx_docsjson", "their_extension"]
html_theme = "docsjson"
html_title = "Compat"
html_permalinks_icon = "¶"
gettext_uuid = True
exclude_patterns = ["their_extension.py"]
"""

EXTENSION = """\
from docutils import nodes
from docutils.parsers.rst import Directive


class theirs(nodes.General, nodes.Element):
    pass


class Theirs(Directive):
    def run(self):
        return [theirs()]


def badge(name, rawtext, text, lineno, inliner, options=None, content=()):
    return [nodes.strong("", "their badge")], []


def skip(self, node):
    raise nodes.SkipNode


def twin(self, node):
    self.body.append("written by its extension")


def setup(app):
    app.add_directive("theirs", Theirs)
    app.add_role("badge", badge)
    shown = {name: (skip, None) for name in ("html", "latex", "text")}
    app.add_node(theirs, docsjson_markdown=(twin, None), **shown)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""

FILES = {
    "docs.json": json.dumps(
        {
            "name": "Compat",
            "navigation": [
                {"group": "Start", "pages": ["first", "second", "hosted"]},
                {"group": "API", "openapi": "api.json"},
            ],
        }
    ),
    "api.json": json.dumps(API),
    "conf.py": CONF,
    "their_extension.py": EXTENSION,
    "first.md": FIRST,
    "second.md": SECOND,
    "hosted.mdx": HOSTED,
    "snippets/part.mdx": PART,
}


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a build gave."""

    code: int
    folder: Path
    log: str

    def text(self, name: str) -> str:
        """Return a file of the output; what is not there has no text."""
        path = self.folder / name
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def build(folder: Path, builder: str, *touches: str) -> Result:
    """Build the site with the packages of later releases, in a process of its own."""
    source = folder / "source"
    write_files(source, dict(FILES))
    output = folder / "-".join([builder, *touches][:2]) if touches else folder / builder
    command = [sys.executable, "-m", "tests.compat.renaming", *touches, "--"]
    command += ["-q", "-b", builder, "-d", str(output / "doctrees"), str(source)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*command, str(output / "out")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    log = (done.stdout + done.stderr).replace(f"{source}{os.sep}", "")
    return Result(code=done.returncode, folder=output / "out", log=log)
