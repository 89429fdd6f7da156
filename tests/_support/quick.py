"""Which of many alike cases run with every change; the others run at night."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def quick_only(cases: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Return *cases* as parameters of a test, of which those in *quick* run with every change.

    :raises ValueError: where one of *quick* is no case.
    """
    cases = list(cases)
    if lost := [each for each in quick if each not in cases]:
        raise ValueError(f"no case: {lost}")
    nightly = pytest.mark.nightly
    return [each if each in quick else pytest.param(each, marks=nightly) for each in cases]
