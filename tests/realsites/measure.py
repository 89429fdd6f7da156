"""Build a site as its owner would, twice, and compare the output with the source."""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from docutils import nodes
from markdown_it.common.html_re import HTML_TAG_RE

import sphinx_docsjson.components.domain  # noqa: F401  (declares the components)
from sphinx_docsjson.components.registry import registry
from sphinx_docsjson.pages.renderer_base import is_inline
from sphinx_docsjson.site.loading import load_site
from sphinx_docsjson.site.model import PageEntry
from tests.realsites.output import Page
from tests.realsites.source import Sources

STRAIGHT = str.maketrans("“”‘’", "\"\"''")
"""Smart quotes, back to what the author wrote."""

KIND = re.compile(r"\[([a-z_]+\.[a-z_-]+|[a-z]+)\]$")
UPDATED = re.compile(r"(\d+) added, (\d+) changed, (\d+) removed")


@dataclass
class Result:
    """What was found about one site."""

    name: str
    seconds: float = 0.0
    status: int = 0
    listed: int = 0
    missing_pages: list[str] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    excused: int = 0
    components: dict[str, tuple[int, int]] = field(default_factory=dict)
    images: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    warnings: Counter[str] = field(default_factory=Counter)
    foreign: list[str] = field(default_factory=list)
    reread: int = 0
    rewritten: int = 0

    @property
    def wrong(self) -> list[str]:
        """Return in words what falls short; nothing when the site is complete."""
        found = [f"page not built: {name}" for name in self.missing_pages]
        found += [f"exception: {line}" for line in self.exceptions]
        found += [f"leak: {leak}" for leak in self.leaks]
        found += [
            f"{name}: {source} in the source, {output} in the output"
            for name, (source, output) in self.components.items()
            if source != output
        ]
        found += [f"image: {image}" for image in self.images]
        found += [f"link: {link}" for link in self.links]
        found += [f"foreign warning: {line}" for line in self.foreign]
        if self.status:
            found.append(f"sphinx-build ended with {self.status}")
        if self.reread or self.rewritten:
            found.append(f"a second run read {self.reread} and wrote {self.rewritten} documents")
        return found


def measure(folder: Path, output: Path, builder: str = "html", timeout: float = 600) -> Result:
    """Build *folder* into *output* twice and look at what came out."""
    result = Result(name=folder.name)
    shutil.rmtree(output, ignore_errors=True)
    log = output / "warnings.txt"
    begin = time.monotonic()
    first = _build(folder, output, log, builder, timeout)
    result.seconds = time.monotonic() - begin
    result.status = first.returncode
    _read_warnings(result, log.read_text(encoding="utf-8") if log.is_file() else "")
    if "Traceback" in first.stderr + first.stdout:
        result.exceptions.append((first.stderr + first.stdout).strip().splitlines()[-1])
    second = _build(folder, output, output / "warnings2.txt", builder, timeout)
    _read_second(result, second.stdout)
    _compare(result, folder, output / builder, log, builder)
    return result


