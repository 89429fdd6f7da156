"""Build a project without us, with us, and with a docs.json; tell which files differ."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

import sphinx_docsjson
from tests.projects.article import ARTICLES

ADDED = '\nextensions = [*globals().get("extensions", []), "sphinx_docsjson"]\n'

KEPT_THEME = '\nhtml_theme = globals().get("html_theme", "alabaster")\n'
"""Where conf.py names no theme, a docs.json chooses ours, unless its owner writes this."""

BUILDERS = (
    *("html", "dirhtml", "singlehtml", "latex", "epub", "text", "man", "gettext"),
    *("texinfo", "xml", "pseudoxml"),
)
BOOKS = ("latex", "epub", "text", "man", "gettext", "texinfo")
"""What a docs.json leaves as it was, too."""

DATES = re.compile(rb"POT-Creation-Date: [^\\]+|/CreationDate \(D:[^)]*\)")
"""In catalogues, and in drawings that Graphviz writes."""

NOT_READ = (".buildinfo",)
"""What Sphinx notes for itself beside a book."""

PACKED = (".epub", ".mo")
"""Files that hold what lies beside them, with the times of it."""


@dataclass(frozen=True, kw_only=True)
class Builds:
    """What the builders of a project wrote.

    :param ends: builder → status of its process and seconds of CPU.
    """

    folder: Path
    ends: dict[str, tuple[int, float]]

    def facts(self) -> dict[str, Any]:
        """Return the number of pages, the theme, the extensions."""
        return json.loads((self.folder / "facts.json").read_text("utf-8"))

    def files(self, builder: str) -> dict[str, bytes]:
        """Return what one builder wrote, and the warnings."""
        top = self.folder / builder
        found = {
            path.relative_to(top).as_posix(): DATES.sub(b"", path.read_bytes())
            for path in sorted(top.rglob("*"))
            if path.is_file() and path.suffix not in PACKED
        }
        for name in found:
            # A project offers its own conf.py, at whose end we write.
            if name.endswith("conf.py"):
                found[name] = found[name].replace(ADDED.encode(), b"")
        warnings = self.folder / f"{builder}.warnings"
        return found | {"(warnings)": warnings.read_bytes() if warnings.is_file() else b""}


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A file that one builder writes in another way, or not any more."""

    builder: str
    file: str
    lines: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return "\n    ".join((f"{self.builder}: {self.file}", *self.lines))


def build(
    source: Path,
    work: Path,
    name: str,
    *,
    lines: str = "",
    config: str | None = None,
    builders: tuple[str, ...] = BUILDERS,
    docs: str = ".",
    python: str = sys.executable,
    shared: bool = False,
    kept: bool = False,
) -> Builds:
    """Build a copy of *source*, which always lies at the same path.

    :param lines: what stands at the end of its conf.py.
    :param config: the text of a docs.json beside it.
    :param docs: the folder of conf.py in *source*.
    :param shared: whether the pages are read once for all builders.
    :param kept: whether builds that lie there from before are good.
    """
    tree, output = work / "tree", work / name
    if kept and (found := _finished(output, builders)) is not None:
        return found
    for folder in (tree, output):
        shutil.rmtree(folder, ignore_errors=True)
    output.mkdir(parents=True)
    shutil.copytree(source, tree, symlinks=True)
    home = tree / docs
    with (home / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(lines)
    if config is not None:
        (home / "docs.json").write_text(config, "utf-8")
    program = Path(__file__).with_name("run.py")
    command = [python, str(program), ",".join(builders), str(home), str(output)]
    subprocess.run([*command, *["shared"] * shared], env=_environment(), check=True)
    found = _finished(output, builders)
    if found is None:
        raise RuntimeError(f"not every builder ran: {output}")
    return found


def _finished(output: Path, builders: tuple[str, ...]) -> Builds | None:
    if not (output / "builds.json").is_file():
        return None
    ends = json.loads((output / "builds.json").read_text("utf-8"))
    if not ends.keys() >= set(builders):
        return None
    return Builds(folder=output, ends={name: tuple(end) for name, end in ends.items()})


def differences(
    before: Builds, after: Builds, builders: tuple[str, ...], but: tuple[str, ...] = ()
) -> Iterator[Difference]:
    """Yield what differs between two builds, but for some files."""
    for builder in builders:
        if before.ends[builder][0] != after.ends[builder][0]:
            yield Difference(builder=builder, file="(status)")
        old, new = before.files(builder), after.files(builder)
        # The report of a builder that fails in both names a file of its own, and all extensions.
        left_out = ("(warnings)", *but) if before.ends[builder][0] else but
        for file in sorted(old.keys() | new.keys()):
            if file not in left_out and old.get(file) != new.get(file):
                told = tuple(_lines(old.get(file), new.get(file)))
                yield Difference(builder=builder, file=file, lines=told)


def articles(before: Builds, after: Builds, builder: str = "html") -> Iterator[Difference]:
    """Yield the pages whose article, title or files differ where a docs.json is added."""
    for path in sorted((before.folder / builder).rglob("*.html")):
        file = path.relative_to(before.folder / builder).as_posix()
        other = after.folder / builder / file
        old = _article(path.read_text("utf-8"))
        new = _article(other.read_text("utf-8")) if other.is_file() else None
        if old != new:
            told = tuple(_lines(old, new))
            yield Difference(builder=f"{builder} article", file=file, lines=told)


def _article(html: str) -> bytes:
    page = BeautifulSoup(html, "html.parser")
    found = next((each for way in ARTICLES if (each := page.select_one(way))), None)
    files = [str(tag) for tag in page.select("link[rel=stylesheet], script[src]")]
    # With a docs.json pictures keep their own paths.
    shown = re.sub(r'(?<=")((?:\.\./)*)_images/', r"\1", str(found))
    return "\n".join([str(page.title), *files, shown]).encode()


def _lines(old: bytes | None, new: bytes | None) -> Iterator[str]:
    if old is None or new is None:
        yield "is new" if old is None else "is gone"
        return
    texts = (data.decode("utf-8", "replace").splitlines() for data in (old, new))
    for line in unified_diff(*texts, n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")):
            yield line[:300]


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "READTHEDOCS" not in name}
    return kept | {
        "PYTHONPATH": str(Path(sphinx_docsjson.__file__).parents[1]),
        "PYTHONHASHSEED": "0",
        "PYTHONWARNINGS": "ignore",
        "SOURCE_DATE_EPOCH": "1750000000",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
