"""Generates the pages of operations and schemas."""
