"""The version of the package and of its code, for caches that depend on it."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from pathlib import Path

__version__ = "0.1.0"


@cache
def code_digest(folder: Path = Path(__file__).parent) -> str:
    """Return a digest of the code in a folder, by default that of this package, in hexadecimal.

    Caches of other code are made again. A release has a number, but a clone, a branch and an
    editable installation change without a new one, and their doctrees could not be read.
    """
    total = blake2b(__version__.encode(), digest_size=7)
    for file in sorted(folder.rglob("*.py")):
        total.update(f"\0{file.relative_to(folder).as_posix()}\0".encode())
        total.update(file.read_bytes())
    return total.hexdigest()


def env_version() -> int:
    """Return the number of the environments of this code: Sphinx reads those of others again."""
    return int(code_digest(), 16)
