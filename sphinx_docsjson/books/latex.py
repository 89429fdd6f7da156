"""The settings of LaTeX, texinfo and manual pages that ``docs.json`` answers; conf.py wins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import texescape

from sphinx_docsjson.books.book_outline import books_with_pages, has_own_toctree
from sphinx_docsjson.build import the_build
from sphinx_docsjson.configuration import is_set, set_default
from sphinx_docsjson.files.theme_files import write_if_new
from sphinx_docsjson.site.palette import BADGE_TINT, printed_badges
from sphinx_docsjson.text.word_sets import words

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

ENGINE = "xelatex"
"""It reads Unicode and the fonts of the system, in a third of the time of LuaLaTeX."""

PACKAGES = ("docsjson", "docsjsonfonts")
"""Our style files, beside this module."""

COLORS = "docsjsoncolors"
"""The style file that each build writes."""

CHOSEN_FOR_AN_ENGINE = words(
    "babel cmappkg extrapackages fontenc fontpkg fontsubstitution inputenc passoptionstopackages "
    "polyglossia preamble substitutefont textcyrillic textgreek utf8extra"
)
"""What conf.py writes for the engine that it knows; another one might not understand it."""

ELEMENTS = {
    "extraclassoptions": "openany,oneside",
    # Sites nest lists, fields and steps deeper than the six levels of LaTeX.
    "maxlistdepth": "20",
    "fncychap": "",
    "figure_align": "H",
    # A line of code without a space is broken at the margin all the same.
    "sphinxsetup": "verbatimforcewraps=true",
}

FONTS = {
    "fontpkg": r"\usepackage{docsjsonfonts}",
    "fvset": r"\fvset{fontsize=\small}",
}


CHINESE = {
    "fontenc": r"\IfFileExists{xeCJK.sty}{\usepackage{xeCJK}}{\usepackage{fontspec}}",
    "fvset": r"\fvset{fontsize=\small}"
    r"\ifdefined\xeCJKVerbAddon\fvset{formatcom=\xeCJKVerbAddon}\fi",
}
"""As Sphinx has it, where its package is installed."""


def choose_engine(app: Sphinx, config: Config) -> None:
    """Set what conf.py left open (``config-inited``, before Sphinx derives the rest)."""
    folder = Path(__file__).parent
    files = [str(folder / f"{name}.sty") for name in PACKAGES]
    config.latex_additional_files = [*config.latex_additional_files, *files]
    app.add_latex_package("docsjson", after_hyperref=True)
    if not has_own_toctree(app):
        set_elements(config)


def write_colors(app: Sphinx) -> None:
    """Write the colours of badges, which are those of the pages (``builder-inited``)."""
    if app.builder.format != "latex":
        return
    lines = [f"\\ProvidesPackage{{{COLORS}}}"]
    lines.append(f"\\newcommand\\docsjsonTint{{{100 * BADGE_TINT:g}}}")
    for name, color in printed_badges(the_build(app.config).site.colors).items():
        lines.append(f"\\definecolor{{docsjson@{name}}}{{HTML}}{{{color.lstrip('#').upper()}}}")
    write_if_new(Path(app.outdir) / f"{COLORS}.sty", "\n".join([*lines, "\\endinput"]) + "\n")


def set_elements(config: Config) -> None:
    """Choose the engine and what comes with it, where nothing in conf.py is about them."""
    elements: dict[str, Any] = dict(config.latex_elements)
    chosen = is_set(config, "latex_engine") or CHOSEN_FOR_AN_ENGINE & set(elements)
    if not chosen and config.language != "ja":
        config.latex_engine = ENGINE
    ours = dict(ELEMENTS)
    if config.latex_engine in {"xelatex", "lualatex"}:
        # The other program for indexes is seldom installed.
        set_default(config, "latex_use_xindy", False)
        ours |= FONTS
        ours |= CHINESE if str(config.language).startswith("zh") else {}
    if setup := elements.get("sphinxsetup"):
        elements["sphinxsetup"] = f"{ours['sphinxsetup']},{setup}"
    config.latex_elements = {**ours, **elements}


def list_documents(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Make one document of each book (``env-updated``)."""
    build = the_build(app.config)
    config, project = app.config, str(app.config.project)
    author = str(config.author) if is_set(config, "author") else ""
    originals = {shown: text for text, shown in build.texts.known.items()}
    books = [
        (document, book.name(project, originals), book.title(project))
        for book, document in books_with_pages(app)
    ]
    if not books:
        return []
    escape = texescape.escape
    engine = config.latex_engine
    listed: dict[str, list[tuple[Any, ...]]] = {
        "latex_documents": [
            (
                document,
                f"{name}.tex",
                texescape.escape_abbr(escape(title, engine)),
                texescape.escape_abbr(escape(author, engine)),
                config.latex_theme,
            )
            for document, name, title in books
        ],
        "texinfo_documents": [
            (document, name, title, author, name, title, "Miscellaneous")
            for document, name, title in books
        ],
        "man_pages": [
            (document, name, title, [author] if author else [], 1)
            for document, name, title in books
        ],
    }
    for name, value in listed.items():
        set_default(config, name, value)
    return []
