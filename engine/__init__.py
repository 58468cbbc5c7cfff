"""A rival with a quilt: searches a position of the game and says which move is best, and how good it is.

It needs nothing but Python and `game`, whose rules it follows on a smaller state of its own (see `engine.state`).
"""
