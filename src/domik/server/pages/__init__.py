"""The pages: what a browser asks for, one folder a subject."""
