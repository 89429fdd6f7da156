"""The files of the theme, and how its style sheets and scripts are joined from their sources."""

from __future__ import annotations

import json
import re
import tomllib
from configparser import ConfigParser
from configparser import Error as ConfigError
from importlib.metadata import entry_points
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from sphinx_docsjson.base.messages import well_formed
from sphinx_docsjson.compat.sphinx import theme_folders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config


# The style sheets and scripts of the theme, each put together from source files in an order.
#
# The folder of a source in ``theme/styles`` is its cascade layer; what is in no folder is in no
# layer. What the reader loads has no comments and no indentation: lines are omitted, and nothing
# inside a line is touched.

_PROTO = re.compile(r'(?<=[{,])"__proto__":')

LAYERS: Final = "layers"
"""The source that says the order of the layers; each page loads it before all others."""

SHEETS: Final[dict[str, tuple[str, ...]]] = {
    "docsjson.css": (
        LAYERS,
        "fonts",
        "tokens/sizes",
        "tokens/frame",
        "base/elements",
        "base/helpers",
        "layout/header",
        "layout/banner",
        "layout/tabs",
        "layout/frame",
        "layout/contents",
        "layout/sidebar",
        "layout/switches",
        "layout/page-foot",
        "layout/footer",
        "layout/small-screens",
        "layout/edges",
        "layout/reading",
        "layout/print",
        "utilities/custom-pages",
    ),
    "content.css": (
        "content/page-head",
        "content/html",
        "content/prose",
        "content/code",
        "content/tables",
        "content/figures",
        "content/lists",
        "content/sphinx",
        "over-pygments",
    ),
    "code-blocks.css": ("components/code-blocks",),
    "callouts.css": ("content/asides", "components/callouts"),
    "sphinx.css": (
        "content/notes",
        "content/signatures",
        "content/footnotes",
        "content/index-pages",
        "components/object-fields",
    ),
    "components.css": (
        "components/bodies",
        "components/page-banners",
        "components/columns",
        "components/cards",
        "components/tiles",
        "components/landing",
        "components/steps",
        "components/tabs",
        "components/accordions",
        "components/fields",
        "components/frames",
        "components/tooltips",
        "components/inline-parts",
        "components/updates",
        "components/side-examples",
        "components/audiences",
        "components/file-trees",
        "components/swatches",
        "components/repositories",
        "components/forced-colors",
        "components/print",
    ),
    "api.css": ("components/api", "components/api-overview"),
    "docsjson-playground.css": (
        "components/playground",
        "components/playground-token",
        "components/playground-answer",
    ),
    "docsjson-search.css": ("layout/search-dialog", "layout/search-results"),
    "page-menu.css": ("components/page-menu",),
    "not-found.css": ("layout/not-found",),
    "sphinx-design-docsjson.css": ("vendor", "components/sphinx-design"),
    "guests.css": ("guests",),
}
"""A style sheet → its sources, in the order in which they are put together."""

PAGE_SHEET: Final = "docsjson-page.css"
PAGE_STYLES: Final = (
    "pygments.css",
    "docsjson.css",
    "content.css",
    "page-menu.css",
    "docsjson-site.css",
    "code-blocks.css",
    "callouts.css",
    "sphinx.css",
    "components.css",
)
"""The style sheets that all pages load, joined to :data:`PAGE_SHEET`."""

BACKDROPS: Final = "layout/backdrops"
"""What the style sheet of a site has where something is behind its pages."""

THEMES: Final = "utilities/themes"
"""What the style sheet of a site has where ``docs.json`` names a layout theme other than ours."""

DENSE: Final = "utilities/dense"
"""What the style sheet of a site without ``docs.json`` has: other Sphinx themes show as much."""

CANVAS: Final = "content/canvas"
"""What the style sheet of classes has in front: what authors lay out begins without our look."""

DIAGRAM_SCRIPT: Final = "mermaid.min.js"
"""The file beside conf.py or docs.json that draws diagrams, where no setting names one."""

INTERACTIVE_SCRIPT: Final = "preact.min.js"
"""The file beside conf.py or docs.json that draws components of authors in the browser."""

BORROWED: Final[dict[str, tuple[str, ...]]] = {
    "components.css": ("base/helpers", "components/code-blocks", "components/callouts"),
}
"""What a style sheet has in front with another theme, whose pages load nothing else from us."""

