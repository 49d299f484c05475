"""Browser rendering of Cozy Cabin: cells, SVG pictures and the style sheet."""
