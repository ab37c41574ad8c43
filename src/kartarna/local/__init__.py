"""A house on one's own device: the handlers and tables of the server, without network, threads or strangers."""
