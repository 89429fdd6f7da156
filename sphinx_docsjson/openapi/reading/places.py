"""Where the parts of a document are written that its files hold in another shape. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sphinx_docsjson.openapi.reading.resolver import FILES, child, escape, segments


@dataclass(frozen=True, kw_only=True)
class Places:
    """What moved between the files and the document.

    :param layers: pointer now → pointer before, the last change first; what lies below a pointer
        moved with it.
    """

    layers: tuple[Mapping[str, str], ...] = ()

    def source(self, pointer: str) -> str:
        """Return the pointer, into the files as they are, of what *pointer* leads to."""
        for moved in self.layers:
            pointer = moved_pointer(pointer, moved)
        return pointer


AS_WRITTEN = Places()
"""Nothing moved."""


def moved_pointer(pointer: str, moved: Mapping[str, str]) -> str:
    """Return where *pointer* leads when the parts that *moved* names are elsewhere."""
    if not moved:
        return pointer
    place = normal_pointer(pointer)
    rest = ""
    while place not in moved:
        place, slash, name = place.rpartition("/")
        if not slash:
            return pointer
        rest = f"/{name}{rest}"
    return moved[place] + rest


def normal_pointer(pointer: str) -> str:
    """Return a pointer as :func:`child` writes it, which leaves out the escapes of URLs."""
    return child("#", *segments(pointer)) if "%" in pointer else pointer


def file_pointer(file: str, *names: str | int) -> str:
    """Return the pointer of what lies at *names* in another file of a specification."""
    return child(f"#/{FILES}/{escape(file)}", *names)


def pointer_in_file(pointer: str) -> str:
    """Return a pointer without the part that says which file of a specification it leads into."""
    if not pointer.startswith(f"#/{FILES}/"):
        return pointer
    return child("#", *segments(pointer)[2:])
