"""``{"$ref": "./part.json"}`` replaced by the file it names, inside the source tree only."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.files.named_files import is_file
from sphinx_docsjson.site.reading.json_parser import parse
from sphinx_docsjson.site.reading.located_text import SourceError, Value, decode
from sphinx_docsjson.site.reading.site_files import inside

if TYPE_CHECKING:
    from sphinx_docsjson.site.reading.problems import Report

MAX_FILES = 200
MAX_BYTES = 64_000_000
MAX_VALUES = 100_000


@dataclass(kw_only=True)
class Splicer:
    """Reads a file and every file it refers to.

    :param srcdir: the source directory, which no reference may leave.
    :param report: receives what is wrong with the references.
    """

    srcdir: Path
    report: Report
    files: list[Path] = field(default_factory=list)
    _parsed: dict[Path, Value] = field(default_factory=dict)
    _bytes: int = 0
    _values: int = 0

    def read(self, path: Path) -> Value:
        """Return the value of a file with every reference in it replaced.

        :raises SourceError: when the file itself is not JSON; references that cannot be
            replaced are reported and left out.
        """
        return self._replace(self._parse(path), path, (path,)) or self._parsed[path]

    def _parse(self, path: Path) -> Value:
        if path not in self._parsed:
            data = path.read_bytes()
            self._bytes += len(data)
            self.files.append(path)
            name = path.relative_to(self.srcdir).as_posix()
            parsed = parse(decode(data, name), name)
            for message, place in parsed.remarks:
                self.report.add(message, place)
            self._parsed[path] = parsed.value
        return self._parsed[path]

    def _replace(self, value: Value, path: Path, chain: tuple[Path, ...]) -> Value | None:
        """Return *value* with its references replaced, or ``None`` when it is a broken one."""
        self._values += 1
        if value.is_array:
            items = (self._replace(item, path, chain) for item in value.items)
            return value.with_data([item for item in items if item is not None])
        if not value.is_object:
            return value
        members: dict[str, Value] = {}
        for key, member in value.members.items():
            replaced = member if key == "$ref" else self._replace(member, path, chain)
            if replaced is not None:
                members[key] = replaced
        reference = members.pop("$ref", None)
        if reference is None:
            return value.with_data(members)
        target = self._target(reference, path, chain)
        if target is None:
            return value.with_data(members) if members else None
        if not target.is_object:
            return target
        keys = {**target.keys, **{key: value.keys[key] for key in members}}
        return Value({**target.members, **members}, value.file, value.offset, keys)

    def _target(self, reference: Value, path: Path, chain: tuple[Path, ...]) -> Value | None:
        problem = None
        target = None
        name = reference.data
        if not isinstance(name, str) or not name or ":" in name or "#" in name:
            problem = 'a "$ref" is the relative path of a JSON file'
        else:
            base = self.srcdir if name.startswith("/") else path.parent
            target = inside(self.srcdir, base / name.lstrip("/"))
            if target is None:
                problem = f'"$ref" {name!r} leaves the source folder'
            elif not is_file(target):
                problem = f'"$ref" {name!r} names no file'
            elif target in chain:
                problem = f'"$ref" {name!r} leads back to a file that refers to it'
            elif len(self.files) >= MAX_FILES or self._bytes > MAX_BYTES:
                problem = '"$ref" brings in too many or too large files'
            elif self._values > MAX_VALUES:
                problem = '"$ref" makes the configuration too large'
        if problem or target is None:
            self.report.add(f"{problem}; it is left out", reference.location)
            return None
        try:
            return self._replace(self._parse(target), target, (*chain, target))
        except SourceError as error:
            self.report.add(f"{error.message}; the file is left out", error.location)
            return None
