"""``gradcli check``: programs, documents and notebooks verified, file by file."""
