"""The room `delimiting.names`."""
