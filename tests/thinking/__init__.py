"""The processes that think, with programs in the place of the engine."""
