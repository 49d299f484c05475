"""Benchmarks: speed, load, memory, strength of bots and accuracy of reviews (figures are in docs/)."""
