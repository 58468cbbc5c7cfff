"""The unmodified bot over real sockets, against a small stand-in for Discord of our own."""
