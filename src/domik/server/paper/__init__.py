"""What pages are made of: templates, files that never change, answers in the reader's language."""
