"""What pages may ask of JavaScript and React: the methods and functions without effects. Pure.

What depends on the clock, on chance, on the network or on the window of a reader is not here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key, reduce
from math import ceil, floor, inf, isfinite, isnan, nan
from typing import Any
from urllib.parse import quote, unquote

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.mdx.syntax import NotConstant
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Builtin,
    Collection,
    Function,
    JsxElement,
    as_text,
    binary,
    exact,
    js_text,
    number_of,
    number_text,
    pay,
    truthy,
)

Call = Callable[[Any, list[Any]], Any]
"""What calls a function of the page."""

LONGEST = 2_000
"""How long a text may be that a regular expression with several repetitions is tried on."""


def _at(arguments: list[Any], number: int, default: Any = UNDEFINED) -> Any:
    value = arguments[number] if number < len(arguments) else UNDEFINED
    return default if value is UNDEFINED else value


def _whole(value: Any, default: int = 0) -> int:
    number = number_of(value) if value is not UNDEFINED else default
    if isnan(number):
        return 0
    return int(max(min(number, 2**31), -(2**31)))


def _bounds(arguments: list[Any], size: int) -> tuple[int, int]:
    """Return the two ends that ``slice`` is given, from the front."""
    ends = [_whole(_at(arguments, 0), 0), _whole(_at(arguments, 1), size)]
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


# Members of values.


def get_member(value: Any, key: Any) -> Any:
    """Return ``value[key]``.

    :raises NotConstant: when the value has no members that are known here.
    """
    if isinstance(value, dict):
        name = js_text(key)
        if name in value:
            return value[name]
        return (
            Builtin(name, lambda _c, a: js_text(_at(a, 0)) in value)
            if name == ("hasOwnProperty")
            else UNDEFINED
        )
    if isinstance(value, list | str):
        return _member_of_sequence(value, key)
    if isinstance(value, bool | int | float):
        return _method(_NUMBER_METHODS, value, key)
    if isinstance(value, Collection):
        return len(value.items) if key == "size" else _method(_COLLECTION_METHODS, value, key)
    if isinstance(value, JsxElement):
        return {
            "props": value.props,
            "type": value.name if value.target is None else value.target,
            "key": None,
        }.get(js_text(key), UNDEFINED)
    if isinstance(value, Regex):
        return value.last if key == "lastIndex" else _method(_REGEX_METHODS, value, key)
    if isinstance(value, Builtin):
        return _STATICS.get(value.name, {}).get(js_text(key), UNDEFINED)
    if isinstance(value, Function):
        return value.name if key == "name" else value.members.get(js_text(key), UNDEFINED)
    raise NotConstant(f"….{js_text(key)}")


def _member_of_sequence(value: Any, key: Any) -> Any:
    if key == "length":
        return len(value)
    if key == "index" and isinstance(value, Match):
        return value.begin
    if isinstance(key, str) and key.isdecimal() and len(key) < 10:
        key = int(key)
    if isinstance(key, int | float):
        inside = isinstance(key, int) and 0 <= key < len(value)
        return value[int(key)] if inside else UNDEFINED
    return _method(_LIST_METHODS if isinstance(value, list) else _TEXT_METHODS, value, key)


_Method = Callable[[Any, Call, list[Any]], Any]


def _method(methods: dict[str, _Method], value: Any, key: Any) -> Any:
    name = js_text(key)
    if name not in methods:
        if name in _KNOWN_ELSEWHERE:
            raise NotConstant(f"….{name}(…)")
        return UNDEFINED
    method = methods[name]
    return Builtin(name, lambda call, arguments: method(value, call, arguments))


# Methods of lists.


def _each(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    """Return what the function gives for each member."""
    function = _at(arguments, 0)
    pay("steps", len(value))
    return [call(function, [item, number, value]) for number, item in enumerate(list(value))]


def _filter(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    kept = _each(value, call, arguments)
    return [item for item, keep in zip(value, kept, strict=False) if truthy(keep)]


def _find(value: list[Any], call: Call, arguments: list[Any]) -> tuple[int, Any]:
    function = _at(arguments, 0)
    for number, item in enumerate(list(value)):
        if truthy(call(function, [item, number, value])):
            return number, item
    return -1, UNDEFINED


def _reduce(value: list[Any], call: Call, arguments: list[Any]) -> Any:
    function = _at(arguments, 0)
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
            value, key=cmp_to_key(lambda a, b: _sign(number_of(call(function, [a, b]))))
        )
    else:
        found = sorted(value, key=js_text)
    return found


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _sort(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    value[:] = _sorted(value, call, arguments)
    return value


def _joined(value: list[Any], _call: Call, arguments: list[Any]) -> str:
    mark = js_text(_at(arguments, 0, ","))
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
    count = max(0, _whole(_at(arguments, 1), len(value)))
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
    value[:] = [_at(arguments, 0)] * len(value)
    return value


def _item(value: Any, _call: Call, arguments: list[Any]) -> Any:
    number = _whole(_at(arguments, 0))
    number += len(value) if number < 0 else 0
    return value[number] if 0 <= number < len(value) else UNDEFINED


_LIST_METHODS: dict[str, _Method] = {
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
    "flat": lambda v, _c, a: _flat(v, number_of(_at(a, 0, 1))),
    "flatMap": lambda v, c, a: _flat(_each(v, c, a), 1),
    "includes": lambda v, _c, a: _index(v, _at(a, 0)) >= 0,
    "indexOf": lambda v, _c, a: _index(v, _at(a, 0)),
    "lastIndexOf": lambda v, _c, a: _index(v, _at(a, 0), last=True),
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
    ends = [_whole(_at(arguments, 0), 0), _whole(_at(arguments, 1), len(value))]
    first, last = sorted(max(0, min(end, len(value))) for end in ends)
    return value[first:last]


def _padded(value: str, arguments: list[Any]) -> str:
    size, mark = _whole(_at(arguments, 0)), js_text(_at(arguments, 1, " "))
    lacking = max(0, size - len(value)) if mark else 0
    pay("characters", lacking)
    return (mark * (lacking // max(len(mark), 1) + 1))[:lacking]


def _replace(value: str, call: Call, arguments: list[Any], *, all_: bool = False) -> str:
    wanted, by = _at(arguments, 0), _at(arguments, 1)

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
    mark = _at(arguments, 0)
    pay("steps", len(value))
    if mark is UNDEFINED:
        return [value]
    if isinstance(mark, Regex):
        found: list[Any] = [each or "" for each in mark.on(value).split(value)]
    else:
        found = value.split(js_text(mark)) if mark != "" else list(value)
    limit = _at(arguments, 1)
    return found if limit is UNDEFINED else found[: max(0, _whole(limit))]


def _match(value: str, _call: Call, arguments: list[Any]) -> Any:
    wanted = _at(arguments, 0)
    if not isinstance(wanted, Regex):
        raise NotConstant("match(…)")
    pattern = wanted.on(value)
    if wanted.everywhere:
        return [match[0] for match in pattern.finditer(value)] or None
    match = pattern.search(value)
    return None if match is None else Match(match)


def _matches(value: str, _call: Call, arguments: list[Any]) -> list[Any]:
    wanted = _at(arguments, 0)
    if not isinstance(wanted, Regex):
        raise NotConstant("matchAll(…)")
    return [Match(match) for match in wanted.on(value).finditer(value)]


def _executed(value: Regex, _call: Call, arguments: list[Any]) -> Any:
    text = js_text(_at(arguments, 0))
    match = value.on(text).search(text, value.last if value.everywhere else 0)
    value.last = 0 if match is None else match.end() + (match.end() == match.start())
    return None if match is None else Match(match)


def _test(value: Regex, _call: Call, arguments: list[Any]) -> bool:
    text = js_text(_at(arguments, 0))
    return value.on(text).search(text) is not None


def _repeat(value: str, _call: Call, arguments: list[Any]) -> str:
    count = max(0, _whole(_at(arguments, 0)))
    pay("characters", len(value) * count)
    return value * count


def _searched(value: str, arguments: list[Any]) -> tuple[str, int]:
    pay("steps", 1 + len(value) // 100)
    return js_text(_at(arguments, 0)), _whole(_at(arguments, 1))


_REGEX_METHODS: dict[str, _Method] = {"test": _test, "exec": _executed}

_TEXT_METHODS: dict[str, _Method] = {
    "toUpperCase": lambda v, _c, _a: v.upper(),
    "toLowerCase": lambda v, _c, _a: v.lower(),
    "toLocaleUpperCase": lambda v, _c, _a: v.upper(),
    "toLocaleLowerCase": lambda v, _c, _a: v.lower(),
    "trim": lambda v, _c, _a: v.strip(),
    "trimStart": lambda v, _c, _a: v.lstrip(),
    "trimEnd": lambda v, _c, _a: v.rstrip(),
    "slice": lambda v, _c, a: v[slice(*_bounds(a, len(v)))],
    "substring": _substring,
    "substr": lambda v, _c, a: v[_bounds(a[:1], len(v))[0] :][: max(0, _whole(_at(a, 1), len(v)))],
    "charAt": lambda v, _c, a: v[_whole(_at(a, 0)) :][:1] if _whole(_at(a, 0)) >= 0 else "",
    "charCodeAt": lambda v, _c, a: (
        ord(v[_whole(_at(a, 0))]) if 0 <= _whole(_at(a, 0)) < len(v) else nan
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
    "endsWith": lambda v, _c, a: v.endswith(js_text(_at(a, 0))),
    "indexOf": lambda v, _c, a: v.find(*_searched(v, a)),
    "lastIndexOf": lambda v, _c, a: v.rfind(js_text(_at(a, 0))),
    "concat": lambda v, _c, a: reduce(lambda s, each: binary("+", s, js_text(each)), a, v),
    "localeCompare": lambda v, _c, a: _compared_as_words(v, js_text(_at(a, 0))),
    "toString": lambda v, _c, _a: v,
    "valueOf": lambda v, _c, _a: v,
    "normalize": lambda v, _c, _a: v,
}


def _compared_as_words(first: str, second: str) -> int:
    one, other = (first.casefold(), first.swapcase()), (second.casefold(), second.swapcase())
    return (one > other) - (one < other)


# Methods of numbers, maps and sets.


def _fixed(value: Any, _call: Call, arguments: list[Any]) -> str:
    digits = min(max(_whole(_at(arguments, 0)), 0), 100)
    number = float(value)
    # JavaScript takes the larger of two that are as near; Python the even one.
    return f"{number:.{digits}f}" if isfinite(number) else number_text(number)


def _in_base(value: Any, _call: Call, arguments: list[Any]) -> str:
    base = _whole(_at(arguments, 0), 10)
    if base == 10 or not isinstance(value, int) or isinstance(value, bool):
        return js_text(value)
    if not 2 <= base <= 36:
        raise NotConstant("toString(…)")
    digits, number = "", abs(value)
    while number:
        number, digit = divmod(number, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return ("-" if value < 0 else "") + (digits or "0")


def _grouped(value: Any, _call: Call, arguments: list[Any]) -> str:
    language, options = _at(arguments, 0, "en-US"), _at(arguments, 1, {})
    known = {"minimumFractionDigits", "maximumFractionDigits"}
    if not js_text(language).startswith("en") or not isinstance(options, dict):
        raise NotConstant("toLocaleString(…)")
    if not set(options) <= known:
        raise NotConstant("toLocaleString(…)")
    least = _whole(options.get("minimumFractionDigits", 0))
    most = _whole(options.get("maximumFractionDigits", max(3, least)))
    text = f"{float(value):,.{min(max(most, least), 20)}f}"
    whole, point, rest = text.partition(".")
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    return whole + (point + rest if rest else "")


_NUMBER_METHODS: dict[str, _Method] = {
    "toFixed": _fixed,
    "toString": _in_base,
    "toLocaleString": _grouped,
    "valueOf": lambda v, _c, _a: v,
}


def _hashable(value: Any) -> Any:
    if isinstance(value, list | dict):
        raise NotConstant("a key that is no text")
    return value


def _set_item(value: Collection, _call: Call, arguments: list[Any]) -> Collection:
    pay("steps", 1)
    value.items[_hashable(_at(arguments, 0))] = _at(arguments, 1)
    return value


_COLLECTION_METHODS: dict[str, _Method] = {
    "has": lambda v, _c, a: _hashable(_at(a, 0)) in v.items,
    "get": lambda v, _c, a: v.items.get(_hashable(_at(a, 0)), UNDEFINED),
    "set": _set_item,
    "add": _set_item,
    "keys": lambda v, _c, _a: list(v.items),
    "values": lambda v, _c, _a: list(v.items.values() if v.is_map else v.items),
    "entries": lambda v, _c, _a: [list(pair) for pair in v.items.items()],
    "forEach": lambda v, c, a: (
        [c(_at(a, 0), [v.items[key], key]) for key in v.items] and UNDEFINED
    ),
}

_KNOWN_ELSEWHERE = words(
    "search toLocaleDateString toLocaleTimeString reduceRight findLast copyWithin"
)


# Functions that every page knows.


def _iterated(value: Any) -> list[Any]:
    if isinstance(value, list | str):
        return list(value)
    if isinstance(value, Collection):
        return value.iterated()
    return []


def _array_from(call: Call, arguments: list[Any]) -> list[Any]:
    source, function = _at(arguments, 0), _at(arguments, 1)
    if isinstance(source, dict):
        size = _whole(source.get("length", 0))
        pay("nodes", max(0, size))
        items: list[Any] = [UNDEFINED] * max(0, size)
    else:
        items = _iterated(source)
        pay("steps", len(items))
    if function is UNDEFINED:
        return items
    return [call(function, [item, number]) for number, item in enumerate(items)]


def _items(value: Any) -> list[list[Any]]:
    if isinstance(value, dict):
        pay("steps", len(value))
        return [[key, each] for key, each in value.items()]
    if isinstance(value, list | str):
        pay("steps", len(value))
        return [[str(number), each] for number, each in enumerate(value)]
    return []


def _assigned(_call: Call, arguments: list[Any]) -> Any:
    target = _at(arguments, 0)
    for each in arguments[1:]:
        if isinstance(target, dict) and isinstance(each, dict):
            pay("steps", len(each))
            target.update(each)
    return target


def _json(_call: Call, arguments: list[Any]) -> Any:
    value, indent = _at(arguments, 0), _at(arguments, 2)
    if value is UNDEFINED or isinstance(value, Function | Builtin):
        return UNDEFINED
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict):
        return as_text(value) if value is not None else "null"
    written = as_text(value)
    wide = indent is not UNDEFINED and indent is not None
    separators = None if wide else (",", ":")
    step = js_text(indent)[:10] if isinstance(indent, str) else min(_whole(indent, 0), 10)
    try:
        data = json.loads(written or "null")
    except (ValueError, RecursionError):
        raise NotConstant("JSON.stringify(…)") from None
    found = json.dumps(
        data, ensure_ascii=False, indent=step if wide else None, separators=separators
    )
    pay("characters", len(found))
    return found


def _parsed_json(_call: Call, arguments: list[Any]) -> Any:
    try:
        return json.loads(js_text(_at(arguments, 0)))
    except (ValueError, RecursionError):
        raise NotConstant("JSON.parse(…)") from None


_INTEGER = re.compile(r"\s*+([+-]?\d{1,300})")
_DECIMAL = re.compile(
    r"\s*+([+-]?(?:\d{1,300}(?:\.\d{0,300}+)?|\.\d{1,300}+)(?:[eE][+-]?\d{1,5})?)"
)


def _parsed_integer(_call: Call, arguments: list[Any]) -> Any:
    text, base = js_text(_at(arguments, 0)), _whole(_at(arguments, 1), 10)
    if base not in {0, 10}:
        try:
            return int(text[:300].strip(), base)
        except ValueError:
            return nan
    found = _INTEGER.match(text)
    return exact(int(found[1])) if found else nan


def _parsed_number(_call: Call, arguments: list[Any]) -> Any:
    found = _DECIMAL.match(js_text(_at(arguments, 0)))
    return exact(float(found[1])) if found else nan


def _math(function: Callable[[float], float]) -> Builtin:
    def call(_call: Call, arguments: list[Any]) -> Any:
        number = number_of(_at(arguments, 0))
        return exact(function(number)) if isfinite(number) else number

    return Builtin("Math", call)


def _extreme(choose: Callable[[list[float]], float], nothing: float) -> Builtin:
    def call(_call: Call, arguments: list[Any]) -> Any:
        numbers = [number_of(each) for each in arguments]
        if any(map(isnan, numbers)):
            return nan
        return choose(numbers) if numbers else nothing

    return Builtin("Math", call)


def _root(number: float) -> float:
    return float(number**0.5) if number >= 0 else nan


def _plain(name: str, function: Callable[[list[Any]], Any]) -> Builtin:
    return Builtin(name, lambda _call, arguments: function(arguments))


def _state(call: Call, arguments: list[Any]) -> list[Any]:
    first = _at(arguments, 0)
    return [call(first, []) if isinstance(first, Function | Builtin) else first, NOTHING]


def _reducer(call: Call, arguments: list[Any]) -> list[Any]:
    first = _at(arguments, 1)
    make = _at(arguments, 2)
    return [first if make is UNDEFINED else call(make, [first]), NOTHING]


def _memo(call: Call, arguments: list[Any]) -> Any:
    return call(_at(arguments, 0), [])


def _given(_call: Call, arguments: list[Any]) -> Any:
    return _at(arguments, 0)


def _provider(_call: Call, arguments: list[Any]) -> Any:
    return _children(_at(arguments, 0))


def _children(props: Any) -> Any:
    return props.get("children", UNDEFINED) if isinstance(props, dict) else UNDEFINED


def _context(_call: Call, arguments: list[Any]) -> dict[str, Any]:
    return {"default": _at(arguments, 0), "Provider": Builtin("Provider", _provider)}


def _used_context(_call: Call, arguments: list[Any]) -> Any:
    context = _at(arguments, 0)
    return context.get("default", UNDEFINED) if isinstance(context, dict) else UNDEFINED


def _forwarded(_call: Call, arguments: list[Any]) -> Any:
    function = _at(arguments, 0)
    return Builtin("forwardRef", lambda call, given: call(function, [*given[:1], None]))


def _created(call: Call, arguments: list[Any]) -> Any:
    target, props = _at(arguments, 0), _at(arguments, 1, {})
    given = dict(props) if isinstance(props, dict) else {}
    if len(arguments) > 2:
        given["children"] = arguments[2] if len(arguments) == 3 else arguments[2:]
    if isinstance(target, Function | Builtin):
        return JsxElement(name="", props={"children": call(target, [given])})
    if not isinstance(target, str):
        raise NotConstant("createElement(…)")
    return JsxElement(name=target, props=given)


def _members(value: Any) -> list[Any]:
    """Return the children that are shown, as ``React.Children`` counts them."""
    if isinstance(value, list):
        return [inner for each in value for inner in _members(each)]
    return [] if value is None or value is UNDEFINED or isinstance(value, bool) else [value]


def _each_child(call: Call, arguments: list[Any]) -> list[Any]:
    children = _members(_at(arguments, 0))
    pay("steps", len(children))
    return [call(_at(arguments, 1), [each, number]) for number, each in enumerate(children)]


def _cloned(_call: Call, arguments: list[Any]) -> Any:
    element, props = _at(arguments, 0), _at(arguments, 1, None)
    if not isinstance(element, JsxElement):
        raise NotConstant("cloneElement(…)")
    given = {**element.props, **(props if isinstance(props, dict) else {})}
    if len(arguments) > 2:
        given["children"] = arguments[2] if len(arguments) == 3 else arguments[2:]
    return JsxElement(name=element.name, props=given, target=element.target)


NOTHING = Builtin("nothing", lambda _call, _arguments: UNDEFINED)
"""A function that does nothing: effects, and what sets a state."""

HOOKS: dict[str, Any] = {
    "useState": Builtin("useState", _state),
    "useReducer": Builtin("useReducer", _reducer),
    "useMemo": Builtin("useMemo", _memo),
    "useCallback": Builtin("useCallback", _given),
    "useDeferredValue": Builtin("useDeferredValue", _given),
    "useRef": _plain("useRef", lambda a: {"current": _at(a, 0)}),
    "useId": _plain("useId", lambda a: ":r0:"),
    "useTransition": _plain("useTransition", lambda a: [False, NOTHING]),
    "useEffect": NOTHING,
    "useLayoutEffect": NOTHING,
    "useInsertionEffect": NOTHING,
    "useContext": Builtin("useContext", _used_context),
    "createContext": Builtin("createContext", _context),
    "memo": Builtin("memo", _given),
    "forwardRef": Builtin("forwardRef", _forwarded),
    "createElement": Builtin("createElement", _created),
    "cloneElement": Builtin("cloneElement", _cloned),
    "isValidElement": _plain("isValidElement", lambda a: isinstance(_at(a, 0), JsxElement)),
    "Children": {
        "map": Builtin("map", _each_child),
        "forEach": Builtin("forEach", _each_child),
        "toArray": _plain("toArray", lambda a: _members(_at(a, 0))),
        "count": _plain("count", lambda a: len(_members(_at(a, 0)))),
        "only": Builtin("only", _given),
    },
    "Fragment": Builtin("Fragment", _provider),
    "StrictMode": Builtin("StrictMode", _provider),
    "Suspense": Builtin("Suspense", _provider),
}
"""What React offers, as a server sees it: first states, no effects."""

REACT: dict[str, Any] = {**HOOKS, "default": HOOKS}

_STATICS: dict[str, dict[str, Any]] = {
    "Array": {
        "from": Builtin("from", _array_from),
        "isArray": _plain("isArray", lambda a: isinstance(_at(a, 0), list)),
        "of": _plain("of", list),
    },
    "Number": {
        "isInteger": _plain("isInteger", lambda a: isinstance(_at(a, 0), int)),
        "isFinite": _plain("isFinite", lambda a: isfinite(number_of(_at(a, 0)))),
        "isNaN": _plain("isNaN", lambda a: isinstance(_at(a, 0), float) and isnan(_at(a, 0))),
        "parseFloat": Builtin("parseFloat", _parsed_number),
        "parseInt": Builtin("parseInt", _parsed_integer),
        "MAX_SAFE_INTEGER": 2**53 - 1,
    },
    "Object": {
        "keys": _plain("keys", lambda a: [key for key, _ in _items(_at(a, 0))]),
        "values": _plain("values", lambda a: [each for _, each in _items(_at(a, 0))]),
        "entries": _plain("entries", lambda a: _items(_at(a, 0))),
        "fromEntries": _plain(
            "fromEntries",
            lambda a: {js_text(e[0]): e[1] for e in _iterated(_at(a, 0)) if len(e) > 1},
        ),
        "assign": Builtin("assign", _assigned),
        "freeze": Builtin("freeze", _given),
    },
    "String": {"raw": NOTHING},
}

GLOBALS: dict[str, Any] = {
    **{name: HOOKS[name] for name in HOOKS if name.startswith("use")},
    "React": HOOKS,
    "Fragment": HOOKS["Fragment"],
    "createContext": HOOKS["createContext"],
    "undefined": UNDEFINED,
    "NaN": nan,
    "Infinity": inf,
    "Math": {
        "max": _extreme(max, -inf),
        "min": _extreme(min, inf),
        "round": _math(lambda n: floor(n + 0.5)),
        "floor": _math(floor),
        "ceil": _math(ceil),
        "trunc": _math(int),
        "abs": _math(abs),
        "sign": _math(_sign),
        "sqrt": _math(_root),
        "pow": _plain("pow", lambda a: binary("**", _at(a, 0), _at(a, 1))),
        "PI": 3.141592653589793,
        "E": 2.718281828459045,
    },
    "JSON": {"stringify": Builtin("stringify", _json), "parse": Builtin("parse", _parsed_json)},
    "Array": _plain("Array", lambda a: _made_array(a)),
    "Number": _plain("Number", lambda a: number_of(_at(a, 0, 0))),
    "String": _plain("String", lambda a: js_text(a[0]) if a else ""),
    "Boolean": _plain("Boolean", lambda a: truthy(_at(a, 0))),
    "Object": _plain("Object", lambda a: _at(a, 0, {})),
    "parseInt": Builtin("parseInt", _parsed_integer),
    "parseFloat": Builtin("parseFloat", _parsed_number),
    "isNaN": _plain("isNaN", lambda a: isnan(number_of(_at(a, 0, nan)))),
    "isFinite": _plain("isFinite", lambda a: isfinite(number_of(_at(a, 0, nan)))),
    "encodeURIComponent": _plain(
        "encodeURIComponent",
        lambda a: quote(js_text(_at(a, 0)), safe="!'()*-._~", errors="replace"),
    ),
    "encodeURI": _plain(
        "encodeURI",
        lambda a: quote(js_text(_at(a, 0)), safe="!'()*-._~;,/?:@&=+$#", errors="replace"),
    ),
    "decodeURIComponent": _plain("decodeURIComponent", lambda a: unquote(js_text(_at(a, 0)))),
    "console": dict.fromkeys(("log", "warn", "error", "info", "debug"), NOTHING),
}
"""The names that are known without an import; ``window`` and its like are not among them."""


ELSEWHERE = words(
    "Date Intl Promise Symbol window document navigator location history localStorage screen "
    "sessionStorage globalThis self top parent fetch XMLHttpRequest URL URLSearchParams "
    "setTimeout setInterval requestAnimationFrame matchMedia crypto performance process require "
    "import module IntersectionObserver ResizeObserver MutationObserver Image Blob FormData "
    "AbortController eval Function Proxy Reflect WeakMap WeakSet alert atob btoa "
    "structuredClone queueMicrotask"
)
"""Names of JavaScript that stand for the clock, the network, the window or what runs code."""


def _made_array(arguments: list[Any]) -> list[Any]:
    if len(arguments) == 1 and isinstance(arguments[0], int):
        pay("nodes", max(0, arguments[0]))
        return [UNDEFINED] * max(0, arguments[0])
    return list(arguments)


def construct(name: str, arguments: list[Any]) -> Any:
    """Return ``new name(…)``.

    :raises NotConstant: for what is more than a value.
    """
    if name == "Array":
        return _made_array(arguments)
    if name == "Set":
        items = _iterated(_at(arguments, 0))
        pay("steps", len(items))
        return Collection(items={_hashable(each): each for each in items}, is_map=False)
    if name == "Map":
        pairs = _iterated(_at(arguments, 0))
        pay("steps", len(pairs))
        given = {_hashable(p[0]): p[1] for p in pairs if isinstance(p, list) and len(p) > 1}
        return Collection(items=given, is_map=True)
    if name == "RegExp" and arguments and isinstance(arguments[0], str):
        return regex_of(arguments[0], js_text(_at(arguments, 1, "")))
    if name == "Error":
        return {"message": js_text(_at(arguments, 0, ""))}
    raise NotConstant(f"new {name}(…)")
