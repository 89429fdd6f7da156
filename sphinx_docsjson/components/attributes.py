"""Parses the attributes of components, and reports unknown, wrong and missing ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.base.nodes import judge_links
from sphinx_docsjson.base.sanitize import harmless_markup
from sphinx_docsjson.urls import safe_url, why_refused
from sphinx_docsjson.warnings import Warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx_docsjson.components.registry import Attribute, Component

TRUE = frozenset({"", "true", "yes", "1"})
FALSE = frozenset({"false", "no", "0"})

_HEX = re.compile(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_COLOR = re.compile(
    r"[a-zA-Z]{3,30}|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/\s+-]{1,80}\)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """What is wrong with an attribute, and which warning says so."""

    message: str
    kind: Warn = Warn.ATTRIBUTE


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadAttributes:
    """The attributes of one component as they were written.

    :param values: cleaned strings by the name of the registry; a flag is ``"true"`` or
        ``"false"``, a colour of hexadecimal digits starts with ``#``.
    :param foreign: options that are not ours but belong to the directive that we extend.
    :param idle: the attributes that have no effect here.
    """

    values: dict[str, str]
    foreign: dict[str, str]
    problems: tuple[Problem, ...]
    idle: tuple[str, ...] = ()


def same_name(name: str) -> str:
    """Return the form in which ``defaultOpen``, ``defaultopen`` and ``default-open`` are equal."""
    return name.replace("-", "").replace("_", "").lower()


def read_attributes(
    component: Component, raw: Mapping[str, str], foreign: Collection[str] = ()
) -> ReadAttributes:
    """Sort, clean and check the attributes of *component*.

    :param raw: attribute strings by name, in any accepted spelling; a bare attribute is ``""``.
    :param foreign: names of options that the extended directive of another package has.
    """
    known = {same_name(n): a for a in component.attributes for n in (a.name, *a.aliases)}
    values: dict[str, str] = {}
    others: dict[str, str] = {}
    problems: list[Problem] = []
    for name, written in raw.items():
        text = well_formed(written)  # MyST reads escapes of half a surrogate pair in options
        attribute = known.get(same_name(name))
        if attribute is not None:
            value, problem = clean(attribute, text, component.name)
            if value is not None:
                values[attribute.name] = value
            if problem is not None:
                problems.append(problem)
        elif name in foreign:
            others[name] = text
        elif not component.instead:
            problems.append(_unknown(name, component, foreign))
    problems += [
        Problem(message=f"<{component.name}> needs the attribute {attribute.name!r}.")
        for attribute in component.attributes
        if attribute.required and attribute.name not in values
    ]
    idle = tuple(a.name for a in component.attributes if a.instead and a.name in values)
    several = [f"{name}={values[name]!r}" for name in component.one_of if values.get(name)]
    if len(several) > 1:
        message = f"<{component.name}> has {' and '.join(several)}; only the first counts."
        problems.append(Problem(message=message))
    return ReadAttributes(values=values, foreign=others, problems=tuple(problems), idle=idle)


def clean(attribute: Attribute, text: str, owner: str) -> tuple[str | None, Problem | None]:
    """Return the cleaned value, or ``None`` when it cannot be used, and what is wrong with it."""
    cleaner = _CLEANERS.get(attribute.type)
    return cleaner(attribute, text, owner) if cleaner else (text, None)


def as_list(text: str) -> list[str]:
    """Return the items of a ``list`` value: a JSON array, or words between commas."""
    stripped = text.strip()
    if stripped.startswith("["):
        try:
            items = json.loads(stripped)
        except (ValueError, RecursionError):
            stripped = stripped.strip("[]")
        else:
            return [str(item) for item in items]
    return [item.strip().strip("\"'") for item in stripped.split(",") if item.strip()]


Cleaned = tuple[str | None, Problem | None]


def _flag(attribute: Attribute, text: str, owner: str) -> Cleaned:
    word = text.strip().lower()
    if word in TRUE:
        return "true", None
    if word in FALSE:
        return "false", None
    return "true", _wrong(attribute, text, owner, "is on or off: write it bare, or ={false}")


def _number(attribute: Attribute, text: str, owner: str) -> Cleaned:
    if re.fullmatch(r"\s*\d{1,6}(\.\d{1,4})?\s*(px)?\s*", text):
        return text.strip().removesuffix("px").strip(), None
    return None, _wrong(attribute, text, owner, "must be a number")


def _choice(attribute: Attribute, text: str, owner: str) -> Cleaned:
    word = text.strip().lower()
    if word in attribute.choices:
        return word, None
    allowed = ", ".join(attribute.choices)
    return None, _wrong(attribute, text, owner, f"must be one of {allowed}")


def _color(attribute: Attribute, text: str, owner: str) -> Cleaned:
    value = text.strip()
    if match := _HEX.fullmatch(value):
        return f"#{match[1]}", None
    if _COLOR.fullmatch(value):
        return value, None
    return None, _wrong(attribute, text, owner, "must be a colour, such as #0d9373")


def _href(attribute: Attribute, text: str, owner: str) -> Cleaned:
    if not text.strip():
        return None, None
    url = safe_url(text)
    if url is None:
        message = f"<{owner}>: {attribute.name}={text!r} is left out: {why_refused(text)}."
        return None, Problem(message=message, kind=Warn.URL)
    return url, None


def _wrong(attribute: Attribute, text: str, owner: str, rule: str) -> Problem:
    return Problem(message=f"<{owner}>: {attribute.name}={text!r}: the value {rule}.")


_CLEANERS: dict[str, Callable[[Attribute, str, str], Cleaned]] = {
    "flag": _flag,
    "number": _number,
    "choice": _choice,
    "color": _color,
    "href": _href,
}


def _unknown(name: str, component: Component, foreign: Collection[str]) -> Problem:
    useful = [a.name for a in component.attributes if not a.instead]
    names = {same_name(own): own for own in (*useful, *foreign)}
    if near := near_name(same_name(name), names):
        hint = f" Did you mean {names[near]!r}?"
    elif useful:
        hint = f" It has {', '.join(useful)}."
    else:
        hint = " It has none."
    return Problem(message=f"<{component.name}> has no attribute {name!r}.{hint}")


def harmless(found: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes of an attribute without scripts, handlers and addresses that run.

    A page may contain whatever Sphinx allows; for its attributes ``docs/publish/trust.md``
    promises more. The parsers of Sphinx do not check addresses in reStructuredText.
    """
    holder = nodes.inline("", "", *found)
    for raw in list(holder.findall(nodes.raw)):
        if "html" in raw.get("format", ""):
            text = harmless_markup(raw.astext())
            raw.clear()
            raw += nodes.Text(text)
    judge_links(holder)
    return holder.children