def _build(
    folder: Path, output: Path, log: Path, builder: str, timeout: float
) -> subprocess.CompletedProcess[str]:
    output.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "sphinx", "-C", "-D", "extensions=sphinx_docsjson"]
    command += ["-b", builder, "-d", str(output / "doctrees"), "-w", str(log), "--no-color"]
    return subprocess.run(
        [*command, str(folder), str(output / builder)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def _read_warnings(result: Result, log: str) -> None:
    for line in log.splitlines():
        if "WARNING:" not in line and "ERROR:" not in line:
            continue
        kind = KIND.search(line)
        name = kind[1] if kind else "untyped"
        result.warnings[name] += 1
        if not name.startswith("docsjson."):
            result.foreign.append(line)


def _read_second(result: Result, status: str) -> None:
    found = UPDATED.search(status)
    result.reread = sum(map(int, found.groups())) if found else 0
    result.rewritten = len(re.findall(r"writing output\.\.\. \[", status))


def _compare(result: Result, folder: Path, html: Path, log: Path, builder: str) -> None:
    site = load_site(folder).site
    if site is None:
        result.exceptions.append("no site in the configuration file")
        return
    sources = Sources(folder)
    listed = dict.fromkeys(
        node.path.strip("/") for _, node in site.navigation.walk() if isinstance(node, PageEntry)
    )
    pages = [name for name in listed if sources.path(name)]
    result.listed = len(pages)
    excuses = log.read_text(encoding="utf-8")
    doctrees = html.parent / "doctrees"
    built = {
        path.relative_to(doctrees).with_suffix("").as_posix()
        for path in doctrees.rglob("*.doctree")
    }
    ids: dict[Path, set[str]] = {}
    read: dict[str, Page] = {}
    for docname in sorted(built):
        path = html_path(html, docname, builder)
        if not path.is_file():
            continue
        page = Page(path.read_text(encoding="utf-8"))
        read[docname] = page
        ids[path.resolve()] = page.ids
    result.missing_pages = [name for name in pages if name not in read]
    expected: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for docname, page in read.items():
        source = sources.path(docname)
        if source is None:
            continue
        _leaks(result, docname, page, sources, excuses)
        if not sources.is_api(docname):
            expected += sources.components(source)
            found += _components(doctrees / f"{docname}.doctree")
        _targets(result, docname, page, html_path(html, docname, builder), ids, excuses)
    blocks = {c.name for c in registry if not is_inline(c)}
    result.components = {
        name: (expected[name], found[name]) for name in sorted(blocks) if expected[name]
    }


def html_path(html: Path, docname: str, builder: str) -> Path:
    """Return the file of a page."""
    if builder == "dirhtml" and not (docname == "index" or docname.endswith("/index")):
        return html / docname / "index.html"
    return html / f"{docname}.html"


def _leaks(result: Result, docname: str, page: Page, sources: Sources, excuses: str) -> None:
    """A tag or expression in the text is an author's mistake when a warning says so."""
    source = sources.text(docname)
    for leak in page.leaks:
        leak = leak.translate(STRAIGHT)
        name = leak.strip("<>/{} ").split(" ", 1)[0]
        shown = " ".join(leak.split())
        if leak.startswith("<") and sources.is_api(docname):
            # A type such as ``map<string>`` in a description of the specification.
            continue
        path = sources.path(docname)
        if path is not None and path.suffix == ".md" and not HTML_TAG_RE.match(leak):
            # ``<name_of_key>`` is text for CommonMark, and so for MyST.
            result.excused += 1
            continue
        # In an address without a mark, braces are text, as remark-gfm reads them.
        in_address = re.search(rf"https?://[^\s<]*{re.escape(leak)}", source) is not None
        written = in_address or _is_escaped(leak, source)
        title = leak in source.partition("---\n")[2].partition("\n---")[0]
        if f"<{name}>" in excuses or f"</{name}>" in excuses or shown in excuses:
            result.excused += 1
        elif written or title:
            continue
        else:
            result.leaks.append(f"{docname}: {shown}")


def _is_escaped(leak: str, source: str) -> bool:
    """Whether the author wrote ``\\{…``, ``\\<…`` or ``&lt;…`` and meant text.

    Code inside is not part of the visible text, so only the beginning is compared.
    """
    opening = r"(?:\\<|&lt;)" if leak[0] == "<" else r"(?:\\\{|&#123;|&#x7b;)"
    inner = r"(?:`[^`]*`|\*)*" + re.escape(leak[1:8].split(" ")[0].rstrip(">}"))
    return re.search(opening + inner, source) is not None


def _components(path: Path) -> Counter[str]:
    with path.open("rb") as stream:
        doctree: nodes.document = pickle.load(stream)
    return Counter(
        node["component"] for node in doctree.findall(nodes.Element) if node.get("component")
    )


def _targets(
    result: Result,
    docname: str,
    page: Page,
    path: Path,
    ids: dict[Path, set[str]],
    log: str,
) -> None:
    """Every image and internal link of a built page leads to a file and a place in it.

    A dead link of an author stays as it was written, and the log says so.
    """
    for source in page.images:
        local = not re.match(r"[a-z]+:|//", source)
        if local and not (path.parent / unquote(source.partition("?")[0])).is_file():
            result.images.append(f"{docname}: {source}")
    for href in page.links:
        if re.match(r"[a-z]+:|//", href):
            continue
        file, _, fragment = href.partition("#")
        target = (path.parent / unquote(file)).resolve() if file else path.resolve()
        if target.is_dir():
            target = target / "index.html"
        if f"no page or file {unescape(href)!r}" in log:
            continue
        if not target.is_file() or (
            fragment and target in ids and unquote(fragment) not in ids[target]
        ):
            result.links.append(f"{docname}: {href}")
