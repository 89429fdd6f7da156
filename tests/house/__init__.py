"""Which part may import which, and how the tests run."""
