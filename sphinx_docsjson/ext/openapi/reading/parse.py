"""Parses one file of a description, and checks its name and whether to quote it. Pure.

JSON never goes through YAML (tabs are legal in it). Numbers keep their text, such as ``1.10``.
"""

from __future__ import annotations

import codecs
import gc
import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from json.encoder import encode_basestring
from typing import Any, TypeAlias
from urllib.parse import unquote, urljoin, urlsplit

from sphinx_docsjson import yaml12
from sphinx_docsjson.base.messages import TooLarge, check_size, well_formed_values, words
from sphinx_docsjson.ext.openapi.reading.resolver import ApiProblem
from sphinx_docsjson.site import json_reader
from sphinx_docsjson.site.json_reader import SourceError

MAX_BYTES = 64 * 1024 * 1024


class UnreadableFile(ValueError):
    """A file that gives no values; the message says why and, where known, where.

    :param place: the line and the column.
    """

    def __init__(self, message: str, place: tuple[int, int] | None = None) -> None:
        where = f" at line {place[0]}, column {place[1]}" if place else ""
        super().__init__(f"{message}{where}")
        self.place = place


class OutsideFile(UnreadableFile):
    """A file outside what may be read; who names it can fix that, and not the file."""


def parse(text: str, *, is_json: bool, leniently: bool = False) -> tuple[Any, list[ApiProblem]]:
    """Return the values of a file and what is doubtful in it.

    :param leniently: a comma too many and comments in JSON are doubtful only.
    :raises UnreadableFile: when it is not JSON or YAML, or beyond the limits.
    """
    problems: list[ApiProblem] = []
    try:
        with _garbage_kept():
            if is_json:
                value = _parse_json(text, problems, leniently=leniently)
            else:
                value = _parse_yaml(text, problems)
    except RecursionError:
        raise UnreadableFile("the file is nested too deeply") from None
    return well_formed_values(value, text, is_json=is_json), problems


@contextmanager
def _garbage_kept() -> Iterator[None]:
    """Look for no garbage meanwhile: among values that are all needed it costs half the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""What a file begins with that ``>`` of Windows PowerShell writes."""


def as_utf8(data: bytes) -> bytes:
    """Return the bytes of a file, in UTF-8 where they are UTF-16."""
    return data.decode("utf-16", "replace").encode() if data.startswith(UTF_16) else data


def decoded(data: bytes, encoding: str = "utf-8-sig") -> str:
    """Return the text of a file: UTF-16 by its mark, else *encoding*.

    :raises UnicodeDecodeError: when it is in another encoding.
    """
    return data.decode("utf-16" if data.startswith(UTF_16) else encoding)


