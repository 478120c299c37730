"""The writers: one module for each output format, all with the same row schema."""
