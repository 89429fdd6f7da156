#!/usr/bin/env python3
"""Make the icon data of ``sphinx_docsjson/icons/data`` from npm packages.

Run it without arguments to download the pinned packages with ``npm pack``, or give it a folder
that holds their ``.tgz`` files. The same packages always give the same files.

    python -m tools.build_icons [FOLDER_WITH_TGZ_FILES]
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import yaml

from tools.path_data import rounded

PACKAGES = {
    "fontawesome": "@fortawesome/fontawesome-free@7.3.1",
    "names": "@fortawesome/fontawesome-common-types@7.3.1",
    "lucide": "@iconify-json/lucide@1.2.137",
    "tabler": "@iconify-json/tabler@1.2.41",
}
TARGET = Path(__file__).resolve().parents[1] / "sphinx_docsjson" / "icons" / "data"

LINE_ATTRIBUTES = (
    'fill="none" stroke="currentColor" stroke-linecap="round" '
    'stroke-linejoin="round" stroke-width="2"'
)
HEIGHT_OF_FONT_AWESOME = 512
BRANDS = "brands"
"""Logos have details that are finer than the grid; the other icons of Font Awesome have none."""


def main(arguments: list[str]) -> None:
    """Write one data file per icon set."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(arguments[0]) if arguments else download(Path(scratch))
        for style, data in font_awesome(folder).items():
            write(f"fontawesome-{style}", data)
        for name in ("lucide", "tabler"):
            write(name, iconify(folder, name))
        write_names("fontawesome-pro", names_of_pro(folder))


def download(folder: Path) -> Path:
    """Fetch the pinned packages into *folder*."""
    subprocess.run(["npm", "pack", *PACKAGES.values()], cwd=folder, check=True)
    return folder


def member(folder: Path, package: str, name: str) -> str:
    """Return the text of one file of a package archive."""
    pattern = PACKAGES[package].lstrip("@").replace("/", "-").replace("@", "-") + ".tgz"
    with tarfile.open(folder / pattern) as archive:
        file = archive.extractfile(f"package/{name}")
        assert file is not None, f"{name} is not in {pattern}"
        return file.read().decode()


def font_awesome(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the three free styles: path data by name, odd widths, and the old names."""
    families = json.loads(member(folder, "fontawesome", "metadata/icon-families.json"))
    shims = yaml.safe_load(member(folder, "fontawesome", "metadata/shims.yml"))
    styles: dict[str, dict[str, Any]] = {
        style: {"solid": {}, "widths": {}, "aliases": {}}
        for style in ("solid", "regular", "brands")
    }
    for name, family in sorted(families.items()):
        for style, svg in family["svgs"].get("classic", {}).items():
            data = styles[style]
            _x, _y, width, height = map(int, svg["viewBox"])
            assert height == HEIGHT_OF_FONT_AWESOME, name
            paths = svg["path"] if isinstance(svg["path"], list) else [svg["path"]]
            if style != BRANDS:
                paths = [rounded(path) for path in paths]
            data["solid"][name] = "".join(f'<path d="{path}"/>' for path in paths if path)
            if width != HEIGHT_OF_FONT_AWESOME:
                data["widths"][name] = width
            for alias in family.get("aliases", {}).get("names", []):
                data["aliases"][alias] = name
    for old, new in shims.items():
        style = {"fab": "brands", "far": "regular"}.get(new.get("prefix"), "solid")
        target = new.get("name", old)
        if old not in families and target in styles[style]["solid"]:
            styles[style]["aliases"].setdefault(old, target)
    return styles


def names_of_pro(folder: Path) -> list[str]:
    """Return the names that only Font Awesome Pro has: the types for TypeScript list all."""
    listed = re.findall(r"^ +'([a-z0-9-]+)' \| *$", member(folder, "names", "index.d.ts"), re.M)
    styles = font_awesome(folder).values()
    free = {name for data in styles for kind in ("solid", "aliases") for name in data[kind]}
    return sorted({*listed} - free)


def iconify(folder: Path, package: str) -> dict[str, Any]:
    """Return a set drawn on a 24 px grid: line icons, filled icons, and the old names."""
    source = json.loads(member(folder, package, "icons.json"))
    assert (source["width"], source["height"]) == (24, 24)
    data: dict[str, Any] = {"line": {}, "solid": {}, "aliases": {}}
    for name, icon in sorted(source["icons"].items()):
        if icon.get("hidden"):
            continue
        body = icon["body"]
        if LINE_ATTRIBUTES in body:
            data["line"][name] = plain_line(body)
        else:
            data["solid"][name] = body
    drawn = data["line"].keys() | data["solid"].keys()
    for alias, entry in sorted(source["aliases"].items()):
        if entry["parent"] in drawn and entry.keys() == {"parent"}:
            data["aliases"][alias] = entry["parent"]
    return data


def plain_line(body: str) -> str:
    """Return the shapes of a line icon without the attributes that its ``<svg>`` carries."""
    group = re.fullmatch(rf"<g {re.escape(LINE_ATTRIBUTES)}>(.*)</g>", body)
    return group.group(1) if group else body.replace(f" {LINE_ATTRIBUTES}", "")


def write(name: str, data: dict[str, Any]) -> None:
    """Write *data* as gzipped JSON without a time stamp."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    path = TARGET / f"{name}.json.gz"
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))
    count = len(data["solid"]) + len(data.get("line", {}))
    print(
        f"{path.name}: {count} icons, {len(data['aliases'])} aliases, {path.stat().st_size} bytes"
    )


def write_names(name: str, names: list[str]) -> None:
    """Write *names* as gzipped JSON without a time stamp."""
    path = TARGET / f"{name}.json.gz"
    path.write_bytes(gzip.compress(json.dumps(names).encode(), compresslevel=9, mtime=0))
    print(f"{path.name}: {len(names)} names, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
