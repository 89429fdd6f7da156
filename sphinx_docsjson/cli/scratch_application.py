"""An application of Sphinx that looks at a project and leaves nothing behind."""

from __future__ import annotations

import io
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@contextmanager
def scratch_application(
    folder: Path, conf: Path | None, settings: Mapping[str, Any], builder: str
) -> Iterator[Sphinx]:
    """Yield an application for the pages of *folder*, whose output is removed at the end.

    :param conf: the folder of conf.py, if there is one.
    :param settings: what ``-D`` would set.
    """
    with (
        tempfile.TemporaryDirectory() as scratch,
        patch_docutils(conf),
        docutils_namespace(),
    ):
        yield Sphinx(
            srcdir=folder,
            confdir=conf,
            outdir=Path(scratch) / "out",
            doctreedir=Path(scratch) / "doctrees",
            buildername=builder,
            confoverrides=dict(settings),
            status=None,
            warning=io.StringIO(),
            freshenv=True,
        )
