"""Browser rendering of Bower: cells, SVG pictures and the style sheet."""
