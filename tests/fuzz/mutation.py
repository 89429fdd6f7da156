"""Change a text at random: its characters and lines, or the values of its JSON."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.fuzz.odd import ODD_STRINGS, ODD_VALUES

LONGEST = 60_000


def mutated(text: str, others: Sequence[str], tokens: Sequence[str], random: Random) -> str:
    """Return *text* with one to six changes; JSON is changed by value half of the time."""
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        value = _json(text) if random.random() < 0.5 else None
        if value is not None:
            text = _written(_changed_value(value, random))
        else:
            text = _changed_text(text, others, tokens, random)
    return text[:LONGEST]


def _json(text: str) -> Any:
    if text[:1] not in "{[":
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _written(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


def _changed_text(text: str, others: Sequence[str], tokens: Sequence[str], random: Random) -> str:
    start = random.randint(0, len(text))
    end = min(len(text), start + random.choice((0, 1, 1, 5, 30, 400)))
    span, put = text[start:end], random.choice((*tokens, *ODD_STRINGS))
    match random.randrange(9):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + span + text[end:]
        case 2:
            return text[:start] + put + text[end:]
        case 3:
            return text[:start] + put + text[start:]
        case 4:
            return text[:start]
        case 5:
            return text[:start] + put * random.choice((2, 30, 700)) + text[start:]
        case 6:
            other = random.choice(others)
            cut = random.randint(0, len(other))
            return text[:start] + other[cut : cut + random.choice((20, 300, 3000))] + text[end:]
        case _:
            return _changed_lines(text, random)


def _changed_lines(text: str, random: Random) -> str:
    lines = text.split("\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            del lines[one]
        case 2:
            lines.insert(two, lines[one])
        case 3:
            indent = random.choice((" ", "  ", "    ", "\t", "> ", "- ", ":::", "<!-- "))
            low, high = sorted((one, two))
            lines[low : high + 1] = [indent + line for line in lines[low : high + 1]]
        case _:
            lines[one] = lines[one].strip()
    return "\n".join(lines)


def _changed_value(value: Any, random: Random) -> Any:
    value = copy.deepcopy(value)
    places = list(_places(value))
    if not places:
        return random.choice(ODD_VALUES)
    holder, key = random.choice(places)
    match random.randrange(6):
        case 0:
            del holder[key]
        case 1:
            holder[key] = copy.deepcopy(_get(random.choice(places)))
        case 2:
            holder[key] = _nested(holder[key], random.choice((1, 2, 40)), random)
        case 3 if isinstance(holder, dict):
            holder[random.choice(ODD_STRINGS)] = holder.pop(key)
        case _:
            holder[key] = copy.deepcopy(random.choice(ODD_VALUES))
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    rest = [value]
    while rest:
        holder = rest.pop()
        pairs = (
            holder.items()
            if isinstance(holder, dict)
            else enumerate(holder)
            if isinstance(holder, list)
            else ()
        )
        for key, item in pairs:
            found.append((holder, key))
            rest.append(item)
    return found


def _get(place: tuple[Any, Any]) -> Any:
    return place[0][place[1]]


def _nested(value: Any, levels: int, random: Random) -> Any:
    key = random.choice(("items", "allOf", "properties", "pages", "group", "a"))
    for _ in range(levels):
        value = {key: value} if random.random() < 0.5 else [value]
    return value
