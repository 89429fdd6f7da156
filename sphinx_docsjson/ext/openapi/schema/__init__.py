"""Follows and merges schemas. The only package that does; fields and examples come from it."""
