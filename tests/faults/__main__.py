"""Disturb builds at more moments than CI has time for: ``python -m tests.faults [MOMENTS]``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

MOMENTS = "20"

if __name__ == "__main__":
    os.environ["DOCSJSON_MOMENTS"] = sys.argv[1] if len(sys.argv) > 1 else MOMENTS
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", str(Path(__file__).parent)]))
