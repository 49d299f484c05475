"""The pages: pens and pictures, templates, one stylesheet and one script."""
