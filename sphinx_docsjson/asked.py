"""Whether a project uses this extension. If not, it stays as it was and loads almost nothing.

A project asks with a ``docs.json``, our theme, a setting of ours, our builder, or a page that uses
a name of ours which nobody else has. Nothing heavy is imported here.
"""

from __future__ import annotations

import os
import re
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import package_dir

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.compat.docutils import directive_of, role_names
from sphinx_docsjson.compat.sphinx import registered_suffixes, theme_folders, values_of_conf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx
    from sphinx.config import Config


THEME, PREFIX = "docsjson", "docsjson_"
CONFIG_NAMES = ("docs.json", "mint.json")

DIRECTIVES = words(
    """
    accordion accordion-group accordiongroup api-playground apiplayground banner callout card
    card-group cardgroup check code-block code-group code-notes codeblock codegroup codenotes color
    color-item color-row color.item color.row column columns danger expandable file-tree filetree
    frame gallery git-hub.repo github-repo heading hero info mdx mermaid note openapi panel param
    param-field paramfield prompt request-example requestexample response-example response-field
    responseexample responsefield snippet-group snippetgroup step steps tab tabs tile tip tree
    tree-file tree-folder tree.file tree.folder update variation view visibility warning
    """
)
"""The short names of our directives; ``tests/spine`` compares them with the registry."""

ROLES = frozenset({"badge", "button", "icon", "latex", "link", "tooltip"})

DESIGN_DIRECTIVES = words(
    """
    article-info aside button-link button-ref card-carousel card-footer card-header div dropdown
    grid grid-item grid-item-card tab-item tab-set tab-set-code
    """
)
"""The names that sphinx-design has and we have not."""

DESIGN_ROLE = re.compile(r"(?:bdg(?:-[a-z-]+)?|octicon|fa|fa[sbr]|fa-[a-z]+|material-[a-z]+)")

THEME_FILES = ("theme.toml", "theme.conf")
_OF_US = re.compile(r"sphinx[-_.]docsjson\b", re.IGNORECASE)

DOMAINS = ("docsjson:", "openapi:")

_NAMES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<!`)\.\.[ \t]+(?:\|[^|\n]{1,200}\|[ \t]+)?([a-zA-Z][\w.:+-]{0,40}?)[ \t]?::",
        r"\{([a-zA-Z][\w.:+-]{0,40})\}(?!`[^`])",
        r"\{([a-zA-Z][\w.:+-]{0,40})\}`",
        r"(?<!`):([a-zA-Z][\w.:+-]{0,40}):`",
    )
)
"""Directives of reStructuredText and MyST, roles of both."""

_DIRECTIVES = len(_NAMES) // 2

_CODES = r"(?:code(?:-block|-cell)?|sourcecode|literalinclude|test(?:code|output|setup)|doctest)"
_CODE = re.compile(rf"\.\.[ ]+{_CODES}::")
_CODE_INFO = re.compile(rf"\{{{_CODES}\}}")
_FENCE = re.compile(r"[ >*+\-]*+(`{3,}+|~{3,}+|:{3,}+)[ ]*+([^`\n]*+)$")
_MARKS = re.compile(r"(?:(?:[*+\-]|\(?(?:\w{1,4}|#)[.)])[ ]+)+")

TEXTS = (".rst", ".md", ".txt", ".inc", ".ipynb", ".rest", ".myst", ".mdx")
"""The endings of files that pages are, or include."""

MARKDOWN = (".md", ".mdx")
NO_SOURCES = frozenset({"node_modules", "_build", "__pycache__", "_static"})
MARKS = frozenset({".buildinfo", "environment.pickle", "pyvenv.cfg"})
"""Files of which each says that nobody writes pages in its folder."""

MOST = 2_000_000
"""A longer text is none that somebody wrote."""


def asks_at_once(app: Sphinx) -> bool:
    """Whether ``docs.json``, conf.py or the command line ask for us."""
    conf, given = values_of_conf(app.config), app.config.overrides
    return (
        any((Path(app.srcdir) / name).is_file() for name in CONFIG_NAMES)
        or "__file__" not in conf
        or given.get("html_theme", conf.get("html_theme")) == THEME
        or any(name.startswith(PREFIX) for name in (*conf, *given))
    )


# What pages use, found in their texts: reading those takes milliseconds, importing us a second.


def inherits_ours(app: Sphinx, config: Config) -> bool:
    """Whether the theme of a project may inherit from ours: its files or its package name us."""
    name = str(config.html_theme)
    if Path(package_dir, "themes", name).is_dir():
        return False
    known = theme_folders(app).get(name)
    places = [Path(app.confdir) / place / name for place in config.html_theme_path]
    files = [p / f for p in (*map(Path, filter(None, [known])), *places) for f in THEME_FILES]
    if any(file.is_file() for file in files):
        return any(THEME in _text(file) for file in files)
    requirements = [
        requirement
        for entry in entry_points(group="sphinx.html_themes", name=name)
        for requirement in (entry.dist.requires or () if entry.dist is not None else ())
    ]
    return any(_OF_US.match(requirement) for requirement in requirements)


