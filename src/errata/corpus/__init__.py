"""From batches of samples to counts, and from a stream of them to a run directory."""
