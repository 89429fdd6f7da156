"""The descriptions that directives name: those of the site, or any file beside a page."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sphinx_docsjson.build import build_of
from sphinx_docsjson.openapi.model.operation_model import specification
from sphinx_docsjson.openapi.pages.reference import ApiReference
from sphinx_docsjson.openapi.pages.reference_making import report
from sphinx_docsjson.openapi.reading.bundle import DATA_SUFFIXES
from sphinx_docsjson.openapi.reading.file_keys import key_named, normal_key
from sphinx_docsjson.openapi.reading.overlays.overlay_choice import OverlayChoice
from sphinx_docsjson.openapi.reading.specifications import load, reader
from sphinx_docsjson.site.model import Api

if TYPE_CHECKING:
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_docsjson.openapi.model.api import Specification

ROOM = 600_000
"""So many bytes of fields an operation may take where its types can have no pages."""


@dataclass(kw_only=True)
class Described:
    """The files that directives of one build have read; they need no ``docs.json``.

    :param reference: what they say; their operations and schemas have no pages of their own.
    :param known: path and encoding → key, or nothing where the file cannot be read.
    """

    reference: ApiReference
    known: dict[tuple[str, str], str | None] = field(default_factory=dict)


_described: WeakKeyDictionary[Config, Described] = WeakKeyDictionary()


def reference_of(env: BuildEnvironment) -> ApiReference | None:
    """Return what the site says of its APIs, where there is one."""
    build = build_of(env.config)
    return getattr(build, "reference", None)


def named_specification(
    env: BuildEnvironment, name: str, encoding: str = ""
) -> tuple[ApiReference, Specification] | None:
    """Return the description that a directive names, and notes that its page depends on it.

    :param name: a path from the page, or from the source directory with a slash in front; or
        what a description of the site is called.
    :param encoding: of the file, where that is not UTF-8.
    """
    site = reference_of(env)
    _relative, absolute = env.relfn2path(name)
    path = Path(os.path.normpath(absolute))
    if site is not None:
        own = _key(path, Path(env.srcdir)) if path.is_file() else ""
        named = [key for key in (own, normal_key(name)) if key in site.specs]
        named = named or [key for key in site.specs if not own and key_named(key, name)]
        if named:
            spec = site.specs[named[0]]
            _depend(env, spec)
            return site, spec
    return _other(env, path, encoding)


def specifications(env: BuildEnvironment) -> list[tuple[ApiReference, Specification]]:
    """Return all descriptions that are known where no file is named: those of the site."""
    site = reference_of(env)
    return [(site, spec) for spec in site.specs.values()] if site is not None else []


def depend(env: BuildEnvironment, spec: Specification) -> None:
    """Let the page that is read be read again when a description changes."""
    _depend(env, spec)


def _depend(env: BuildEnvironment, spec: Specification) -> None:
    keys = [spec.key, *spec.files]
    if any("://" in key for key in keys):
        env.note_reread()  # nobody can tell whether a URL has changed
    for key in keys:
        if "://" not in key:
            env.note_dependency(os.path.normpath(key))
    if (build := build_of(env.config)) is not None:
        env.note_dependency(build.site.source_file)


def _key(path: Path, srcdir: Path) -> str:
    return Path(os.path.relpath(path, srcdir)).as_posix()


def _other(
    env: BuildEnvironment, path: Path, encoding: str
) -> tuple[ApiReference, Specification] | None:
    config: Any = env.config
    if config not in _described:
        build = build_of(config)
        reference = ApiReference(api=build.site.api if build else Api())
        _described[config] = Described(reference=reference)
    kept = _described[config]
    srcdir = Path(env.srcdir)
    key = _key(path, srcdir)
    asked = (key, encoding)
    if asked not in kept.known:
        kept.known[asked] = _read(kept.reference, path, srcdir, key, encoding)
    found = kept.known[asked]
    if found is None:
        env.note_dependency(key)
        return None
    spec = kept.reference.specs[found]
    _depend(env, spec)
    return kept.reference, spec


def _read(
    reference: ApiReference, path: Path, srcdir: Path, key: str, encoding: str
) -> str | None:
    """Read a file; what it refers to lies in the source directory, or beside it."""
    outside = key.startswith("../")
    folder, name = (path.parent, path.name) if outside else (srcdir, key)
    encoding = encoding or "utf-8-sig"
    beside = (Path(name).with_name(file.name).as_posix() for file in path.parent.glob("*.*"))
    choice = OverlayChoice(
        folder,
        (other for other in beside if other.endswith(DATA_SUFFIXES)),
        reader(folder, None, encoding),
    )
    loaded = load(name, folder, overlays=choice.beside(name), encoding=encoding)
    report(loaded.problems, key, srcdir)
    if loaded.document is None:
        return None
    files = tuple(f"{key.removesuffix(name)}{file}" for file in loaded.files)
    spec = specification(loaded.document, key, loaded.places, files)
    reference.specs[key] = spec
    reference.digests[key] = loaded.digest
    reference.maker(spec).room = ROOM
    return key
