"""Reads files and URLs into one bundled document, within limits."""
