"""Tests of derivatives as expressions."""
