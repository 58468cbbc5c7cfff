"""The gallery: everything that is drawn, to be looked at."""
