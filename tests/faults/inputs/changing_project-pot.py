"""What a pot can do."""

from kettle import Kettle


def brew(leaves: int = 3) -> str:
    """Make tea."""
    return "tea" * leaves


class Pot(Kettle):
    """A kettle with a lid."""
