"""Which schemas need a page of their own: those that some page links to. Cached per operation."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.pages.document_names import free_name, schema_slug
from sphinx_docsjson.openapi.pages.reference import ApiReference, digest_of
from sphinx_docsjson.openapi.schema.budget import type_limit_of
from sphinx_docsjson.openapi.schema.fieldtree import Target
from sphinx_docsjson.version import code_digest


class Plan:
    """The links of pages to schemas, kept between builds of one release.

    :param file: where it is kept; ``None``: nowhere.
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.known: dict[str, tuple[str, tuple[str, ...], tuple[Target, ...]]] = {}
        self.changed = False
        if file is not None:
            self._load(file)

    def _load(self, file: Path) -> None:
        try:
            kept: Any = pickle.loads(file.read_bytes())
        except Exception:  # whatever is wrong with a cache, it is made again
            return
        if isinstance(kept, tuple) and kept[:1] == (code_digest(),):
            self.known = kept[1]

    def save(self) -> None:
        """Keep the plan for the next build; a cache that cannot be written is no error."""
        if self.file is None or not self.changed:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_bytes(pickle.dumps((code_digest(), self.known)))
        except OSError:
            return

    def schemas(
        self,
        reference: ApiReference,
        spec: Specification,
        operations: Iterable[Operation],
        wanted: Iterable[Target] = (),
    ) -> list[Target]:
        """Return the schemas that need a page, in the order in which they are first linked to.

        :param operations: those that have a page.
        :param wanted: schemas that have a page anyway.
        """
        found: dict[Target, None] = {}
        queue = list(wanted)
        for operation in operations:
            queue += self._links_of_operation(reference, spec, operation)
        done: set[Target] = set()
        while queue:
            target = queue.pop(0)
            if target not in done:
                done.add(target)
                found[target] = None
                queue += self._links_of_schema(reference, spec, target)
        return list(found)

    def _links_of_operation(
        self, reference: ApiReference, spec: Specification, operation: Operation
    ) -> Sequence[Target]:
        own = digest_of([reference.operation_digest(spec, operation), _settings(reference, spec)])
        key = f"{spec.key} {operation.pointer}"
        known = self._still_true(reference, spec, key, own)
        if known is not None:
            return known
        trees = reference.maker(spec).operation(operation)
        reference.trees[spec.key, operation.pointer] = trees
        return self._remember(reference, spec, key, own, trees.refs, trees.targets)

    def _links_of_schema(
        self, reference: ApiReference, spec: Specification, target: Target
    ) -> Sequence[Target]:
        own = digest_of([str(target), _settings(reference, spec)])
        key = f"{spec.key} {target}"
        known = self._still_true(reference, spec, key, own)
        if known is not None:
            return known
        tree = reference.maker(spec).schema(target)
        reference.schema_trees[spec.key, target] = tree
        return self._remember(reference, spec, key, own, tree.refs, tree.targets)

    def _still_true(
        self, reference: ApiReference, spec: Specification, key: str, own: str
    ) -> tuple[Target, ...] | None:
        known = self.known.get(key)
        if known is None:
            return None
        digest, refs, targets = known
        same = digest == digest_of([own, reference.digest(spec, refs)])
        return targets if same else None

    def _remember(
        self,
        reference: ApiReference,
        spec: Specification,
        key: str,
        own: str,
        refs: tuple[str, ...],
        targets: tuple[Target, ...],
    ) -> tuple[Target, ...]:
        digest = digest_of([own, reference.digest(spec, refs)])
        self.known[key] = (digest, refs, targets)
        self.changed = True
        return targets


def _settings(reference: ApiReference, spec: Specification) -> str:
    return repr((reference.api.maintain_order, type_limit_of(len(spec.operations))))


def schema_documents(targets: Iterable[Target], folder: str, taken: set[str]) -> dict[Target, str]:
    """Return a document name for each schema; parts of one schema are numbered.

    :param taken: the names that other documents have.
    """
    names: dict[Target, str] = {}
    firsts: dict[tuple[str, ...], str] = {}
    counts: dict[tuple[str, ...], int] = {}
    for target in sorted(targets, key=lambda t: t.offset > 0):
        key = (target.pointer, *target.beside)
        if target.offset == 0:
            names[target] = free_name(f"{folder}/{schema_slug(target)}", taken)
            firsts[key] = names[target]
            continue
        first = firsts.get(key) or f"{folder}/{schema_slug(target)}"
        counts[key] = counts.get(key, 1) + 1
        names[target] = free_name(f"{first}-part-{counts[key]}", taken)
    return names
