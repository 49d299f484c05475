"""What is true."""
