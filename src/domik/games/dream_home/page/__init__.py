"""The browser page: cells, pictures and the style sheet."""
