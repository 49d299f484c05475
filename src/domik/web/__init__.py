"""Markup and assets of the web pages: SVG drawing tools, pictures, fonts, templates, style sheets and scripts."""
