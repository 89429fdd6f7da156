"""``sphinx-docsjson init --diagrams``: takes the script that draws diagrams, once, from npm.

The package does not hold it: it is 3 MB. It lies beside docs.json from then on, so builds and
pages ask no other host. What arrives is compared with a digest that stands here.
"""

from __future__ import annotations

import hashlib
import io
import sys
import tarfile
import urllib.request
from http.client import HTTPException
from typing import TYPE_CHECKING, Final

from sphinx_docsjson.html.math import BESIDE

if TYPE_CHECKING:
    from pathlib import Path

VERSION: Final = "11.12.0"
ADDRESS: Final = f"https://registry.npmjs.org/mermaid/-/mermaid-{VERSION}.tgz"
MEMBER: Final = "package/dist/mermaid.min.js"
DIGEST: Final = (
    "e5329a62f85e9c006194620a4b10162c5241642490c3b1d357b68bd5d25c0689"
    "0cffedcf36d7e024596ff04e94b3f07554c950e2ef2c3f38ee74bf53110d3ac3"
)
"""SHA-512 of the script in the package of that version."""

MOST = 50_000_000
"""More bytes than this are not read."""

SECONDS = 60


def take_script(folder: Path, address: str = ADDRESS, digest: str = DIGEST) -> int:
    """Write the script into *folder*, unless it is there; return the exit code of the command."""
    target = folder / BESIDE
    if target.is_file():
        print(f"{target} is there already")
        return 0
    try:
        script = _script(address)
    except (OSError, HTTPException, ValueError, KeyError, tarfile.TarError) as error:
        print(f"{address} cannot be read: {error}. Nothing was written.", file=sys.stderr)
        return 1
    if hashlib.sha512(script).hexdigest() != digest:
        print(
            f"{address} is not the file that it should be. Nothing was written.", file=sys.stderr
        )
        return 1
    target.write_bytes(script)
    print(f"{target} written: Mermaid {VERSION}. Add it to your repository.")
    return 0


def _script(address: str) -> bytes:
    """Return the script out of the package that lies at *address*."""
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        packed = answer.read(MOST)
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        member = archive.extractfile(MEMBER)
        if member is None:
            raise ValueError(f"there is no {MEMBER} in it")
        return member.read(MOST)
