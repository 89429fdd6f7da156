"""The process that builds: it ends with the other side, or asks for another when code changed."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from sphinx_docsjson.cli.live.building.build_words import AGAIN
from sphinx_docsjson.cli.live.building.resident import CodeChanged, Resident

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from sphinx_docsjson.cli.live.site_folders import Folders


def main(folders: Folders, link: Connection) -> None:
    """Build in this process until the other side ends."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        Resident(folders, link).run()
    except CodeChanged:
        sys.exit(AGAIN)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)
