"""Schemas → fields, words, examples and forms: the one place that follows and merges them."""
