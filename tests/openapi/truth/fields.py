"""Compares the fields on a page with schemas, at all depths."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from tests.openapi.truth import explained
from tests.openapi.truth.built import ShownField, ShownGroup
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Files, Place
from tests.openapi.truth.limits import each, missing_and_extra, phrases_of, summed_up
from tests.openapi.truth.schemas import Choice, Whole, whole
from tests.openapi.truth.site import Site
from tests.openapi.truth.texts import code, same_code, tokens_of, tokens_of_markdown
from tests.openapi.truth.types import TypeCheck, innermost, unwrapped

Direction = Literal["request", "response", "both"]
ABSENT = {"request": "readOnly", "response": "writeOnly", "both": ""}
"""What a value does not have in a direction (OpenAPI 3.1, 4.8.24; 3.0, 4.7.24)."""

SAME = "The same type as above"
MORE = "More fields on the next page"
OTHER_KEY = "any other key"


class FieldCheck:
    """Compares trees of one description.

    :param record: where what is found is noted.
    """

    def __init__(self, files: Files, site: Site, record: Record) -> None:
        self.files = files
        self.site = site
        self.record = record
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
        self.opened[(shown.page, shown.anchor)] = _identities(found) | _identities(inner)
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

    def _marks(self, shown: ShownField, found: Whole, place: Place) -> None:
        for keyword, words in (("readOnly", "read-only"), ("writeOnly", "write-only")):
            said = found.flag(keyword)
            if said or words in shown.pills:
                ok = said == (words in shown.pills)
                self.record.check(keyword, place, ok=ok, file=said, page=shown.pills)

    def deprecated(self, shown: ShownField, place: Place, *, said: bool) -> None:
        """Compare the mark of what is deprecated."""
        if said or shown.deprecated:
            ok = said == shown.deprecated
            self.record.check("deprecated", place, ok=ok, file=said, page=shown.deprecated)

    def required(self, shown: ShownField, place: Place, *, said: bool) -> None:
        """Compare the mark of what is required."""
        ok = said == shown.required
        self.record.check("required", place, ok=ok, file=said, page=shown.required)

    def _default(self, shown: ShownField, found: Whole, place: Place) -> None:
        values = found.nearest("default")
        if not values:
            if shown.default is not None:
                self.record.differs("default", place, "", shown.default)
            return
        ok = shown.default is not None and any(same_code(shown.default, v) for v in values)
        self.record.check("default", place, ok=ok, file=code(values[0]), page=shown.default or "")

    def _limits(
        self, shown: ShownField, found: Whole, inner: Whole, levels: int, place: Place
    ) -> None:
        expected = phrases_of(found)
        open_ended = summed_up(found)
        if levels:
            expected += each(phrases_of(inner))
            open_ended += summed_up(inner)
        expected += explained.added_limits(shown)
        lacking, extra = missing_and_extra(shown.limits, expected, open_ended)
        self.record.same("constraint", len(expected) - len(lacking))
        for keyword, words in lacking:
            self.record.check(
                "constraint", f"{place} {keyword}", ok=False, file=words, page=shown.limits
            )
        if extra:
            self.record.differs("constraint", place, "", extra)

    def _enum(self, shown: ShownField, inner: Whole, place: Place) -> None:
        values = enum_of(inner)
        if inner.types == set():
            return  # The type says that nothing fits.
        meant = _constants(inner)
        listed = [value for value, _text in shown.enum]
        if values is None:
            if not meant and listed:
                self.record.differs("enum", place, "", listed)
            if not meant or not listed:
                return
            values = [value for value, _text in meant]
        self._meanings(shown, meant, values, place)
        for value in values:
            ok = any(same_code(text, value) for text in listed)
            self.record.check("enum", place, ok=ok, file=code(value), page=listed)
        for text in listed:
            if not any(same_code(text, value) for value in values):
                self.record.differs("enum", place, "", text)

    def _meanings(
        self, shown: ShownField, meant: Constants, values: list[Any], place: Place
    ) -> None:
        """Compare what the allowed values are said to mean."""
        for value, said in meant:
            page = " ".join(text for code, text in shown.enum if same_code(code, value))
            wanted = tokens_of_markdown(said)
            if wanted and any(_equal(value, other) for other in values) and said != value:
                ok = wanted == tokens_of(page)
                self.record.check("meaning of a value", place, ok=ok, file=said, page=page)

    def _examples(
        self, shown: ShownField, found: Whole, place: Place, own: list[Any] | None
    ) -> None:
        values = own if own else _examples_of(found)
        for number, value in enumerate(values):
            if any(same_code(text, value) for text in shown.examples):
                self.record.same("example")
            elif reason := explained.example(value, number, shown, found):
                self.record.explain(reason)
            else:
                self.record.check(
                    "example", place, ok=False, file=code(value), page=shown.examples
                )
        known = [*values, *_examples_of(found)]
        for text in shown.examples:
            if not any(same_code(text, value) for value in known):
                self.record.differs("example", place, "", text)

    def _description(
        self, shown: ShownField, found: Whole, inner: Whole, place: Place, own: str
    ) -> None:
        candidates = [own] if own else [v for v in found.nearest("description") if v]
        texts = [tokens_of_markdown(v) for v in candidates if isinstance(v, str)]
        texts = [tokens for tokens in texts if tokens]
        page = tokens_of(shown.text)
        items = [tokens_of_markdown(v) for v in inner.nearest("description") if isinstance(v, str)]
        if texts and not page and shown.link:
            # A variant that is only a reference leaves its text to the page of the schema.
            page = self._linked_text(shown)
        if not texts:
            if page and page not in items:
                self.record.differs("description", place, "", shown.text)
            elif page:
                self.record.same("description")
            elif inner is not found and items and items[0]:
                said = inner.nearest("description")[0]
                self._of_items(said, shown, place)
            return
        ok = any(page[: len(tokens)] == tokens for tokens in texts)
        rest = page[len(next((t for t in texts if page[: len(t)] == t), ())) :] if ok else ()
        ok = ok and (not rest or rest in items)
        self.record.check("description", place, ok=ok, file=candidates[0], page=shown.text)
        if ok and inner is not found and items and items[0] and not rest and items[0] != page:
            self._of_items(inner.nearest("description")[0], shown, place)

    def _linked_text(self, shown: ShownField) -> tuple[str, ...]:
        tree = self.site.tree(self.site.target(shown.page, shown.link)[0])
        return tokens_of(tree.text) if tree is not None else ()

    def _of_items(self, said: str, shown: ShownField, place: Place) -> None:
        if reason := explained.items_description(shown):
            self.record.explain(reason)
        else:
            self.record.check(
                "description", f"{place}/items", ok=False, file=said, page=shown.text
            )

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
        self.opened[(tree.page, tree.anchor)] = _identities(inner) | _identities(deepest)
        self._members(tree, deepest, place, "both")
        self._groups(tree, deepest, place, "both")

    def all_children(self, shown: ShownField) -> list[ShownField]:
        """Return the fields, those on the pages that follow too."""
        found = list(shown.children)
        for link, words in shown.elsewhere:
            if words.startswith(MORE):
                tree = self.site.tree(self.site.target(shown.page, link)[0])
                found += self.all_children(tree) if tree is not None else []
        return found

    def _members(
        self, shown: ShownField, found: Whole, place: Place, direction: Direction
    ) -> None:
        children = {child.name: child for child in reversed(self.all_children(shown))}
        expected = self._expected(found, direction)
        if not children and (_constants(found) and shown.enum):
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
        expected = [c for c in found.choices if not self._in_words(c, shown, found)]
        if not found.choices and groups:
            self._subtypes(groups, found, place)
        elif len(groups) != len(expected):
            said = [f"{c.kind} of {len(c.branches)}" for c in expected]
            self.record.check(
                "alternatives", place, ok=False, file=said, page=[g.title for g in groups]
            )
        else:
            for choice, group in zip(expected, groups, strict=True):
                self._choice(choice, group, direction)
        wanted = [case for case in _cases(found) if explained.case(case) is None]
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
        if shown.enum and _constants(found):
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
        wanted = []
        for part in found.parts:
            name = part.place.text("discriminator", "propertyName")
            mapping = part.place.get("discriminator", "mapping")
            if mapping is not None:
                wanted += [f"{name} = {value}" for value in mapping.value]
            elif name:
                found_names = extending(self.files, part.place)
                wanted += [f"{name} = {value}" for value in found_names]
        shown = [text for group in groups for variant in group.variants for text in variant.codes]
        ok = sorted(wanted) == sorted(shown)
        self.record.check("discriminator", place, ok=ok, file=wanted, page=shown)


def enum_of(found: Whole) -> list[Any] | None:
    """Return the values that all parts list, or ``None`` when no part lists values."""
    lists = [listed for listed in found.values("enum") if isinstance(listed, list) and listed]
    if not lists:
        return None
    return [v for v in lists[0] if all(any(_equal(v, o) for o in other) for other in lists[1:])]


def discriminator_values(
    files: Files, choice: Choice, branch: Place, found: Whole, name: str
) -> list[str]:
    """Return what a discriminator says for a branch: its own constant, else the mapping's name."""
    own = whole(files, found.properties.get(name, []))
    values = own.values("const")[:1] or (enum_of(own) or [])
    if len(values) == 1:
        return [str(values[0])]
    reference = branch.text("$ref")
    mapped = []
    for value, target in choice.place.members("discriminator", "mapping"):
        said = target.value if isinstance(target.value, str) else ""
        if said == reference or (said and reference.endswith(f"/schemas/{said}")):
            mapped.append(value)
    if mapped or values:
        return mapped or [str(value) for value in values]
    return [reference.rsplit("/", 1)[-1]] if reference else []


