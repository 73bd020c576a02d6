"""Formulas: what a program computes and its derivatives, as expressions of the language."""

from gradcli.symbolic import rows as rows  # which fills the table of rewrites
