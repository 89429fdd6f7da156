"""What differs, where, and how much was compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.openapi.truth.texts import excerpt


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Something that the file and the page do not say alike."""

    operation: str
    pointer: str
    kind: str
    file: str
    page: str

    def __str__(self) -> str:
        said = f"file: {excerpt(self.file) or '(nothing)'} | page: {excerpt(self.page)}"
        return f"{self.operation} | {self.pointer} | {self.kind} | {said}"


@dataclass(kw_only=True)
class Record:
    """The items that were compared, the differences, and those that are explained."""

    operation: str = ""
    items: Counter[str] = field(default_factory=Counter)
    found: list[Difference] = field(default_factory=list)
    explained: Counter[str] = field(default_factory=Counter)

    def same(self, kind: str, count: int = 1) -> None:
        """Count items that were compared."""
        self.items[kind] += count

    def differs(self, kind: str, pointer: object, file: object, page: object) -> None:
        """Note a difference."""
        self.found.append(
            Difference(
                operation=self.operation,
                pointer=str(pointer),
                kind=kind,
                file=str(file),
                page=str(page),
            )
        )

    def check(self, kind: str, pointer: object, *, ok: bool, file: object, page: object) -> bool:
        """Count an item, and note a difference unless *ok*."""
        self.same(kind)
        if not ok:
            self.differs(kind, pointer, file, page)
        return ok

    def explain(self, reason: str) -> None:
        """Count something that is left out on purpose."""
        self.explained[reason] += 1
