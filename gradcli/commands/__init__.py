"""The command line: a file for the options of each command, and ``…_work`` for what it does.

This room knows arguments, streams and exit statuses; click is imported only here. It neither
computes nor formats: ``answers`` and ``checks`` find what ``report`` draws.
"""
