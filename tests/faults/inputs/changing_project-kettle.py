"""What a kettle can do."""


class Kettle:
    """Water gets hot in it."""

    def boil(self) -> None:
        """Boil water."""
