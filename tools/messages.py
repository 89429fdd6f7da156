#!/usr/bin/env python3
"""Collect every text that a reader sees, and bring the translations up to date.

Texts come from ``_("…")`` in the templates of the theme and in the package, and from
``text('…')`` in the scripts of the playground. The catalogues are written to
``sphinx_docsjson/locales``: the template (``.pot``), one ``.po`` file per language to translate
in, and the compiled ``.mo`` file that a build reads.

    python tools/messages.py            # collect, update, compile
    python tools/messages.py --check    # only say whether something is out of date
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "sphinx_docsjson" / "locales"
DOMAIN = "sphinx_docsjson"
KEYWORDS = ("_", "N_")
SCRIPT_TEXT = re.compile(r"\btext\('([^']+)'")
"""What a script of the playground says to a reader."""

HEADERS = (
    "Language",
    "Plural-Forms",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
)


def of_python(
    file: Any, _keywords: object, _tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts of a module, as Babel wants them from its ``method``.

    Babel's own reads tokens, and does not look into f-strings.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in KEYWORDS and node.args:
            text = node.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield node.lineno, getattr(node.func, "id", ""), text.value, []


def of_script(
    file: Any, _keywords: object, _tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts of a script of the playground."""
    for number, line in enumerate(file.read().decode("utf-8").splitlines(), start=1):
        for text in SCRIPT_TEXT.findall(line):
            yield number, "_", text, []


SOURCES = {
    ROOT / "sphinx_docsjson": [("**.py", of_python)],
    ROOT / "theme": [("**.html", "jinja2"), ("scripts/playground/*.js", of_script)],
}


class SteadyCatalog(Catalog):
    """A catalogue whose header says only how to read it: no date, no release, no name.

    So the same texts give the same files, ``.mo`` files too, and ``--check`` can compare them.
    """

    def _steady_headers(self) -> list[tuple[str, str]]:
        headers = [pair for pair in super().mime_headers if pair[0] in HEADERS]
        # A header ends with a line break, which Babel keeps in the value of the last line.
        name, value = headers[-1]
        return [*headers[:-1], (name, f"{value}\n")]

    mime_headers = Catalog.mime_headers.getter(_steady_headers)


def main(arguments: list[str]) -> int:
    """Write the catalogues, or compare them; return 1 when one is out of date."""
    stale = [path for path, data in files() if not path.exists() or path.read_bytes() != data]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run python3 tools/dev.py renew")
        return 1 if stale else 0
    for path, data in files():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return 0


def files() -> list[tuple[Path, bytes]]:
    """Return the files of all catalogues with their content.

    ``sphinx.po`` has the words that Sphinx's own catalogue of a language lacks.
    """
    template = collect()
    found = [(LOCALES / f"{DOMAIN}.pot", as_po(template))]
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        catalog = SteadyCatalog(locale=path.parts[-3], domain=path.stem, fuzzy=False)
        with path.open("rb") as file:
            PoFileParser(catalog).parse(file)
        language = getattr(catalog.locale, "english_name", path.parts[-3])
        catalog.header_comment = f"# {language}: what readers of a site see."
        if path.stem == DOMAIN:
            catalog.update(template, no_fuzzy_matching=True)
            catalog.obsolete.clear()
        compiled = io.BytesIO()
        write_mo(compiled, catalog)
        found += [(path, as_po(catalog)), (path.with_suffix(".mo"), compiled.getvalue())]
    return found


def collect() -> Catalog:
    """Return all texts of the sources, in the order of files and lines."""
    catalog = Catalog(project="sphinx-docsjson", domain=DOMAIN, fuzzy=False)
    for folder, methods in SOURCES.items():
        extracted = extract_from_dir(folder, methods, keywords=dict.fromkeys(KEYWORDS))
        for name, line, message, *_ in sorted(extracted, key=lambda e: (e[0], e[1])):
            place = f"{folder.name}/{Path(name).as_posix()}"
            catalog.add(message, None, [(place, line)])
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """Return a catalogue as text: without line numbers, which change with every other change."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, omit_header=catalog.locale is None, include_lineno=False, width=99)
    return buffer.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
