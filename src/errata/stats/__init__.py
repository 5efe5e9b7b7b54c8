"""Functions over tables of counts: averages, intervals, tests, groups, power. No metric is known here by name."""
