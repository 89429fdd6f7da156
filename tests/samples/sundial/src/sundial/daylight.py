"""When the sun rises and sets: the sunrise equation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from math import acos, asin, cos, degrees, radians, sin

from sundial.places import Place

NOON_2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Daylight:
    """One day of the sun at one place."""

    day: date
    """The date, at the place."""
    noon: datetime
    """When the sun stands highest, in UTC."""
    length: timedelta
    """How long the sun is up: nothing in the polar night, 24 hours at midnight sun."""

    @property
    def sunrise(self) -> datetime | None:
        """When the upper edge of the sun appears, in UTC; ``None`` where it does not."""
        return self.noon - self.length / 2 if self.has_sunset else None

    @property
    def sunset(self) -> datetime | None:
        """When the upper edge of the sun disappears, in UTC; ``None`` where it does not."""
        return self.noon + self.length / 2 if self.has_sunset else None

    @property
    def has_sunset(self) -> bool:
        """Whether the sun rises and sets on this day."""
        return timedelta() < self.length < timedelta(days=1)


def daylight(place: Place, day: date, *, elevation: float = 0) -> Daylight:
    """Return when the sun rises and sets.

    Between 65° south and 65° north, times are within a few minutes of those of an almanac.

    :param place: Where you are.
    :param day: The date there.
    :param elevation: How many metres you stand above the horizon. The higher, the longer the day.
    :returns: The day; its times are in UTC.
    """
    days = day.toordinal() - NOON_2000.toordinal() - place.longitude / 360
    anomaly = radians((357.5291 + 0.98560028 * days) % 360)
    centre = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
    longitude = radians((degrees(anomaly) + centre + 282.9372) % 360)
    transit = days + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
    declination = asin(sin(longitude) * sin(radians(23.4397)))
    latitude = radians(max(-89.99, min(89.99, place.latitude)))
    horizon = radians(-0.833 - 2.076 * max(elevation, 0) ** 0.5 / 60)
    height = sin(horizon) - sin(latitude) * sin(declination)
    hour_angle = acos(max(-1.0, min(1.0, height / (cos(latitude) * cos(declination)))))
    return Daylight(
        day=day,
        noon=(NOON_2000 + timedelta(days=transit)).replace(microsecond=0),
        length=timedelta(seconds=2 * round(degrees(hour_angle) * 240)),
    )


def longest_day(place: Place, year: int) -> Daylight:
    """Return the day of a year on which the sun is up for longest.

    :param place: Where you are.
    :param year: The year, such as ``2026``.
    """
    first = date(year, 1, 1)
    days = (first + timedelta(days=number) for number in range(365))
    return max((daylight(place, day) for day in days), key=lambda each: each.length)
