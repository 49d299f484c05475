"""The public face: what `import domik` offers, in words instead of masks."""
