"""What pages may ask of JavaScript and React: members of values, and functions that are known
everywhere. Pure.

What depends on the clock, on chance, on the network or on the window of a reader is not here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from math import (
    acos,
    asin,
    atan,
    atan2,
    cbrt,
    ceil,
    cos,
    exp,
    floor,
    hypot,
    inf,
    isfinite,
    isnan,
    log,
    log2,
    log10,
    nan,
    sin,
    tan,
)
from typing import Any
from urllib.parse import quote, unquote

from sphinx_docsjson.base.messages import well_formed, words
from sphinx_docsjson.mdx.formats import (
    DATE_METHODS,
    NUMBER_METHODS,
    date_for_readers,
    date_of,
    number_for_readers,
)
from sphinx_docsjson.mdx.methods import (
    LIST_METHODS,
    REGEX_METHODS,
    TEXT_METHODS,
    Call,
    Method,
    argument,
    sign_of,
    whole_number,
)
from sphinx_docsjson.mdx.regular_expressions import Match, Regex, regex_of
from sphinx_docsjson.mdx.tokens import EXACT, NotConstant
from sphinx_docsjson.mdx.values import (
    UNDEFINED,
    Builtin,
    Collection,
    Date,
    ElementValue,
    Function,
    JsxElement,
    TemplateTexts,
    as_text,
    binary,
    exact,
    js_text,
    keys_of,
    number_of,
    pay,
    truthy,
)

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
            Builtin(name, lambda _c, a: js_text(argument(a, 0)) in value)
            if name == ("hasOwnProperty")
            else UNDEFINED
        )
    if isinstance(value, list | str):
        return _member_of_sequence(value, key)
    if isinstance(value, bool | int | float):
        return _method(NUMBER_METHODS, value, key)
    if isinstance(value, Collection):
        return len(value.items) if key == "size" else _method(_COLLECTION_METHODS, value, key)
    if isinstance(value, ElementValue):
        return _member_of_markdown(value, js_text(key))
    if isinstance(value, JsxElement):
        return {
            "props": value.props,
            "type": value.name if value.target is None else value.target,
            "key": None,
        }.get(js_text(key), UNDEFINED)
    if isinstance(value, Regex):
        known = {"lastIndex": value.last, "source": value.source, "flags": value.flags}
        return known[key] if key in known else _method(REGEX_METHODS, value, key)
    if isinstance(value, Date):
        return _method(DATE_METHODS, value, key)
    if isinstance(value, Builtin):
        return _STATICS.get(value.name, {}).get(js_text(key), UNDEFINED)
    if isinstance(value, Function):
        return value.name if key == "name" else value.members.get(js_text(key), UNDEFINED)
    raise NotConstant(f"….{js_text(key)}")


def _member_of_markdown(value: ElementValue, key: str) -> Any:
    """Return the type or the attributes of what a page wrote, where it is one paragraph.

    :raises NotConstant: where it is more.
    """
    text = value.source.strip()
    if key not in {"type", "props"} or _NO_PARAGRAPH.search(text):
        raise NotConstant(f"….{key}")
    if key == "type":
        return "p"
    plain = not _MARKS.search(text)
    return {"children": text if plain else replace(value, source=text)}


_NO_PARAGRAPH = re.compile(r"\n[ \t]*+\n|^[ \t]*+(?:[-+*>#|<=~`]|\d{1,9}[.)]|\[\^)", re.MULTILINE)
"""What a text that is not one paragraph has: an empty line, or the beginning of another block."""

_MARKS = re.compile(r"[*_`<>{}\[\]\\&~$]|https?:|\bwww\.| {2}\n")
"""What a text has that Markdown does not show as it is."""


def _member_of_sequence(value: Any, key: Any) -> Any:
    if key == "length":
        return len(value)
    if key in {"index", "input", "groups"} and isinstance(value, Match):
        named = value.named if value.named else UNDEFINED
        return {"index": value.begin, "input": value.text, "groups": named}[key]
    if isinstance(key, str) and key.isdecimal() and len(key) < 10:
        key = int(key)
    if isinstance(key, int | float):
        inside = isinstance(key, int) and 0 <= key < len(value)
        return value[int(key)] if inside else UNDEFINED
    return _method(LIST_METHODS if isinstance(value, list) else TEXT_METHODS, value, key)


def _method(methods: dict[str, Method], value: Any, key: Any) -> Any:
    name = js_text(key)
    if name not in methods:
        if name in _KNOWN_ELSEWHERE:
            raise NotConstant(f"….{name}(…)")
        return UNDEFINED
    method = methods[name]
    return Builtin(name, lambda call, arguments: method(value, call, arguments))


# Methods of maps and sets.


def _hashable(value: Any) -> Any:
    if isinstance(value, list | dict):
        raise NotConstant("a key that is no text")
    return value


def _set_item(value: Collection, _call: Call, arguments: list[Any]) -> Collection:
    pay("steps", 1)
    value.items[_hashable(argument(arguments, 0))] = argument(arguments, 1)
    return value


def _deleted(value: Collection, _call: Call, arguments: list[Any]) -> bool:
    key = _hashable(argument(arguments, 0))
    there = key in value.items
    value.items.pop(key, None)
    return there


_COLLECTION_METHODS: dict[str, Method] = {
    "has": lambda v, _c, a: _hashable(argument(a, 0)) in v.items,
    "get": lambda v, _c, a: v.items.get(_hashable(argument(a, 0)), UNDEFINED),
    "set": _set_item,
    "add": _set_item,
    "delete": _deleted,
    "keys": lambda v, _c, _a: list(v.items),
    "values": lambda v, _c, _a: list(v.items.values() if v.is_map else v.items),
    "entries": lambda v, _c, _a: [list(pair) for pair in v.items.items()],
    "forEach": lambda v, c, a: (
        [c(argument(a, 0), [v.items[key], key]) for key in v.items] and UNDEFINED
    ),
}

_KNOWN_ELSEWHERE = words("copyWithin toExponential")


# Functions that every page knows.


def _iterated(value: Any) -> list[Any]:
    if isinstance(value, list | str):
        return list(value)
    if isinstance(value, Collection):
        return value.iterated()
    return []


def _array_from(call: Call, arguments: list[Any]) -> list[Any]:
    source, function = argument(arguments, 0), argument(arguments, 1)
    if isinstance(source, dict):
        size = whole_number(source.get("length", 0))
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
        return [[key, value[key]] for key in keys_of(value)]
    if isinstance(value, list | str):
        pay("steps", len(value))
        return [[str(number), each] for number, each in enumerate(value)]
    return []


def _assigned(_call: Call, arguments: list[Any]) -> Any:
    target = argument(arguments, 0)
    for each in arguments[1:]:
        if isinstance(target, dict) and isinstance(each, dict):
            pay("steps", len(each))
            target.update(each)
    return target


def _json(_call: Call, arguments: list[Any]) -> Any:
    value, indent = argument(arguments, 0), argument(arguments, 2)
    if value is UNDEFINED or isinstance(value, Function | Builtin):
        return UNDEFINED
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict):
        return as_text(value) if value is not None else "null"
    written = as_text(value)
    wide = indent is not UNDEFINED and indent is not None
    separators = None if wide else (",", ":")
    step = js_text(indent)[:10] if isinstance(indent, str) else min(whole_number(indent, 0), 10)
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
        return json.loads(js_text(argument(arguments, 0)))
    except (ValueError, RecursionError):
        raise NotConstant("JSON.parse(…)") from None


_INTEGER = re.compile(r"\s*+([+-]?\d{1,300})")

_DECIMAL = re.compile(
    r"\s*+([+-]?(?:\d{1,300}(?:\.\d{0,300}+)?|\.\d{1,300}+)(?:[eE][+-]?\d{1,5})?)"
)


def _parsed_integer(_call: Call, arguments: list[Any]) -> Any:
    text, base = js_text(argument(arguments, 0)), whole_number(argument(arguments, 1), 10)
    if base not in {0, 10}:
        try:
            return int(text[:300].strip(), base)
        except ValueError:
            return nan
    found = _INTEGER.match(text)
    return exact(int(found[1])) if found else nan


def _parsed_number(_call: Call, arguments: list[Any]) -> Any:
    found = _DECIMAL.match(js_text(argument(arguments, 0)))
    return exact(float(found[1])) if found else nan


def _math(function: Callable[[float], float]) -> Builtin:
    def call(_call: Call, arguments: list[Any]) -> Any:
        number = number_of(argument(arguments, 0))
        try:
            return exact(function(number)) if isfinite(number) else number
        except (ValueError, OverflowError):
            return -inf if number == 0 else inf if number > 1 else nan

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


def _raw(_call: Call, arguments: list[Any]) -> str:
    """Return a tagged template as it was typed."""
    texts = argument(arguments, 0)
    raw = texts.raw if isinstance(texts, TemplateTexts) else []
    values = [js_text(each) for each in arguments[1 : len(raw)]]
    pay("characters", sum(map(len, values)))
    return "".join(part for pair in zip(raw, [*values, ""], strict=False) for part in pair)


def _from_codes(arguments: list[Any]) -> str:
    codes = [whole_number(each) for each in arguments]
    return well_formed("".join(chr(code) if 0 <= code < 0x110000 else "" for code in codes))


def _cube_root(number: float) -> float:
    whole = round(cbrt(number)) if abs(number) < EXACT else 0
    return whole if whole**3 == number else cbrt(number)


def _plain(name: str, function: Callable[[list[Any]], Any]) -> Builtin:
    return Builtin(name, lambda _call, arguments: function(arguments))


# What React offers, as a server sees it: first states, no effects.


def _state(call: Call, arguments: list[Any]) -> list[Any]:
    first = argument(arguments, 0)
    return [call(first, []) if isinstance(first, Function | Builtin) else first, NOTHING]


def _reducer(call: Call, arguments: list[Any]) -> list[Any]:
    first = argument(arguments, 1)
    make = argument(arguments, 2)
    return [first if make is UNDEFINED else call(make, [first]), NOTHING]


def _memo(call: Call, arguments: list[Any]) -> Any:
    return call(argument(arguments, 0), [])


def _given(_call: Call, arguments: list[Any]) -> Any:
    return argument(arguments, 0)


def _provider(_call: Call, arguments: list[Any]) -> Any:
    return _children(argument(arguments, 0))


def _children(props: Any) -> Any:
    return props.get("children", UNDEFINED) if isinstance(props, dict) else UNDEFINED


def _context(_call: Call, arguments: list[Any]) -> dict[str, Any]:
    return {"default": argument(arguments, 0), "Provider": Builtin("Provider", _provider)}


def _used_context(_call: Call, arguments: list[Any]) -> Any:
    context = argument(arguments, 0)
    return context.get("default", UNDEFINED) if isinstance(context, dict) else UNDEFINED


def _forwarded(_call: Call, arguments: list[Any]) -> Any:
    function = argument(arguments, 0)
    return Builtin("forwardRef", lambda call, given: call(function, [*given[:1], None]))


def _created(call: Call, arguments: list[Any]) -> Any:
    target, props = argument(arguments, 0), argument(arguments, 1, {})
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
    children = _members(argument(arguments, 0))
    pay("steps", len(children))
    return [call(argument(arguments, 1), [each, number]) for number, each in enumerate(children)]


def _cloned(_call: Call, arguments: list[Any]) -> Any:
    element, props = argument(arguments, 0), argument(arguments, 1, None)
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
    "useRef": _plain("useRef", lambda a: {"current": argument(a, 0)}),
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
    "isValidElement": _plain("isValidElement", lambda a: isinstance(argument(a, 0), JsxElement)),
    "Children": {
        "map": Builtin("map", _each_child),
        "forEach": Builtin("forEach", _each_child),
        "toArray": _plain("toArray", lambda a: _members(argument(a, 0))),
        "count": _plain("count", lambda a: len(_members(argument(a, 0)))),
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
        "isArray": _plain("isArray", lambda a: isinstance(argument(a, 0), list)),
        "of": _plain("of", list),
    },
    "Number": {
        "isInteger": _plain("isInteger", lambda a: isinstance(argument(a, 0), int)),
        "isFinite": _plain("isFinite", lambda a: isfinite(number_of(argument(a, 0)))),
        "isNaN": _plain(
            "isNaN", lambda a: isinstance(argument(a, 0), float) and isnan(argument(a, 0))
        ),
        "parseFloat": Builtin("parseFloat", _parsed_number),
        "parseInt": Builtin("parseInt", _parsed_integer),
        "isSafeInteger": _plain("isSafeInteger", lambda a: isinstance(argument(a, 0), int)),
        "MAX_SAFE_INTEGER": 2**53 - 1,
        "MIN_SAFE_INTEGER": 1 - 2**53,
        "EPSILON": 2**-52,
        "MAX_VALUE": 1.7976931348623157e308,
    },
    "Object": {
        "keys": _plain("keys", lambda a: [key for key, _ in _items(argument(a, 0))]),
        "values": _plain("values", lambda a: [each for _, each in _items(argument(a, 0))]),
        "entries": _plain("entries", lambda a: _items(argument(a, 0))),
        "fromEntries": _plain(
            "fromEntries",
            lambda a: {js_text(e[0]): e[1] for e in _iterated(argument(a, 0)) if len(e) > 1},
        ),
        "assign": Builtin("assign", _assigned),
        "freeze": Builtin("freeze", _given),
        "is": _plain("is", lambda a: binary("===", argument(a, 0), argument(a, 1))),
        "hasOwn": _plain(
            "hasOwn", lambda a: js_text(argument(a, 1)) in dict(_items(argument(a, 0)))
        ),
    },
    "String": {
        "raw": Builtin("raw", _raw),
        "fromCharCode": _plain("fromCharCode", _from_codes),
        "fromCodePoint": _plain("fromCodePoint", _from_codes),
    },
    "Date": {
        "UTC": _plain("UTC", lambda a: date_of([*a, 0] if len(a) == 1 else a).time),
        "parse": _plain("parse", lambda a: date_of([js_text(argument(a, 0))]).time),
    },
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
        "sign": _math(sign_of),
        "sqrt": _math(_root),
        "pow": _plain("pow", lambda a: binary("**", argument(a, 0), argument(a, 1))),
        **{
            name: _math(function)
            for name, function in {
                "sin": sin,
                "cos": cos,
                "tan": tan,
                "asin": asin,
                "acos": acos,
                "atan": atan,
                "log": log,
                "log2": log2,
                "log10": log10,
                "exp": exp,
                "cbrt": _cube_root,
            }.items()
        },
        "atan2": _plain(
            "atan2", lambda a: exact(atan2(number_of(argument(a, 0)), number_of(argument(a, 1))))
        ),
        "hypot": _plain("hypot", lambda a: exact(hypot(*map(number_of, a)))),
        "PI": 3.141592653589793,
        "E": 2.718281828459045,
    },
    "Date": _plain("Date", lambda a: js_text(date_of([]))),
    "Intl": {
        "NumberFormat": _plain("NumberFormat", lambda a: construct("Intl.NumberFormat", a)),
        "DateTimeFormat": _plain("DateTimeFormat", lambda a: construct("Intl.DateTimeFormat", a)),
    },
    "JSON": {"stringify": Builtin("stringify", _json), "parse": Builtin("parse", _parsed_json)},
    "Array": _plain("Array", lambda a: _made_array(a)),
    "Number": _plain("Number", lambda a: number_of(argument(a, 0, 0))),
    "String": _plain("String", lambda a: js_text(a[0]) if a else ""),
    "Boolean": _plain("Boolean", lambda a: truthy(argument(a, 0))),
    "Object": _plain("Object", lambda a: argument(a, 0, {})),
    "parseInt": Builtin("parseInt", _parsed_integer),
    "parseFloat": Builtin("parseFloat", _parsed_number),
    "isNaN": _plain("isNaN", lambda a: isnan(number_of(argument(a, 0, nan)))),
    "isFinite": _plain("isFinite", lambda a: isfinite(number_of(argument(a, 0, nan)))),
    "encodeURIComponent": _plain(
        "encodeURIComponent",
        lambda a: quote(js_text(argument(a, 0)), safe="!'()*-._~", errors="replace"),
    ),
    "encodeURI": _plain(
        "encodeURI",
        lambda a: quote(js_text(argument(a, 0)), safe="!'()*-._~;,/?:@&=+$#", errors="replace"),
    ),
    "decodeURIComponent": _plain("decodeURIComponent", lambda a: unquote(js_text(argument(a, 0)))),
    "console": dict.fromkeys(("log", "warn", "error", "info", "debug"), NOTHING),
}
"""The names that are known without an import; ``window`` and its like are not among them."""

ELSEWHERE = words(
    "Promise Symbol window document navigator location history localStorage screen "
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


def _formatter(write: Callable[[Any], str]) -> dict[str, Any]:
    return {"format": _plain("format", lambda a: write(argument(a, 0)))}


def construct(name: str, arguments: list[Any]) -> Any:
    """Return ``new name(…)``.

    :raises NotConstant: for what is more than a value.
    """
    if name == "Array":
        return _made_array(arguments)
    if name == "Set":
        items = _iterated(argument(arguments, 0))
        pay("steps", len(items))
        return Collection(items={_hashable(each): each for each in items}, is_map=False)
    if name == "Map":
        pairs = _iterated(argument(arguments, 0))
        pay("steps", len(pairs))
        given = {_hashable(p[0]): p[1] for p in pairs if isinstance(p, list) and len(p) > 1}
        return Collection(items=given, is_map=True)
    if name == "RegExp":
        given = argument(arguments, 0, "(?:)")
        source, flags = (given.source, given.flags) if isinstance(given, Regex) else (given, "")
        return regex_of(js_text(source), js_text(argument(arguments, 1, flags)))
    if name == "Date":
        return date_of(arguments)
    if name == "Intl.NumberFormat":
        return _formatter(lambda value: number_for_readers(number_of(value), arguments))
    if name == "Intl.DateTimeFormat":
        return _formatter(lambda value: date_for_readers(date_of([value]), arguments))
    if name == "Error":
        return {"message": js_text(argument(arguments, 0, ""))}
    raise NotConstant(f"new {name}(…)")
