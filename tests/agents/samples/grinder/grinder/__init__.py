"""A sample: its docstring names its version, and a test puts that in."""


def grind(cups: int) -> int:
    """Grind as version 0.0 does.

    :param cups: How many cups.
    """
    return cups
