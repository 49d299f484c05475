"""What one page shows of a table: pens, frame, patches, and the viewer that remembers it."""
