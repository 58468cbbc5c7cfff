"""``make scale``: what several processes on one database do to each other."""
