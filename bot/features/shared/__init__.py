"""Helpers of several features: which game is meant, what a new one begins with, and its first board."""
