"""The files of an API that readers can have: its description, and its requests for editors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_docsjson.build import the_build
from sphinx_docsjson.files.extra_files import is_authors
from sphinx_docsjson.locale import _
from sphinx_docsjson.openapi.model.operation_model import is_excluded
from sphinx_docsjson.openapi.pages.api_defaults import with_defaults
from sphinx_docsjson.openapi.pages.places.placed import Download
from sphinx_docsjson.openapi.reading.lenient import mapping
from sphinx_docsjson.openapi.reading.locate import locate
from sphinx_docsjson.openapi.reading.quotable import is_hidden
from sphinx_docsjson.openapi.request.http_file import HttpFile, WrittenFile, http_file
from sphinx_docsjson.openapi.request.initial_values import Sampler
from sphinx_docsjson.text.wording import one_line
from sphinx_docsjson.warnings import tell_gone

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_docsjson.openapi.model.api import Specification
    from sphinx_docsjson.openapi.pages.reference import ApiReference

logger = logging.getLogger(__name__)

SHOWN_LEFT_OUT = 3
"""How many requests that the format cannot hold a message names."""

MAPS = ("paths", "webhooks", "x-webhooks")


def downloads_of(
    spec: Specification, files: tuple[str, ...], folder: str
) -> tuple[Download, Download]:
    """Return the description and the requests of a specification as files.

    A description of several files, or one that has operations that are not for readers, is
    written anew as one file of JSON without them.

    :param files: the keys of all its files.
    :param folder: where its pages are.
    """
    words = str(_("OpenAPI description"))
    requests = str(_("Requests for editors (.http)"))
    stem = f"{folder}/{spec.stem}" if "://" in spec.key else spec.key.rpartition(".")[0]
    given = Download(label=words, path=spec.key, as_given=True)
    if len(files) > 1 or has_excluded(spec.document):
        given = Download(label=words, path=f"{stem}.json")
    return given, Download(label=requests, path=f"{stem}.http")


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

    What only these refer to goes with them. What nothing refers to stays: it was left on purpose.
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


def plan_downloads(
    reference: ApiReference, files: Mapping[str, tuple[str, ...]], folders: Mapping[str, str]
) -> None:
    """Note which files readers can have: none where docs.json says so, no hidden file."""
    for key, spec in reference.specs.items():
        choice = reference.choices.get(key)
        if (choice is None or choice.download) and not ("://" not in key and is_hidden(key)):
            found = downloads_of(spec, files.get(key, ()), folders.get(key, "api-reference"))
            reference.downloads[key] = found


def write_downloads(app: Sphinx, _failure: Exception | None) -> None:
    """Write the files beside the pages."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    build = the_build(app.config)
    for key, (given, requests) in build.reference.downloads.items():
        spec = build.reference.specs[key]
        if not given.as_given:
            text = json.dumps(
                for_readers(spec.document), indent=2, ensure_ascii=False, default=str
            )
            _write(app, given.path, text.encode("utf-8", "surrogatepass"))
        elif "://" not in given.path:
            try:
                _write(app, given.path, (Path(build.srcdir) / given.path).read_bytes())
            except FileNotFoundError as error:
                if not tell_gone(error, app.srcdir, app.outdir, app.doctreedir):
                    raise
        written = _requests(build.reference, spec)
        _write(app, requests.path, written.text.encode("utf-8", "replace"))
        _mention_left_out(requests.path, spec, written, Path(build.srcdir))


def _mention_left_out(path: str, spec: Specification, written: WrittenFile, srcdir: Path) -> None:
    """Say once which requests a file does not have: it is nothing that an author has to mend."""
    left = written.left_out
    if not left:
        return
    shown = "; ".join(
        f"{' '.join(each.operation.key)}: {each.reason}" for each in left[:SHOWN_LEFT_OUT]
    )
    more = f"; and {len(left) - SHOWN_LEFT_OUT} more" if len(left) > SHOWN_LEFT_OUT else ""
    place = locate(spec.places.source(left[0].operation.pointer), spec.key, srcdir)
    message = (
        f"{path} leaves out {len(left)} of {len(spec.operations)} requests, which the format "
        f".http cannot hold ({shown}{more}); their pages have them"
    )
    logger.info("%s: %s", place, one_line(message))


def _requests(reference: ApiReference, spec: Specification) -> WrittenFile:
    sampler = Sampler(reference.examples(spec))
    operations = [with_defaults(o, reference) for o in spec.operations if not o.hidden]
    server = operations[0].servers[0].default_url if operations and operations[0].servers else ""
    if spec.servers:
        server = spec.servers[0].default_url
    title = f"{spec.title or spec.stem} {spec.info.version}"
    return http_file(HttpFile(title=title, server=server), operations, sampler)


def _write(app: Sphinx, path: str, data: bytes) -> None:
    """Write a file of the output, unless the author publishes one of its name."""
    target = Path(app.outdir) / path
    if not target.resolve().is_relative_to(Path(app.outdir).resolve()):
        return
    if is_authors(app, target):
        return
    own = Path(app.srcdir) / path
    if own.is_file() and own.suffix == ".http":
        data = own.read_bytes()
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.is_file() or target.read_bytes() != data:
        target.write_bytes(data)
    the_build(app.config).published.add(target)
