"""Downloads for readers: the description of an API, without what is not for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_docsjson.base.source_files import is_authors
from sphinx_docsjson.build import the_build
from sphinx_docsjson.ext.openapi.model.operations import is_excluded
from sphinx_docsjson.ext.openapi.pages.reference import Download, api_reference
from sphinx_docsjson.ext.openapi.reading.parse import (
    as_utf8,
    is_hidden,
    json_of,
    mapping,
    published,
)
from sphinx_docsjson.ext.openapi.reading.resolver import segments
from sphinx_docsjson.i18n import _
from sphinx_docsjson.warnings import warn_of_missing_source

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.build import Build
    from sphinx_docsjson.ext.openapi.model.api import Operation, Specification
    from sphinx_docsjson.ext.openapi.pages.reference import DescribedApi


MAPS = ("paths", "webhooks", "x-webhooks", "channels", "operations")


def download_of(api: DescribedApi, folder: str) -> Download | None:
    """Return the description of an API as a file that readers can have.

    There is none where ``docs.json`` says so, and of a hidden file. A description of several
    files, or one that has operations that are not for readers, is written again as one file of
    JSON without them.

    :param folder: where its pages are.
    """
    spec, is_url = api.spec, "://" in api.spec.key
    if not api.choice.download or (not is_url and is_hidden(spec.key)):
        return None
    text = str(_("AsyncAPI description") if spec.is_async else _("OpenAPI description"))
    path = published(spec.key)
    if len(spec.files) > 1 or has_excluded(spec.document):
        stem = f"{folder}/{spec.stem}" if is_url else path.rpartition(".")[0]
        return Download(label=text, path=f"{stem}.json")
    return Download(label=text, path=path, as_given=True)


def has_excluded(document: Mapping[str, Any]) -> bool:
    """Whether a description has operations that are not for readers."""
    return any(
        is_excluded(mapping(item))
        or any(is_excluded(mapping(raw)) for raw in mapping(item).values())
        for name in MAPS
        for item in mapping(document.get(name)).values()
    )


def for_readers(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a description without the operations that are not for readers.

    Whatever only these refer to is removed too. What nothing refers to stays: it was left on
    purpose.
    """
    found = _without_excluded(document)
    components = mapping(document.get("components"))
    if not components:
        return found
    parts = {
        f"#/components/{kind}/{name}": part
        for kind, listed in components.items()
        for name, part in mapping(listed).items()
    }
    uses = {pointer: _parts_in(part, parts) for pointer, part in parts.items()}
    kept_outside = _parts_in({k: v for k, v in found.items() if k != "components"}, parts)
    for_nobody = {
        pointer
        for name in MAPS
        for item in mapping(document.get(name)).values()
        for pointer in _parts_in(item, parts)
    }
    secret = _reached(for_nobody, uses)
    kept = _reached(kept_outside | (parts.keys() - secret), uses)
    found["components"] = {
        kind: {n: part for n, part in listed.items() if f"#/components/{kind}/{n}" in kept}
        if isinstance(listed, dict) and kind != "securitySchemes"
        else listed
        for kind, listed in components.items()
    }
    return found


def part_of_description(
    spec: Specification, operation: Operation, pointers: Iterable[str]
) -> dict[str, Any]:
    """Return a description of one operation: itself, and what it refers to.

    :param pointers: of what its page shows; components among them are kept.
    """
    document = spec.document
    names = ("openapi", "asyncapi", "info", "jsonSchemaDialect", "servers")
    found = {name: document[name] for name in names if name in document}
    shared = (each for each in dict.fromkeys(pointers) if each.startswith("#/components/"))
    for pointer in (operation.pointer, *shared):
        *path, last = segments(pointer)
        value, place = spec.resolver.get(pointer), found
        for name in path:
            place = place.setdefault(name, {})
            if not isinstance(place, dict):
                break
        else:
            place.setdefault(last, value)
    return found


def _parts_in(node: Any, parts: Mapping[str, Any]) -> set[str]:
    """Return the components that *node* refers to, also by the mapping of a discriminator."""
    found: set[str] = set()
    todo = [node]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            # A reference may lead into a component.
            pointer = "/".join(value.split("/")[:4]) if value.startswith("#/components/") else ""
            found |= {pointer} & parts.keys()
        elif isinstance(value, dict | list):
            todo += value.values() if isinstance(value, dict) else value
    return found


def _reached(begin: Iterable[str], uses: Mapping[str, set[str]]) -> set[str]:
    """Return *begin* and what it refers to, however indirectly."""
    found: set[str] = set()
    todo = list(begin)
    while todo:
        pointer = todo.pop()
        if pointer not in found:
            found.add(pointer)
            todo += uses[pointer]
    return found


def _without_excluded(document: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(document)
    for name in MAPS:
        if isinstance(found.get(name), dict):
            found[name] = {
                path: {key: raw for key, raw in item.items() if not is_excluded(mapping(raw))}
                if isinstance(item, dict)
                else item
                for path, item in found[name].items()
                if not is_excluded(mapping(item))
            }
    return found


def write_downloads(app: Sphinx, _failure: Exception | None) -> None:
    """Write the descriptions beside the pages."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    for api in api_reference(build).known.values():
        if api.download:
            _write_description(app, build, api, api.download)


def _write_description(app: Sphinx, build: Build, api: DescribedApi, given: Download) -> None:
    if not given.as_given:
        text = json_of(for_readers(api.spec.document), 2)
        _write(app, given.path, text.encode("utf-8", "surrogatepass"))
    elif "://" not in given.path:
        try:
            _write(app, given.path, as_utf8((Path(build.srcdir) / api.spec.key).read_bytes()))
        except FileNotFoundError as error:
            if not warn_of_missing_source(error, app.srcdir, app.outdir, app.doctreedir):
                raise


def _write(app: Sphinx, path: str, data: bytes) -> None:
    """Write a file of the output, unless the author publishes one of its name."""
    target = Path(app.outdir) / path
    if not target.resolve().is_relative_to(Path(app.outdir).resolve()):
        return
    if is_authors(app, target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.is_file() or target.read_bytes() != data:
        target.write_bytes(data)
    the_build(app.config).published.add(target)
