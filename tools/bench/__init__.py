"""Benchmarks: ratios between this project and a named yardstick, measured side by side in one process."""
