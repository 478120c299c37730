"""The room `encoding`."""
