from kartarna.terminal.app import main

main()