def looks_like_json(text: str) -> bool:
    """Whether the first character of *text* opens a JSON object or array."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def _parse_json(text: str, problems: list[ApiProblem], *, leniently: bool) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(found)
        if len(value) < len(found):
            seen: set[str] = set()
            for name, _item in found:
                if name in seen:
                    problems.append(_duplicate(name, None))
                seen.add(name)
        return value

    try:
        value = json.loads(
            text.lstrip("\ufeff"),
            object_pairs_hook=pairs,
            parse_float=_number,
            parse_constant=lambda name: name,
        )
    except json.JSONDecodeError as error:
        if not leniently:
            raise UnreadableFile(error.msg, (error.lineno, error.colno)) from None
        readable, remarks = _readable_json(text.lstrip("\ufeff"), error)
        problems += remarks
        return _parse_json(readable, problems, leniently=False)
    except ValueError as error:
        raise UnreadableFile(str(error)) from None
    try:
        check_size(value)
    except TooLarge as error:
        raise UnreadableFile(str(error)) from None
    return value


def _readable_json(text: str, error: json.JSONDecodeError) -> tuple[str, list[ApiProblem]]:
    """Return *text* without what JSON does not have and is plain, and what is said about that.

    :raises UnreadableFile: when there is another mistake, with what to do about it.
    """
    try:
        remarks = json_reader.parse(text, "").remarks
    except SourceError as mistake:
        if mistake.location.line > error.lineno or "levels of" in mistake.message:
            raise UnreadableFile(error.msg, (error.lineno, error.colno)) from None
        place = (mistake.location.line, mistake.location.column)
        raise UnreadableFile(mistake.message, place) from None
    problems = [
        ApiProblem(message=message, kind="openapi-file", place=(place.line, place.column))
        for message, place in remarks
        if "occurs twice" not in message  # reported by those who read it
    ]
    readable = _COMMENT.sub(lambda found: found["string"] or "", text)
    return _LAST_COMMA.sub(lambda found: found["string"] or found[0][1:], readable), problems


# A string that is never closed ends with the text: it is scanned once, not from each quote.
_STRING = r'(?P<string>"(?>(?:[^"\\]++|\\.?+)*)(?:"|\Z))'
_COMMENT = re.compile(
    rf"{_STRING}|(?://|#)[^\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/|\Z)",
    re.DOTALL,
)
_LAST_COMMA = re.compile(rf"{_STRING}|,\s*+(?=[}}\]])", re.DOTALL)


def _number(text: str) -> float:
    number = float(text)
    is_kept = repr(number) == text or not _JSON_NUMBER.fullmatch(text)
    return number if is_kept else SourceFloat(text)


def _duplicate(name: str, line: int | None) -> ApiProblem:
    place = f" (line {line})" if line else ""
    return ApiProblem(
        message=f"the key {name!r} occurs twice{place}; the last one is used",
        kind="openapi-file",
    )


def _parse_yaml(text: str, problems: list[ApiProblem]) -> Any:
    try:
        document = yaml12.read(text, float_of=_number_or_word)
    except yaml12.UnreadableYaml as error:
        place = (error.line, error.column) if error.line else None
        raise UnreadableFile(str(error), place) from None
    problems += [_duplicate(name, line) for name, line in document.repeated]
    return document.value


def _number_or_word(text: str) -> Any:
    """Return a number with its text; JSON has no word for the others."""
    return text if text.lstrip("+-").lower() in (".inf", ".nan") else _number(text)


# A document with inlined references stays a finite tree. Pure.
#
# What is inlined in a place may contain that place, or be inlined in so many others that the size
# doubles with each step. Readers of the document walk it as a tree, so such places are emptied.

LEAST = 100_000
"""How many parts a document may always have, however often each of them is shown."""

TIMES = 10
"""How often the parts of a document may be repeated."""

MAX_PASSES = 16
"""After this many searches for circles, which leave one of a knot of circles, all is emptied."""


@dataclass(frozen=True, kw_only=True)
class Put:
    """What a reference led to is in its place: under *key* of *holder*."""

    holder: Any
    key: Any
    ref: str
    pointer: str

    def empty(self) -> None:
        """Leave nothing there but the kind of thing that it was."""
        self.holder[self.key] = type(self.holder[self.key])()


ValueLocations: TypeAlias = Mapping[tuple[int, Any], Put]
"""The identity of an object or list and a key of it → what was put there."""


@dataclass(frozen=True, kw_only=True)
class _Step:
    node: Any
    put: Put | None
    inside: Iterator[tuple[Any, Any]]


def keep_finite(document: Any, puts: Iterable[Put]) -> list[Put]:
    """Empty the places that would give *document* no end, or too many parts.

    :returns: the places that were emptied.
    """
    places = {(id(put.holder), put.key): put for put in puts}
    if not places:
        return []
    emptied: list[Put] = []
    for _pass in range(MAX_PASSES):
        nodes, closing = _walk(document, places)
        if not closing:
            break
        emptied += _emptied(closing)
    else:
        emptied += _emptied(places.values())
        nodes, _none = _walk(document, places)
    return [*emptied, *_emptied(_too_large(nodes, places))]


def _emptied(puts: Iterable[Put]) -> list[Put]:
    each = list({id(put): put for put in puts}.values())
    for put in each:
        put.empty()
    return each


def _walk(document: Any, places: ValueLocations) -> tuple[list[Any], list[Put]]:
    """Return every object and list once, what is inside first, and what closes circles."""
    path = [_Step(node=document, put=None, inside=_parts(document))]
    seen, on_path = {id(document)}, {id(document)}
    done: list[Any] = []
    closing: list[Put] = []
    while path:
        step = path[-1]
        key, part = next(step.inside, (None, None))
        if part is None:
            path.pop()
            on_path.discard(id(step.node))
            done.append(step.node)
            continue
        put = places.get((id(step.node), key))
        if id(part) in on_path:
            closing.append(put or _last_put(path))
        elif id(part) not in seen:
            seen.add(id(part))
            on_path.add(id(part))
            path.append(_Step(node=part, put=put, inside=_parts(part)))
    return done, closing


def _last_put(path: list[_Step]) -> Put:
    """Return the place of a circle that was reached last: without any, there is no circle."""
    return next(step.put for step in reversed(path) if step.put)


def _too_large(nodes: list[Any], places: ValueLocations) -> list[Put]:
    """Return the places to empty, so that a reader of the tree does not meet too many parts.

    :param nodes: every object and list, what is inside first, the document last.
    """
    limit = LEAST + TIMES * len(nodes)
    largest = limit
    while True:
        sizes: dict[int, int] = {}
        chosen: list[Put] = []
        for node in nodes:
            size = 1 + sum(sizes[id(part)] for _key, part in _parts(node))
            for key, part in _parts(node) if size > largest else ():
                if put := places.get((id(node), key)):
                    chosen.append(put)
                    size -= sizes[id(part)]
            sizes[id(node)] = size
        if sizes[id(nodes[-1])] <= limit or not largest:
            return chosen
        largest //= 2


def _parts(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the objects and lists in a part, by their names or positions."""
    members = node.items() if isinstance(node, dict) else enumerate(node)
    return ((key, part) for key, part in list(members) if isinstance(part, dict | list))


