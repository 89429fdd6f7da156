"""A file that the kitchen sink includes."""


def ratio(coffee: float, water: float) -> float:
    """Return how many parts of water one part of coffee gets."""
    return round(water / coffee, 1)


def strength(coffee: float, water: float) -> str:
    return "strong" if ratio(coffee, water) < 15 else "light"
