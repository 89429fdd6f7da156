"""Our own site needs no setting but the extension, and the tables that are made from the code."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

extensions = ["sphinx_docsjson", "docsjson_reference", "component_reference"]
