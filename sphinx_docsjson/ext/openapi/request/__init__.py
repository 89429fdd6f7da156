"""Builds the request of an operation, its samples, and the initial values of the playground."""
