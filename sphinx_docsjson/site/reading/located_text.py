"""A text with its lines, and the values of a JSON file that know where they stand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sphinx_docsjson.site.place import Location

_LINE_END = re.compile(r"\r\n|\n|\r")

Scalar: TypeAlias = str | int | float | bool | None


class SourceError(Exception):
    """The text is not JSON, or larger or deeper than the limits.

    :param message: what is wrong and what to do.
    :param location: where.
    """

    def __init__(self, message: str, location: Location) -> None:
        super().__init__(message)
        self.message = message
        self.location = location


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """A text with its lines, able to say where an offset stands.

    :param name: the path as shown to the user, relative to the source directory.
    """

    name: str
    text: str
    line_starts: tuple[int, ...]

    @classmethod
    def of(cls, name: str, text: str) -> SourceFile:
        """Index the lines of *text*; ``\\r\\n``, ``\\n`` and ``\\r`` end a line."""
        starts = (0, *(match.end() for match in _LINE_END.finditer(text)))
        return cls(name, text, starts)

    def location(self, offset: int) -> Location:
        """Return line and column of *offset*, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return Location(file=self.name, line=line, column=offset - self.line_starts[line - 1] + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """A JSON value and where it stands.

    :param data: a scalar, or ``Value`` objects in a dict or list.
    :param keys: for an object, the offsets of its keys, with the file they stand in.
    """

    data: Scalar | Mapping[str, Value] | Sequence[Value]
    file: SourceFile
    offset: int
    keys: Mapping[str, tuple[SourceFile, int]] = field(default_factory=dict)

    @property
    def location(self) -> Location:
        """Where the value begins."""
        return self.file.location(self.offset)

    def key_location(self, key: str) -> Location:
        """Return where *key* of this object stands; where the object does, if it has no such."""
        if key not in self.keys:
            return self.location
        file, offset = self.keys[key]
        return file.location(offset)

    @property
    def members(self) -> Mapping[str, Value]:
        """The members of an object; empty for everything else."""
        return self.data if isinstance(self.data, Mapping) else {}

    @property
    def items(self) -> Sequence[Value]:
        """The items of an array; empty for everything else."""
        data = self.data
        return data if isinstance(data, Sequence) and not isinstance(data, str) else ()

    @property
    def is_object(self) -> bool:
        """Whether the value is an object."""
        return isinstance(self.data, Mapping)

    @property
    def is_array(self) -> bool:
        """Whether the value is an array."""
        return isinstance(self.data, Sequence) and not isinstance(self.data, str)

    def plain(self) -> Any:
        """Return the value as ``json.loads`` would."""
        if self.is_object:
            return {key: value.plain() for key, value in self.members.items()}
        if self.is_array:
            return [value.plain() for value in self.items]
        return self.data

    def with_data(self, data: Mapping[str, Value] | Sequence[Value]) -> Value:
        """Return a value at the same place with other members or items."""
        return Value(data, self.file, self.offset, self.keys)


def decode(data: bytes, name: str) -> str:
    """Decode the bytes of a JSON file: UTF-8, with or without a byte order mark.

    :raises SourceError: when the file is in another encoding.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        place = Location(file=name, line=line, column=column)
        message = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise SourceError(message, place) from None
