"""``sphinx-docsjson serve``: shows a site while it is written.

It is for looking at pages on this machine, not for the web.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx_docsjson.cli.folders import can_be_built, no_site
from sphinx_docsjson.cli.live.build_process import BuildProcess
from sphinx_docsjson.cli.live.site_folders import Folders
from sphinx_docsjson.cli.live.wishes import Wishes
from sphinx_docsjson.cli.ports import free_port


def serve(folder: Path, wishes: Wishes) -> int:
    """Build and serve until the user ends it; return the exit code.

    :raises OSError: when the port or the output folder cannot be had.
    """
    if not can_be_built(folder):
        print(no_site(folder), file=sys.stderr)
        return 2
    target = (wishes.output or folder / "_build" / wishes.builder).resolve()
    port = free_port(wishes.host, wishes.port)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{target} cannot be written ({error.strerror}): name a folder with --output"
        raise OSError(problem) from error
    folders = Folders(
        source=folder.resolve(),
        target=target,
        doctrees=target.parent / f".doctrees-{wishes.builder}",
        builder=wishes.builder,
        answers=wishes.mock,
    )
    process = BuildProcess(folders)
    try:
        process.load()
        # The server is loaded while the other process loads Sphinx.
        from sphinx_docsjson.cli.live.session import Session

        return Session(folders, wishes, process).run(port)
    except KeyboardInterrupt:
        return 0
    finally:
        process.stop()
