"""Turns a bundled document into operations, parameters, bodies and responses. Pure."""
