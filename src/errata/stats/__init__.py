"""Functions over tables of counts: averages, spread, groups. No metric is known here by name."""
