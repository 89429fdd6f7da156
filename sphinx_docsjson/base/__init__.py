"""Helpers for texts, files and nodes. They import no other package of this project."""
