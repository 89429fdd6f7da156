"""Notes on lines of code that readers can open, and the types of its names.

``# (1)`` at the end of a line is the place of a note. The file of the types comes from Twoslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from sphinx_docsjson.base.messages import read_json
from sphinx_docsjson.base.source_files import find_or_await
from sphinx_docsjson.build import base_path, page_build
from sphinx_docsjson.i18n import _
from sphinx_docsjson.warnings import Warn, warn

COMMENT_ENDS = frozenset({"", "-->", "*/", "*/}"})
COMMENT_STARTS = ("{/*", "<!--", "//", "/*", "--", "#", ";", "%")

Name = tuple[int, int, str]
"""Where a name begins and ends in its line, and its type."""


def read_types(data: Any, code: str) -> dict[int, list[Name]]:
    """Return line, from 1 → start, end and type of each name, in the order of the line.

    :param data: an object with ``nodes``, each with ``line`` and ``character`` from 0, ``length``
        and ``text``, as https://twoslash.netlify.app/refs/result describes it.
    :param code: the code that is shown.
    :raises ValueError: when it is nothing of the kind, or says the types of other code.
    """
    entries = data.get("nodes") if isinstance(data, Mapping) else None
    if not isinstance(entries, list):
        raise ValueError("it has no list 'nodes'")
    told = data.get("code")
    if isinstance(told, str) and told and told.rstrip() != code.rstrip():
        raise ValueError("its code has changed; run Twoslash again")
    found: dict[int, list[Name]] = {}
    for entry in entries:
        if not isinstance(entry, Mapping) or entry.get("type") not in {"hover", "query"}:
            continue
        text = entry.get("text")
        numbers = [entry.get(name) for name in ("line", "character", "length")]
        whole = [each for each in numbers if isinstance(each, int) and each >= 0]
        if len(whole) < len(numbers) or not isinstance(text, str):
            raise ValueError("an entry of 'nodes' has no line, character, length or text")
        line, start, length = whole
        found.setdefault(line + 1, []).append((start, start + length, text))
    return {line: sorted(set(names)) for line, names in sorted(found.items())}


def types_in(
    path: str, code: str, config: Any, location: tuple[str, int | None] | str | None
) -> dict[int, list[Name]]:
    """Return the types of the names in *code* by line, as a file of the project says them."""
    build = page_build(config)
    env = build.builder.env
    found = find_or_await(env, path, env.docname, base_path(config))
    if found is None:
        what = f"twoslash={path!r}: there is no such file; the code is shown without types."
        warn(Warn.ATTRIBUTE, what, location=location)
        return {}
    file = Path(env.srcdir, found)
    env.note_dependency(str(file))
    try:
        return read_types(read_json(file.read_text("utf-8")), code)
    except (OSError, ValueError) as error:
        warn(Warn.ATTRIBUTE, f"twoslash={path!r}: {error}.", location=location)
        return {}


def note_places(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the number of a line, the number of its note, and the line without that.

    A place is a number in brackets, alone in a comment at the end of the line.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        code = line.rstrip()
        ending = next((end for end in _ENDINGS if code.endswith(end)), "")
        code = code.removesuffix(ending).rstrip()
        start = code.rfind("(")
        digits = code[start + 1 : -1]
        if start < 0 or not code.endswith(")") or not re.fullmatch(r"[0-9]{1,2}", digits):
            continue
        before = code[:start].rstrip()
        opening = next((mark for mark in COMMENT_STARTS if before.endswith(mark)), "")
        if opening:
            yield number, int(digits), before.removesuffix(opening).rstrip()


_ENDINGS = sorted(COMMENT_ENDS - {""}, key=len, reverse=True)


def edited_line(block: Mapping[str, Any], number: int, html: str) -> str:
    """Return the HTML of a line of a block with its types, and the button of its note."""
    if names := block.get("types", {}).get(number):
        html = with_types(html, names)
    if note := block.get("notes", {}).get(number):
        html = with_note(html, *note)
    return html


def with_note(html: str, number: int, to: str) -> str:
    """Return a line with the button of a note at its end; it has no text that could be copied."""
    label = escape(str(_("Note %s")) % number)
    return (
        f'{html}<button type="button" class="dj-note-mark" popovertarget="{escape(to)}" '
        f'aria-label="{label}" data-note="{number}"></button>'
    )


_PIECE = re.compile(r"<[^>]*>|&[#\w]+;|.", re.DOTALL)


def with_types(html: str, names: list[Name]) -> str:
    """Return a line whose names have their types; a name that is not one element stays."""
    pieces = _PIECE.findall(html)
    places = [place for place, piece in enumerate(pieces) if not _is_tag(piece)]
    free = 0
    for start, end, text in names:
        if not free <= start < end <= len(places):
            continue
        first, last = places[start], places[end - 1]
        if any(map(_is_tag, pieces[first : last + 1])):
            continue
        said = escape(text, quote=True)
        opening = f'<span class="dj-type" tabindex="0" aria-description="{said}"'
        pieces[first] = f'{opening} data-type="{said}">{pieces[first]}'
        pieces[last] += "</span>"
        free = end
    return "".join(pieces)


def _is_tag(piece: str) -> bool:
    return len(piece) > 1 and piece[0] == "<"
