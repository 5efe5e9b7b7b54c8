"""Conventions as data: one small file for each system."""
