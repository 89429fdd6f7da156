"""Places on Earth, and some that have a name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A point on Earth.

    :param name: What people call it.
    :param latitude: Degrees north of the equator; south is negative.
    :param longitude: Degrees east of Greenwich; west is negative.
    :raises ValueError: When a coordinate is out of range.
    """

    name: str
    latitude: float
    longitude: float

    def __post_init__(self) -> None:
        if not -90 <= self.latitude <= 90:
            raise ValueError(f"latitude {self.latitude} is not between -90 and 90")
        if not -180 <= self.longitude <= 180:
            raise ValueError(f"longitude {self.longitude} is not between -180 and 180")

    @property
    def is_polar(self) -> bool:
        """Whether the sun stays up, or down, for a whole day here at least once a year."""
        return abs(self.latitude) > 65.73

    @classmethod
    def parse(cls, text: str) -> Place:
        """Make a place of a text such as ``"Quito -0.18 -78.47"``.

        :param text: A name, a latitude and a longitude, with blanks between them.
        :returns: The place.
        :raises ValueError: When a part is missing, or is no number.
        """
        name, latitude, longitude = text.rsplit(maxsplit=2)
        return cls(name, float(latitude), float(longitude))


class UnknownPlace(LookupError):
    """No place has this name.

    :param name: The name that was asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"no place is called {name!r}")
        self.name = name


PLACES = {
    place.name.casefold(): place
    for place in (
        Place("Berlin", 52.52, 13.41),
        Place("Nairobi", -1.29, 36.82),
        Place("Quito", -0.18, -78.47),
        Place("Sydney", -33.87, 151.21),
        Place("Tromsø", 69.65, 18.96),
    )
}


def find_place(name: str) -> Place:
    """Return a place that Sundial knows.

    :param name: The name, in capital or small letters.
    :raises UnknownPlace: When no place has this name.
    """
    try:
        return PLACES[name.casefold()]
    except KeyError:
        raise UnknownPlace(name) from None