Constants = list[tuple[Any, str]]


def _constants(found: Whole) -> Constants:
    """Return the values of choices of which each branch is a constant, and what they mean."""
    values: Constants = []
    for choice in found.choices:
        for branch in choice.branches:
            inner = whole(found.files, [branch])
            listed = inner.values("const")[:1] or (enum_of(inner) or [])
            if not listed or inner.properties or inner.choices:
                return []
            texts = [*inner.nearest("description"), *inner.nearest("title")]
            said = str(texts[0]) if texts and len(listed) == 1 else ""
            values += [(value, said) for value in listed]
    return values


def extending(files: Files, base: Place) -> list[str]:
    """Return the names of the schemas that extend *base* by ``allOf``, directly or not."""
    found: list[str] = []
    for name, schema in files.document.members("components", "schemas"):
        for _number, part in schema.members("allOf"):
            if not part.text("$ref"):
                continue
            target = files.target(part, part.text("$ref"))
            if target.identity == base.identity:
                found += [name, *extending(files, schema)]
    return list(dict.fromkeys(found))


def _examples_of(found: Whole) -> list[Any]:
    values = found.nearest("example")
    if values:
        return values[:1]
    lists = [listed for listed in found.nearest("examples") if isinstance(listed, list)]
    return lists[0] if lists else []


def _cases(found: Whole) -> list[Place]:
    """Return what holds on conditions."""
    cases: list[Place] = []
    for part in found.parts:
        if "if" in part.place.value:
            for name in ("then", "else"):
                inner = part.place.get(name)
                cases += [inner] if inner is not None and _asks(inner.value) else []
        cases += [inner for _name, inner in part.place.members("dependentSchemas")]
    return cases


def _asks(schema: Any) -> bool:
    """Whether a schema asks for something."""
    return schema is False or (isinstance(schema, dict) and any(schema.values()))


def _identities(found: Whole) -> set[tuple[str, str]]:
    return {part.place.identity for part in found.parts} | found.refs


def _equal(one: Any, other: Any) -> bool:
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)
