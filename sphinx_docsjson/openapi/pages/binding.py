"""What a page binds itself to with ``openapi`` and ``openapi-schema`` in front matter. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote

from sphinx_docsjson.openapi.model.api import Operation, Specification
from sphinx_docsjson.openapi.model.exchange import Link
from sphinx_docsjson.openapi.reading.file_keys import join, keys_named
from sphinx_docsjson.openapi.reading.resolver import child, segments
from sphinx_docsjson.text.http_methods import METHOD
from sphinx_docsjson.text.near_names import near_names

_OPERATION = re.compile(rf"(?:(\S+)\s+)?({METHOD})\s+(\S.*)")
_WEBHOOK = re.compile(r"(?:(\S+)\s+)?webhook\s+(\S.*)", re.IGNORECASE)
_ONE_OF_WEBHOOK = re.compile(rf"webhook\s+{METHOD}\s+[^/]", re.IGNORECASE)
_SCHEMA = re.compile(r"(?:(\S+)\s+)?(\S+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """An operation as an author names it; ``method`` is upper-case, or ``WEBHOOK``."""

    method: str
    path: str
    spec: str | None = None

    def __str__(self) -> str:
        word = "webhook" if self.method == "WEBHOOK" else self.method
        return " ".join(part for part in (self.spec, word, self.path) if part)


def read_binding(text: str) -> Binding | None:
    """Return what ``[spec] METHOD /path`` or ``[spec] webhook name`` names, or ``None``.

    A webhook with several methods is ``[spec] webhook METHOD name``.
    """
    text = text.lstrip()
    match = _OPERATION.fullmatch(text)
    if match and not _ONE_OF_WEBHOOK.match(text):
        spec, method, path = match.groups()
        return Binding(method=method.upper(), path=path.rstrip("\t\r\n"), spec=spec)
    text = text.rstrip()
    if match := _WEBHOOK.fullmatch(text):
        spec, name = match.groups()
        return Binding(method="WEBHOOK", path=name.strip(), spec=spec)
    return None


def read_schema_binding(text: str) -> tuple[str | None, str] | None:
    """Return the specification and the name or pointer of ``[spec] Name``, or ``None``."""
    match = _SCHEMA.fullmatch(text.strip())
    return (match.group(1), match.group(2)) if match else None


def matching_specifications(
    specs: Iterable[Specification], word: str | None, page: str = ""
) -> list[Specification]:
    """Return the specifications that *word* may mean; all of them when it is ``None``.

    :param page: the document that says *word*; nothing: docs.json.
    """
    by_key = {spec.key: spec for spec in specs}
    if word is None:
        return list(by_key.values())
    return [by_key[key] for key in keys_named(by_key, word, page)]


def find_operation(
    specs: Iterable[Specification], binding: Binding, page: str = ""
) -> tuple[Specification, Operation] | None:
    """Return the operation that *binding* names, of the first specification that has it.

    A slash or a space at the end of the path and the names of its variables do not matter when no
    operation has the path as it is written. A webhook with several methods is ``webhook POST
    name``; without the method the first of them is meant.

    :param page: the document that says it; nothing: docs.json.
    """
    candidates = matching_specifications(specs, binding.spec, page)
    for path in dict.fromkeys((binding.path, binding.path.strip())):
        for spec in candidates:
            if operation := spec.by_key.get((binding.method, path)):
                return spec, operation
    for same in (_same_path, _same_loosely):
        for spec in candidates:
            for operation in (*spec.operations, *spec.webhooks):
                if operation.key[0] == binding.method and same(operation, binding.path):
                    return spec, operation
    return None


def _same_path(operation: Operation, path: str) -> bool:
    return operation.path == path


def _same_loosely(operation: Operation, path: str) -> bool:
    return loose_path(operation.path) == loose_path(path)


def loose_path(path: str) -> str:
    """Return a path without what does not tell it from others: names, a slash at its end."""
    return re.sub(r"\{[^{}]*\}", "{}", path.strip().rstrip("/")) or "/"


def nearest(specs: Iterable[Specification], binding: Binding) -> list[str]:
    """Return the operations that an author may have meant."""
    known = {
        f"{'webhook' if o.kind == 'webhook' else o.method} {o.key[1]}": None
        for spec in specs
        for o in (*spec.operations, *spec.webhooks)
    }
    wanted = str(replace(binding, spec=None))
    path = wanted.partition(" ")[2]
    other_methods = (name for name in known if name.partition(" ")[2] == path)
    below_another = (name for name in known if path.strip("/") and name.endswith(path))
    found = near_names(wanted, known, 3) or [*other_methods, *below_another]
    return list(dict.fromkeys(found))[:3]


def not_found(specs: Iterable[Specification], binding: Binding, page: str = "") -> str:
    """Return a message that says why nothing has the operation, and what to do.

    :param page: the document that names it; nothing: docs.json.
    """
    known = list(specs)
    named = matching_specifications(known, binding.spec, page)
    short = replace(binding, spec=None)
    if binding.spec and (other := find_operation(known, short)):
        if named:
            files = ", ".join(spec.key for spec in named)
            hint = f"{other[0].key} has it; name that file, or add it"
            return f"{files} has no operation '{short}' ({hint})"
        hint = f"{other[0].key} has '{short}'; write its path from the page or from the root"
        return f"there is no specification {binding.spec!r} ({hint})"
    near = nearest(named or known, binding)
    files = ", ".join(spec.key for spec in known) or "none was found"
    hint = f"did you mean {' or '.join(near)}?" if near else f"specifications: {files}"
    return f"no specification has the operation '{binding}' ({hint})"


def find_schema(
    specs: Iterable[Specification], word: str | None, name: str, page: str = ""
) -> tuple[Specification, str] | None:
    """Return the specification and the pointer of a schema named by name or by pointer.

    :param page: the document that names it.
    """
    for spec in matching_specifications(specs, word, page):
        pointer = unquote(name) if name.startswith("#") else f"#/components/schemas/{name}"
        if spec.resolver.get(pointer) is not None:
            return spec, pointer
    return None


def find_about(
    specs: Iterable[Specification], overview: str, tag: str, page: str = ""
) -> tuple[Specification, str] | None:
    """Return the specification and the tag that a page is about; no tag: the whole.

    :param overview: what ``openapi-overview`` says: a file, or ``true`` for the only one.
    :param tag: what ``openapi-tag`` says: ``[spec] Name``.
    :param page: the document that says it.
    """
    found = list(specs)
    if overview.strip():
        word = None if overview.strip().lower() == "true" else overview.strip()
        near = matching_specifications(found, word, page)
        return (near[0], "") if near else None
    name = " ".join(tag.split())
    if not name:
        return None
    word, _space, rest = name.partition(" ")
    for wanted, candidates in (
        (rest, matching_specifications(found, word, page) if rest else []),
        (name, found),
    ):
        for spec in candidates:
            names = {" ".join(name.split()): name for name in tag_names(spec)}
            if wanted in names:
                return spec, names[wanted]
    return None


def tag_names(spec: Specification) -> dict[str, None]:
    """Return the tags of a specification, declared or not."""
    used = (name for operation in spec.operations for name in operation.tags)
    return dict.fromkeys((*(tag.name for tag in spec.tags), *used))


def find_linked(
    specs: Mapping[str, Specification], spec: Specification, link: Link
) -> tuple[Specification, Operation] | None:
    """Return the operation that a link of *spec* means: by its id, or by where it stands.

    An ``operationRef`` may lead into another description of the site.
    """
    if link.operation_id:
        for each in (spec, *specs.values()):
            for operation in (*each.operations, *each.webhooks):
                if operation.operation_id == link.operation_id:
                    return each, operation
        return None
    file, _mark, fragment = (link.operation_ref or "").partition("#")
    target = specs.get(join(spec.key, file)) if file else spec
    if target is None or not fragment:
        return None
    pointer = child("#", *segments(fragment))
    found = (o for o in (*target.operations, *target.webhooks) if o.pointer == pointer)
    return next(((target, each) for each in found), None)
