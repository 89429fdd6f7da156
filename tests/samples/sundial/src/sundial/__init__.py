"""Sunrise, sunset and the length of the day, for any place and date."""

from sundial.daylight import Daylight, daylight, longest_day
from sundial.places import Place, UnknownPlace, find_place

__all__ = ["Daylight", "Place", "UnknownPlace", "daylight", "find_place", "longest_day"]
