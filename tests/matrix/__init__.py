"""Extensions that people combine with us: ``python -m tests.matrix`` builds a page of each."""
