"""Directives that put operations, schemas and tags into any page."""
