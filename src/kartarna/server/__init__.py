"""The house on the network: HTTP and WebSocket around kartarna.play. docs/protocol.md has every message."""
