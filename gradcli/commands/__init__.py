"""The command line: one module a command, each thin; click is imported only here."""