SCRIPTS: Final[dict[str, tuple[str, ...]]] = {
    "docsjson-mode.js": ("early/mode", "shared/own", "shared/groups", "early/kept"),
    "docsjson.js": (
        "shared/dom",
        "shared/groups",
        "frame/keeping",
        "frame/mode",
        "frame/drawer",
        "frame/menus",
        "frame/header",
        "frame/edges",
        "frame/contents",
        "frame/sidebar",
        "frame/search",
        "frame/start",
    ),
    "components.js": (
        "shared/dom",
        "shared/own",
        "components/elements",
        "components/choices",
        "components/tabs",
        "components/media",
        "components/views",
        "components/anchors",
        "components/copying",
        "components/cards",
        "components/zoom",
        "components/tooltips",
        "components/updates",
        "components/start",
    ),
    "reading.js": ("shared/dom", "frame/keeping", "frame/reading"),
    "repository.js": ("shared/dom", "shared/own", "frame/keeping", "frame/repository"),
    "api.js": ("api",),
    "page-menu.js": ("page-menu",),
    "mermaid-diagrams.js": ("mermaid-diagrams",),
    "not-found.js": ("early/mode", "shared/dom", "not-found/start"),
}
"""A script → its sources, which share one scope."""

SERVICES_SCRIPT: Final = "docsjson-integrations.js"
"""What loads the services that ``docs.json`` names; ``serve`` gives nothing in its place."""

LENT: Final = ("components.css", "api.css", "docsjson-playground.css")
LENT_TOKENS: Final = "components-tokens.css"
LENT_SCRIPTS: Final = ("components.js", "api.js")
"""What pages of another theme load when they have one of our components."""

MAIN: Final = ':is(main, [role="main"], .dj-content.dj-content.dj-content)'
"""The main part of a page, more specific than what themes say about lists and text in there."""


Source = tuple[str, "Path"]
"""A cascade layer, or nothing, and a file whose rules belong in it."""


def style_sheet(sources: Iterable[Source]) -> str:
    """Return *sources* as one style sheet, in this order."""
    parts = []
    for layer, group in groupby(sources, lambda source: source[0]):
        text = "".join(without_comments(path.read_text(encoding="utf-8")) for _, path in group)
        parts.append(f"@layer dj.{layer} {{\n{text}}}\n" if layer else text)
    return "".join(parts)


def theme_sheet(name: str) -> str:
    """Return a style sheet of our pages."""
    return style_sheet(sources_of(SHEETS[name]))


def lent_sheet(name: str) -> str:
    """Return a style sheet for pages of another theme.

    It is in no layer, because every rule of a theme without layers would win over it, and what it
    says about ``.dj-content`` holds for the main part of any page.
    """
    sources = sources_of((*BORROWED.get(name, ()), *SHEETS[name]))
    return style_sheet(("", path) for _layer, path in sources).replace(".dj-content ", f"{MAIN} ")


def shared_tokens() -> str:
    """Return the tokens that components stand on in another theme, but for the colours."""
    return style_sheet(sources_of((LAYERS, "tokens/sizes")))


def sources_of(names: Iterable[str]) -> Iterator[Source]:
    """Yield style sources of the theme, which are named by their paths."""
    folder = theme_path() / "styles"
    return ((name.rpartition("/")[0], folder / f"{name}.css") for name in names)


def theme_script(name: str) -> str:
    """Return a script."""
    folder = theme_path() / "scripts"
    return one_scope(folder / f"{source}.js" for source in SCRIPTS[name])


def script_literal(data: Any) -> str:
    """Return *data* as an expression of JavaScript with the same value as its JSON.

    A literal with the key ``__proto__`` would not have that member, but be made of it
    (ECMAScript 2024, section B.3.1).
    """
    dumped = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
    return _PROTO.sub('["__proto__"]:', well_formed(dumped))


def one_scope(sources: Iterable[Path], before: str = "") -> str:
    """Return *sources* as one script, in this order, in a scope that no other script sees."""
    texts = (without_comments(source.read_text(encoding="utf-8")) for source in sources)
    return f"(() => {{\n'use strict';\n{before}{''.join(texts)}}})();\n"


