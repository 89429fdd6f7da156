"""Files of the output that keep their time while their text stays the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_if_changed(path: Path, text: str) -> None:
    """Write *text*, and the folders around it, unless the file holds it already."""
    data = text.encode("utf-8")
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
