"""Makes the font of formulas: the part of STIX Two Math that formulas of ours are made of.

Run from the root of the repository; it needs npm, and ``pip install fonttools brotli``::

    python -m tools.math_font

STIX Two Math stands under the SIL Open Font License 1.1, without a reserved name. What is kept are
the characters that TeX commands become, and the tables that place and stretch them. The same
versions of the package and of fontTools give the same bytes.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from fontTools import subset

PACKAGE = "@fontsource/stix-two-math@5.3.0"
FOLDER = Path(__file__).parent.parent / "theme" / "static" / "fonts"
FONT = "stix-two-math.woff2"
LICENCE = "LICENSE-stix-two-math.txt"

CHARACTERS = (
    "20-7E A0-FF 131 237 2C6-2DD 300-338 391-3F6 2000-206F 20D0-20F0 2100-214F 2190-21FF "
    "2200-22FF 2308-230B 2322-2323 23B0-23B1 23DC-23E1 25A0-25CF 2660-2667 266D-266F 27C2 "
    "27E6-27EF 27F5-27FF 2A00-2A0C 2A2F 2A3F 2A74 2A7D-2AB0 2AC5-2ACC 1D400-1D4CF 1D504-1D56B "
    "1D5A0-1D5D3 1D670-1D71B 1D7CE-1D7E1 1D7F6-1D7FF"
)
"""Without bold script, bold Fraktur, slanted sans serif and what only drawings use."""

FEATURES = ["dtls", "flac", "kern", "mark", "mkmk", "ssty"]


def characters() -> list[int]:
    """Return the code points that are kept."""
    found: list[int] = []
    for part in CHARACTERS.split():
        first, _, last = part.partition("-")
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found


def main() -> None:
    """Write the font and its licence."""
    options = subset.Options()
    options.flavor, options.layout_features, options.hinting = "woff2", FEATURES, False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", PACKAGE, "--pack-destination", folder]
        subprocess.run(command, check=True)
        shutil.unpack_archive(next(Path(folder).glob("*.tgz")), folder)
        package = Path(folder, "package")
        [source] = (package / "files").glob("*.woff2")
        font = subset.load_font(source, options)
        maker = subset.Subsetter(options)
        maker.populate(unicodes=characters())
        maker.subset(font)
        subset.save_font(font, FOLDER / FONT, options)
        licence = (package / "LICENSE").read_text(encoding="utf-8")
        (FOLDER / LICENCE).write_text(licence, encoding="utf-8")
    print(f"{FONT}: {(FOLDER / FONT).stat().st_size} bytes")


if __name__ == "__main__":
    main()
