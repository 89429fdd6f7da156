"""What an OpenAPI file says against what the built pages say."""

from __future__ import annotations

from pathlib import Path

TRUTH_FIXTURE = Path(__file__).parent / "everything.yaml"
"""A description of our own that uses all that a description can say."""
