"""The room `html`."""
