"""`python -m kartarna` is the command `kartarna`."""

from kartarna.terminal.app import main

main()
