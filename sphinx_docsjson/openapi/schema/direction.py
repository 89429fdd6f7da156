"""Which way a value goes, and which fields it then has not."""

from __future__ import annotations

from typing import Literal

Direction = Literal["request", "response", "both"]

LEFT_OUT = {"request": "readOnly", "response": "writeOnly"}
"""The keyword of the fields that a value has only on its way in the other direction."""
