"""Reads one field with its type, and collects files and problems."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import unquote

from sphinx_docsjson.base.files import is_file, near_file
from sphinx_docsjson.base.near_names import did_you_mean
from sphinx_docsjson.site.json_reader import Value
from sphinx_docsjson.site.model import FieldLink, Icon, ImagePair, Location
from sphinx_docsjson.urls import is_external, path_below, safe_source, safe_url, why_refused

if TYPE_CHECKING:
    from collections.abc import Iterator


# A field of the validated configuration, read with the type that is asked for.

_LINK = re.compile(r"\]\(<?([^()\s<>]++)")
_HOST = re.compile(r"(?:[\w-]+\.)+(?:ai|app|co|com|dev|gg|io|net|org)(?:/|$)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """What reading a field needs beside the field."""

    report: Report
    tree: SourceTree


@dataclass(frozen=True, slots=True)
class FieldAt:
    """A field that may be there, and how to read it. A field that is not there reads as unset.

    :param value: ``None`` when the file does not have it.
    :param place: the location of the nearest field around it that the file has.
    :param path: its path in the data, for messages.
    """

    value: Value | None
    place: Location
    path: tuple[str | int, ...]
    reader: Reader

    @classmethod
    def root(cls, value: Value, reader: Reader) -> FieldAt:
        """Return the field for the whole file."""
        return cls(value, value.location, (), reader)

    def __getitem__(self, key: str) -> FieldAt:
        path = (*self.path, key)
        inner = self.value.members.get(key) if self.value else None
        place = self.value.key_location(key) if self.value and inner else self.place
        return FieldAt(inner, place, path, self.reader)

    def __bool__(self) -> bool:
        return self.value is not None and self.value.data is not None

    def first(self, *keys: str) -> FieldAt:
        """Return the first of several spellings of a field that the file has."""
        return next((self[key] for key in keys if self[key]), self[keys[-1]])

    def each(self) -> Iterator[FieldAt]:
        """Yield the items of a list; a single value is a list of one."""
        if self.value is not None and self.value.is_array:
            for number, item in enumerate(self.value.items):
                if item.data is not None:
                    yield FieldAt(item, item.location, (*self.path, number), self.reader)
        elif self:
            yield self

    def members(self) -> Iterator[tuple[str, FieldAt]]:
        """Yield the members of an object in the order of the file."""
        for key in self.value.members if self.value else ():
            if self[key]:
                yield key, self[key]

    @property
    def is_object(self) -> bool:
        """Whether the field holds an object."""
        return self.value is not None and self.value.is_object

    @property
    def is_array(self) -> bool:
        """Whether the field holds a list."""
        return self.value is not None and self.value.is_array

    # scalars

    def text(self) -> str | None:
        """Return a string without the space around it; a number or boolean as text."""
        data = self.value.data if self.value else None
        if isinstance(data, bool):
            return "true" if data else "false"
        if isinstance(data, (int, float)):
            return str(data)
        return data.strip() or None if isinstance(data, str) else None

    def texts(self) -> tuple[str, ...]:
        """Return the strings of a list, or a single one."""
        found = (item.text() for item in self.each())
        return tuple(text for text in found if text)

    def flag(self, default: bool = False) -> bool:
        """Return a boolean."""
        data = self.value.data if self.value else None
        return data if isinstance(data, bool) else default

    # what is more than text

    def href(self) -> str | None:
        """Return a link target: an allowed URL, or a path from the root of the site.

        A URL whose scheme is not allowed is reported and left out.
        """
        text = self.text()
        if text is None:
            return None
        if _HOST.match(text):
            self.warn(f"{text!r} is read as 'https://{text}'; write that instead")
            text = f"https://{text}"
        url = safe_url(text)
        if url is None:
            self.warn(f"{text!r} is ignored: {why_refused(text)}", kind="url")
            return None
        if own := self.reader.tree.own_file(url):
            url = f"/{own}"
        if not is_external(url) and not url.startswith(("/", "#", "?")):
            url = f"/{url.removeprefix('./')}"
        self.note_link(url)
        return url

    def markdown(self) -> str | None:
        """Return a line of Markdown; what it links to is noted."""
        text = self.text()
        for href in _LINK.findall(text or ""):
            self.note_link(href)
        return text

    def note_link(self, href: str) -> None:
        """Note that the field leads somewhere: whether it is there is known later."""
        self.reader.report.links.append(
            FieldLink(href=href, field=path_text(self.path), location=self.location)
        )

    def file(self) -> str | None:
        """Return the path of a file in the source folder, or a URL; reports a missing one."""
        text = self.text()
        return self.reader.tree.file(text, path_text(self.path), self.location) if text else None

    def described(self) -> str | None:
        """Return the path of an OpenAPI file, or the URL of one."""
        text, tree = self.text(), self.reader.tree
        return tree.described(text, path_text(self.path), self.location) if text else None

    def images(self) -> ImagePair | None:
        """Return an image, or one for each mode; if one of two is missing, the other is both."""
        if not self.is_object:
            image = self.file()
            return ImagePair(light=image, dark=image) if image else None
        light, dark = self["light"].file(), self["dark"].file()
        either = light or dark
        return ImagePair(light=light or either, dark=dark or either) if either else None

    def icon(self, type_field: FieldAt | None = None) -> Icon | None:
        """Return an icon: a name, or an object with name, style and library."""
        kind = type_field.text() if type_field else None
        if self.is_object:
            name = self["name"].text()
            kind = self["style"].text() or kind
            library = self["library"].text()
        else:
            name, library = self.text(), None
        if name is None:
            return None
        return Icon(name=name, type=kind, library=library, location=self.location)

    # messages

    @property
    def location(self) -> Location:
        """Where the value is; for a field that is not there, what is around it."""
        return self.value.location if self.value else self.place

    def warn(self, message: str, *, kind: str = "config") -> None:
        """Report a problem of this field."""
        self.reader.report.add(f"{path_text(self.path)}: {message}", self.location, kind=kind)


# Which files of the source tree the configuration may name, and whether they are there.

PAGE_SUFFIXES = (".mdx", ".md", ".rst")


def inside(srcdir: Path, path: Path) -> Path | None:
    """Return *path* made absolute, or ``None`` when it (or what it links to) leaves *srcdir*.

    Both the written path and the file that symbolic links lead to must be inside.
    """
    try:
        root, target = srcdir.resolve(), path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return srcdir / target.relative_to(root) if target.is_relative_to(root) else None


OF_CODE = "python:"

FONT_FOLDERS = ("fonts", "assets/fonts", "public/fonts", "static/fonts", "_static/fonts")
"""Where the file of a font is looked for that is given by its name."""

FONT_SUFFIXES = (".woff2", ".woff", ".ttf", ".otf")
_OF_ALL = ("variable", "vf", "variablefont", "variablefontwght", "", "regular")
_WEIGHTS = {
    100: ("thin",),
    200: ("extralight",),
    300: ("light",),
    400: ("regular",),
    500: ("medium",),
    600: ("semibold",),
    700: ("bold",),
    800: ("extrabold",),
    900: ("black",),
}


def _letters(name: str) -> str:
    """Return the letters and digits of a name, for comparison."""
    return "".join(character for character in name.casefold() if character.isalnum())


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceTree:
    """The files below the source directory."""

    srcdir: Path
    report: Report
    address: str = ""
    """That of the site, as far as it is known."""

    def own_file(self, url: str) -> str | None:
        """Return the path of the file that *url* is published as, if it is on this very site."""
        path = path_below(url, self.address)
        found = inside(self.srcdir, self.srcdir / unquote(path).lstrip("/")) if path else None
        return found.relative_to(self.srcdir).as_posix() if found and is_file(found) else None

    def described(self, text: str, field: str, location: Location) -> str | None:
        """Return the path of an OpenAPI file, which may be in the repository around the folder.

        How far it may lead out is known where it is read.
        """
        text = text.strip()
        if text.startswith(OF_CODE):
            module, _colon, app = text.removeprefix(OF_CODE).partition(":")
            code = f"from {module} import {app or 'app'}"
            self.report.add(
                f"{field}: {text!r} is ignored: no code is run while a site is built. Write the "
                "file first, and name it here. With FastAPI: "
                f'python -c "import json; {code}; print(json.dumps({app or "app"}.openapi()))" '
                "> openapi.json",
                location,
            )
            return None
        name = posixpath.normpath(text)
        if name.startswith("../") and not is_external(text):
            return name
        return self.file(text, field, location)

    def file(self, text: str, field: str, location: Location) -> str | None:
        """Return the path of a file as relative to the source directory, or a URL as it is.

        :param field: the path of the field in the data, for the message.
        :returns: ``None`` when there is no such file, which is reported.
        """
        text = text.strip()
        if is_external(text):
            return self.own_file(text) or self._url(text, field, location)
        relative = text.lstrip("/").removeprefix("./")
        for name in (relative, unquote(relative)):
            target = inside(self.srcdir, self.srcdir / name)
            if target is None:
                self.report.add(
                    f"{field}: {text!r} leaves the source folder and is ignored", location
                )
                return None
            if is_file(target):
                return target.relative_to(self.srcdir).as_posix()
        hint = did_you_mean(near_file(self.srcdir, relative))
        self.report.add(f"{field}: there is no file {text!r}; it is ignored.{hint}", location)
        return None

    def font(self, family: str, weight: int | None) -> str | None:
        """Return the path of the font file that is called as *family*, if there is one.

        ``Acme Sans`` may be ``AcmeSans.woff2``, ``acme-sans-variable.ttf`` or, with the weight
        600, ``AcmeSans-SemiBold.otf``. A file of that weight is preferred, then one of all.
        """
        wanted = _letters(family)
        endings = [*(_WEIGHTS.get(weight or 0, ())), str(weight or ""), *_OF_ALL]
        names = list(dict.fromkeys(f"{wanted}{ending}" for ending in endings))
        found: dict[str, str] = {}
        for folder in FONT_FOLDERS:
            place = inside(self.srcdir, self.srcdir / folder)
            for file in sorted(place.iterdir()) if place and place.is_dir() else ():
                ending = file.suffix.lower()
                if ending in FONT_SUFFIXES and inside(self.srcdir, file) and is_file(file):
                    key = f"{FONT_SUFFIXES.index(ending)}{_letters(file.stem)}"
                    found.setdefault(key, file.relative_to(self.srcdir).as_posix())
        ways = (f"{kind}{name}" for name in names for kind in range(len(FONT_SUFFIXES)))
        return next((found[way] for way in ways if way in found), None)

    def is_page(self, path: str) -> bool:
        """Whether a page has this path: a file, or the index of a folder."""
        names = (path, f"{path}/index")
        files = (self.srcdir / f"{name}{suffix}" for name in names for suffix in PAGE_SUFFIXES)
        return any(inside(self.srcdir, file) is not None and is_file(file) for file in files)

    def _url(self, text: str, field: str, location: Location) -> str | None:
        url = safe_source(text, picture=True)
        if url is not None:
            return url
        message = f"{field}: {text!r} is ignored; a URL here must begin with https:// or http://"
        self.report.add(message, location, kind="url")
        return None


# What is wrong in the configuration, collected with its place.

ConfigPath: TypeAlias = tuple[str | int, ...]

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$-]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfigProblem:
    """Something wrong in the configuration file.

    :param kind: the subtype of the warning, such as ``config``.
    :param message: where in the data, what is wrong, and what to do.
    :param fatal: no site can be made of the file.
    """

    message: str
    location: Location | None = None
    kind: str = "config"
    fatal: bool = False


@dataclass(kw_only=True, slots=True)
class Report:
    """The problems of one configuration, in the order in which they are found."""

    problems: list[ConfigProblem] = field(default_factory=list)
    links: list[FieldLink] = field(default_factory=list)

    def add(
        self, message: str, location: Location | None, *, kind: str = "config", fatal: bool = False
    ) -> None:
        """Note a problem."""
        self.problems.append(
            ConfigProblem(message=message, location=location, kind=kind, fatal=fatal)
        )


def path_text(path: ConfigPath) -> str:
    """Return a path in the data as people write it: ``navigation[2].pages[0]``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _IDENTIFIER.fullmatch(part):
            text += f".{part}" if text else part
        else:
            text += f'["{part}"]'
    return text
