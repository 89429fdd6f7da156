"""Coffee from Python."""


def brew(cups: int) -> str:
    """Brew coffee.

    :param cups: How many cups.
    """
    return f"{cups} cups of coffee"
