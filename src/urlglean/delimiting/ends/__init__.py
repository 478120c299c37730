"""The room `delimiting.ends`."""
