"""The text of a JSON or YAML file → values, within limits. Pure.

JSON never goes through YAML (tabs are legal in it). Numbers keep their text, such as ``1.10``.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sphinx_docsjson import yaml12
from sphinx_docsjson.openapi.reading.lenient import SourceFloat
from sphinx_docsjson.openapi.reading.resolver import ApiProblem
from sphinx_docsjson.site.reading import json_parser
from sphinx_docsjson.site.reading.located_text import SourceError
from sphinx_docsjson.text.nesting import TooLarge, check_size
from sphinx_docsjson.text.surrogates import well_formed_values

MAX_BYTES = 64 * 1024 * 1024


class UnreadableFile(ValueError):
    """A file that gives no values; the message says why and, where known, where.

    :param place: the line and the column.
    """

    def __init__(self, message: str, place: tuple[int, int] | None = None) -> None:
        where = f" at line {place[0]}, column {place[1]}" if place else ""
        super().__init__(f"{message}{where}")
        self.place = place


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
    """Return *text* without what JSON does not have and is plain, and what is said of that.

    :raises UnreadableFile: when there is another mistake, with what to do about it.
    """
    try:
        remarks = json_parser.parse(text, "").remarks
    except SourceError as mistake:
        if mistake.location.line > error.lineno or "levels of" in mistake.message:
            raise UnreadableFile(error.msg, (error.lineno, error.colno)) from None
        place = (mistake.location.line, mistake.location.column)
        raise UnreadableFile(mistake.message, place) from None
    problems = [
        ApiProblem(message=message, kind="openapi-file", place=(place.line, place.column))
        for message, place in remarks
        if "stands twice" not in message  # told by those who read it
    ]
    readable = _COMMENT.sub(lambda found: found["string"] or "", text)
    return _LAST_COMMA.sub(lambda found: found["string"] or found[0][1:], readable), problems


# A string that is never closed ends with the text: it is read once, not from each quotation mark.
_STRING = r'(?P<string>"(?:[^"\\]++|\\.?+)*+(?:"|\Z))'
_COMMENT = re.compile(
    rf"{_STRING}|(?://|#)[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)",
    re.DOTALL,
)
_LAST_COMMA = re.compile(rf"{_STRING}|,\s*+(?=[}}\]])", re.DOTALL)


def _number(text: str) -> float:
    number = float(text)
    return number if repr(number) == text else SourceFloat(text)


def _duplicate(name: str, line: int | None) -> ApiProblem:
    place = f" (line {line})" if line else ""
    return ApiProblem(
        message=f"the key {name!r} occurs twice{place}; the last one counts",
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
