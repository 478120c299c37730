"""The room `delimiting`."""
