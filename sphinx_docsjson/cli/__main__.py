"""``python -m sphinx_docsjson.cli``, for environments without scripts."""

from __future__ import annotations

import sys

from sphinx_docsjson.cli import main

sys.exit(main())
