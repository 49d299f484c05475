"""Many games between bots: matches, workers, measurements."""
