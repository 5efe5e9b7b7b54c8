"""The original functions of other systems, by their names, thin over the rooms below."""
