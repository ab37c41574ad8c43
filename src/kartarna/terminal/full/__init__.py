"""A game on the whole screen of a terminal: `kartarna play GAME --full`."""
