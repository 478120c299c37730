"""The room `links`."""
