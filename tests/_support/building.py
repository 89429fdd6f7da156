"""Run Sphinx in this process on a folder and look at what it wrote."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from bs4 import BeautifulSoup
from docutils import nodes
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_docsjson.base.theme_files import PAGE_SHEET
from sphinx_docsjson.compat.sphinx import change_messages
from sphinx_docsjson.warnings import EachPlace


def joined_names(text: str) -> list[str]:
    """Return the names of the style sheets that one was joined of."""
    return text.partition("/* ")[2].partition(" */")[0].split()


@dataclass
class Built:
    """A finished build."""

    app: Sphinx
    srcdir: Path
    outdir: Path
    status: str
    warnings: str

    def text(self, name: str) -> str:
        """Return the text of an output file."""
        return (self.outdir / name).read_text(encoding="utf-8")

    def soup(self, docname: str) -> BeautifulSoup:
        """Return the parsed HTML of a page (builder html)."""
        return BeautifulSoup(self.text(f"{docname}.html"), "html.parser")

    def sheets(self, docname: str) -> list[str]:
        """Return the names of the style sheets of a page, of a joined one those of its parts."""
        names = []
        for link in self.soup(docname).select("link[rel=stylesheet]"):
            name = str(link["href"]).partition("?")[0].rpartition("/")[2]
            file = self.outdir / "_static" / name
            joined = name == PAGE_SHEET and file.read_text(encoding="utf-8")
            names += joined_names(joined) if joined else [name]
        return names

    def article(self, docname: str) -> Any:
        """Return the article element of a page."""
        return self.soup(docname).select_one("article")

    def doctree(self, docname: str) -> nodes.document:
        """Return the doctree of a document, before references are resolved."""
        return self.app.env.get_doctree(docname)

    @property
    def warning_lines(self) -> list[str]:
        """The warnings, one a line, with paths relative to the source directory."""
        text = self.warnings.replace(f"{self.srcdir}/", "")
        return [line for line in text.splitlines() if line.strip()]


def write_files(folder: Path, files: dict[str, str | bytes]) -> None:
    """Write *files* (path → content) below *folder*; unchanged files keep their time."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)


def build_site(
    srcdir: Path,
    files: dict[str, str | bytes],
    builder: str = "html",
    *,
    conf: dict[str, Any] | None = None,
    parallel: int = 1,
    fresh: bool = False,
    outdir: Path | None = None,
    verbosity: int = 0,
    each_place: bool = False,
) -> Built:
    """Write *files* and build them as ``sphinx-build -C -D extensions=sphinx_docsjson`` does.

    :param conf: configuration values, as ``-D`` or a ``conf.py`` would set them.
    :param each_place: give equal messages a line each, as ``check`` sees them.
    """
    write_files(srcdir, files)
    target = outdir or srcdir.parent / f"{srcdir.name}-out"
    status, warnings = io.StringIO(), io.StringIO()
    settings: dict[str, Any] = {"extensions": ["sphinx_docsjson"]}
    settings.update(conf or {})
    with patch_docutils(), docutils_namespace():
        app = Sphinx(
            srcdir=srcdir,
            confdir=None,
            outdir=target / builder,
            doctreedir=target / "doctrees",
            buildername=builder,
            confoverrides=settings,
            status=status,
            warning=warnings,
            freshenv=fresh,
            parallel=parallel,
            verbosity=verbosity,
        )
        if each_place:
            change_messages(EachPlace())
        if templates := getattr(getattr(app.builder, "templates", None), "environment", None):
            templates.bytecode_cache = _CompiledTemplates()
        app.build()
    return Built(
        app, srcdir, target / builder, _plain(status.getvalue()), _plain(warnings.getvalue())
    )


class _CompiledTemplates(BytecodeCache):
    """The templates that a build of this process has compiled: half the time of a small build."""

    known: ClassVar[dict[tuple[str, str], bytes]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self.known.get((bucket.key, bucket.checksum))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


def _plain(text: str) -> str:
    """Return *text* without what only a terminal reads; with ``CI`` set, Sphinx writes for one."""
    return re.sub(r"\x1b\[[0-9;]*[mK]", "", text).replace("\r", "\n")
