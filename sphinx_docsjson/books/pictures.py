"""Pictures that a book cannot show: converted by what is there, else named in words.

LaTeX reads PNG, JPEG and PDF, and ends with an error at a file that is something else than its
name says. So the first bytes of each file count, not its name.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinx_docsjson.build import build_of

if TYPE_CHECKING:
    from sphinx.builders import Builder

logger = logging.getLogger(__name__)

BUILDERS = frozenset({"latex", "texinfo", "epub"})

TIMEOUT = 60
"""Seconds for one picture; a program that hangs costs this picture, not the build."""

TYPES = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/avif": "avif",
    "image/svg+xml": "svg",
    "application/pdf": "pdf",
}


def picture_type(data: bytes) -> str | None:
    """Return what a picture really is; ``None`` when it is none that anybody can read."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png" if data[12:16] == b"IHDR" else None
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "image/avif"
    if data.startswith(b"%PDF-"):
        return "application/pdf"
    return "image/svg+xml" if b"<svg" in data[:4096].lower() else None


class PicturesForBooks(SphinxPostTransform):
    """Give every picture of a book a file that its builder can show.

    It runs before the converters of Sphinx and of extensions (200), which ask for more programs.
    """

    default_priority = 195
    formats = ("latex", "texinfo", "html")

    def run(self, **options: Any) -> None:
        """Look at the pictures of the document."""
        build = build_of(self.config)
        if build is None or build.builder.name not in BUILDERS:
            return
        for node in list(self.document.findall(nodes.image)):
            self._prepare(node, build.builder)

    def _prepare(self, node: nodes.image, builder: Builder) -> None:
        supported = builder.supported_image_types or list(TYPES)
        candidates = {**node.get("candidates", {}), "*": node.get("uri", "")}
        found: list[tuple[Path, str]] = []
        for name in dict.fromkeys(filter(None, candidates.values())):
            path = Path(self.env.srcdir, name)
            kind = picture_type(path.read_bytes()) if path.is_file() else None
            if kind in supported:
                self._show(node, path, name, str(kind))
                return
            found += [(path, kind)] if kind else []
        for path, kind in found:
            converted = self._converted(path, kind, supported)
            if converted is not None:
                self._show(node, converted, str(converted), picture_type(converted.read_bytes()))
                return
        self._name_in_words(node, next(iter(candidates.values())), builder)

    def _show(self, node: nodes.image, path: Path, name: str, kind: str | None) -> None:
        """Let the builder copy *path*, under a name whose ending says what it is."""
        ending = f".{TYPES.get(kind or '', '')}"
        endings = (".jpg", ".jpeg") if ending == ".jpg" else (ending,)
        if path.suffix.lower() not in endings:
            target = self._kept(path.read_bytes(), ending)
            if not target.is_file():
                shutil.copyfile(path, target)
            path, name = target, str(target)
        node["candidates"] = {str(kind): name}
        node["uri"] = name
        if name not in self.env.images:
            self.env.images.add_file(self.env.docname, name)

    def _kept(self, data: bytes, ending: str) -> Path:
        folder = Path(self.env.doctreedir) / "images"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{hashlib.sha1(data, usedforsecurity=False).hexdigest()[:16]}{ending}"

    def _converted(self, path: Path, kind: str, supported: list[str]) -> Path | None:
        wanted = [name for name in ("application/pdf", "image/png") if name in supported]
        for name in wanted if kind == "image/svg+xml" else wanted[-1:]:
            target = self._kept(path.read_bytes(), f".{TYPES[name]}")
            if target.is_file() or convert(path, target, kind):
                return target
        return None

    def _name_in_words(self, node: nodes.image, name: str, builder: Builder) -> None:
        """Put the text of a picture in its place."""
        alt = str(node.get("alt") or "").strip() or Path(name).name
        logger.info(
            "%s: the picture is shown as its text, because %s cannot show it and no program that "
            "converts it is installed",
            name,
            builder.name,
            location=node,
        )
        words: nodes.Element = nodes.emphasis(alt, alt)
        inside = isinstance(node.parent, nodes.TextElement)
        new = words if inside else nodes.paragraph("", "", words)
        new["ids"] = node["ids"]
        node.replace_self(new)


def convert(source: Path, target: Path, kind: str) -> bool:
    """Write the picture *source* as *target*, whose name says the format; say if it worked."""
    for attempt in _attempts(source, target, kind):
        try:
            attempt()
        except (OSError, ValueError, subprocess.SubprocessError, ImportError):
            continue
        if target.is_file() and picture_type(target.read_bytes()) is not None:
            return True
        target.unlink(missing_ok=True)
    return False


def _attempts(source: Path, target: Path, kind: str) -> Iterator[Callable[[], Any]]:
    """Yield the ways to convert a picture that this machine has, the best one first."""
    ending = target.suffix[1:]
    if kind == "image/svg+xml":
        commands = [
            ["rsvg-convert", "-f", ending, "-o", str(target), str(source)],
            ["inkscape", f"--export-type={ending}", f"--export-filename={target}", str(source)],
            ["magick", str(source), str(target)],
        ]
    else:
        yield partial(_with_pillow, source, target)
        commands = [
            ["magick", f"{source}[0]", f"png:{target}"],
            ["convert", f"{source}[0]", f"png:{target}"],
        ]
    for command in commands:
        if shutil.which(command[0]):
            yield partial(
                subprocess.run, command, capture_output=True, timeout=TIMEOUT, check=True
            )


def _with_pillow(source: Path, target: Path) -> None:
    image: Any = import_module("PIL.Image")
    with image.open(source) as picture:
        picture.convert("RGBA").save(target)
