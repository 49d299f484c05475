"""What is seen."""
