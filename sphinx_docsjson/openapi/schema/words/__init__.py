"""A schema in words: its type, its limits, its examples, how its values are written."""
