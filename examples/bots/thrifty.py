"""An example bot for `domik play treehouse --seats "human,cmd:python thrifty.py"`: one JSON line in, one line out.

It goes by the game's own advice, but among the moves that are nearly as good it takes the first in the alphabet.
"""

import json
import sys

NEARLY = 0.25


def choose(question):
    """One of the legal moves, by its short text."""
    legal = question["legal"]
    best = max(move["advice"] for move in legal)
    good = [move["move"] for move in legal if move["advice"] >= best - NEARLY]
    return min(good)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":  # the first line is of type "game" and wants no answer
        print(json.dumps({"move": choose(message)}), flush=True)
