"""Simulation: large numbers of games between bots, and the statistics made from them."""
