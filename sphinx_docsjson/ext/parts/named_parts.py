"""The parts passed to ``sphinx-docsjson join``, and the navigation of the joined site."""

from __future__ import annotations

import sys
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from sphinx_docsjson.base.messages import one_line, read_json
from sphinx_docsjson.ext.parts.part import FILE, PartManifest, read_manifest
from sphinx_docsjson.site.model import Container, Kind, Location, Node
from sphinx_docsjson.urls import is_external
from sphinx_docsjson.warnings import Warn

SECONDS = 30
"""How long a part that is published elsewhere may take to answer."""


@dataclass(frozen=True, kw_only=True)
class BuiltPart:
    """A part as it was named.

    :param folder: its output; ``None`` where it is published elsewhere and stays there.
    :param objects: the text of its ``objects.inv``.
    """

    named: str
    manifest: PartManifest
    folder: Path | None
    objects: bytes = b""

    @property
    def before(self) -> str:
        """What the paths of its files begin with in the joined site."""
        return f"{self.manifest.part}/" if self.manifest.part else ""


@dataclass
class JoinMessages:
    """What is wrong with the parts: each is one line with a type and a place."""

    levels: list[str] = field(default_factory=list)

    def add(self, kind: Warn, place: object, text: str, *, is_error: bool = False) -> None:
        """Print a message, and remember whether the site can be made."""
        level = "ERROR" if is_error else "WARNING"
        line = one_line(f"{place}: {level}: {text} [docsjson.{kind.value}]")
        self.levels.append(level)
        print(line.encode("utf-8", "replace").decode(), file=sys.stderr)

    def has_errors(self) -> bool:
        """Whether no site can be made."""
        return "ERROR" in self.levels


def read_part(name: str, messages: JoinMessages) -> BuiltPart | None:
    """Return a part, or say why there is none."""
    try:
        if is_external(name):
            address = f"{name.rstrip('/')}/"
            manifest = read_manifest(_data(_fetched(address + FILE)), address)
            objects = _fetched_if_any(f"{address}objects.inv")
            return BuiltPart(named=name, manifest=manifest, folder=None, objects=objects)
        folder = Path(name)
        manifest = read_manifest(_data((folder / FILE).read_bytes()))
        inventory = folder / "objects.inv"
        objects = inventory.read_bytes() if inventory.is_file() else b""
        return BuiltPart(named=name, manifest=manifest, folder=folder, objects=objects)
    except (OSError, HTTPException) as error:  # what is wrong with an answer is not an OSError
        reason = getattr(error, "strerror", None) or getattr(error, "reason", None) or error
        what = f"no part of a site is here ({FILE}: {reason})"
        hint = "build it with `-D docsjson_part=PATH`, PATH being its place in the site"
        messages.add(Warn.PART, name, f"{what}; {hint}", is_error=True)
    except ValueError as error:
        messages.add(Warn.PART, name, str(error), is_error=True)
    return None


def _data(text: bytes) -> Any:
    try:
        return read_json(text)
    except ValueError:
        raise ValueError(f"its {FILE} does not describe a part; build it again") from None


def _fetched(address: str) -> bytes:
    if urlsplit(address).scheme not in ("http", "https"):
        raise ValueError("a part is named by a folder, or by an http or https address")
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        found: bytes = answer.read()
    return found


def _fetched_if_any(address: str) -> bytes:
    try:
        return _fetched(address)
    except HTTPError as error:
        if error.code != HTTPStatus.NOT_FOUND:
            raise
        return b""


def each_once(parts: Sequence[BuiltPart], messages: JoinMessages) -> list[BuiltPart]:
    """Return the parts by their place in the site; two of one place are reported."""
    found: dict[str, BuiltPart] = {}
    for part in parts:
        first = found.setdefault(part.manifest.part, part)
        if first is not part:
            text = (
                f"'/{part.manifest.part}' is also the place of {first.named}; build one of them "
                "with another docsjson_part"
            )
            messages.add(Warn.PART, part.named, text, is_error=True)
    # The order in which they are named does not matter.
    return [found[name] for name in sorted(found)]


# The navigation of all parts: each ``sourceRef`` is replaced by what it names.


def navigation_of_all(parts: Sequence[BuiltPart], messages: JoinMessages) -> Container | None:
    """Return the navigation of the whole site; ``None`` if no part has the others in its own."""
    known = {part.manifest.part: part.manifest for part in parts}
    if "" not in known:
        text = (
            "no part names the others; build the folder of the docs.json that does, by "
            "`sourceRef`, with `-D docsjson_part=/`, and name it as well"
        )
        if not messages.has_errors():
            messages.add(Warn.PART, "join", text, is_error=True)
        return None
    used: set[str] = {""}
    (root,) = _grafted(known[""].navigation, known, used, messages, ())
    for part in parts:
        if part.manifest.part not in used:
            text = (
                f"no sourceRef in docs.json names {part.manifest.part!r}, so nothing in the "
                "navigation leads to this part"
            )
            messages.add(Warn.PART, part.named, text)
    return root if isinstance(root, Container) else None


def _grafted(
    node: Node,
    known: Mapping[str, PartManifest],
    used: set[str],
    messages: JoinMessages,
    around: tuple[str, ...],
) -> tuple[Node, ...]:
    """Return what a node becomes: itself with the parts in it, or the divisions of a part."""
    if not isinstance(node, Container):
        return (node,)
    children = tuple(
        each for one in node.children for each in _grafted(one, known, used, messages, around)
    )
    if node.part is None:
        return (replace(node, children=children),)
    place: Location | str = node.location or "docs.json"
    manifest = known.get(node.part)
    if manifest is None or node.part in around:
        text = (
            f"the part {node.part!r} names itself; remove this sourceRef"
            if manifest is not None
            else f"the part {node.part!r} is missing; build it with "
            f"`-D docsjson_part={node.part}` and name its output folder"
        )
        messages.add(Warn.PART, place, text, is_error=True)
        return ()
    used.add(node.part)
    (whole,) = _grafted(manifest.navigation, known, used, messages, (*around, node.part))
    inside = whole.children if isinstance(whole, Container) else ()
    alike = all(isinstance(one, Container) and one.kind is node.kind for one in inside)
    if node.kind is Kind.GROUP and not alike:
        text = (
            f"the part {node.part!r} has tabs or other divisions, which a group cannot hold; "
            "write this sourceRef in a tab, version, product or the like"
        )
        messages.add(Warn.PART, place, text, is_error=True)
        return ()
    if alike and node.label in ("", node.part):
        return inside
    return (replace(node, children=(*children, *inside), prefix=node.part, part=None),)
