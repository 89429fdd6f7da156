"""Whether a project uses this extension. If not, it stays as it was and loads almost nothing.

A project requests it with a ``docs.json``, our theme, one of our settings, our builder, or a page
that uses a directive or role of ours, or that no other parser reads. Nothing heavy is imported
here.

Why are names searched in texts, before docutils parses them? Directives that load us when they are
called were tried, and come too late: pages read before them are read without us. In a project of
40 pages, 4 had errors, and 7 with ``-j 2``, where each chunk of pages imports us again (1.9 s).
Reading all pages again would run notebooks twice, and repeat messages.
"""

from __future__ import annotations

import re
from fnmatch import filter as filter_names
from importlib.metadata import entry_points
from pathlib import Path
from posixpath import dirname, join, normpath, splitext
from typing import TYPE_CHECKING

from sphinx import package_dir
from sphinx.project import EXCLUDE_PATHS
from sphinx.util.matching import get_matching_files

from sphinx_docsjson.base.messages import words
from sphinx_docsjson.compat.docutils import directive_of, role_names
from sphinx_docsjson.compat.sphinx import registered_suffixes, theme_folders, values_of_conf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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

_NAME = r"([a-zA-Z][\w.:+-]{0,40})"
_OF_RST = (
    re.compile(r"(?<!`)\.\.[ \t]+(?:\|[^|\n]{1,200}\|[ \t]+)?([a-zA-Z][\w.:+-]{0,40}?)[ \t]?::"),
    re.compile(rf"(?<!`):{_NAME}:`"),
)
_OF_MYST = (
    re.compile(rf"(?:```|~~~|:::)[ \t]*\{{{_NAME}\}}"),
    re.compile(rf"\{{{_NAME}\}}`"),
)
"""The directives and the roles of each syntax."""

_DECLARED = re.compile(r"\.\.[ \t]+role::[ \t]*([\w.:+-]+)")
_INCLUDED = re.compile(r"\binclude(?:::|\})[ \t]+(\S[^\n]*)")
_ENTRY = re.compile(r"^[ \t]*(?:[^\n<]*<)?/?([^\n<>]+)", re.MULTILINE)

_CODES = r"(?:code(?:-block|-cell)?|sourcecode|literalinclude|test(?:code|output|setup)|doctest)"
_CODE_INFO = re.compile(rf"\{{{_CODES}\}}")
_FENCE = re.compile(r"[ >*+\-]*+(`{3,}+|~{3,}+|:{3,}+)[ ]*+([^`\n]*+)$")
_COMMENT = r"(?![\[_|]|[\w:.+-]+[ ]?::)"
_MARKS = re.compile(r"^[ ]*(?:(?:[*+\-]|\(?(?:\w{1,4}|#)[.)])[ ]+)+", re.MULTILINE)
_BLOCK = re.compile(
    rf"^([ ]*+)(?:\.\.(?:[ ]+(?:{_CODES}::|{_COMMENT})[^\n]*\n|[ ]*\n(?=[ ]*\S))"
    r"|(?!\.\. |:)([^\n]*::)[ ]*\n[ ]*\n)(?:(?:\1[ ][^\n]*|[ ]*)\n)*+",
    re.MULTILINE,
)
"""Code and comments of reStructuredText, and the end of the paragraph before a literal block."""
_LITERAL = re.compile(r"``(?:[^\n]|\n(?![ \t]*\n)){1,500}?``")
_SPAN = re.compile(
    r"<!--.*?-->|^[ ]*%[^\n]*|(?<![}:`])(`+)(?!`)[^\n]+?(?<!`)\1(?!`)", re.MULTILINE | re.DOTALL
)
"""Code in a line; in Markdown comments, too."""

MARKDOWN = (".md", ".mdx")
MYST = (*MARKDOWN, ".myst")
MOST = 2_000_000
"""A longer text is none that someone wrote."""


def is_requested(app: Sphinx) -> bool:
    """Whether ``docs.json``, conf.py or the command line request the extension."""
    conf, given = values_of_conf(app.config), app.config.overrides
    return (
        any((Path(app.srcdir) / name).is_file() for name in CONFIG_NAMES)
        or "__file__" not in conf
        or given.get("html_theme", conf.get("html_theme")) == THEME
        or any(name.startswith(PREFIX) for name in (*conf, *given))
    )


# What pages use, found in their texts: reading them takes milliseconds, importing us a second.


def inherits_theme(app: Sphinx, config: Config) -> bool:
    """Whether the theme may inherit from ours: its files or its package mention it."""
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


def uses_extension(app: Sphinx, config: Config) -> bool:
    """Whether a page uses one of our directives or roles."""
    pages, _others = _pages(app, config)
    directives, roles = names_used(_texts(app, config, pages))
    return any(directive_of(name) is None for name in directives) or not roles.issubset(
        role_names()
    )


def needs_parser(app: Sphinx, config: Config) -> bool:
    """Whether a toctree lists Markdown that no extension parses, or nothing is parsed at all.

    Other extensions register their parsers until ``config-inited``, so this is asked after them.
    """
    pages, others = _pages(app, config)
    unread = {name for name in others if name.endswith(MARKDOWN)}
    return not pages or (bool(unread) and _is_listed(unread, _texts(app, config, pages)))


