"""Formulas: what a program computes and its derivatives, as expressions of the language.

This room knows operators and how they are written. It does not know what is differentiated.
"""

from gradcli.symbolic import averages as averages  # which fill the table of rewrites
from gradcli.symbolic import batched as batched
from gradcli.symbolic import choices as choices
from gradcli.symbolic import complexes as complexes
from gradcli.symbolic import conditions as conditions
from gradcli.symbolic import contractions as contractions
from gradcli.symbolic import diagonals as diagonals
from gradcli.symbolic import elementary as elementary
from gradcli.symbolic import exponentials as exponentials
from gradcli.symbolic import fourier as fourier
from gradcli.symbolic import identities as identities
from gradcli.symbolic import layouts as layouts
from gradcli.symbolic import parity as parity
from gradcli.symbolic import places as places
from gradcli.symbolic import rows as rows
from gradcli.symbolic import spectra as spectra
from gradcli.symbolic import stacked as stacked
from gradcli.symbolic import stacks as stacks
from gradcli.symbolic import translate_inner as translate_inner
from gradcli.symbolic import translate_parts as translate_parts
from gradcli.symbolic import vectors as vectors
