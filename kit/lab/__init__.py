"""The laboratory: batches of games, comparisons, figures and plots. Knows the games, not the boards."""
