"""Reads a gauge."""

print(0)
