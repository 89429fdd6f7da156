"""A site with all that has broken a book somewhere: characters, depth, width, pictures."""

from __future__ import annotations

import json
from pathlib import Path

from tests._support.inputs import input_text
from tests.components.samples import PAGES, PICTURE

ROOT = Path(__file__).parents[2]
SPECIFICATION = ROOT / "docs" / "api" / "plant-store.yaml"

GIF = bytes.fromhex(
    "47494638396101000100800000ffffff00000021f90401000001002c00000000010001000002024c01003b"
)
SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    b'<circle cx="10" cy="10" r="8" fill="#0d9373"/></svg>'
)
BROKEN = b"RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00" + b"\x00" * 24
PICTURES = {
    **PICTURE,
    "images/moving.gif": GIF,
    "images/drawn.svg": SVG,
    "images/broken.webp": BROKEN,
    "images/empty.png": b"",
    "images/gif named.png": GIF,
    "images/50%_#1.png": PICTURE["images/sample.png"],
}


HARD = input_text(__file__, "hard.mdx")


def hard_site() -> dict[str, str | bytes]:
    """Return the files of a site with two tabs: the hard page and every component, and an API."""
    navigation = {
        "tabs": [
            {
                "tab": "Guides & more",
                "groups": [
                    {"group": "Hard 100%", "pages": ["index"]},
                    {"group": "Components", "pages": ["tag", "myst", "rst"]},
                ],
            },
            {"tab": "API", "openapi": "plants.yaml"},
        ]
    }
    config = {
        "$schema": "https://mintlify.com/docs.json",
        "theme": "mint",
        "name": "Books & 100% #1 🚀",
        "colors": {"primary": "#0d7a5f"},
        "navigation": navigation,
    }
    pages = {f"{syntax}{Path(name).suffix}": text for syntax, (name, text) in PAGES.items()}
    return {
        "docs.json": json.dumps(config),
        "index.mdx": HARD,
        "plants.yaml": SPECIFICATION.read_text(encoding="utf-8"),
        **pages,
        **PICTURES,
    }
