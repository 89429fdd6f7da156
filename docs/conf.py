"""Our own site needs no setting but the extension, and the tables that are made from the code."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

extensions = ["sphinx_docsjson", "docsjson_reference", "component_reference"]

docsjson_conventions = "all"

# The gallery of components shows the examples of an endpoint on a page that is none.
suppress_warnings = ["docsjson.example-place"]
