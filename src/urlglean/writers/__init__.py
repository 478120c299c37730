"""The room `writers`."""
