"""``python -m sphinx_docsjson``, for environments without scripts."""

from __future__ import annotations

import sys

from sphinx_docsjson.cli.main import main

if __name__ == "__main__":  # not in a process that was started from it
    sys.exit(main())
