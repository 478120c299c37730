"""The room `delimiting.rules`."""
