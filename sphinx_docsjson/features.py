"""The features, each an ordinary Sphinx extension that the kernel loads where it is wanted.

``docsjson_features = {"feeds": False}`` in ``conf.py`` switches one off, ``True`` loads it in any
case. Otherwise a feature is loaded where a file of the project has one of its words: that question
costs milliseconds, and the modules of the API reference alone cost half a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_docsjson.asked import CONFIG_NAMES, PREFIX, files_of, read_bytes
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
    :param says: what readers or authors have of it, in a few words.
    :param words: a project that uses the feature has one of them in a file, in lower case.
    """

    name: str
    says: str
    words: tuple[bytes, ...] | None = None

    @property
    def module(self) -> str:
        """The extension, as ``extensions`` in ``conf.py`` would name it."""
        return f"sphinx_docsjson.ext.{self.name}"


FEATURES = (
    Feature(
        name="openapi",
        says="pages of OpenAPI, AsyncAPI and SDKs",
        words=(b"openapi", b"asyncapi", b"swagger", b"api:", b'"api"', b"playground", b"sdk"),
    ),
    Feature(
        name="math",
        says="formulas as MathML, made when the site is built",
        words=(b"$", b"math", b"latex", rb"\(", rb"\[", rb"\begin"),
    ),
    Feature(
        name="diagrams",
        says="Mermaid diagrams, drawn by a script of the site",
        words=(b"mermaid",),
    ),
    Feature(
        name="utility_classes",
        says="the Tailwind classes that pages name, as a style sheet",
        words=(b"class",),
    ),
    Feature(
        name="integrations",
        says="the services that `integrations` of docs.json names",
        words=(b"integrations", b"analytics"),
    ),
    Feature(name="feeds", says="RSS and Atom feeds of pages with `Update`"),
    Feature(
        name="cards",
        says="a picture for each page, shown where its address is shared",
        words=(b"thumbnails",),
    ),
    Feature(name="parts", says="builds that `sphinx-docsjson join` makes one site of", words=()),
    Feature(name="books", says="PDF, EPUB, manual pages and plain text"),
    Feature(name="search", says="the search of the site, in the reader's browser"),
    Feature(name="agents", says="MCP, and the documentation that a wheel brings", words=()),
    Feature(name="discovery", says="skills and APIs under `.well-known`"),
    Feature(name="agent_checks", says="what agents stumble over, on request", words=()),
)
"""In the order in which they are loaded: steps and transforms of one turn run in this order.

One without words is loaded always; one with none, where ``conf.py`` has a setting of a feature.
"""

DATA = (".jsx", ".tsx", ".js", ".ts", ".json", ".yaml", ".yml")
"""Files beside pages that say what a page shows, or what ``docs.json`` refers to."""

FROM_FILES = frozenset({"sphinx_docsjson", "myst_parser", "sphinx_design"})
"""Extensions by which a page says nothing that stands in no file, as a docstring does."""

SETTING = "docsjson_features"


def setup_features(app: Sphinx) -> None:
    """Load the features that the project wants."""
    has_setting = any(
        name.startswith(PREFIX) and name != SETTING and name not in app.config
        for name in (*values_of_conf(app.config), *app.config.overrides)
    )
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
        "names of features are known ones",
        when=always,
    )
    chosen = chosen_features(app)
    open_features = [feature for feature in FEATURES if feature.name not in chosen]
    if not has_setting and not has_texts_from_elsewhere(app):
        open_features = features_of(open_features, texts_of(app))
    for feature in FEATURES:
        if chosen.get(feature.name, feature in open_features):
            app.setup_extension(feature.module)
            if feature.words is not None:
                # What was read without it is read again.
                app.extensions[feature.module].metadata.setdefault("env_version", 1)


def chosen_features(app: Sphinx) -> Mapping[str, bool]:
    """Return what conf.py says of features: Sphinx has no values yet when it loads extensions."""
    chosen = {**values_of_conf(app.config), **app.config.overrides}.get(SETTING, {})
    return chosen if isinstance(chosen, dict) else {}


def has_texts_from_elsewhere(app: Sphinx) -> bool:
    """Whether pages may show what stands in no file of the project."""
    conf = {**values_of_conf(app.config), **app.config.overrides}
    extensions = conf.get("extensions", ())
    names = extensions.split(",") if isinstance(extensions, str) else extensions
    return "setup" in conf or not FROM_FILES.issuperset(names)


def texts_of(app: Sphinx) -> Iterator[bytes]:
    """Yield the texts that say what a project uses, those that say most first."""
    for folder, names in ((app.srcdir, CONFIG_NAMES), (app.confdir, ("conf.py",))):
        for name in names:
            yield read_bytes(Path(folder, name))
    for path in files_of(app, DATA):
        yield read_bytes(path)


def features_of(features: Iterable[Feature], texts: Iterable[bytes]) -> list[Feature]:
    """Return those of the features that a project with these texts may use."""
    wanted = [feature for feature in features if feature.words is None]
    others = [feature for feature in features if feature.words]
    for text in texts:
        if not others:
            break
        lower = text.lower()
        if b"include" in lower and b"../" in lower:  # it may be a file outside of the project
            return [*features]
        found = [
            feature for feature in others if any(word in lower for word in feature.words or ())
        ]
        wanted += found
        others = [feature for feature in others if feature not in found]
    return wanted


def wants_more(app: Sphinx, path: Path) -> bool:
    """Whether a file that changed may use a feature that is not loaded."""
    chosen = chosen_features(app)
    unloaded = [
        feature
        for feature in FEATURES
        if feature.module not in app.extensions and feature.name not in chosen
    ]
    return bool(features_of(unloaded, [read_bytes(path)]))


def check_names(app: Sphinx, _config: Config) -> None:
    """Warn of features that there are not."""
    names = [feature.name for feature in FEATURES]
    for name in chosen_features(app):
        if name not in names:
            near = near_name(str(name), names)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(names)}"
            warn(Warn.CONFIG, f"{SETTING}: there is no feature {name!r}; {hint}", location=None)
