"""Swagger 2.0 → OpenAPI 3.0. Pure.

The rules are those of the OpenAPI Initiative's guide "Upgrading from OpenAPI 2.0 to 3.0"; where
it leaves something open, the npm package ``swagger2openapi`` is followed. The differences that are
meant stand in ``tests/openapi/swagger2``.
"""
