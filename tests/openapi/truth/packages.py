"""Large descriptions that others publish, which the command downloads on demand."""

from __future__ import annotations

from pathlib import Path

from tests._support.npm import installed, missing

PACKAGES = {
    "@octokit/openapi@23.0.2": ("generated/api.github.com.json",),
    "@figma/rest-api-spec@0.43.0": ("openapi/openapi.yaml",),
    "@readme/oas-examples@8.2.2": (
        "3.0/json/star-trek.json",
        "3.0/json/readme-legacy.json",
        "3.1/json/readme.json",
        "3.1/json/webhooks.json",
        "3.0/json/discriminators.json",
        "3.0/json/callbacks.json",
        "3.0/json/security.json",
    ),
}
"""npm package and version → its descriptions."""

REPOSITORIES = {
    "box/box-openapi@c9a878a9": "openapi.json",
    "Asana/openapi@fc9f8dc": "defs/asana_oas.yaml",
    "plaid/plaid-openapi@26f1a05": "2020-09-14.yml",
    "twilio/twilio-oai@d50069b": "spec/json/twilio_api_v2010.json",
    "Adyen/adyen-openapi@aa014f0": "json/CheckoutService-v71.json",
    "digitalocean/openapi@7c1300c4": "specification/DigitalOcean-public.v2.yaml",
}
"""What was compared too, at these commits of GitHub; the command downloads none of it."""


class NotAvailable(Exception):
    """The packages cannot be downloaded."""


def downloaded() -> list[Path]:
    """Return the descriptions of :data:`PACKAGES`, in a folder of the user's cache.

    :raises NotAvailable: when npm is missing or has no network.
    """
    if lacking := missing():
        raise NotAvailable(lacking)
    try:
        folder = installed("openapi-truth", tuple(PACKAGES)) / "node_modules"
    except RuntimeError as error:
        raise NotAvailable(str(error)) from error
    return [
        folder / package.rpartition("@")[0] / name
        for package, names in PACKAGES.items()
        for name in names
    ]


def described() -> str:
    """Return what :data:`PACKAGES` and :data:`REPOSITORIES` name, for the help."""
    lines = ["--packages compares, of npm:"]
    lines += [f"  {package}: {', '.join(names)}" for package, names in PACKAGES.items()]
    lines.append("Compared as well, as they were in these repositories of GitHub:")
    lines += [f"  {repository}: {name}" for repository, name in REPOSITORIES.items()]
    return "\n".join(lines)
