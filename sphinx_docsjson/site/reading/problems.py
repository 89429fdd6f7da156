"""What is wrong in the configuration, collected with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sphinx_docsjson.site.place import Location

Path: TypeAlias = tuple[str | int, ...]

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$-]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfigProblem:
    """Something wrong in the configuration file.

    :param kind: the subtype of the warning, such as ``config``.
    :param message: where in the data, what is wrong, and what to do.
    :param fatal: no site can be made of the file.
    """

    message: str
    location: Location | None = None
    kind: str = "config"
    fatal: bool = False


@dataclass(kw_only=True, slots=True)
class Report:
    """The problems of one configuration, in the order in which they are found."""

    problems: list[ConfigProblem] = field(default_factory=list)

    def add(
        self, message: str, location: Location | None, *, kind: str = "config", fatal: bool = False
    ) -> None:
        """Note a problem."""
        self.problems.append(
            ConfigProblem(message=message, location=location, kind=kind, fatal=fatal)
        )


def path_text(path: Path) -> str:
    """Return a path in the data as people write it: ``navigation[2].pages[0]``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _IDENTIFIER.fullmatch(part):
            text += f".{part}" if text else part
        else:
            text += f'["{part}"]'
    return text
