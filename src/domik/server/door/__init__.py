"""What every request passes: who is let in, how fast, and by which name we are known."""
