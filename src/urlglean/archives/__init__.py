"""The room `archives`."""
