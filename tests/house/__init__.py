"""The house itself: which module may know which, how long it is, and what it is called."""
