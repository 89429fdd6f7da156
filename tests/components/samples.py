"""Every component with every attribute, and the picture that they show."""

import struct
import zlib

from sphinx_docsjson.components.all import registry
from sphinx_docsjson.components.syntaxes import as_myst, as_rst, as_tag, sample


def _chunk(kind, data):
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def picture(width=400, height=200):
    """A grey PNG."""
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


COMPONENTS = list(registry)
PICTURE = {"images/sample.png": picture()}


def _written(write):
    parts = []
    for component in COMPONENTS:
        written = sample(component, registry)
        text = write(written)
        parts.append(f"A {text} in a line." if written.is_inline else text)
    return "\n\n".join(parts) + "\n"


PAGES = {
    "tag": ("index.mdx", f"# Page\n\n{_written(as_tag)}"),
    "myst": ("index.md", f"# Page\n\n{_written(lambda w: as_myst(w, prefix='docsjson:'))}"),
    "rst": ("index.rst", f"Page\n====\n\n{_written(lambda w: as_rst(w, prefix='docsjson:'))}"),
}
