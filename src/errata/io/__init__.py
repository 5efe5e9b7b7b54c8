"""Readers: they read what a file says and normalise nothing."""