def has_use_for_us(app: Sphinx, config: Config) -> bool:
    """Whether a page has a directive or role that only we know, or a toctree names Markdown."""
    # Not what the configuration has by default: builds of one process share it, and add to it.
    given = {**values_of_conf(config), **config.overrides}
    suffixes = given.get("source_suffix", ".rst")
    known = (suffixes,) if isinstance(suffixes, str) else tuple(suffixes)
    read = (*known, *registered_suffixes(app))
    others: list[str] = []
    toctrees: list[str] = []
    is_empty = True
    taken = frozenset(role_names())
    for path in files_of(app, known):
        if path.suffix in MARKDOWN and path.suffix not in read:
            others.append(path.stem)
            continue
        text, is_empty = _text(path), False
        if uses(text, path.suffix, partial(_names_ours, taken=taken)):
            return True
        if "toctree" in text:
            toctrees.append(text)
    return is_empty or any(
        name in text or ":glob:" in text for text in toctrees for name in dict.fromkeys(others)
    )


def uses_design(app: Sphinx, config: Config) -> bool:
    """Whether a page has a name of sphinx-design that nobody else has."""
    taken = frozenset(role_names())
    free = {name for name in DESIGN_DIRECTIVES if directive_of(name) is None}

    def is_design(directives: set[str], roles: set[str]) -> bool:
        return bool(directives & free) or any(map(DESIGN_ROLE.fullmatch, roles - taken))

    files = files_of(app, tuple(config.source_suffix))
    return any(uses(_text(path), path.suffix, is_design) for path in files)


def uses(text: str, suffix: str, wanted: Callable[[set[str], set[str]], bool]) -> bool:
    """Whether the names of directives and of roles in a page are *wanted*.

    A page that shows them in examples of code does not use them. Those are looked for only where
    there is a name: few pages have one.
    """
    return wanted(*_names_in(text)) and wanted(*_names_in(without_examples(text, suffix)))


def _names_in(text: str) -> tuple[set[str], set[str]]:
    found = [set(pattern.findall(text)) for pattern in _NAMES]
    return set().union(*found[:_DIRECTIVES]), set().union(*found[_DIRECTIVES:])


def without_examples(text: str, suffix: str) -> str:
    """Return a page without its blocks of code; what is doubtful stays."""
    if suffix == ".ipynb":
        return text
    lines = text.expandtabs(8).splitlines()
    of_markdown = suffix in (*MARKDOWN, ".myst")
    return "\n".join(_without_fences(lines) if of_markdown else _without_literals(lines))


def _without_fences(lines: list[str]) -> Iterator[str]:
    """Yield the lines of Markdown outside code; a fence with braces is a directive."""
    open_fences: list[str] = []
    closes_code = ""
    for line in lines:
        found = _FENCE.match(line)
        fence, info = found.groups() if found is not None else ("", "")
        if closes_code:
            if fence.startswith(closes_code) and not info:
                closes_code = ""
            continue
        if fence and not info and open_fences and fence.startswith(open_fences[-1]):
            open_fences.pop()
        elif info.startswith("{") and not _CODE_INFO.match(info):
            open_fences.append(fence)
        elif fence and fence[0] != ":":
            closes_code = fence
            continue
        yield line


def _without_literals(lines: list[str]) -> Iterator[str]:
    """Yield the lines of reStructuredText outside literal blocks and directives of code."""
    deepest: int | None = None
    for number, line in enumerate(lines):
        text = line.lstrip()
        indent = len(line) - len(text)
        if deepest is not None and (not text or indent > deepest):
            continue
        deepest = None
        if _CODE.match(text):
            deepest = indent
        elif (
            text.rstrip().endswith("::")
            and not text.startswith((".. ", ":"))
            and not "".join(lines[number + 1 : number + 2]).strip()
        ):
            # A paragraph ends here; its text is behind the marks of lists.
            marks = _MARKS.match(text)
            deepest = indent + (marks.end() if marks is not None else 0)
        yield line


def _names_ours(directives: set[str], roles: set[str], taken: frozenset[str]) -> bool:
    """Whether there is a directive or a role that we have, and nobody else."""
    if any(name.startswith(DOMAINS) for name in directives | roles):
        return True
    own = directives & (DIRECTIVES | DESIGN_DIRECTIVES)
    if any(directive_of(name) is None for name in own):
        return True
    return any(name in ROLES or DESIGN_ROLE.fullmatch(name) for name in roles - taken)


def files_of(app: Sphinx, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of a project that are pages, or parts of pages."""
    outputs = {os.path.realpath(app.outdir), os.path.realpath(app.doctreedir)}
    endings = (*TEXTS, *suffixes)
    for folder, folders, files in os.walk(app.srcdir, followlinks=True):
        if not MARKS.isdisjoint(files) or os.path.realpath(folder) in outputs:
            folders.clear()
            continue
        folders[:] = sorted(n for n in folders if n[0] != "." and n not in NO_SOURCES)
        for name in files:
            if name.endswith(endings):
                yield Path(folder, name)


def read_bytes(path: Path) -> bytes:
    """Return what a file holds; nothing where it cannot be read or nobody wrote so much."""
    try:
        return b"" if path.stat().st_size > MOST else path.read_bytes()
    except OSError:
        return b""


def _text(path: Path) -> str:
    return read_bytes(path).decode("utf-8", errors="replace")
