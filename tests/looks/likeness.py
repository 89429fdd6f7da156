"""How much two pictures of the same window differ to an eye. Pure.

Pictures are seen through squares of three sizes, in brightness and in two colours (YCbCr). What a
square holds is averaged: another way to smooth the edges of letters does not change it much; what
is missing, new, coloured otherwise or moved by a quarter of a line does.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

SCALE = 4
"""How many pixels of a window become one, in width and in height."""


@dataclass(frozen=True, kw_only=True)
class Difference:
    """Where two pictures differ.

    :param times: how many times as far apart they are as an eye lets pass.
    :param box: what holds all that differs, in pixels of the window: left, top, right, bottom.
    """

    times: float
    box: tuple[int, int, int, int]

    def __str__(self) -> str:
        left, top, right, bottom = self.box
        return f"{self.times:.1f} times too far apart in x {left} to {right}, y {top} to {bottom}"


@dataclass(frozen=True, kw_only=True)
class _Grain:
    """A size of squares.

    :param radius: half the width of a square, in pixels of a small picture.
    :param light: from which difference in brightness on squares are different ones, of 255.
    :param colour: the same for each of the two colours.
    """

    radius: int
    light: int
    colour: int


# Chromium 131, 153 and 156, and a machine with other fonts, stay below two thirds of each.
_GRAINS = (
    _Grain(radius=2, light=20, colour=6),
    _Grain(radius=4, light=9, colour=4),
    _Grain(radius=16, light=5, colour=3),
)

_STEP = 16
"""What is let pass, in a picture of how far apart two others are."""


def small(picture: Image.Image) -> Image.Image:
    """Return a picture of a window as it is kept."""
    return picture.convert("RGB").reduce(SCALE)


def difference(one: Image.Image, other: Image.Image) -> Difference | None:
    """Return where two small pictures differ, or nothing where an eye finds them alike.

    :raises ValueError: where they have not the same size.
    """
    apart = apartness(one, other)
    box = apart.point([0 if value < _STEP else 255 for value in range(256)]).getbbox()
    if box is None:
        return None
    left, top, right, bottom = (SCALE * edge for edge in box)
    return Difference(times=_most(apart) / _STEP, box=(left, top, right, bottom))


def apartness(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a grey picture: how far apart both are at each place, in sixteenths of what is seen.

    :raises ValueError: where they have not the same size.
    """
    if one.size != other.size:
        raise ValueError(f"a picture of {one.size} beside one of {other.size}")
    apart = Image.new("L", one.size)
    for grain in _GRAINS:
        bands = ImageChops.difference(_seen(one, grain), _seen(other, grain)).split()
        limits = (grain.light, grain.colour, grain.colour)
        for band, limit in zip(bands, limits, strict=True):
            scaled = band.point([min(255, value * _STEP // limit) for value in range(256)])
            apart = ImageChops.lighter(apart, scaled)
    return apart


def _seen(picture: Image.Image, grain: _Grain) -> Image.Image:
    return picture.filter(ImageFilter.BoxBlur(grain.radius)).convert("YCbCr")


def _most(apart: Image.Image) -> int:
    return max(value for value, count in enumerate(apart.histogram()) if count)
