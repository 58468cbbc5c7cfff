"""The Automa as an opponent to think against: it has no quilt, and its turns are a matter of chance.

Its cards are known by their deck and by those drawn since it was shuffled; their order is not, and is never looked at.
"""
