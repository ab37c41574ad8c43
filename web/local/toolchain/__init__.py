"""Builds the runtime of the local house (docs/local.md): Python for the browser, with our rules as WebAssembly."""
