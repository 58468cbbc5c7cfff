"""The search in C, which finds what `engine.search` finds, to the last bit, in a fiftieth of the time.

It is a library that `python -m engine.native` compiles where there is a C compiler. Without it the engine thinks in Python.
"""
