"""What a moved site keeps: ``python -m tests.moved FOLDER…`` prints one row per site."""
