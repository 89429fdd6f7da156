"""What looks like a real secret in code, by the detectors of the optional detect-secrets package.

Only detectors of known formats are asked. Those that guess by entropy or by names such as
``password`` would report every example, and nothing is verified, so nothing is sent anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

GUESSING = frozenset(
    {"Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector", "IPPublicDetector"}
)

_PLACEHOLDER = re.compile(
    r"(?i)example|placeholder|your|dummy|fake|sample|redacted|change-?me|xxx|\*{3}|\.{3}|…"
    r"|(.)\1{7}|^<.*>$|^\$?\{.*\}$|^(user(name)?:)?(pass(word)?|pwd|secret|token)$"
)


@cache
def detector() -> tuple[Any, ...] | None:
    """Return the detectors, or ``None`` when the package is not installed."""
    try:
        from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
    except ImportError:
        return None
    classes: Iterable[Any] = get_mapping_from_secret_type_to_class().values()
    return tuple(found() for found in classes if found.__name__ not in GUESSING)


def find_secrets(code: str) -> Iterator[str]:
    """Yield the kind of each secret in *code*, such as ``AWS Access Key``."""
    seen = set()
    for line in code.split("\n"):
        for plugin in detector() or ():
            for value in plugin.analyze_string(line):
                text = str(value)
                if (plugin.secret_type, text) not in seen and not _PLACEHOLDER.search(text):
                    seen.add((plugin.secret_type, text))
                    yield plugin.secret_type
