"""Generates the rules of the Tailwind CSS 3 utility classes that pages use.

The hosted platform has them, so its users lay out pages with them. The meaning of each is data, in
``utility_classes.toml``; a name is parsed as in Tailwind: variants with colons, a sign, a family,
a value (:mod:`~sphinx_docsjson.ext.utility_classes.values`). Only the names that pages use are
written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.base.sanitize import is_closed
from sphinx_docsjson.ext.utility_classes.values import (
    UtilityFamily,
    bracketed,
    declarations_of,
)

LAYER: Final = "dj.classes"
"""The cascade layer of the rules, after those of components."""

TABLE = Path(__file__).with_suffix(".toml")

SHADES = ("50", *(f"{number}00" for number in range(1, 10)), "950")


def utility_rules(
    names: Iterable[str], colors: Mapping[str, str] | None = None, *, layer: bool = True
) -> str:
    """Return the style sheet of those of *names* that are utility classes, or nothing.

    :param names: the classes that pages have.
    :param colors: the colours of the site, for names such as ``bg-primary``: name → ``#rrggbb``.
    :param layer: whether the rules are in :data:`LAYER`; those of another theme are in none.
    """
    dark = DARK if layer else DARK_ELSEWHERE
    found = [rule for name in sorted(set(names)) for rule in rules_of(name, colors or {}, dark)]
    if not found:
        return ""
    found.sort(key=lambda rule: rule.order)
    written = [*_animations(found), *_resets(found), *(rule.css for rule in found)]
    text = "\n".join(written) + "\n"
    return f"@layer {LAYER} {{\n{text}}}\n" if layer else text


@dataclass(frozen=True, kw_only=True, slots=True)
class UtilityRule:
    """What one class says in one mode."""

    order: tuple[Any, ...]
    around: tuple[str, ...]
    """The rules that it is in, such as ``@media (min-width: 640px)``."""

    selector: str
    declarations: str

    @property
    def css(self) -> str:
        """Return the rule as it is written."""
        start = "".join(f"{each} {{ " for each in self.around)
        return f"{start}{self.selector} {{ {self.declarations}; }}{' }' * len(self.around)}"


DARK: Final = (
    ("@media screen", 'html[data-mode="dark"] {}'),
    ("@media screen and (prefers-color-scheme: dark)", "html:not([data-mode]) {}"),
)
"""Around what, and in what, a rule of the dark mode is: chosen, and of the system."""

DARK_ELSEWHERE: Final = (
    ("@media screen", ':is(:root[data-theme="dark"], body[data-theme="dark"]) {}'),
    (
        "@media screen and (prefers-color-scheme: dark)",
        ':is(:root[data-mode="auto"], :root:has(body[data-theme="auto"])) {}',
    ),
)
"""The same with other themes: pydata-sphinx-theme, Furo, and those like them."""


def rules_of(
    name: str, colors: Mapping[str, str], dark: tuple[tuple[str, str], ...] = DARK
) -> Iterator[UtilityRule]:
    """Yield the rules of one class: none when it is not a utility, two for the dark mode."""
    if len(name) > _LONGEST or _UNSAFE.search(name):
        return
    *prefixes, utility = split_variants(name)
    variants = [_variant(prefix) for prefix in prefixes]
    if None in variants or (meant := _meaning(utility, colors)) is None:
        return
    found = [variant for variant in variants if variant is not None]
    declarations = meant.declarations
    if {v.name for v in found} & {"before", "after"} and "content:" not in declarations:
        declarations = f"content: var(--tw-content); {declarations}"
    if meant.important:
        declarations = "; ".join(f"{part} !important" for part in _parts(declarations))
    selector = f".{escaped(name)}"
    around: list[str] = []
    for variant in reversed(found):
        selector = variant.selector.replace("&", selector)
    for variant in found:
        if variant.media:
            around.append(variant.media)
    order = (sum(1 << v.rank for v in found), [v.width for v in found], *meant.order, name)
    modes = dark if any(v.name == "dark" for v in found) else ((None, "{}"),)
    for media, written in modes:
        yield UtilityRule(
            order=order,
            around=tuple([media, *around] if media else around),
            selector=written.format(f"{selector}{meant.on}"),
            declarations=declarations,
        )


def split_variants(name: str) -> list[str]:
    """Return the parts of a class between its colons; those in brackets part nothing."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(name):
        depth += (letter in "[(") - (letter in "])")
        if letter == ":" and depth == 0:
            parts.append(name[start:place])
            start = place + 1
    return [*parts, name[start:]]


