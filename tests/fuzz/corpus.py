"""The texts that once broke a promise: ``found/<area>/<name>``."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from tests.fuzz.area import Area

FOLDER = Path(__file__).with_name("found")


def kept(area: Area) -> list[str]:
    """Return the texts of an area."""
    files = sorted((FOLDER / area.name).glob(f"*{area.suffix}"))
    return [file.read_bytes().decode("utf-8", "surrogatepass") for file in files]


def keep(area: Area, text: str) -> Path:
    """Write *text* into its folder; return its file, which is called after its content."""
    data = text.encode("utf-8", "surrogatepass")
    file = FOLDER / area.name / (sha256(data).hexdigest()[:12] + area.suffix)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file
