"""What of ``theme`` is in the wheel: what a build reads, and nothing that only checks read.

Hatchling asks for it; ``[tool.hatch.build.targets.wheel.hooks.custom]`` says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOR_CHECKS = (".d.ts", "tsconfig.json")


class ThemeFiles(BuildHookInterface[Any]):
    """Puts the files of the theme inside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files; an editable installation finds them where they are."""
        if version == "editable":
            return
        root = Path(self.root)
        for path in sorted((root / "theme").rglob("*")):
            if path.is_file() and not path.name.endswith(FOR_CHECKS):
                name = path.relative_to(root).as_posix()
                build_data["force_include"][str(path)] = f"sphinx_docsjson/{name}"
