"""Compares the fields on a page with schemas, at all depths."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from tests.openapi.truth import explained
from tests.openapi.truth.built import ShownField, ShownGroup
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files, Place
from tests.openapi.truth.keywords import (
    cases,
    constants,
    discriminator_values,
    identities,
    is_made,
    subtypes,
)
from tests.openapi.truth.schemas import Choice, Whole, whole
from tests.openapi.truth.site import Site
from tests.openapi.truth.types import TypeCheck, innermost, unwrapped
from tests.openapi.truth.values import ValueCheck

Direction = Literal["request", "response", "both"]
ABSENT = {"request": "readOnly", "response": "writeOnly", "both": ""}
"""What a value does not have in a direction (OpenAPI 3.1, 4.8.24; 3.0, 4.7.24)."""

SAME = "The same type as above"
OTHER_KEY = "any other key"


class FieldCheck(ValueCheck):
    """Compares trees of one description.

    :param record: where what is found is noted.
    """

    def __init__(self, files: Files, site: Site, record: Record) -> None:
        super().__init__(site, record)
        self.files = files
        self.types = TypeCheck()
        self.opened: dict[tuple[Path, str], set[tuple[str, str]]] = {}
        self.pages: set[tuple[Path, frozenset[tuple[str, str]]]] = set()

    def tree(self, shown: ShownField, place: Place, direction: Direction) -> None:
        """Compare the value of a whole body with the schema at *place*."""
        self._value(shown, whole(self.files, [place]), place, direction, head=False)

    def valued(
        self,
        shown: ShownField,
        place: Place,
        direction: Direction,
        *,
        text: str = "",
        examples: list[Any] | None = None,
    ) -> None:
        """Compare a parameter or a header with the schema at *place*.

        :param text: its own description, which comes before that of the schema.
        :param examples: its own examples.
        """
        found = whole(self.files, [place])
        self._value(shown, found, place, direction, text=text, examples=examples)

    # -- one value -----------------------------------------------------------------------------

    def _value(
        self,
        shown: ShownField,
        found: Whole,
        place: Place,
        direction: Direction,
        *,
        head: bool = True,
        text: str = "",
        examples: list[Any] | None = None,
    ) -> None:
        record = self.record
        words = shown.type or ("" if head else "object")
        _words, levels, _null = unwrapped(words)
        inner = innermost(found, levels)
        self.opened[(shown.page, shown.anchor)] = identities(found) | identities(inner)
        if shown.type or head:
            wrong = self.types.problems(words, found)
            ok = not wrong
            record.check("type", place, ok=ok, file="; ".join(wrong), page=words)
        self._marks(shown, found, place)
        self._default(shown, found, place)
        self._limits(shown, found, inner, levels, place)
        self._enum(shown, inner, place)
        self._examples(shown, found, place, examples)
        self._description(shown, found, inner, place, text)
        self._inside(shown, found, inner, place, direction)

    # -- what is inside ------------------------------------------------------------------------

    def _inside(
        self, shown: ShownField, found: Whole, inner: Whole, place: Place, direction: Direction
    ) -> None:
        for link, words in shown.elsewhere:
            if words.startswith(SAME):
                self._same(shown, link, inner, found, place)
                return
        if shown.link and not shown.children and not shown.groups:
            self._linked(shown, inner, place)
            return
        self._members(shown, inner, place, direction)
        self._groups(shown, inner, place, direction)

    def _same(
        self, shown: ShownField, link: str, inner: Whole, found: Whole, place: Place
    ) -> None:
        """Compare the type that a link says to be the same with the one above."""
        above = self.opened.get(self.site.target(shown.page, link))
        parts = {p.place.identity for w in (inner, found) for p in w.parts}
        ok = above is not None and bool(parts & above)
        self.record.check("cycle", place, ok=ok, file=shown.type, page=link)

    def _linked(self, shown: ShownField, inner: Whole, place: Place) -> None:
        """Compare the page of a schema that stands for the fields."""
        page, _anchor = self.site.target(shown.page, shown.link)
        tree = self.site.tree(page)
        ok = tree is not None
        self.record.check("link to a schema", place, ok=ok, file=shown.type, page=shown.link)
        key = (page, frozenset(p.place.identity for p in inner.parts))
        if tree is None or key in self.pages:
            return
        self.pages.add(key)
        levels = unwrapped(tree.type)[1] if tree.type else 0
        deepest = innermost(inner, levels)
        self.opened[(tree.page, tree.anchor)] = identities(inner) | identities(deepest)
        self._members(tree, deepest, place, "both")
        self._groups(tree, deepest, place, "both")

    def _members(
        self, shown: ShownField, found: Whole, place: Place, direction: Direction
    ) -> None:
        children = {child.name: child for child in reversed(shown.children)}
        expected = self._expected(found, direction)
        if not children and (constants(found) and shown.enum):
            return
        for name, (places, kind) in expected.items():
            child = children.pop(name, None)
            where = places[0]
            said = name in found.required and kind == "property"
            if child is None:
                self.record.check(kind, where, ok=False, file=name, page="")
                continue
            self.record.same(kind)
            inner = whole(self.files, places)
            self.required(child, where, said=said)
            self.deprecated(child, where, said=inner.flag("deprecated"))
            self._value(child, inner, where, direction)
        for name in children:
            self.record.differs("property", place, "", name)

    def _expected(self, found: Whole, direction: Direction) -> dict[str, tuple[list[Place], str]]:
        expected: dict[str, tuple[list[Place], str]] = {}
        for name, places in found.properties.items():
            if not (ABSENT[direction] and whole(self.files, places).flag(ABSENT[direction])):
                expected[name] = (places, "property")
        for name, places in found.patterns.items():
            expected[f"/{name}/"] = (places, "patternProperties")
        others = [place for place in found.others if place.value]
        told = any(place.value.keys() - {"type", "format"} for place in others)
        if others and (expected or found.properties or told):
            expected[OTHER_KEY] = (others, "additionalProperties")
        for number, places in enumerate(found.positions):
            expected[f"[{number}]"] = (places, "prefixItems")
        if found.positions and any(isinstance(place.value, dict) for place in found.items):
            expected["[…]"] = (found.items, "items")
        return expected

    # -- alternatives --------------------------------------------------------------------------

    def _groups(self, shown: ShownField, found: Whole, place: Place, direction: Direction) -> None:
        groups = [group for group in shown.groups if not group.title.startswith("Depending")]
        conditions = [v for g in shown.groups if g not in groups for v in g.variants]
        choices = [c for c in found.choices if not is_made(found, c)]
        expected = [c for c in choices if not self._in_words(c, shown, found)]
        if not choices:
            self._subtypes(groups, found, place)
        elif len(groups) != len(expected):
            said = [f"{c.kind} of {len(c.branches)}" for c in expected]
            self.record.check(
                "alternatives", place, ok=False, file=said, page=[g.title for g in groups]
            )
        else:
            for choice, group in zip(expected, groups, strict=True):
                self._choice(choice, group, direction)
        wanted = [case for case in cases(found) if explained.case(case) is None]
        ok = len(conditions) == len(wanted)
        if wanted or conditions:
            self.record.check(
                "condition", place, ok=ok, file=len(wanted), page=[v.label for v in conditions]
            )
        for case, variant in zip(wanted, conditions, strict=False):
            variant.field.limits = explained.without_required(variant.field.limits)
            self._value(variant.field, whole(self.files, [case]), case, direction, head=False)

    def _in_words(self, choice: Choice, shown: ShownField, found: Whole) -> bool:
        """Whether the words for the type or the allowed values say all of a choice."""
        if shown.enum and constants(found):
            return True
        simple = {"type", "format", "nullable", "title"}
        for branch in choice.branches:
            schema = branch.value
            kind = whole(self.files, [branch]).types or set()
            if not isinstance(schema, dict) or schema.keys() - simple or not kind:
                return False
            if kind & {"object", "array"}:
                return False
        return not found.properties

    def _choice(self, choice: Choice, group: ShownGroup, direction: Direction) -> None:
        title = {"oneOf": "One of", "anyOf": "Any of"}[choice.kind]
        ok = group.title.startswith(title) and len(group.variants) == len(choice.branches)
        said = f"{choice.kind} of {len(choice.branches)}"
        shown = f"{group.title}: {[variant.label for variant in group.variants]}"
        if not self.record.check("alternatives", choice.place, ok=ok, file=said, page=shown):
            return
        for branch, variant in zip(choice.branches, group.variants, strict=True):
            self.record.same("alternative")
            found = whole(self.files, [branch])
            if not variant.field.type:
                variant.field.type = "" if variant.field.link else variant.label
            self._discriminated(choice, branch, found, variant.codes)
            self._value(variant.field, found, branch, direction, head=False)

    def _discriminated(
        self, choice: Choice, branch: Place, found: Whole, codes: list[str]
    ) -> None:
        name = choice.place.text("discriminator", "propertyName")
        if not name:
            return
        values = discriminator_values(self.files, choice, branch, found, name)
        said = f"{name} = {', '.join(values)}"
        self.record.check("discriminator", branch, ok=codes == [said], file=said, page=codes)

    def _subtypes(self, groups: list[ShownGroup], found: Whole, place: Place) -> None:
        """Compare the types that a discriminator names on the type that they extend."""
        wanted = subtypes(found)
        shown = [text for group in groups for variant in group.variants for text in variant.codes]
        if wanted or groups:
            ok = sorted(wanted) == sorted(shown)
            self.record.check("discriminator", place, ok=ok, file=wanted, page=shown)
