"""Did nothing change, is nothing lost? ``python -m tests.projects`` compares builds."""