def _pages(app: Sphinx, config: Config) -> tuple[list[str], list[str]]:
    """Return the files that Sphinx or an extension reads, and the others."""
    # Not the defaults of the configuration: builds of one process share them and add to them.
    given = {**values_of_conf(config), **config.overrides}
    suffixes = given.get("source_suffix", ".rst")
    known = (suffixes,) if isinstance(suffixes, str) else tuple(suffixes)
    read = (*known, *registered_suffixes(app))
    files = _files(app, config)
    pages = [name for name in files if name.endswith(read)]
    return pages, [name for name in files if not name.endswith(read)]


def uses_design(app: Sphinx, config: Config) -> bool:
    """Whether a page has a name of sphinx-design that nobody else has."""
    read = (*config.source_suffix, *MARKDOWN)
    names = [name for name in _files(app, config) if name.endswith(read)]
    directives, roles = names_used(_texts(app, config, names))
    free = {name for name in directives & DESIGN_DIRECTIVES if directive_of(name) is None}
    return bool(free) or any(map(DESIGN_ROLE.fullmatch, roles - role_names()))


def _files(app: Sphinx, config: Config) -> list[str]:
    """Return the files of the source folder that Sphinx does not leave out."""
    names = ("exclude_patterns", "templates_path", "html_extra_path", "html_static_path")
    left_out = (*EXCLUDE_PATHS, *(each for name in names for each in config[name]))
    return list(get_matching_files(app.srcdir, config.include_patterns, left_out))


def _texts(app: Sphinx, config: Config, names: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each page, its text, and the ending of what says how that is parsed.

    An included file counts as part of the page: Sphinx parses it there.
    """
    yield "", f"{config.rst_prolog or ''}\n{config.rst_epilog or ''}", ".rst"
    waiting = [(name, dirname(name), Path(name).suffix) for name in reversed(names)]
    seen = set(waiting)
    while waiting:
        name, folder, suffix = waiting.pop()
        text = _text(Path(app.srcdir, name))
        yield name, text, suffix
        for place in _INCLUDED.findall(text) if "include" in text else ():
            path = normpath(join("/", folder, place.strip())[1:])
            if (found := (path, folder, suffix)) not in seen:
                seen.add(found)
                waiting.append(found)


def _is_listed(others: set[str], texts: Iterable[tuple[str, str, str]]) -> bool:
    """Whether a toctree has an entry for Markdown that nobody else reads."""
    names = {*others, *(splitext(name)[0] for name in others)}
    return any(
        filter_names(names, normpath(join(dirname(name), entry.strip())))
        for name, text, _suffix in texts
        for entry in (_ENTRY.findall(text) if "toctree" in text else ())
    )


def names_used(texts: Iterable[tuple[str, str, str]]) -> tuple[set[str], set[str]]:
    """Return the directives and roles in pages that have our names, but for declared roles.

    A page that only shows them in code or a comment does not use them. That is checked only if a
    name occurs: few pages have one.
    """
    directives: set[str] = set()
    roles: set[str] = set()
    declared: set[str] = set()
    for _name, text, suffix in texts:
        declared.update(_DECLARED.findall(text) if "role::" in text else ())
        if any(_names_in(text, suffix)):
            found = _names_in(without_examples(text, suffix), suffix)
            directives |= found[0]
            roles |= found[1]
    return directives, roles - declared


def _names_in(text: str, suffix: str) -> tuple[set[str], set[str]]:
    """Return the directives and roles in a text that have our names."""
    both = suffix == ".ipynb" or (suffix in MYST and "eval-rst" in text)
    syntaxes = (_OF_MYST, _OF_RST) if both else (_OF_MYST if suffix in MYST else _OF_RST,)
    used, spoken = ({n for s in syntaxes for n in s[kind].findall(text)} for kind in (0, 1))
    return (
        {n for n in used if n in DIRECTIVES or n in DESIGN_DIRECTIVES or n.startswith(DOMAINS)},
        {n for n in spoken if n in ROLES or DESIGN_ROLE.fullmatch(n) or n.startswith(DOMAINS)},
    )


def without_examples(text: str, suffix: str) -> str:
    """Return a page without code and comments; what is doubtful stays."""
    if suffix == ".ipynb":
        return text
    text = text.expandtabs(8)
    if suffix in MYST:
        return _SPAN.sub(" ", "\n".join(_without_fences(text.splitlines())))
    # The text of an item begins behind its marks, and so do the blocks in it.
    text = _MARKS.sub(lambda found: " " * len(found[0]), text)
    return _LITERAL.sub(" ", _BLOCK.sub(r"\2\n", f"{text}\n"))


def _without_fences(lines: list[str]) -> Iterator[str]:
    """Yield the lines of Markdown outside of code; a fence with braces is a directive."""
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


def read_bytes(path: Path) -> bytes:
    """Return the content of a file; nothing where it cannot be read or nobody wrote so much."""
    try:
        return b"" if path.stat().st_size > MOST else path.read_bytes()
    except OSError:
        return b""


def _text(path: Path) -> str:
    return read_bytes(path).decode("utf-8", errors="replace")
