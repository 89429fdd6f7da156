"""What stands on the page of an operation or a schema, as nodes."""