# Values of a file that may be anything, read as what they should be.


class SourceFloat(float):
    """A number of JSON whose text says more than its value, such as ``1.10``."""

    text: str

    def __new__(cls, text: str) -> SourceFloat:
        """Read the number in *text*, which is kept."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[SourceFloat], tuple[str]]:
        return (SourceFloat, (self.text,))


_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)


def json_of(value: Any, indent: int = 0, *, tight: bool = False, line: str = "\n") -> str:
    """Return *value* as JSON, in which each number has the digits of its file.

    :param indent: how many blanks each level has, on lines of their own; 0: all is on one line.
    :param tight: without blanks between the parts of a line.
    :param line: what a line begins with, after the end of the one before.
    """
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, SourceFloat):
        return value.text
    is_list = isinstance(value, list | tuple)
    if not is_list and not isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, default=str)
    inner = f"{line}{' ' * indent}" if indent else ""
    names = [""] * len(value) if is_list else [*map(encode_basestring, map(str, value))]
    colon = "" if is_list else ":" if tight else ": "
    items_in = value if is_list else value.values()
    parts = [
        f"{name}{colon}{json_of(item, indent, tight=tight, line=inner)}"
        for name, item in zip(names, items_in, strict=True)
    ]
    if not parts:
        return "[]" if is_list else "{}"
    inside = (f",{inner}" if indent else "," if tight else ", ").join(parts)
    inside = f"{inner}{inside}{line if indent else ''}"
    return f"[{inside}]" if is_list else f"{{{inside}}}"


def text(value: Any) -> str:
    """Return a scalar as the text that the author wrote, anything else as ``""``."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, SourceFloat):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return ""


def optional_text(value: Any) -> str | None:
    """Return a scalar as text, or ``None`` when it is missing."""
    return text(value) or None


def mapping(value: Any) -> Mapping[str, Any]:
    """Return *value* when it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: Any) -> Sequence[Any]:
    """Return *value* when it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def texts(value: Any) -> tuple[str, ...]:
    """Return the scalars of a list as text."""
    return tuple(text(item) for item in items(value) if text(item))


