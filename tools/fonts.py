"""Makes the fonts of the theme: what pages use of Inter, JetBrains Mono and STIX Two Math.

Run from the root of the repository; it needs npm, and ``pip install fonttools brotli``::

    python -m tools.fonts

All three stand under the SIL Open Font License 1.1, without a reserved name. Ligatures are left
out, because code has to be shown as it is written, and so are weights below 400, which no page is
set in. The same versions of the packages and of fontTools give the same bytes.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FOLDER = Path(__file__).parent.parent / "theme" / "static" / "fonts"
TEXT_FEATURES = ("ccmp", "kern", "locl", "mark", "mkmk", "tnum")

FORMULAS = (
    "20-7E A0-FF 131 237 2C6-2DD 300-338 391-3F6 2000-206F 20D0-20F0 2100-214F 2190-21FF "
    "2200-22FF 2308-230B 2322-2323 23B0-23B1 23DC-23E1 25A0-25CF 2660-2667 266D-266F 27C2 "
    "27E6-27EF 27F5-27FF 2A00-2A0C 2A2F 2A3F 2A74 2A7D-2AB0 2AC5-2ACC 1D400-1D4CF 1D504-1D56B "
    "1D5A0-1D5D3 1D670-1D71B 1D7CE-1D7E1 1D7F6-1D7FF"
)
"""What TeX commands become, without bold script, bold Fraktur, slanted sans serif and what only
drawings use."""


@dataclass(frozen=True, kw_only=True)
class Made:
    """A font of the theme.

    :ivar package: what it is made of, as npm names it.
    :ivar source: the file of the package, as a pattern.
    :ivar features: the tables of OpenType that are kept.
    :ivar weights: the lightest and the heaviest weight of a variable font.
    :ivar characters: what is kept, or everything.
    """

    package: str
    source: str
    features: tuple[str, ...] = TEXT_FEATURES
    weights: tuple[int, int] | None = None
    characters: str = ""


INTER = "@fontsource-variable/inter@5.3.0"
MONO = "@fontsource-variable/jetbrains-mono@5.3.0"
FONTS = {
    "inter-latin": Made(package=INTER, source="inter-latin-wght-normal", weights=(400, 900)),
    "inter-latin-ext": Made(
        package=INTER, source="inter-latin-ext-wght-normal", weights=(400, 900)
    ),
    "jetbrains-mono-latin": Made(
        package=MONO, source="jetbrains-mono-latin-wght-normal", weights=(400, 800)
    ),
    "jetbrains-mono-latin-ext": Made(
        package=MONO, source="jetbrains-mono-latin-ext-wght-normal", weights=(400, 800)
    ),
    "stix-two-math": Made(
        package="@fontsource/stix-two-math@5.3.0",
        source="*",
        features=("dtls", "flac", "kern", "mark", "mkmk", "ssty"),
        characters=FORMULAS,
    ),
}
LICENCES = {
    "inter-latin": "LICENSE-inter.txt",
    "jetbrains-mono-latin": "LICENSE-jetbrains-mono.txt",
    "stix-two-math": "LICENSE-stix-two-math.txt",
}


def code_points(characters: str) -> list[int]:
    """Return the code points of ranges such as ``20-7E A0``."""
    found: list[int] = []
    for part in characters.split():
        first, _, last = part.partition("-")
        found += range(int(first, 16), int(last or first, 16) + 1)
    return found


def unpacked(package: str, folder: Path) -> Path:
    """Download a package of npm, and return its folder."""
    target = folder / package.replace("/", "-")
    if not target.exists():
        target.mkdir()
        command = ["npm", "pack", "--silent", package, "--pack-destination", str(target)]
        subprocess.run(command, check=True)
        shutil.unpack_archive(next(target.glob("*.tgz")), target)
    return target / "package"


def make(name: str, made: Made, package: Path) -> None:
    """Write a font, and its licence."""
    options = subset.Options()
    options.flavor, options.layout_features, options.hinting = "woff2", list(made.features), False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    [source] = (package / "files").glob(f"{made.source}.woff2")
    file: Path | BytesIO = source
    if made.weights:
        font = TTFont(source)
        instancer.instantiateVariableFont(font, {"wght": made.weights}, inplace=True)
        font.flavor, file = None, BytesIO()
        font.save(file)
        file.seek(0)
    font = subset.load_font(file, options)
    kept = code_points(made.characters) or list(font.getBestCmap())
    maker = subset.Subsetter(options)
    maker.populate(unicodes=kept)
    maker.subset(font)
    target = FOLDER / f"{name}.woff2"
    subset.save_font(font, target, options)
    if name in LICENCES:
        licence = (package / "LICENSE").read_text(encoding="utf-8")
        (FOLDER / LICENCES[name]).write_text(licence, encoding="utf-8")
    print(f"{target.name}: {target.stat().st_size} bytes")


def main() -> None:
    """Write all fonts."""
    with tempfile.TemporaryDirectory() as folder:
        for name, made in FONTS.items():
            make(name, made, unpacked(made.package, Path(folder)))


if __name__ == "__main__":
    main()
