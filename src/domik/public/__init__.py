"""The public API behind `import domik`: moves as texts and objects instead of bit masks."""