_PLAIN = re.compile(r"[A-Za-z0-9_-]|[^\x00-\x7f]")


def escaped(name: str) -> str:
    """Return a class as it is written in a selector."""
    text = "".join(c if _PLAIN.fullmatch(c) else f"\\{c}" for c in name)
    if name[0].isdigit():
        return f"\\{ord(name[0]):x} {text[1:]}"
    return f"-\\{ord(name[1]):x} {text[2:]}" if re.match(r"-\d", name) else text


# A name without its variants → declarations.

_LONGEST = 250
_UNSAFE = re.compile(r"[{};<>@\\\x00-\x20\"]|/\*|\*/|expression\(", re.IGNORECASE)
"""What could end a rule, or load something; quotes of a value are single ones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Meaning:
    declarations: str
    order: tuple[int, ...]
    on: str = ""
    important: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Table:
    fixed: Mapping[str, tuple[str, tuple[int, int], str]]
    families: Mapping[str, list[UtilityFamily]]
    elements: Mapping[str, str]
    states: Mapping[str, str]
    media: Mapping[str, str]
    resets: Mapping[str, str]
    keyframes: Mapping[str, str]
    ranks: Mapping[str, int]
    """Variants in the order in which their rules are written."""


@cache
def _table() -> _Table:
    """Return what the data says, once a process."""
    data = tomllib.loads(TABLE.read_text("utf-8"))
    parts: dict[str, str] = data["parts"]
    colors: dict[str, str] = dict(data["plain_colors"])
    for hue, shades in data["colors"].items():
        colors |= {
            f"{hue}-{number}": f"#{shade}"
            for number, shade in zip(SHADES, shades.split(), strict=True)
        }
    fixed: dict[str, tuple[str, tuple[int, int], str]] = {}
    families: dict[str, list[UtilityFamily]] = {}
    for row, family in enumerate(data["family"]):
        on = family.get("on", "")
        for place, (name, text) in enumerate(family.get("fixed", {}).items()):
            fixed[name] = (_filled(text, parts), (row, place), on)
        scales = family.get("of", [])
        for place, (name, text) in enumerate(family.get("names", {}).items()):
            scale: dict[str, str] = {}
            for each in scales:
                scale |= data["scales"].get(each, {})
            families.setdefault(name, []).append(
                UtilityFamily(
                    name=name,
                    template=_filled(text, parts),
                    order=(row, place),
                    scale=scale,
                    colors=colors if "colors" in scales else {},
                    takes=tuple(family.get("takes", [])),
                    negative=family.get("negative", False),
                    alpha=family.get("alpha", ""),
                    on=on,
                    slash=data["scales"].get(family.get("slash", ""), {}),
                )
            )
    variants: dict[str, dict[str, str]] = data["variants"]
    states = variants["states"]
    others = [f"{around}-{state}" for around in ("group", "peer") for state in states]
    ordered = [*variants["elements"], *states, *others, "aria", "data", *variants["media"]]
    return _Table(
        fixed=fixed,
        families=families,
        elements=variants["elements"],
        states=states,
        media=variants["media"],
        resets=data["resets"],
        keyframes=data["keyframes"],
        ranks={name: rank for rank, name in enumerate([*ordered, "ltr", "rtl", "dark", "[]"])},
    )


def _filled(text: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"<(\w+)>", lambda found: parts[found[1]], text)


def _meaning(utility: str, colors: Mapping[str, str]) -> _Meaning | None:
    """Return what a name without variants says, or ``None`` when it is not a utility."""
    important = utility.startswith("!")
    utility = utility.removeprefix("!")
    found = _fixed(utility) or _property(utility) or _of_family(utility, colors)
    if found is None or not important:
        return found
    return _Meaning(
        declarations=found.declarations, order=found.order, on=found.on, important=True
    )


def _fixed(utility: str) -> _Meaning | None:
    known = _table().fixed.get(utility)
    return known and _Meaning(declarations=known[0], order=known[1], on=known[2])


_PROPERTY = re.compile(r"\[(--[\w-]+|[a-z-]+):([^\[\]]+)\]")


def _property(utility: str) -> _Meaning | None:
    """Return what a property in brackets says: ``[mask-type:luminance]``."""
    written = _PROPERTY.fullmatch(utility)
    value = bracketed(written[2]) if written else ""
    if written is None or not value:
        return None
    return _Meaning(declarations=f"{written[1]}: {value}", order=(-1, 0))


def _of_family(utility: str, colors: Mapping[str, str]) -> _Meaning | None:
    negative = utility.startswith("-")
    utility = utility.removeprefix("-")
    families = _table().families
    for name, value in _readings(utility):
        fitting = []
        for family in families.get(name, ()):
            if negative and not family.negative:
                continue
            declarations, sure = declarations_of(family, value, colors, negative=negative)
            if declarations:
                fitting.append((not sure, family, declarations))
        if fitting:
            _, family, declarations = min(fitting, key=lambda one: one[0])
            return _Meaning(declarations=declarations, order=family.order, on=family.on)
    return None


def _readings(utility: str) -> Iterator[tuple[str, str]]:
    """Yield a name and the value behind it, longest names first."""
    head = utility.partition("[")[0]
    if "[" not in utility:
        yield utility, ""
    place = len(head)
    while (place := head.rfind("-", 0, place)) > 0:
        yield utility[:place], utility[place + 1 :]


# What may be before a name and a colon.


@dataclass(frozen=True, kw_only=True, slots=True)
class _Variant:
    name: str
    rank: int
    selector: str = "&"
    media: str = ""
    width: float = 0


_WIDTH = re.compile(r"(min|max)-\[(\d+(?:\.\d+)?)(px|rem|em)\]")
_ATTRIBUTE = re.compile(r"(?:(group|peer)-)?(aria|data)-\[([\w-]+)(?:=([\w'-]+))?\]")
_SELECTOR = re.compile(r"\[([^\[\]]*+(?>(?:\[[^\[\]]*+\][^\[\]]*+)*))\]")
_ARIA = words("busy checked disabled expanded hidden pressed readonly required selected")


def _variant(prefix: str) -> _Variant | None:
    """Return what a prefix means, or ``None`` when we do not know it."""
    table = _table()
    if prefix in table.media:
        media = f"@media {table.media[prefix]}"
        return _Variant(name=prefix, rank=table.ranks[prefix], media=media)
    if prefix in table.elements:
        return _Variant(name=prefix, rank=table.ranks[prefix], selector=table.elements[prefix])
    if prefix in table.states:
        selector = f"&{table.states[prefix]}"
        return _Variant(name=prefix, rank=table.ranks[prefix], selector=selector)
    if prefix == "dark":
        return _Variant(name=prefix, rank=table.ranks[prefix])
    if prefix in {"ltr", "rtl"}:
        selector = f'&:where([dir="{prefix}"], [dir="{prefix}"] *)'
        return _Variant(name=prefix, rank=table.ranks[prefix], selector=selector)
    return _marked(prefix) or _width(prefix) or _attribute(prefix) or _own_selector(prefix)


def _marked(prefix: str) -> _Variant | None:
    """Return what the state of another element means: ``group-hover``, ``peer-checked/name``."""
    kind, _, state = prefix.partition("-")
    state, slash, label = state.partition("/")
    if kind not in {"group", "peer"} or state not in _table().states:
        return None
    marker = escaped(f"{kind}/{label}" if slash else kind)
    between = " " if kind == "group" else " ~ "
    return _Variant(
        name=prefix,
        rank=_table().ranks[f"{kind}-{state}"],
        selector=f".{marker}{_table().states[state]}{between}&",
    )


def _width(prefix: str) -> _Variant | None:
    found = _WIDTH.fullmatch(prefix)
    if found is None:
        return None
    bound, number, unit = found.groups()
    size = f"{number}{unit}"
    media = f"@media ({'min' if bound == 'min' else 'max'}-width: {size})"
    width = float(number) * (1 if unit == "px" else 16)
    rank = _table().ranks["sm" if bound == "min" else "max-sm"]
    return _Variant(name=prefix, rank=rank, media=media, width=width)


def _attribute(prefix: str) -> _Variant | None:
    if prefix.startswith("aria-") and prefix[5:] in _ARIA:
        return _Variant(name=prefix, rank=_table().ranks["aria"], selector=f'&[{prefix}="true"]')
    found = _ATTRIBUTE.fullmatch(prefix)
    if found is None:
        return None
    around, kind, name, value = found.groups()
    test = f"[{kind}-{name}" + (f'="{value.strip(chr(39))}"' if value else "") + "]"
    before = {"group": f".group{test} ", "peer": f".peer{test} ~ "}.get(around or "")
    return _Variant(
        name=prefix, rank=_table().ranks[kind], selector=f"{before}&" if before else f"&{test}"
    )


def _own_selector(prefix: str) -> _Variant | None:
    """Return what a selector in brackets means: ``[&_p]``."""
    found = _SELECTOR.fullmatch(prefix)
    selector = found[1].replace("_", " ") if found else ""
    if "&" not in selector or not is_closed(selector) or not _is_selector(selector):
        return None
    return _Variant(name=prefix, rank=_table().ranks["[]"], selector=selector)


def _is_selector(text: str) -> bool:
    return re.fullmatch(r"[\w\s.#>+~:*&()\[\]=',-]+", text) is not None and "  " not in text


# What Tailwind resets for all elements, here only for those with one of the classes.

_BORDERS = re.compile(r"border-(?:\w+-)*(?:width|color|style): ")


def _resets(rules: Iterable[UtilityRule]) -> Iterator[str]:
    """Yield what elements of the classes begin with, so that one class alone says enough."""
    found = list(rules)
    used = " ; ".join(f" {rule.declarations}" for rule in found)
    needed = [text for name, text in _table().resets.items() if f" {name}: " in used]
    if needed:
        yield f"*, ::before, ::after {{ {'; '.join(needed)}; }}"
    bordered = sorted({_plain(rule.selector) for rule in found if _is_border(rule)})
    if bordered:
        yield (
            f":where({', '.join(bordered)}) "
            "{ border-width: 0; border-style: solid; "
            "border-color: var(--dj-border, currentcolor); }"
        )


def _is_border(rule: UtilityRule) -> bool:
    width = _BORDERS.match(rule.declarations.rpartition("; ")[2])
    return width is not None and "-width" in width[0]


def _plain(selector: str) -> str:
    """Return a selector without the states that it names, for what holds in all of them."""
    return selector.partition("::")[0]


def _animations(rules: Iterable[UtilityRule]) -> Iterator[str]:
    """Yield the animations that are used."""
    used = {rule.declarations for rule in rules if rule.declarations.startswith("animation: ")}
    for name, steps in _table().keyframes.items():
        if any(text.startswith(f"animation: {name} ") for text in used):
            yield f"@keyframes {name} {{ {steps} }}"


def _parts(declarations: str) -> list[str]:
    """Return declarations one by one; a semicolon is between two of them only."""
    return declarations.split("; ")
