"""Which functions of PyTorch have several forms, and how many arguments each of those takes.

An argument of a wrong type is named where one form alone takes as many arguments as were given;
where several do, or none, PyTorch says that the combination is invalid and lists them all. The
rows, which ``tests/reference/record_overloads.py`` writes, hold the counts for functions, those for
methods, and names.
"""

from __future__ import annotations

from functools import cache


def is_ambiguous(name: str, count: int, *, method: bool) -> bool:
    """Tell whether so many arguments do not say which of several forms of a function is meant."""
    found = _counts().get((name, method))
    return found is not None and sum(low <= count <= high for low, high in found) != 1


def is_alone(name: str, *, method: bool) -> bool:
    """Tell whether all forms of a function but one are deprecated, which PyTorch does not list."""
    return len(_counts().get((name, method), ())) == 1


@cache
def _counts() -> dict[tuple[str, bool], list[tuple[int, int]]]:
    """Return the smallest and largest count of each form, by name and for methods."""
    table = {}
    for row in ROWS.replace("\n  ", " ").strip().splitlines():
        *kinds, names = row.split("; ")
        for method, text in enumerate(kinds):
            pairs = [count.split("-") for count in text.split()]
            found = [(int(low), int(high)) for low, high in pairs]
            for name in names.split() if found else ():
                table[name, bool(method)] = found
    return table


ROWS = """
1-1 2-2 2-2; 0-0 1-1 1-1; squeeze
1-1 2-2; 0-0 1-1; round_
1-1 2-4; 0-0 1-2; median nanmedian
1-1 3-3 3-3 3-3 3-4; 2-2 2-2; where
1-2 1-4 2-4; ; std_mean var_mean
1-2 1-4 2-4; 0-0 0-2 1-2; all any
1-2 1-5 2-5; 0-1 0-3 1-3; std var
1-2 2-2; 0-1 1-1; count_nonzero
1-2 2-3 2-3; ; squeeze_copy
1-2 2-3 2-4; 0-0 1-1 1-2; max min
1-2 2-3; 0-0 1-1; round
1-2 2-4 2-4; 1-3 1-3; repeat_interleave
1-2 2-5; 0-1 1-3; prod sum
1-3 1-3; 0-2 0-2; clamp_ clip_
1-3 2-3; ; cumulative_trapezoid linalg_cond trapezoid trapz
1-3 2-3; 0-1 1-2; bernoulli
1-3 2-4; ; nuclear_norm
1-3 2-5; 0-1 1-3; mean
1-3 2-5; 0-2 1-3; argsort
1-4 1-4; 0-2 0-2; clamp clip
1-4 2-3 2-4 2-4 3-4 3-4 3-4; ; gradient
1-4 2-4 2-4 3-10; ; normal
1-4 2-5; 0-2 1-3; sort
1-5 1-5 2-4 2-4; ; linalg_matrix_rank linalg_pinv
1-6 2-5; 0-4 1-3; histogram
1-6 2-6; ; linalg_norm
1-6 2-7 3-8 4-9; ; hamming_window
1-6 2-7 3-8; ; kaiser_window
1-6 2-7; ; bartlett_window blackman_window hann_window
1-7 2-7 2-9; ; arange
1-7 2-8; ; eye rand rand_like randn randn_like randperm
2-2 2-2; ; fill
2-2 2-2; 1-1 1-1; clamp_max_ clamp_min_ dsplit fill_ hsplit vsplit xlogy_
2-2 2-3 2-3; 1-1 1-1; bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor
  remainder
2-2 2-3 3-3 3-4; 1-1 1-1 2-2 2-2; divide
2-2 2-3; 1-1 1-1; floor_divide multiply true_divide
2-3 2-3 2-3; ; special_chebyshev_polynomial_t special_chebyshev_polynomial_u
  special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_hermite_polynomial_h
  special_hermite_polynomial_he special_laguerre_polynomial_l special_legendre_polynomial_p
  special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u
  special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w special_xlog1py
  special_xlogy special_zeta
2-3 2-3 2-3; 1-1 1-1; float_power pow xlogy
2-3 2-3 2-3; 1-2 1-2 1-2; tensor_split
2-3 2-3; ; rsub view_copy
2-3 2-3; 1-1 1-1; clamp_max clamp_min copysign eq fmod ge greater greater_equal gt le less
  less_equal lt ne not_equal
2-3 2-4; 1-2 1-2; subtract
2-3 3-3 3-4; 1-1 2-2 2-2; div
2-3 3-4; ; bmm mm
2-4 2-5; ; bucketize
2-4; 1-2; add sub
2-5 2-5 2-5; ; histogramdd isin
2-6 2-6; 1-4 1-4; nanquantile quantile
2-7 2-7; ; conv1d conv2d conv3d searchsorted
2-7 3-7; ; linalg_matrix_norm
2-8 2-8 3-9 3-9 3-9 4-10; ; randint_like
2-8 3-9 3-9 4-10; ; randint
3-10 3-10 3-10 3-10; ; logspace
3-3 3-3; 2-2 2-2; masked_fill moveaxis movedim
3-4 3-4; 2-2 2-2; lerp
3-5; 2-3; addcdiv addcmul
3-5; 2-4; addmv_
3-6 4-7; 2-4; addmm baddbmm
3-6; 2-4; addbmm addmv addr
3-9 3-9 3-9 3-9; ; linspace
4-4 4-4; 3-3 3-3; index_fill narrow
4-5 4-5 5-6 5-6; 3-3 3-3 4-4 4-4; scatter
; 0-0 1-1; nonzero
; 0-0 1-1 1-1; squeeze_
; 0-1 1-2 2-3; random_
; 0-2 1-2; bernoulli_
; 1-1 1-1; bitwise_and_ bitwise_left_shift_ bitwise_or_ bitwise_right_shift_ bitwise_xor_
  copysign_ eq_ float_power_ floor_divide_ fmod_ ge_ greater_ greater_equal_ gt_ le_ less_
  less_equal_ lt_ multiply_ ne_ not_equal_ pow_ remainder_ true_divide_ view
; 1-1 1-1 2-2 2-2; divide_
; 1-1 2-2 2-2; div_
; 1-2; add_ copy_ sub_
; 1-2 1-2; subtract_
; 2-2 2-2; lerp_ masked_fill_
; 2-3; addcdiv_ addcmul_
; 2-4; addbmm_ addmm_ addr_ baddbmm_
; 3-3 3-3; index_fill_
; 3-3 3-3 4-4 4-4; scatter_
"""
