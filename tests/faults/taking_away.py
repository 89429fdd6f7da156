"""An extension for tests: it takes a source away in the middle of a build."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Take ``taken_away`` away at the event ``taken_at``, before or after all others."""
    app.add_config_value("taken_away", "", "")
    app.add_config_value("taken_at", "", "")
    app.connect("config-inited", _begin)


def _begin(app: Sphinx, config: object) -> None:
    def take(*_: object) -> list[str]:
        (Path(app.srcdir) / app.config.taken_away).unlink(missing_ok=True)
        return []

    event, _, place = app.config.taken_at.partition(" ")
    app.connect(event, take, priority=1 if place == "first" else 999)
