"""What a mouse thinks."""
