"""The search in C, which finds what `engine.search` finds in Python, to the last bit (decision 0090).

It is a library that ``python -m engine.native`` compiles where there is a C compiler.
"""
