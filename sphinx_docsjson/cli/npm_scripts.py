"""Downloads the optional scripts of a site from npm, for ``init``.

The package holds none of them. Builds and pages contact no other host: the file belongs to the
repository from then on. What arrives is compared with digests that are here.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tarfile
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING, Final

from sphinx_docsjson.base.theme_files import DIAGRAM_SCRIPT, INTERACTIVE_SCRIPT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MOST_BYTES = 50_000_000
"""More than this is not read."""

SECONDS = 60


@dataclass(frozen=True, kw_only=True)
class NpmScript:
    """A script, made of files of a package.

    :param title: what the package is called.
    :param file: the name that the script gets.
    :param address: the archive of the package.
    :param members: the files of the archive, in their order → SHA-512.
    :param notice: a comment in front.
    """

    title: str
    file: str
    address: str
    members: Mapping[str, str]
    notice: str = ""

    def take(self, folder: Path) -> int:
        """Write the script into *folder*, unless it is there; return the exit code."""
        target = folder / self.file
        if target.is_file():
            print(f"{target} already exists")
            return 0
        try:
            parts = self._read()
        except (OSError, HTTPException, ValueError, KeyError, tarfile.TarError) as error:
            message = f"{self.address} cannot be read: {error}. Nothing was written."
            print(message, file=sys.stderr)
            return 1
        if [hashlib.sha512(each).hexdigest() for each in parts] != list(self.members.values()):
            message = f"{self.address} is not the expected file. Nothing was written."
            print(message, file=sys.stderr)
            return 1
        target.write_bytes(self.notice.encode() + b"\n".join(parts))
        print(f"{target} written: {self.title}. Add it to your repository.")
        return 0

    def _read(self) -> list[bytes]:
        with urllib.request.urlopen(self.address, timeout=SECONDS) as answer:
            packed = answer.read(MOST_BYTES)
        parts = []
        with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
            for name in self.members:
                member = archive.extractfile(name)
                if member is None:
                    raise ValueError(f"there is no {name} in it")
                parts.append(member.read(MOST_BYTES))
        return parts


MERMAID: Final = NpmScript(
    title="Mermaid 11.12.0",
    file=DIAGRAM_SCRIPT,
    address="https://registry.npmjs.org/mermaid/-/mermaid-11.12.0.tgz",
    members={
        "package/dist/mermaid.min.js": (
            "e5329a62f85e9c006194620a4b10162c5241642490c3b1d357b68bd5d25c0689"
            "0cffedcf36d7e024596ff04e94b3f07554c950e2ef2c3f38ee74bf53110d3ac3"
        )
    },
)
"""Draws diagrams; it has 3 MB."""

PREACT: Final = NpmScript(
    title="Preact 10.29.8",
    file=INTERACTIVE_SCRIPT,
    address="https://registry.npmjs.org/preact/-/preact-10.29.8.tgz",
    members={
        "package/dist/preact.min.umd.js": (
            "ba1f900c162a7fe5078e74b131a88fdb2a6a82278134f24d5f0fef01335b0ee4"
            "b72e2696e914909a9b5d5ade83f7998e963b481b0d78a1af5f6c1ae3c74e4882"
        ),
        "package/hooks/dist/hooks.umd.js": (
            "6c91ad7f3d066edb2f3c72caceb1ce004de693f18d9847534717eef5133dd946"
            "982c595de1e5d9d851ebc9619132be74b3cc2420345fd7672d0a0404a653d8e6"
        ),
        "package/compat/dist/compat.umd.js": (
            "0b9a319b6392ccbc33c953f30cec0e328ec39201d8350401d34aff79ae35c1f5"
            "e6f8f7a0a71d76ec08ba68ccdf4a2adb282ada81758cce0a34147ed91807c6d9"
        ),
    },
    notice="/* Preact 10.29.8, Copyright (c) 2015-present Jason Miller, MIT License */\n",
)
"""Draws components of authors in the browser. The last line of versions with files for
``<script>`` without ``type="module"``."""
