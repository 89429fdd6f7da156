"""Compares what a page says of one value with its schema: marks, default, limits, texts."""

from __future__ import annotations

from typing import Any

from tests.openapi.truth import explained
from tests.openapi.truth.built import ShownField
from tests.openapi.truth.differences import Record
from tests.openapi.truth.files import Place
from tests.openapi.truth.keywords import Constants, constants, enum_of, equal, examples_of, named
from tests.openapi.truth.limits import each, missing_and_extra, phrases_of, summed_up
from tests.openapi.truth.schemas import Whole
from tests.openapi.truth.site import Site
from tests.openapi.truth.texts import code, same_code, tokens_of, tokens_of_markdown


class ValueCheck:
    """Compares values, without what is inside of them.

    :param record: where what is found is noted.
    """

    def __init__(self, site: Site, record: Record) -> None:
        self.site = site
        self.record = record

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
        meant = constants(inner)
        listed = [value for value, _text in shown.enum]
        if values is None:
            if not meant and listed:
                self.record.differs("enum", place, "", listed)
            if not meant or not listed:
                return
            values = [value for value, _text in meant]
        self._meanings(shown, meant or named(inner), values, place)
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
            if wanted and any(equal(value, other) for other in values) and said != value:
                ok = wanted == tokens_of(page)
                self.record.check("meaning of a value", place, ok=ok, file=said, page=page)

    def _examples(
        self, shown: ShownField, found: Whole, place: Place, own: list[Any] | None
    ) -> None:
        values = own if own else examples_of(found)
        near = found.nearest("example")
        if not own and any(same_code(text, v) for text in shown.examples for v in near[1:]):
            # Of parts of `allOf` that are equally near here, the page shows the nearest to it.
            values = [v for v in near if any(same_code(text, v) for text in shown.examples)]
        for number, value in enumerate(values):
            if any(same_code(text, value) for text in shown.examples):
                self.record.same("example")
            elif reason := explained.example(value, number, shown, found):
                self.record.explain(reason)
            else:
                self.record.check(
                    "example", place, ok=False, file=code(value), page=shown.examples
                )
        known = [*values, *examples_of(found)]
        for text in shown.examples:
            if not any(same_code(text, value) for value in known):
                self.record.differs("example", place, "", text)

    def _description(
        self, shown: ShownField, found: Whole, inner: Whole, place: Place, own: str
    ) -> None:
        candidates = [own] if own else [v for v in found.nearest("description") if v]
        texts = [tokens_of_markdown(v) for v in candidates if isinstance(v, str)]
        texts = [tokens for tokens in texts if tokens]
        page = self._without_docs(tokens_of(shown.text), found, inner, place)
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

    def _without_docs(
        self, page: tuple[str, ...], found: Whole, inner: Whole, place: Place
    ) -> tuple[str, ...]:
        """Return the words without those of the link to further documents, which stands last."""
        holders = [found] if inner is found else [inner, found]
        for holder in holders:
            docs = next(iter(holder.nearest("externalDocs")), None)
            if isinstance(docs, dict) and isinstance(docs.get("url"), str):
                said = tokens_of_markdown(docs.get("description") or "") or tokens_of(docs["url"])
                if page[len(page) - len(said) :] == said:
                    page = page[: len(page) - len(said)]
                    self.record.same("externalDocs")
                else:
                    self.record.check("externalDocs", place, ok=False, file=docs, page=page)
        return page

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
