"""The list of features. Each is a Sphinx extension, loaded if a project may use it.

``docsjson_features = {"feeds": False}`` in ``conf.py`` switches a feature off, ``True`` always
loads it. Otherwise a feature is loaded if a file of the project contains one of its words: that
check costs milliseconds, and the modules of the API reference alone cost half a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.matching import get_matching_files

from sphinx_docsjson.activation import CONFIG_NAMES, PREFIX, read_bytes
from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.compat.sphinx import values_of_conf
from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config


@dataclass(frozen=True, kw_only=True, slots=True)
class Feature:
    """A feature of the package.

    :param name: what ``docsjson_features`` calls it.
    :param words: where given, the feature is loaded only if a file of the project has one of them,
        in any case. For features that take long to import, and leave nothing to clean up.
    """

    name: str
    words: tuple[bytes, ...] = ()

    @property
    def module(self) -> str:
        """The extension, as ``extensions`` in ``conf.py`` would name it."""
        return f"sphinx_docsjson.ext.{self.name}"


FEATURES = (
    # pages of OpenAPI, AsyncAPI and SDKs
    Feature(
        name="openapi",
        words=(b"openapi", b"asyncapi", b"swagger", b"api:", b'"api"', b"playground", b"sdk"),
    ),
    Feature(name="api_changes"),  # changes to an API since an older description
    Feature(name="api_checks"),  # checks of API descriptions and their examples
    # formulas as MathML, rendered during the build
    Feature(name="math", words=(b"$", b"math", b"latex", rb"\(", rb"\[", rb"\begin")),
    Feature(name="diagrams"),  # Mermaid diagrams, drawn in the browser
    Feature(name="utility_classes", words=(b"class",)),  # a style sheet for Tailwind classes
    Feature(name="jsx"),  # React components, rendered during the build
    Feature(name="integrations"),  # the services in `integrations` of docs.json
    Feature(name="feeds"),  # RSS feeds of pages with `Update`
    Feature(name="cards"),  # social preview images
    Feature(name="parts"),  # sites built in parts, for `sphinx-docsjson join`
    Feature(name="books"),  # PDF, EPUB, manual pages and plain text
    Feature(name="search"),  # search in the browser
    Feature(name="agents"),  # MCP, and documentation in wheels
    Feature(name="discovery"),  # skills and APIs under `.well-known`
)
"""In the order in which they are loaded: steps and transforms of one turn run in this order."""

DATA = (".jsx", ".tsx", ".js", ".ts", ".json", ".yaml", ".yml")
"""Files beside pages that say what a page shows, or what ``docs.json`` refers to."""

TEXTS = (".rst", ".md", ".txt", ".inc", ".ipynb", ".rest", ".myst", ".mdx")
"""The endings of files that pages are, or include."""

NO_SOURCES = ("node_modules", "_build", ".*", "site-packages")
"""Folders in which nobody writes pages."""

FROM_FILES = frozenset({"sphinx_docsjson", "myst_parser", "sphinx_design"})
"""Extensions by which a page says nothing that is in no file, as a docstring does."""

SETTING = "docsjson_features"


def setup_features(app: Sphinx) -> None:
    """Load the features that the project wants."""
    app.add_config_value(
        SETTING,
        {},
        "env",
        frozenset({dict}),
        description="Features to switch off, by name: `{'feeds': False}`.",
    )
    add_step(
        app,
        "config-inited",
        Turn.AFTER,
        check_names,
        "check the names in docsjson_features",
        when=always,
    )
    chosen = chosen_features(app)
    wanted = FEATURES if may_use_any(app) else features_in(texts_of(app), FEATURES)
    for feature in FEATURES:
        if chosen.get(feature.name, feature in wanted):
            app.setup_extension(feature.module)
            if feature.words:
                # What was read without it is read again.
                app.extensions[feature.module].metadata.setdefault("env_version", 1)


def chosen_features(app: Sphinx) -> Mapping[str, bool]:
    """Return what conf.py says about features: Sphinx has no values yet when it loads us."""
    chosen = {**values_of_conf(app.config), **app.config.overrides}.get(SETTING, {})
    return chosen if isinstance(chosen, dict) else {}


def may_use_any(app: Sphinx) -> bool:
    """Whether the files of a project do not tell what it uses.

    Its ``conf.py`` sets something that the kernel does not know, or other extensions bring texts.
    """
    conf = {**values_of_conf(app.config), **app.config.overrides}
    extensions = conf.get("extensions", ())
    names = extensions.split(",") if isinstance(extensions, str) else extensions
    sets_more = any(name.startswith(PREFIX) and name not in app.config for name in conf)
    return sets_more or "setup" in conf or not FROM_FILES.issuperset(names)


def texts_of(app: Sphinx) -> Iterator[bytes]:
    """Yield the texts that say what a project uses, those that say most first."""
    for folder, names in ((app.srcdir, CONFIG_NAMES), (app.confdir, ("conf.py",))):
        for name in names:
            yield read_bytes(Path(folder, name))
    left_out = [*NO_SOURCES, *(f"**/{name}" for name in NO_SOURCES)]
    for place in (app.outdir, app.doctreedir):
        if place.is_relative_to(app.srcdir):
            left_out.append(place.relative_to(app.srcdir).as_posix())
    for name in get_matching_files(app.srcdir, exclude_patterns=left_out):
        if name.endswith((*TEXTS, *DATA)):
            yield read_bytes(Path(app.srcdir, name))


def features_in(texts: Iterable[bytes], features: Iterable[Feature]) -> list[Feature]:
    """Return those of *features* that a project with these texts may use."""
    wanted = [feature for feature in features if not feature.words]
    others = [feature for feature in features if feature.words]
    for text in texts:
        if not others:
            break
        lower = text.lower()
        outside = b"include" in lower and b"../" in lower  # what is there, nobody has read
        found = [each for each in others if outside or any(word in lower for word in each.words)]
        wanted += found
        others = [each for each in others if each not in found]
    return wanted


def wants_more(app: Sphinx, path: Path) -> bool:
    """Whether a file that changed may use a feature that is not loaded."""
    chosen = chosen_features(app)
    missing = [
        feature
        for feature in FEATURES
        if feature.module not in app.extensions and feature.name not in chosen
    ]
    return bool(features_in([read_bytes(path)], missing))


def check_names(app: Sphinx, _config: Config) -> None:
    """Warn of features that there are not."""
    names = [feature.name for feature in FEATURES]
    for name in chosen_features(app):
        if name not in names:
            near = near_name(str(name), names)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(names)}"
            warn(Warn.CONFIG, f"{SETTING}: there is no feature {name!r}; {hint}", location=None)
