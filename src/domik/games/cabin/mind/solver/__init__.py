"""The best plan for a deck: what a solver finds, and what cannot be beaten."""