def extensions(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``x-`` fields of an object."""
    return {name: item for name, item in value.items() if name.startswith("x-")}


# What a file of a specification is called: its path from the source directory, or a URL.


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def normal_key(path: str) -> str:
    """Return a path of docs.json or front matter, which starts at the root, as a key."""
    return posixpath.normpath(path.strip().lstrip("/"))


def join(base: str, file: str) -> str:
    """Return the key of *file* as it is named in the file *base*."""
    if _SCHEME.match(base) or _SCHEME.match(file):
        return urljoin(base, file)
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(file)))


def places_named(word: str, page: str = "") -> list[str]:
    """Return the keys of the files that *word* may mean, the likeliest first; none is outside.

    A path starts at the root, then at the folder of the page; with ``./`` or ``../`` in front it
    is the other way round.

    :param page: the document that says *word*; nothing: docs.json.
    """
    word = word.strip()
    if "://" in word:
        return [word]
    places = [normal_key(word), join("", word.lstrip("/"))]
    if not word.startswith("/"):
        beside = join(page, word)
        places = [beside, *places] if word.startswith(("./", "../")) else [*places, beside]
    return [key for key in dict.fromkeys(places) if key != "." and key.split("/")[0] != ".."]


def published(key: str) -> str:
    """Return where a site has a file of its repository: below the output in any case."""
    return key if "://" in key else key.rpartition("../")[2]


def key_named(key: str, word: str) -> bool:
    """Whether *word* names the specification with this key: its path, URL, file name or stem."""
    wanted = word if "://" in word else normal_key(word)
    stem = without_suffix(key)
    return wanted in (key, stem) or f"/{key}".endswith(f"/{wanted}") or stem.endswith(f"/{wanted}")


def keys_named(keys: Iterable[str], word: str, page: str = "") -> list[str]:
    """Return which of *keys* a page means with *word*, the likeliest first.

    If a file is where the page says, it is the only one; otherwise those with such a name may be
    meant.

    :param page: the document that says *word*; nothing: docs.json.
    """
    known = list(keys)
    places = [*places_named(word, page), normal_key(word)]
    if exact := [place for place in places if place in known]:
        return exact[:1]
    near = [key for place in places for key in known if without_suffix(key) == place]
    return list(dict.fromkeys((*near, *(key for key in known if key_named(key, word)))))


def without_suffix(key: str) -> str:
    """Return a key without the extension of its file."""
    folder, slash, name = key.rpartition("/")
    return f"{folder}{slash}{name.rsplit('.', 1)[0]}"


# Which files a specification may quote as text: prose anywhere, code in its samples only.

PROSE = frozenset({".md", ".markdown", ".mdx", ".rst", ".txt"})
SCHEMA_LANGUAGES = frozenset({".avdl", ".avsc", ".proto", ".raml", ".xsd"})
"""Payloads of AsyncAPI may be schemas of other languages, which are shown as they are written."""

CODE = words(
    ".bash .c .cc .clj .cpp .cs .curl .dart .erl .ex .exs .fs .go .graphql .groovy .h .hpp .hs "
    ".html .http .java .js .jsx .jl .kt .kts .lua .m .mjs .ml .php .pl .ps1 .py .r .rb .rs "
    ".scala .sh .sql .swift .ts .tsx .vb .xml .zsh"
)
"""Endings of code samples; what configures a program is not among them."""

CONFIGURATION = frozenset({"conf.py", "setup.py", "noxfile.py", "settings.py"})
SAMPLES = frozenset({"x-codeSamples", "x-code-samples"})


def refusal(key: str, *, is_sample: bool) -> str:
    """Return why the file *key* is not quoted as text; nothing when it may be.

    What is hidden is not read at all (:func:`is_hidden`).

    :param key: a path from the source directory, or a URL.
    :param is_sample: it is the code of a sample.
    """
    path = urlsplit(key).path if "://" in key else key
    name = posixpath.basename(path)
    suffix = posixpath.splitext(name)[1].lower()
    if suffix in PROSE | SCHEMA_LANGUAGES or (
        is_sample and suffix in CODE and name not in CONFIGURATION
    ):
        return ""
    kinds = "Markdown, text, schema and code" if is_sample else "Markdown, text and schema"
    return f"only {kinds} files are read here"


def is_hidden(path: str) -> bool:
    """Whether a part of *path* starts with a dot."""
    return any(part.startswith(".") and part not in (".", "..") for part in path.split("/"))
