"""The tests; they use what our documentation says of components, too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "docs" / "_ext"))
