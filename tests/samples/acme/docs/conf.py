import sys
import tomllib
from pathlib import Path

root = Path(__file__).parents[1]
sys.path.insert(0, str(root))

project = "Acme"
release = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
extensions = ["sphinx_docsjson", "sphinx.ext.autodoc"]
docsjson_package = "acme"
