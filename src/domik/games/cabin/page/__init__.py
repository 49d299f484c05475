"""What is seen in a browser: cells, pictures, the style sheet."""
