"""What the user sees: results and diagnostics as plain data, and one renderer per format."""
