"""Load a configuration from a dictionary or a text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sphinx_docsjson.site.loading import LoadedSite, load_site
from sphinx_docsjson.site.model import Container, LinkEntry, OperationEntry, PageEntry
from tests._support.building import write_files

MINIMAL: dict[str, Any] = {"name": "Test", "navigation": []}


@dataclass
class Result:
    """What was loaded, in a form that tests can compare."""

    loaded: LoadedSite

    @property
    def site(self):
        assert self.loaded.site is not None, self.messages
        return self.loaded.site

    @property
    def messages(self) -> list[str]:
        return [f"{p.location}: {p.message}" for p in self.loaded.problems]

    @property
    def outline(self) -> list[Any]:
        """The navigation as ``["kind label", [children]]``, pages and links as strings."""
        return [outline(child) for child in self.site.navigation.children]


def outline(node: Any) -> Any:
    match node:
        case Container():
            return [f"{node.kind.value} {node.label}", *map(outline, node.children)]
        case PageEntry():
            shown = node.path + (f"#{node.fragment}" if node.fragment else "")
            return f"{shown} as {node.label}" if node.label else shown
        case OperationEntry():
            return " ".join(filter(None, (node.spec, node.method, node.path)))
        case LinkEntry():
            return f"{node.kind.value} {node.label} -> {node.href}"


@pytest.fixture
def load(tmp_path: Path):
    """Return ``load(config, files)``: a dict is merged over a minimal one, a text is the file."""

    def load(
        config: dict[str, Any] | str,
        files: dict[str, Any] | None = None,
        name: str = "docs.json",
    ) -> Result:
        text = config if isinstance(config, str) else json.dumps(MINIMAL | config, indent=2)
        texts = {
            path: content if isinstance(content, (str, bytes)) else json.dumps(content)
            for path, content in (files or {}).items()
        }
        write_files(tmp_path, {name: text, **texts})
        return Result(load_site(tmp_path))

    return load
