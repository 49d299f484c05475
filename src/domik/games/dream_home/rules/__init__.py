"""What is true: state, parts, the game and its sub-rules, points, objections, imagined worlds."""
