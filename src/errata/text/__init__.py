"""The only room that changes text: normalisation steps, units, words, and the views that name them."""
