"""Says which scripts a PDF will lack, because LaTeX leaves such characters out silently."""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.build import build_of
from sphinx_docsjson.ext.books.outline import FONTS
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

EAST_ASIAN = words("CJK HANGUL HIRAGANA KATAKANA")
"""The scripts that ``fonts-noto-cjk`` has; the fonts of ``fonts-noto-core`` have all others."""

_OF_TEX_LIVE = ("FandolSong-Regular.otf", "ipaexm.ttf", "HaranoAjiMincho-Regular.otf")
TEX_FONTS = {"HANGUL": (), **dict.fromkeys(EAST_ASIAN - {"HANGUL"}, _OF_TEX_LIVE)}
"""Script → fonts of ``docsjsonfonts.sty`` that TeX Live brings, where it is not FreeSerif."""

EVERYWHERE = words("LATIN GREEK CYRILLIC COMBINING MODIFIER MATHEMATICAL")
"""Letters that each font for text has, or that formulas are made of."""


def uses_our_fonts(app: Sphinx) -> bool:
    """Run if LaTeX uses ``docsjsonfonts.sty`` to choose among the installed fonts."""
    if app.builder.format != "latex" or build_of(app.config) is None:
        return False
    return bool(app.config.latex_elements.get("fontpkg") == FONTS["fontpkg"])


def report_missing_fonts(app: Sphinx, _error: Exception | None) -> None:
    """Warn of each book with a script that no installed font has (``build-finished``).

    Without ``fc-list`` nothing is known of the fonts.
    """
    program = shutil.which("fc-list")
    if program is None:
        return
    known: dict[str, bool] = {}
    for name in sorted({str(entry[1]) for entry in app.config.latex_documents}):
        book = Path(app.outdir, name)
        text = book.read_text("utf-8") if book.is_file() else ""
        found = scripts_in(text)
        for script in found.keys() - known.keys():
            known[script] = has_font(program, found[script]) or has_tex_font(script)
        if lacks := [script for script in found if not known[script]]:
            package = "fonts-noto-cjk" if EAST_ASIAN.issuperset(lacks) else "fonts-noto-core"
            names = ", ".join(each if each == "CJK" else each.title() for each in lacks)
            message = (
                f"no installed font has {names}, so the PDF will lack these characters; "
                f"install a font, such as those of the Debian package {package}."
            )
            line = text.count("\n", 0, text.index(found[lacks[0]])) + 1
            warn(Warn.FONT, message, location=(str(book), line))


def scripts_in(text: str) -> dict[str, str]:
    """Return the scripts in *text* by their names in Unicode, each with a letter."""
    found: dict[str, str] = {}
    for character in sorted(set(text)):
        if ord(character) > 0x24F and unicodedata.category(character) in {"Lo", "Ll", "Lu"}:
            name = unicodedata.name(character, "").partition(" ")[0]
            if name and name not in EVERYWHERE:
                found.setdefault(name, character)
    return found


def has_font(program: str, letter: str) -> bool:
    """Ask fontconfig for a font with *letter*; where it does not answer, there is one."""
    asked = [program, f":charset={ord(letter):x}", "family"]
    done = subprocess.run(asked, capture_output=True, check=False)
    return done.returncode != 0 or bool(done.stdout.strip())


def has_tex_font(script: str) -> bool:
    """Whether TeX Live has a font for *script* that fontconfig need not know."""
    program, fonts = shutil.which("kpsewhich"), TEX_FONTS.get(script, ("FreeSerif.otf",))
    if program is None or not fonts:
        return False
    done = subprocess.run([program, *fonts], capture_output=True, check=False)
    return bool(done.stdout.strip())
