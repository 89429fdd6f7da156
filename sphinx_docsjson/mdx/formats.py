"""Numbers and dates: their methods, and how readers are shown them. Pure.

``toLocaleString`` and ``Intl`` write for readers of English, as servers of the platform do. A date
is one that a page gives, in UTC: what a page shows does not depend on the moment of its build.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, localcontext
from math import inf, isfinite, isnan, nan
from typing import Any

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.mdx.methods import Call, Method, argument, whole_number
from sphinx_docsjson.mdx.tokens import NotConstant
from sphinx_docsjson.mdx.values import (
    EPOCH,
    MONTHS,
    UNDEFINED,
    WEEKDAYS,
    Date,
    js_text,
    number_of,
    number_text,
)

# Methods of numbers.


def _fixed(value: Any, _call: Call, arguments: list[Any]) -> str:
    digits = min(max(whole_number(argument(arguments, 0)), 0), 100)
    number = float(value)
    if not isfinite(number) or abs(number) >= 1e21:
        return number_text(number)
    # Of two that are as near, JavaScript takes the larger one.
    return f"{_rounded(Decimal(number), digits):f}"


def _rounded(number: Decimal, digits: int) -> Decimal:
    with localcontext() as context:
        context.prec = 400
        return number.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def _precise(value: Any, _call: Call, arguments: list[Any]) -> str:
    digits = whole_number(argument(arguments, 0))
    if not 1 <= digits <= 100 or not isfinite(value):
        return js_text(value)
    number = Decimal(value)
    if number and not 1e-6 <= abs(number) < 10**digits:
        raise NotConstant("toPrecision(…)")
    return f"{_rounded(number, digits - 1 - (number.adjusted() if number else 0)):f}"


def _in_base(value: Any, _call: Call, arguments: list[Any]) -> str:
    base = whole_number(argument(arguments, 0), 10)
    if base == 10 or isinstance(value, bool):
        return js_text(value)
    if not 2 <= base <= 36 or not isinstance(value, int):
        raise NotConstant("toString(…)")
    digits, number = "", abs(value)
    while number:
        number, digit = divmod(number, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return ("-" if value < 0 else "") + (digits or "0")


NUMBER_METHODS: dict[str, Method] = {
    "toFixed": _fixed,
    "toPrecision": _precise,
    "toString": _in_base,
    "toLocaleString": lambda v, _c, a: number_for_readers(v, a),
    "valueOf": lambda v, _c, _a: v,
}


# Numbers and dates for readers: ``toLocaleString`` and ``Intl``.

_NUMBER_OPTIONS = words(
    "minimumFractionDigits maximumFractionDigits minimumIntegerDigits useGrouping style currency "
    "notation compactDisplay"
)
_CURRENCIES = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "JPY": "¥",
    "INR": "₹",
    "CNY": "CN¥",
    "KRW": "₩",
    "BRL": "R$",
    "CAD": "CA$",
    "AUD": "A$",
    "MXN": "MX$",
    "ILS": "₪",
    "VND": "₫",
    "NZD": "NZ$",
    "HKD": "HK$",
    "TWD": "NT$",
}
_WHOLE_CURRENCIES = words("JPY KRW VND CLP ISK UGX XAF XOF PYG RWF")


def number_for_readers(value: float, arguments: list[Any]) -> str:
    """Return a number as ``Intl.NumberFormat`` writes it.

    :param arguments: the language and the options.
    :raises NotConstant: for another language than English, and for options that are not read.
    """
    options = _options(arguments, _NUMBER_OPTIONS, "en en-US en-GB en-CA en-AU")
    style, compact = options.get("style", "decimal"), options.get("notation") == "compact"
    code = js_text(options.get("currency", ""))
    american = argument(arguments, 0, "en-US") in {"en", "en-US", None}
    if style not in {"decimal", "percent", "currency"} or (style == "currency" and not american):
        raise NotConstant("Intl")
    if not isfinite(value):
        return "∞" if value == inf else "-∞" if value == -inf else "NaN"
    number, unit = abs(Decimal(repr(value + 0))), ""
    if style == "percent":
        number *= 100
    elif compact:
        number, unit = _compact(number)
    usual = (0, 3)
    if style == "currency":
        usual = (0, 0) if code in _WHOLE_CURRENCIES else (2, 2)
    elif style == "percent":
        usual = (0, 0)
    if compact:
        usual = (0, 1 if number < 10 else 0)
    given = options.get("minimumFractionDigits"), options.get("maximumFractionDigits")
    least = usual[0] if given[0] is None else whole_number(given[0])
    most = max(usual[1], least) if given[1] is None else whole_number(given[1])
    least = min(least, most) if given[0] is None else least
    if not 0 <= least <= most <= 100:
        raise NotConstant("Intl")
    grouped = "f" if options.get("useGrouping") is False else ",f"
    text = format(_rounded(number, most), grouped)
    whole, point, rest = text.partition(".")
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    text = whole.rjust(min(whole_number(options.get("minimumIntegerDigits", 1)), 21), "0")
    text += (point + rest if rest else "") + unit
    if style == "currency":
        text = _CURRENCIES.get(code, f"{code}\xa0") + text
    return "-" * (value < 0) + text + ("%" if style == "percent" else "")


def _compact(number: Decimal) -> tuple[Decimal, str]:
    for power, unit in ((0, ""), (3, "K"), (6, "M"), (9, "B"), (12, "T")):
        smaller = number.scaleb(-power)
        if _rounded(smaller, 0) < 1000 or unit == "T":
            return smaller, unit
    return number, ""


def _options(arguments: list[Any], known: frozenset[str], languages: str) -> dict[str, Any]:
    """Return the options of a format, if all of them are known."""
    language, options = argument(arguments, 0, "en-US"), argument(arguments, 1, {})
    if isinstance(language, list):
        language = language[0] if language else "en-US"
    if language is not None and js_text(language) not in languages.split():
        raise NotConstant(f"the language {js_text(language)}")
    given = options if isinstance(options, dict) else {}
    for name in given.keys() - known:
        raise NotConstant(name)
    return {name: each for name, each in given.items() if each is not UNDEFINED}


_DATE_PARTS = words("weekday year month day")
_TIME_PARTS = words("hour minute second")
_DATE_OPTIONS = _DATE_PARTS | _TIME_PARTS | words("hour12 timeZone dateStyle timeStyle")
_STYLES: dict[str, dict[str, str]] = {
    "full": {"weekday": "long", "month": "long", "day": "numeric", "year": "numeric"},
    "long": {"month": "long", "day": "numeric", "year": "numeric"},
    "medium": {"month": "short", "day": "numeric", "year": "numeric"},
    "short": {"month": "numeric", "day": "numeric", "year": "2-digit"},
}
_CLOCK = dict.fromkeys(("hour", "minute", "second"), "numeric")


def date_for_readers(value: Date, arguments: list[Any], usual: str = "date") -> str:
    """Return a date as ``Intl.DateTimeFormat`` writes it.

    :param arguments: the language and the options.
    :param usual: what is shown where the options do not say it: the date, the time, or both.
    :raises NotConstant: for another language than American English, another zone than UTC, and
        options that are not read.
    """
    if isnan(value.time):
        return "Invalid Date"
    options = _options(arguments, _DATE_OPTIONS, "en en-US")
    if options.get("timeZone", "UTC") not in {"UTC", "GMT", "Etc/UTC"}:
        raise NotConstant("timeZone")
    styles = options.get("dateStyle"), options.get("timeStyle")
    shown = {name: each for name, each in options.items() if name in _DATE_PARTS | _TIME_PARTS}
    if styles[0] in _STYLES:
        shown |= _STYLES[styles[0]]
    if styles[1] in {"short", "medium"}:
        shown |= {k: v for k, v in _CLOCK.items() if k != "second" or styles[1] == "medium"}
    elif styles[1] is not None:
        raise NotConstant("timeStyle")
    asked = {"date": _DATE_PARTS, "time": _TIME_PARTS}.get(usual, _DATE_PARTS | _TIME_PARTS)
    if styles == (None, None) and not shown.keys() & asked:
        if usual != "time":
            shown |= dict.fromkeys(("year", "month", "day"), "numeric")
        if usual != "date":
            shown |= _CLOCK
    moment = value.moment()
    day, time = _day(moment, shown), _clock(moment, shown, options.get("hour12"))
    mark = " at " if shown.get("month") == "long" else ", "
    return mark.join(filter(None, (day, time)))


def _day(moment: datetime, shown: dict[str, Any]) -> str:
    weekday, month = shown.get("weekday"), shown.get("month")
    if {weekday, month} & {"narrow"} or ("day" in shown and month is None):
        raise NotConstant("Intl.DateTimeFormat")
    number: dict[Any, Callable[[int], str]] = {
        "numeric": str,
        "2-digit": lambda each: f"{each % 100:02}",
    }
    year = number[shown["year"]](moment.year) if "year" in shown else ""
    day = number[shown["day"]](moment.day) if "day" in shown else ""
    name = WEEKDAYS[moment.weekday()][: 3 if weekday == "short" else None] if weekday else ""
    if month in number:
        text = "/".join(filter(None, (number[month](moment.month), day, year)))
    elif month:
        name_of_month = MONTHS[moment.month - 1][: 3 if month == "short" else None]
        text = " ".join(filter(None, (name_of_month, day)))
        text += (", " if day and year else " " if year else "") + year
    else:
        text = year
    return ", ".join(filter(None, (name, text)))


def _clock(moment: datetime, shown: dict[str, Any], twelve: Any) -> str:
    if not shown.keys() & _TIME_PARTS:
        return ""
    if "hour" not in shown:
        raise NotConstant("Intl.DateTimeFormat")
    hour = moment.hour if twelve is False else (moment.hour + 11) % 12 + 1
    if twelve is False and not hour:
        hour = 24
    parts = [f"{hour:02}" if shown["hour"] == "2-digit" or twelve is False else str(hour)]
    if "minute" in shown or "second" in shown:
        parts.append(f"{moment.minute:02}")
    if "second" in shown:
        parts.append(f"{moment.second:02}")
    half = "" if twelve is False else " AM" if moment.hour < 12 else " PM"
    return ":".join(parts) + half


# Dates: moments that a page gives, in UTC.

_DATE = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?)?)?"
    r"(?:Z|([+-]\d\d):?(\d\d))?"
)
_WRITTEN_DATE = re.compile(
    r"(?:[A-Za-z]{3,9},? )?(?:([A-Za-z]{3,9})\.? (\d{1,2}),? |(\d{1,2}) ([A-Za-z]{3,9}),? )(\d{4})"
)
_SLASHED_DATE = re.compile(r"(?:(\d{4})/)?(\d{1,2})/(\d{1,2})(?:/(\d{4}))?")
_FIELDS = ("FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds")


def date_of(arguments: list[Any]) -> Date:
    """Return ``new Date(…)``.

    :raises NotConstant: without an argument, which is the moment of the build, and for texts that
        engines of JavaScript read differently.
    """
    if not arguments:
        raise NotConstant("the time of the build")
    if len(arguments) > 1:
        year, *rest = (number_of(each) for each in arguments)
        return _made_date([year + 1900 if 0 <= year <= 99 else year, *rest])
    if isinstance(arguments[0], str):
        return _read_date(arguments[0].strip())
    return Date(time=number_of(arguments[0]))


def _read_date(text: str) -> Date:
    if found := _DATE.fullmatch(text):
        year, month, day, *clock = (int(each or 0) for each in found.groups()[:6])
        part = int((found[7] or "").ljust(3, "0")[:3])
        date = _made_date([year, (month or 1) - 1, day or 1, *clock, part])
        if found[8]:
            minutes = int(found[8][1:]) * 60 + int(found[9])
            date.time -= 60_000 * (minutes if found[8][0] == "+" else -minutes)
        return date
    if found := _WRITTEN_DATE.fullmatch(text):
        name = (found[1] or found[4]).title()
        months = [each.startswith(name) for each in MONTHS]
        if sum(months) == 1:
            day = int(found[2] or found[3])
            return _made_date([int(found[5]), months.index(True), day])
    found = _SLASHED_DATE.fullmatch(text)
    if found and bool(found[1]) is not bool(found[4]):
        return _made_date([int(found[1] or found[4]), int(found[2]) - 1, int(found[3])])
    raise NotConstant(f"new Date({text[:40]!r})")


def _made_date(fields: Sequence[float]) -> Date:
    """Return the date of a year, a month from 0, a day, and so on; what is too large runs over."""
    if not all(map(isfinite, fields)):
        return Date(time=nan)
    year, month, day, *clock = [*map(int, fields), *(0, 0, 1, 0, 0, 0, 0)[len(fields) :]]
    try:
        first = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC) - EPOCH
        hours, minutes, seconds, rest = clock
        span = timedelta(day - 1, seconds, 0, rest, minutes, hours)
        return Date(time=(first + span) // timedelta(milliseconds=1))
    except (ValueError, OverflowError):
        raise NotConstant("an invalid date") from None


def _fields_of(value: Date) -> list[int]:
    at = value.moment()
    time = at.hour, at.minute, at.second, at.microsecond // 1000
    return [at.year, at.month - 1, at.day, *time]


def _getter(number: int) -> Method:
    return lambda v, _c, _a: nan if isnan(v.time) else _fields_of(v)[number]


def _setter(number: int) -> Method:
    def change(value: Date, _call: Call, arguments: list[Any]) -> float:
        fields: list[float] = [*_fields_of(value)]
        fields[number : number + len(arguments)] = map(number_of, arguments)
        value.time = _made_date(fields[:7]).time
        return value.time

    return change


DATE_METHODS: dict[str, Method] = {
    **{f"get{zone}{name}": _getter(n) for zone in ("", "UTC") for n, name in enumerate(_FIELDS)},
    **{f"set{zone}{name}": _setter(n) for zone in ("", "UTC") for n, name in enumerate(_FIELDS)},
    "getDay": lambda v, _c, _a: v.moment().isoweekday() % 7,
    "getUTCDay": lambda v, _c, _a: v.moment().isoweekday() % 7,
    "getTime": lambda v, _c, _a: v.time,
    "valueOf": lambda v, _c, _a: v.time,
    "getTimezoneOffset": lambda _v, _c, _a: 0,
    "toISOString": lambda v, _c, _a: v.iso(),
    "toJSON": lambda v, _c, _a: v.iso(),
    "toString": lambda v, _c, _a: str(v),
    "toDateString": lambda v, _c, _a: str(v)[:15],
    "toLocaleDateString": lambda v, _c, a: date_for_readers(v, a, "date"),
    "toLocaleTimeString": lambda v, _c, a: date_for_readers(v, a, "time"),
    "toLocaleString": lambda v, _c, a: date_for_readers(v, a, "both"),
}
