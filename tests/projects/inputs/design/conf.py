"""A project with sphinx-design and tabs of another extension."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Somebody"
author = "Somebody"
extensions = ["sphinx_design", "own_tabs"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
