"""What is counted and what is computed from it: counters, metrics and their registry."""
