"""Text output: prompts, events, notation, terminal drawings, and all texts in three languages."""
