"""README as an index of packages shows it: its links lead to the published documentation.

Hatchling asks for it when it makes a distribution; ``[tool.hatch.metadata.hooks.custom]`` says so.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
DOCS = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["urls"]["Documentation"]
_PAGE = re.compile(r"(?<=\]\()docs/(?P<page>[\w/.-]+)\.md(?=[)#])")
_PICTURE = re.compile(r'(?<==")docs/(?=_images/)')


class Readme(MetadataHookInterface):
    """Puts the text in."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme``."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": published(text)}


def published(text: str) -> str:
    """Return a text whose paths of the repository are addresses of the documentation."""
    text = _PAGE.sub(lambda found: f"{DOCS}{found['page']}.html", text)
    return _PICTURE.sub(DOCS, text)
