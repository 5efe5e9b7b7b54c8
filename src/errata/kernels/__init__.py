"""Counting: two token sequences in, integers out. Kernels know no options, no files and no metric."""
