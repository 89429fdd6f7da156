"""The features, each an ordinary Sphinx extension that the kernel loads where it is wanted.

``docsjson_features = {"feeds": False}`` in ``conf.py`` switches one off; its modules are not
imported then. Nothing here imports a feature before it is known to be wanted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_docsjson.base.near_names import near_name
from sphinx_docsjson.compat.sphinx import values_of_conf
from sphinx_docsjson.steps import Turn, add_step, always
from sphinx_docsjson.warnings import Warn, warn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.config import Config


@dataclass(frozen=True, kw_only=True, slots=True)
class Feature:
    """A feature of the package.

    :param name: what ``docsjson_features`` calls it.
    :param says: what readers or authors have of it, in a few words.
    """

    name: str
    says: str

    @property
    def module(self) -> str:
        """The extension, as ``extensions`` in ``conf.py`` would name it."""
        return f"sphinx_docsjson.ext.{self.name}"


FEATURES = (
    Feature(name="openapi", says="pages of OpenAPI, AsyncAPI and SDKs"),
    Feature(name="math", says="formulas as MathML, made when the site is built"),
    Feature(name="diagrams", says="Mermaid diagrams, drawn by a script of the site"),
    Feature(name="utility_classes", says="the Tailwind classes that pages name, as a style sheet"),
    Feature(name="integrations", says="the services that `integrations` of docs.json names"),
    Feature(name="feeds", says="RSS and Atom feeds of pages with `Update`"),
    Feature(name="cards", says="a picture for each page, shown where its address is shared"),
    Feature(name="parts", says="builds that `sphinx-docsjson join` makes one site of"),
    Feature(name="books", says="PDF, EPUB, manual pages and plain text"),
    Feature(name="search", says="the search of the site, in the reader's browser"),
    Feature(name="agents", says="MCP, and the documentation that a wheel brings"),
    Feature(name="discovery", says="skills and APIs under `.well-known`"),
    Feature(name="agent_checks", says="what agents stumble over, on request"),
)
"""In the order in which they are loaded: steps and transforms of one turn run in this order."""

SETTING = "docsjson_features"


def setup_features(app: Sphinx) -> None:
    """Load the features that the project did not switch off."""
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
    for feature in wanted_features(chosen_features(app)):
        app.setup_extension(feature.module)


def chosen_features(app: Sphinx) -> Mapping[str, bool]:
    """Return what conf.py says of features: Sphinx has no values yet when it loads extensions."""
    chosen = {**values_of_conf(app.config), **app.config.overrides}.get(SETTING, {})
    return chosen if isinstance(chosen, dict) else {}


def wanted_features(chosen: Mapping[str, bool]) -> list[Feature]:
    """Return the features to load."""
    return [feature for feature in FEATURES if chosen.get(feature.name, True)]


def check_names(app: Sphinx, _config: Config) -> None:
    """Warn of features that there are not."""
    names = [feature.name for feature in FEATURES]
    for name in chosen_features(app):
        if name not in names:
            near = near_name(str(name), names)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(names)}"
            warn(Warn.CONFIG, f"{SETTING}: there is no feature {name!r}; {hint}", location=None)
