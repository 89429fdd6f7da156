"""What a page leaves out or says in another way on purpose, each with its reason."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from tests.openapi.truth.built import ShownField
from tests.openapi.truth.files import Place
from tests.openapi.truth.limits import Phrases
from tests.openapi.truth.schemas import Whole
from tests.openapi.truth.texts import same_code

LONG = 4_000
SEVERAL = 3


def example(value: Any, number: int, shown: ShownField, found: Whole) -> str:
    """Return why an example of a field is not beside it, or nothing."""
    text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    if len(text) > LONG and any(cut.startswith(text[: LONG - 1]) for cut in shown.examples):
        return f"an example of more than {LONG} characters is cut, with a line that says so"
    if number >= SEVERAL:
        return f"a field shows its first {SEVERAL} examples"
    if shown.default is not None and same_code(shown.default, value):
        return "an example that is the default is shown as the default"
    return ""


def items_description(shown: ShownField) -> str:
    """Return why the description of the items of a list is not shown, or nothing."""
    return ""


def case(place: Place) -> str | None:
    """Return why what holds on a condition is not shown, or ``None``."""
    return None


def without_required(limits: str) -> str:
    """Return limits without the names that a condition makes required."""
    return re.sub(r"(?:^| · )required: .*$", "", limits)


def added_limits(shown: ShownField) -> Phrases:
    """Return the limits that a field has beside those of its schema."""
    return []


def written(encoding: Place, name: str) -> list[str]:
    """Return patterns for how a field of a form is written, which a page says of it."""
    found = [re.escape(f"sent as {encoding.text('contentType')}")]
    found += [re.escape(f"with the header {header}") for header, _p in encoding.members("headers")]
    return [*found, *styles(name)]


def styles(name: str) -> list[str]:
    """Return patterns for how a value of several parts is written."""
    name = re.escape(name)
    return [
        rf"{name}=[^ ·&]+&{name}=[^ ·&]+",
        rf"{name}=[^ ·&;]+(?:,|%20|\||)[^ ·&;]+",
        rf"{name}\[[^\]]+\]=[^ ·&]+(?:&{name}\[[^\]]+\]=[^ ·&]+)?",
        r"[.;][^ ·]+",
        r"[^ ·=]+=[^ ·&]+[,&.;] ?[^ ·=]+=[^ ·&]+",
        r"[^ ·,]+(?:,[^ ·,]+)+",
    ]


def without(limits: str, patterns: list[str]) -> str:
    """Return *limits* without what *patterns* find at their end."""
    pattern = rf"(?:^| · )(?:{'|'.join(patterns)})$"
    while (shorter := re.sub(pattern, "", limits)) != limits:
        limits = shorter
    return limits


@dataclass(frozen=True, kw_only=True)
class Style:
    """How the value of a parameter is written, which a page says among its limits."""

    place: Place
    media: str
    types: set[str]

    def without(self, limits: str) -> str:
        """Return *limits* without the words for the style."""
        media = [re.escape(self.media)] if self.media else []
        empty = ["may be empty"] if self.place.flag("allowEmptyValue") else []
        return without(limits, [*styles(self.place.text("name")), *media, *empty])


def lead(extra: tuple[str, ...], description: tuple[str, ...]) -> bool:
    """Whether words are the first sentence of a description, which is shown as a lead."""
    return description[: len(extra)] == extra
