"""The result document and its renderings. A report reads a result and computes nothing."""
