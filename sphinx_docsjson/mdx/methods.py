"""Methods of lists, texts and regular expressions: those without effects elsewhere. Pure.

:mod:`.builtins` looks them up. Each is given the value, what calls a function of the page, and its
arguments; what it makes is paid from the budget of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key, reduce
from math import isnan, nan
from typing import Any

from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Builtin,
    Function,
    binary,
    js_text,
    number_of,
    pay,
    truthy,
)

Call = Callable[[Any, list[Any]], Any]
"""What calls a function of the page."""

LONGEST = 2_000
"""How long a text may be that a regular expression with several repetitions is tried on."""


def argument(arguments: list[Any], number: int, default: Any = UNDEFINED) -> Any:
    """Return the argument *number*, or what counts where it is not given."""
    value = arguments[number] if number < len(arguments) else UNDEFINED
    return default if value is UNDEFINED else value


def whole_number(value: Any, default: int = 0) -> int:
    """Return *value* as the whole number that a place or a length is."""
    number = number_of(value) if value is not UNDEFINED else default
    if isnan(number):
        return 0
    return int(max(min(number, 2**31), -(2**31)))


def _bounds(arguments: list[Any], size: int) -> tuple[int, int]:
    """Return the two ends that ``slice`` is given, from the front."""
    ends = [whole_number(argument(arguments, 0), 0), whole_number(argument(arguments, 1), size)]
    first, last = (max(0, end + size) if end < 0 else min(end, size) for end in ends)
    return first, max(first, last)


# Regular expressions: those that cost little on any text.


@dataclass(slots=True, eq=False)
class Regex:
    """A regular expression, and how many of its parts repeat.

    :param last: where the next search begins, when it finds one match after the other.
    """

    pattern: re.Pattern[str]
    repeats: int
    everywhere: bool
    last: int = 0

    def on(self, text: str) -> re.Pattern[str]:
        """Return the pattern, when the page can pay for trying it on *text*."""
        if self.repeats > 1 and len(text) > LONGEST // self.repeats**3:
            raise NotConstant("a regular expression on a long text")
        pay("steps", 1 + len(text) ** min(self.repeats + 1, 3) // 200)
        return self.pattern


class Match(list[Any]):
    """What a regular expression found: the whole, its groups, and where it stands."""

    def __init__(self, match: re.Match[str]) -> None:
        super().__init__([match[0], *(UNDEFINED if e is None else e for e in match.groups())])
        self.begin = match.start()


_PIECE = re.compile(r"\\.|\[(?:[^\]\\]|\\.)*+\]|\(\?[:=!]|[(){}*+?|]|.", re.DOTALL)
_CLASS_ESCAPES = {"\\d": "[0-9]", "\\/": "/", "\\-": "-"}


def regex_of(source: str, flags: str) -> Regex:
    """Return the regular expression ``/source/flags``.

    :raises NotConstant: for one that could take longer than its text is worth.
    """
    repeats, groups = 0, 0
    pieces: list[str] = []
    last = ""
    for match in _PIECE.finditer(source):
        piece = match[0]
        if piece.startswith("\\") and piece[1:2].isdigit():
            raise NotConstant(source)
        groups += piece.startswith("(") - (piece == ")")
        if piece in {"*", "+", "{", "?"}:
            if last == ")" and piece != "?":
                raise NotConstant(source)  # what is inside may be read in many ways
            repeats += 1
        pieces.append(_CLASS_ESCAPES.get(piece, piece))
        last = piece
    if groups != 0 or repeats > 6 or not set(flags) <= set("gimsu"):
        raise NotConstant(source)
    marks = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
    options = sum(mark for letter, mark in marks.items() if letter in flags)
    try:
        pattern = re.compile("".join(pieces), options)
    except (re.error, RecursionError, OverflowError):
        raise NotConstant(source) from None
    return Regex(pattern, repeats, "g" in flags)


Method = Callable[[Any, Call, list[Any]], Any]


# Methods of lists.


def _each(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    """Return what the function gives for each member."""
    function = argument(arguments, 0)
    pay("steps", len(value))
    return [call(function, [item, number, value]) for number, item in enumerate(list(value))]


def _filter(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    kept = _each(value, call, arguments)
    return [item for item, keep in zip(value, kept, strict=False) if truthy(keep)]


def _find(value: list[Any], call: Call, arguments: list[Any]) -> tuple[int, Any]:
    function = argument(arguments, 0)
    for number, item in enumerate(list(value)):
        if truthy(call(function, [item, number, value])):
            return number, item
    return -1, UNDEFINED


def _reduce(value: list[Any], call: Call, arguments: list[Any]) -> Any:
    function = argument(arguments, 0)
    items = list(enumerate(value))
    if len(arguments) > 1:
        return reduce(
            lambda sum_, e: call(function, [sum_, e[1], e[0], value]), items, arguments[1]
        )
    if not items:
        raise NotConstant("reduce of nothing")
    return reduce(lambda sum_, e: call(function, [sum_, e[1], e[0], value]), items[1:], value[0])


def _sorted(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    pay("steps", len(value))
    if arguments and arguments[0] is not UNDEFINED:
        function = arguments[0]
        found = sorted(
            value, key=cmp_to_key(lambda a, b: sign_of(number_of(call(function, [a, b]))))
        )
    else:
        found = sorted(value, key=js_text)
    return found


def sign_of(number: float) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def _sort(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    value[:] = _sorted(value, call, arguments)
    return value


def _joined(value: list[Any], _call: Call, arguments: list[Any]) -> str:
    mark = js_text(argument(arguments, 0, ","))
    parts = ["" if each in (None, UNDEFINED) else js_text(each) for each in value]
    pay("characters", sum(map(len, parts)) + len(mark) * len(parts))
    return mark.join(parts)


def _flat(value: list[Any], depth: float) -> list[Any]:
    pay("steps", len(value))
    found: list[Any] = []
    for each in value:
        if isinstance(each, list) and depth >= 1:
            found += _flat(each, min(depth, 50) - 1)
        else:
            found.append(each)
    return found


def _concat(value: list[Any], _call: Call, arguments: list[Any]) -> list[Any]:
    found = list(value)
    for each in arguments:
        more = each if isinstance(each, list) else [each]
        pay("steps", len(found) + len(more))
        found += more
    return found


def _push(value: list[Any], _call: Call, arguments: list[Any]) -> int:
    pay("steps", len(arguments))
    value += arguments
    return len(value)


def _splice(value: list[Any], _call: Call, arguments: list[Any]) -> list[Any]:
    begin, _ = _bounds(arguments[:1], len(value))
    count = max(0, whole_number(argument(arguments, 1), len(value)))
    taken = value[begin : begin + count]
    value[begin : begin + count] = arguments[2:]
    return taken


def _index(value: list[Any], wanted: Any, *, last: bool = False) -> int:
    pay("steps", len(value))
    numbers = range(len(value))
    for number in reversed(numbers) if last else numbers:
        if binary("===", value[number], wanted):
            return number
    return -1


def _fill(value: list[Any], _call: Call, arguments: list[Any]) -> list[Any]:
    value[:] = [argument(arguments, 0)] * len(value)
    return value


def _item(value: Any, _call: Call, arguments: list[Any]) -> Any:
    number = whole_number(argument(arguments, 0))
    number += len(value) if number < 0 else 0
    return value[number] if 0 <= number < len(value) else UNDEFINED


LIST_METHODS: dict[str, Method] = {
    "map": _each,
    "forEach": lambda v, c, a: _each(v, c, a) and UNDEFINED,
    "filter": _filter,
    "find": lambda v, c, a: _find(v, c, a)[1],
    "findIndex": lambda v, c, a: _find(v, c, a)[0],
    "some": lambda v, c, a: _find(v, c, a)[0] >= 0,
    "every": lambda v, c, a: all(truthy(each) for each in _each(v, c, a)),
    "reduce": _reduce,
    "sort": _sort,
    "toSorted": _sorted,
    "reverse": lambda v, _c, _a: v.reverse() or v,
    "toReversed": lambda v, _c, _a: v[::-1],
    "join": _joined,
    "toString": lambda v, c, _a: _joined(v, c, []),
    "slice": lambda v, _c, a: v[slice(*_bounds(a, len(v)))],
    "concat": _concat,
    "flat": lambda v, _c, a: _flat(v, number_of(argument(a, 0, 1))),
    "flatMap": lambda v, c, a: _flat(_each(v, c, a), 1),
    "includes": lambda v, _c, a: _index(v, argument(a, 0)) >= 0,
    "indexOf": lambda v, _c, a: _index(v, argument(a, 0)),
    "lastIndexOf": lambda v, _c, a: _index(v, argument(a, 0), last=True),
    "push": _push,
    "unshift": lambda v, _c, a: v.__setitem__(slice(0, 0), a) or len(v),
    "pop": lambda v, _c, _a: v.pop() if v else UNDEFINED,
    "shift": lambda v, _c, _a: v.pop(0) if v else UNDEFINED,
    "splice": _splice,
    "fill": _fill,
    "at": _item,
    "keys": lambda v, _c, _a: list(range(len(v))),
    "values": lambda v, _c, _a: list(v),
    "entries": lambda v, _c, _a: [[number, each] for number, each in enumerate(v)],
}


# Methods of texts.


def _substring(value: str, _call: Call, arguments: list[Any]) -> str:
    ends = [
        whole_number(argument(arguments, 0), 0),
        whole_number(argument(arguments, 1), len(value)),
    ]
    first, last = sorted(max(0, min(end, len(value))) for end in ends)
    return value[first:last]


def _padded(value: str, arguments: list[Any]) -> str:
    size, mark = whole_number(argument(arguments, 0)), js_text(argument(arguments, 1, " "))
    lacking = max(0, size - len(value)) if mark else 0
    pay("characters", lacking)
    return (mark * (lacking // max(len(mark), 1) + 1))[:lacking]


def _replace(value: str, call: Call, arguments: list[Any], *, all_: bool = False) -> str:
    wanted, by = argument(arguments, 0), argument(arguments, 1)

    def written(match: re.Match[str]) -> str:
        if isinstance(by, Function | Builtin):
            given = [UNDEFINED if each is None else each for each in match.groups()]
            return js_text(call(by, [match[0], *given, match.start(), value]))
        return _GROUP.sub(
            lambda m: "$" if m[1] == "$" else match[0] if m[1] == "&" else _group(match, m),
            js_text(by),
        )

    if isinstance(wanted, Regex):
        found = wanted.on(value).sub(written, value, count=0 if wanted.everywhere else 1)
    else:
        pattern = re.compile(re.escape(js_text(wanted)))
        found = pattern.sub(written, value, count=0 if all_ else 1)
    pay("characters", len(found))
    return found


_GROUP = re.compile(r"\$([$&1-9])")


def _group(match: re.Match[str], written: re.Match[str]) -> str:
    number = int(written[1])
    return (match[number] or "") if number <= (match.re.groups or 0) else written[0]


def _split(value: str, _call: Call, arguments: list[Any]) -> list[Any]:
    mark = argument(arguments, 0)
    pay("steps", len(value))
    if mark is UNDEFINED:
        return [value]
    if isinstance(mark, Regex):
        found: list[Any] = [each or "" for each in mark.on(value).split(value)]
    else:
        found = value.split(js_text(mark)) if mark != "" else list(value)
    limit = argument(arguments, 1)
    return found if limit is UNDEFINED else found[: max(0, whole_number(limit))]


def _match(value: str, _call: Call, arguments: list[Any]) -> Any:
    wanted = argument(arguments, 0)
    if not isinstance(wanted, Regex):
        raise NotConstant("match(…)")
    pattern = wanted.on(value)
    if wanted.everywhere:
        return [match[0] for match in pattern.finditer(value)] or None
    match = pattern.search(value)
    return None if match is None else Match(match)


def _matches(value: str, _call: Call, arguments: list[Any]) -> list[Any]:
    wanted = argument(arguments, 0)
    if not isinstance(wanted, Regex):
        raise NotConstant("matchAll(…)")
    return [Match(match) for match in wanted.on(value).finditer(value)]


def _executed(value: Regex, _call: Call, arguments: list[Any]) -> Any:
    text = js_text(argument(arguments, 0))
    match = value.on(text).search(text, value.last if value.everywhere else 0)
    value.last = 0 if match is None else match.end() + (match.end() == match.start())
    return None if match is None else Match(match)


def _test(value: Regex, _call: Call, arguments: list[Any]) -> bool:
    text = js_text(argument(arguments, 0))
    return value.on(text).search(text) is not None


def _repeat(value: str, _call: Call, arguments: list[Any]) -> str:
    count = max(0, whole_number(argument(arguments, 0)))
    pay("characters", len(value) * count)
    return value * count


def _searched(value: str, arguments: list[Any]) -> tuple[str, int]:
    pay("steps", 1 + len(value) // 100)
    return js_text(argument(arguments, 0)), whole_number(argument(arguments, 1))


REGEX_METHODS: dict[str, Method] = {"test": _test, "exec": _executed}

TEXT_METHODS: dict[str, Method] = {
    "toUpperCase": lambda v, _c, _a: v.upper(),
    "toLowerCase": lambda v, _c, _a: v.lower(),
    "toLocaleUpperCase": lambda v, _c, _a: v.upper(),
    "toLocaleLowerCase": lambda v, _c, _a: v.lower(),
    "trim": lambda v, _c, _a: v.strip(),
    "trimStart": lambda v, _c, _a: v.lstrip(),
    "trimEnd": lambda v, _c, _a: v.rstrip(),
    "slice": lambda v, _c, a: v[slice(*_bounds(a, len(v)))],
    "substring": _substring,
    "substr": lambda v, _c, a: v[_bounds(a[:1], len(v))[0] :][
        : max(0, whole_number(argument(a, 1), len(v)))
    ],
    "charAt": lambda v, _c, a: (
        v[whole_number(argument(a, 0)) :][:1] if whole_number(argument(a, 0)) >= 0 else ""
    ),
    "charCodeAt": lambda v, _c, a: (
        ord(v[whole_number(argument(a, 0))]) if 0 <= whole_number(argument(a, 0)) < len(v) else nan
    ),
    "at": _item,
    "padStart": lambda v, _c, a: _padded(v, a) + v,
    "padEnd": lambda v, _c, a: v + _padded(v, a),
    "repeat": _repeat,
    "replace": _replace,
    "replaceAll": lambda v, c, a: _replace(v, c, a, all_=True),
    "split": _split,
    "match": _match,
    "matchAll": _matches,
    "includes": lambda v, _c, a: _searched(v, a)[0] in v,
    "startsWith": lambda v, _c, a: v.startswith(*_searched(v, a)),
    "endsWith": lambda v, _c, a: v.endswith(js_text(argument(a, 0))),
    "indexOf": lambda v, _c, a: v.find(*_searched(v, a)),
    "lastIndexOf": lambda v, _c, a: v.rfind(js_text(argument(a, 0))),
    "concat": lambda v, _c, a: reduce(lambda s, each: binary("+", s, js_text(each)), a, v),
    "localeCompare": lambda v, _c, a: _compared_as_words(v, js_text(argument(a, 0))),
    "toString": lambda v, _c, _a: v,
    "valueOf": lambda v, _c, _a: v,
    "normalize": lambda v, _c, _a: v,
}


def _compared_as_words(first: str, second: str) -> int:
    one, other = (first.casefold(), first.swapcase()), (second.casefold(), second.swapcase())
    return (one > other) - (one < other)
