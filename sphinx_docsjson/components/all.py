"""Importing this module imports every family, whose module declares its components."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from sphinx_docsjson.components import families, listings
from sphinx_docsjson.components.registry import registry

for package in (families, listings):
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)

__all__ = ["registry"]
