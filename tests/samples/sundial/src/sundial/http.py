"""The HTTP API of Sundial: ``uvicorn sundial.http:app``."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from fastapi import FastAPI, HTTPException, Path, Query
from pydantic import BaseModel, Field

from sundial.daylight import daylight
from sundial.places import PLACES, Place, UnknownPlace, find_place

app = FastAPI(
    title="Sundial API",
    version="1.2.0",
    description="Sunrise, sunset and the length of the day, for any place and date.",
    servers=[{"url": "https://api.sundial.example", "description": "Production"}],
    openapi_tags=[
        {"name": "Places", "description": "Where the sun is looked at from."},
        {"name": "Daylight", "description": "When it rises and sets."},
    ],
)


class PlaceModel(BaseModel):
    """A point on Earth."""

    name: str = Field(description="What people call it.", min_length=1, examples=["Lisbon"])
    latitude: float = Field(
        description="Degrees north of the equator; south is negative.",
        ge=-90,
        le=90,
        examples=[38.72],
    )
    longitude: float = Field(
        description="Degrees east of Greenwich; west is negative.",
        ge=-180,
        le=180,
        examples=[-9.14],
    )


class DaylightModel(BaseModel):
    """One day of the sun at one place. All times are in UTC."""

    place: str = Field(description="The name of the place.", examples=["Lisbon"])
    day: date = Field(description="The date, at the place.", examples=["2026-06-21"])
    sunrise: datetime | None = Field(
        description="When the sun rises; `null` in the polar night and at midnight sun.",
        examples=["2026-06-21T05:11:54Z"],
    )
    sunset: datetime | None = Field(
        description="When the sun sets; `null` in the polar night and at midnight sun.",
        examples=["2026-06-21T20:04:36Z"],
    )
    minutes: int = Field(
        description="How many minutes the sun is up.", ge=0, le=1440, examples=[893]
    )


class Problem(BaseModel):
    """Why a request was not answered."""

    detail: str = Field(
        description="What is wrong, in words.", examples=["no place is called 'Atlantis'"]
    )


Name = Annotated[str, Path(description="The name of the place.", examples=["Lisbon"])]
UNKNOWN = {404: {"model": Problem, "description": "No place has this name."}}


def known(name: str) -> Place:
    """Return a place, or answer with 404."""
    try:
        return find_place(name)
    except UnknownPlace as error:
        raise HTTPException(404, str(error)) from None


@app.get("/places", tags=["Places"], operation_id="listPlaces")
def list_places(
    north_of: Annotated[
        float, Query(description="Only places north of this latitude.", ge=-90, le=90)
    ] = -90,
) -> list[PlaceModel]:
    """List the places that Sundial knows, from north to south."""
    found = (place for place in PLACES.values() if place.latitude >= north_of)
    ordered = sorted(found, key=lambda place: -place.latitude)
    return [PlaceModel(**vars(place)) for place in ordered]


@app.post(
    "/places",
    tags=["Places"],
    operation_id="addPlace",
    status_code=201,
    responses={409: {"model": Problem, "description": "A place has this name already."}},
)
def add_place(place: PlaceModel) -> PlaceModel:
    """Add a place, so that you can ask for its daylight by name."""
    if place.name.casefold() in PLACES:
        raise HTTPException(409, f"a place is called {place.name!r} already")
    PLACES[place.name.casefold()] = Place(**place.model_dump())
    return place


@app.get(
    "/places/{name}/daylight",
    tags=["Daylight"],
    operation_id="getDaylight",
    responses=UNKNOWN,
)
def get_daylight(
    name: Name,
    day: Annotated[date, Query(description="The date, at the place.", examples=["2026-06-21"])],
    elevation: Annotated[
        float, Query(description="Metres above the horizon; the higher, the longer the day.", ge=0)
    ] = 0,
) -> DaylightModel:
    """Get sunrise, sunset and the length of one day."""
    found = daylight(known(name), day, elevation=elevation)
    return DaylightModel(
        place=name,
        day=day,
        sunrise=found.sunrise,
        sunset=found.sunset,
        minutes=round(found.length.total_seconds() / 60),
    )
