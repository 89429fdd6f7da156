import sys
import tomllib
from pathlib import Path

root = Path(__file__).parents[1]
sys.path.insert(0, str(root))

release = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
extensions = ["sphinx_docsjson", "sphinx.ext.autodoc"]
html_theme = "docsjson"
docsjson_package = "grinder"
