"""What our extension changes in projects of others: ``python -m tests.projects NAME…``."""
