"""The room `uri`."""
