"""What is said: prompts and events, notation, the table in letters, all texts in three languages."""
