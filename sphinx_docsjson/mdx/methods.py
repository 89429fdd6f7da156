"""Methods of lists, texts and regular expressions: those without effects elsewhere. Pure.

:mod:`.builtins` looks them up. Each is given the value, what calls a function of the page, and its
arguments; what it makes is paid from the budget of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cmp_to_key, reduce
from math import isnan, nan
from typing import Any
from unicodedata import normalize

from sphinx_docsjson.mdx.regular_expressions import Match, Regex, regex_of
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


def _find_last(value: list[Any], call: Call, arguments: list[Any]) -> tuple[int, Any]:
    for number in reversed(range(len(value))):
        if truthy(call(argument(arguments, 0), [value[number], number, value])):
            return number, value[number]
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


def _spliced(value: list[Any], call: Call, arguments: list[Any]) -> list[Any]:
    found = list(value)
    _splice(found, call, arguments)
    return found


def _with(value: list[Any], _call: Call, arguments: list[Any]) -> list[Any]:
    number = whole_number(argument(arguments, 0))
    number += len(value) if number < 0 else 0
    if not 0 <= number < len(value):
        raise NotConstant("with(…)")
    return [*value[:number], argument(arguments, 1), *value[number + 1 :]]


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
    "findLast": lambda v, c, a: _find_last(v, c, a)[1],
    "findLastIndex": lambda v, c, a: _find_last(v, c, a)[0],
    "some": lambda v, c, a: _find(v, c, a)[0] >= 0,
    "every": lambda v, c, a: all(truthy(each) for each in _each(v, c, a)),
    "reduce": _reduce,
    "reduceRight": lambda v, c, a: _reduce(v[::-1], c, a),
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
    "toSpliced": _spliced,
    "with": _with,
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
    found: Iterable[Match]
    if isinstance(wanted, Regex):
        if wanted.everywhere:
            found = wanted.matches(value)
        else:
            first = wanted.next_match(value)
            found = [first] if first is not None else []
    else:
        found = _places(value, js_text(wanted), all_=all_)
    parts, done = [], 0
    for match in found:
        parts += [value[done : match.begin], _replacement(match, by, call)]
        done = match.end
        pay("characters", len(parts[-1]))
    pay("characters", len(value))
    return "".join([*parts, value[done:]])


def _places(value: str, wanted: str, *, all_: bool) -> Iterator[Match]:
    begin = value.find(wanted)
    while begin >= 0:
        end = begin + len(wanted)
        yield Match(value, begin, end, (), {})
        begin = value.find(wanted, max(end, begin + 1)) if all_ and begin < len(value) else -1


def _replacement(match: Match, by: Any, call: Call) -> str:
    if isinstance(by, Function | Builtin):
        named = [dict(match.named)] if match.named else []
        return js_text(call(by, [*match, match.begin, match.text, *named]))

    def part(mark: re.Match[str]) -> str:
        what = mark[1]
        if what == "$":
            return "$"
        if what == "&":
            return str(match[0])
        if what == "`":
            return match.text[: match.begin]
        if what == "'":
            return match.text[match.end :]
        if what.startswith("<"):
            found = match.named.get(what[1:-1], "") if match.named else mark[0]
            return "" if found is UNDEFINED else str(found)
        number = int(what)
        rest = ""
        if number >= len(match) and number > 9:
            number, rest = number // 10, what[1]
        if not 0 < number < len(match):
            return mark[0]
        return ("" if match[number] is UNDEFINED else str(match[number])) + rest

    return _REPLACED.sub(part, js_text(by))


_REPLACED = re.compile(r"\$([$&`']|\d{1,2}|<[\w$]++>)")


def _split(value: str, _call: Call, arguments: list[Any]) -> list[Any]:
    mark = argument(arguments, 0)
    pay("steps", len(value))
    if mark is UNDEFINED:
        return [value]
    if isinstance(mark, Regex):
        found = _split_at(value, mark)
    else:
        found = value.split(js_text(mark)) if mark != "" else list(value)
    limit = argument(arguments, 1)
    return found if limit is UNDEFINED else found[: max(0, whole_number(limit))]


def _split_at(value: str, mark: Regex) -> list[Any]:
    if not value:
        return [] if mark.search(value) is not None else [value]
    found: list[Any] = []
    done = 0
    for match in mark.matches(value):
        if match.end > done and match.begin < len(value):
            found += [value[done : match.begin], *match[1:]]
            done = match.end
    return [*found, value[done:]]


def _match(value: str, _call: Call, arguments: list[Any]) -> Any:
    wanted = _as_regex(argument(arguments, 0))
    if wanted.everywhere:
        return [match[0] for match in wanted.matches(value)] or None
    return wanted.next_match(value)


def _as_regex(wanted: Any) -> Regex:
    if isinstance(wanted, Regex):
        return wanted
    return regex_of("" if wanted is UNDEFINED else js_text(wanted), "")


def _matches(value: str, _call: Call, arguments: list[Any]) -> list[Any]:
    return list(_as_regex(argument(arguments, 0)).matches(value))


def _first_place(value: str, _call: Call, arguments: list[Any]) -> int:
    found = _as_regex(argument(arguments, 0)).search(value)
    return -1 if found is None else found.begin


def _executed(value: Regex, _call: Call, arguments: list[Any]) -> Any:
    return value.next_match(js_text(argument(arguments, 0)))


def _repeat(value: str, _call: Call, arguments: list[Any]) -> str:
    count = max(0, whole_number(argument(arguments, 0)))
    pay("characters", len(value) * count)
    return value * count


def _normalized(value: str, _call: Call, arguments: list[Any]) -> str:
    form = argument(arguments, 0, "NFC")
    if form not in {"NFC", "NFD", "NFKC", "NFKD"}:
        raise NotConstant("normalize(…)")
    return str(normalize(form, value))


def _searched(value: str, arguments: list[Any]) -> tuple[str, int]:
    pay("steps", 1 + len(value) // 100)
    return js_text(argument(arguments, 0)), whole_number(argument(arguments, 1))


REGEX_METHODS: dict[str, Method] = {
    "test": lambda v, c, a: _executed(v, c, a) is not None,
    "exec": _executed,
    "toString": lambda v, _c, _a: js_text(v),
}

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
    "codePointAt": lambda v, _c, a: (
        ord(v[whole_number(argument(a, 0))])
        if 0 <= whole_number(argument(a, 0)) < len(v)
        else UNDEFINED
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
    "search": _first_place,
    "includes": lambda v, _c, a: _searched(v, a)[0] in v,
    "startsWith": lambda v, _c, a: v.startswith(*_searched(v, a)),
    "endsWith": lambda v, _c, a: v.endswith(js_text(argument(a, 0))),
    "indexOf": lambda v, _c, a: v.find(*_searched(v, a)),
    "lastIndexOf": lambda v, _c, a: v.rfind(js_text(argument(a, 0))),
    "concat": lambda v, _c, a: reduce(lambda s, each: binary("+", s, js_text(each)), a, v),
    "localeCompare": lambda v, _c, a: _compared_as_words(v, js_text(argument(a, 0))),
    "toString": lambda v, _c, _a: v,
    "valueOf": lambda v, _c, _a: v,
    "normalize": _normalized,
}


def _compared_as_words(first: str, second: str) -> int:
    one, other = (first.casefold(), first.swapcase()), (second.casefold(), second.swapcase())
    return (one > other) - (one < other)
