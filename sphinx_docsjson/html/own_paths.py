"""Publishes files at their own paths: ``images/a.png`` of the source is ``/images/a.png``.

Sphinx copies the images of pages into ``_images`` and linked files into ``_downloads``, under new
names. A site that moves here had its files at their own paths, and other sites, e-mails and social
cards link to them. This applies only to HTML builders with files or folders for pages: nobody
links into a book or a site of one file.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path, PurePosixPath
from posixpath import join, normpath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_docsjson.base.source_files import find_extra_file, is_static_file
from sphinx_docsjson.build import build_of, the_build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

_UP = re.compile(r"""(["'](?:\.\./)*)_(?:images|downloads)/\.\./""")
"""An address in an attribute that goes into a folder of Sphinx and out again."""


class _Images(dict[str, str]):
    """``Builder.images`` of one build: source of an image → path of its copy below ``_images``.

    Sphinx fills it while pages are written, and copies from it: only the names differ.
    """

    def __init__(self, app: Sphinx) -> None:
        super().__init__()
        self._app, self._srcdir = app, Path(app.srcdir)
        around = Path(app.outdir).parent
        generated = around if self._srcdir in around.parents else Path(app.outdir)
        self._generated = (generated, Path(app.doctreedir))

    def __setitem__(self, source: str, name: str) -> None:
        if path := self.own_path(source):
            (Path(self._app.outdir) / path).parent.mkdir(parents=True, exist_ok=True)
            name = f"../{path}"
        super().__setitem__(source, name)

    def own_path(self, source: str) -> str | None:
        """Return where the output has a file of the author; nothing for what is generated.

        An extra file (``html_extra_path``) is copied to where it is found without its folder.
        """
        path = PurePosixPath(source)
        if path.is_absolute() or Path(source).is_absolute() or ".." in path.parts:
            return None
        file = self._srcdir / source
        if any(file.is_relative_to(folder) for folder in self._generated):
            return None
        extra = (Path(self._app.confdir, each) for each in self._app.config.html_extra_path)
        folder = next((each for each in extra if each in file.parents), self._srcdir)
        return file.relative_to(folder).as_posix()

    def is_ours(self, path: str) -> bool:
        """Whether only pages have a file published, and no setting of Sphinx."""
        where = Path(self._app.confdir), self._app.config, path
        return find_extra_file(*where) is None and not is_static_file(*where)


def keep_own_paths(app: Sphinx) -> None:
    """Make the builder copy images to their source paths, not to ``_images``."""
    if app.builder.name in {"html", "dirhtml", "docsjson-markdown"}:
        app.builder.images = _Images(app)


class DownloadsAtOwnPaths(SphinxPostTransform):
    """Lets links, players and scripts lead to the own paths of files."""

    default_priority = 950

    def run(self, **kwargs: Any) -> None:
        """Change the names of copies, which are paths below ``_downloads``."""
        build = build_of(self.config)
        if build is None or not isinstance(build.builder.images, _Images):
            return
        own: dict[str, str] = {}
        for source, copy, path in _downloads(build.builder):
            if self.env.docname in self.env.dlfiles[source][0]:
                own[copy] = f"../{path}"
        for node in self.document.findall(nodes.Element) if own else ():
            for key in ("filename", "poster"):
                if node.get(key) in own:
                    node[key] = own[node[key]]


def _downloads(builder: Builder) -> Iterator[tuple[Path, str, str]]:
    """Yield the files of the author that pages link to, their copies, and their own paths."""
    images = builder.images
    for source, (_docnames, copy) in builder.env.dlfiles.items():
        if isinstance(images, _Images) and (path := images.own_path(source.as_posix())):
            yield source, copy.as_posix(), path


def shorten_addresses(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Write ``images/a.png`` in a page for ``_images/../images/a.png``."""
    if isinstance(app.builder.images, _Images):
        for key in ("body", "title", "toc"):
            html = context.get(key)
            if isinstance(html, str) and "/../" in html:
                context[key] = _UP.sub(r"\1", html)


def finish_own_paths(app: Sphinx, failure: Exception | None) -> None:
    """Move copied downloads to their own paths; note what no later build may leave behind."""
    images, outdir = app.builder.images, Path(app.outdir)
    if failure is not None or not isinstance(images, _Images):
        return
    paths = set(filter(None, map(images.own_path, app.env.images)))
    for _source, copy, path in _downloads(app.builder):
        copied, target = outdir / "_downloads" / copy, outdir / path
        if copied.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            copied.replace(target)
            paths.add(path)
        with suppress(OSError):  # it holds something else
            copied.parent.rmdir()
    the_build(app.config).published.update(outdir / each for each in filter(images.is_ours, paths))


def image_address(builder: Builder, uri: str) -> str | None:
    """Return the address of the copy of an image, from the root of the output."""
    name = builder.images.get(uri)
    return None if name is None else quote(normpath(join("_images", name)))