def without_comments(text: str) -> str:
    """Return CSS or JavaScript without indentation, blank lines and lines of comments.

    No string of ours spans lines, so every line begins outside a string; a test reads the sources
    to check that.
    """
    lines: list[str] = []
    comment = False
    for line in map(str.strip, text.splitlines()):
        if not comment and not line.startswith("/*"):
            if line and not line.startswith("//"):
                lines.append(line)
            continue
        _inside, end, rest = line.partition("*/")
        comment = not end
        if rest:
            lines.append(rest.lstrip())
    return "\n".join(lines) + "\n"


_TOKEN = re.compile(r" /\* [A-Z][A-Za-z.]*+ \*/$", re.MULTILINE)
"""What Pygments says behind each rule: the kind of its token."""


def write_page_sheet(static: Path) -> None:
    """Join the style sheets of a build, as they are in its output, to the one that pages load."""
    names = [name for name in PAGE_STYLES if (static / name).is_file()]
    parts = ((static / name).read_text(encoding="utf-8").removeprefix("\ufeff") for name in names)
    # A sheet that ends inside a rule must not include the next one in it.
    text = "".join(f"{_TOKEN.sub('', part).rstrip()}\n" for part in parts)
    write_if_new(static / PAGE_SHEET, f"/* {' '.join(names)} */\n{text}")


def write_if_new(target: Path, text: str) -> None:
    """Write a file, unless it says the same already."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8", newline="\n")


# Where our theme is, and whether the pages of a build are drawn by it or by a child of it.

THEME = "docsjson"
MOST_ANCESTORS = 10
"""As many as Sphinx follows."""

_OF_US = re.compile(r"sphinx[-_.]docsjson\b", re.IGNORECASE)
_children: WeakKeyDictionary[Config, tuple[str, tuple[Path, ...]]] = WeakKeyDictionary()
"""The name of a theme that inherits from ours, its folder and those between it and ours."""


def theme_path() -> Path:
    """Return the folder that holds ``theme.toml``."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "theme"
    return installed if installed.is_dir() else package.parent / "theme"


def has_our_theme(config: Config) -> bool:
    """Whether ``html_theme`` is ours, or inherits from ours."""
    return bool(config.html_theme == THEME or config.html_theme == _children.get(config, ("",))[0])


def child_theme_folders(config: Config) -> tuple[Path, ...]:
    """Return the folders of the theme of a build, where it inherits from ours, up to ours."""
    name, folders = _children.get(config, ("", ()))
    return folders if name == config.html_theme else ()


def register_child_themes(app: Sphinx, config: Config) -> None:
    """Find out whether the theme of the build inherits from ours, before anyone asks."""
    name = str(config.html_theme)
    _load_child_package(app, name)
    folders = {name: Path(path) for name, path in theme_folders(app).items()}
    for place in config.html_theme_path:
        folders |= {each.name: each for each in (Path(app.confdir) / place).glob("*/")}
    if (chain := _folders_to_ours(name, folders)) is not None:
        _children[config] = (name, chain)


def _load_child_package(app: Sphinx, name: str) -> None:
    """Load the package of a theme that depends on us; Sphinx would do so later."""
    if name == THEME or name in theme_folders(app):
        return
    for entry in entry_points(group="sphinx.html_themes", name=name):
        if entry.dist is not None and any(map(_OF_US.match, entry.dist.requires or ())):
            app.setup_extension(entry.module)


def _folders_to_ours(name: str, folders: Mapping[str, Path]) -> tuple[Path, ...] | None:
    """Return the folders on the way of ``inherit`` from a theme to ours, ``None`` for no such way.

    Sphinx reports a wrong one.
    """
    chain: list[Path] = []
    while name in folders and len(chain) < MOST_ANCESTORS:
        chain.append(folders[name])
        name = _parent(folders[name])
        if name == THEME:
            return tuple(chain)
    return None


def _parent(folder: Path) -> str:
    """Return the theme that the one in a folder inherits from, if its file can be read."""
    try:
        if (toml := folder / "theme.toml").is_file():
            return str(tomllib.loads(toml.read_text(encoding="utf-8"))["theme"]["inherit"])
        conf = ConfigParser(interpolation=None)
        conf.read(folder / "theme.conf", encoding="utf-8")
        return conf["theme"]["inherit"]
    except (OSError, ValueError, LookupError, TypeError, ConfigError):
        return ""
