"""The process that builds: one application that is kept, and builds what is looked at first."""
