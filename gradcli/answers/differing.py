"""What differs from PyTorch, and of which operators that is said.

Written by `python docs/build.py` from `docs/differences.txt`; a test keeps it current.
"""

DIFFERING = (
    (
        "`det`: at a singular matrix the gradient is the matrix of cofactors, exact to every order; torch's is 0. This is the one convention that is changed on purpose.",
        "det",
    ),
    (
        "Functions of Bessel and Airy (`torch.special.bessel_j0`, …) are SciPy's, right to 15 digits; torch's are off by up to 7e-7 beyond |x| of about 4.",
        "special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1 special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 special_spherical_bessel_j0",
    ),
    (
        "Eigenvectors of `linalg.eigh` (up to 25 x 25, of `eig` rarely) can have another sign, because another LAPACK computes them. Eigenvalues do not, and singular vectors, Q and R have torch's signs.",
        "linalg_eigh linalg_eig",
    ),
    (
        "Gradients of `prod` and `cumprod` with infinities or NaN among the elements are the products of the others (torch: NaN, or 0); `var_mean` and `std_mean` of infinities have that mean (torch: NaN).",
        "prod cumprod var_mean std_mean",
    ),
    (
        "Gradients exist where torch refuses or fails: second derivatives of `cdist`, `pdist`, `hardsigmoid`, `multi_margin_loss` and of attention; `linalg.cond` by the orders 'fro', 1 and inf; `scatter` with a source larger than the index (zeros there); a bool tensor that meets a subtraction inside a derivative.",
        "cdist pdist hardsigmoid multi_margin_loss linalg_cond scatter",
    ),
    (
        "`linalg.lstsq` of a rank-deficient matrix is the solution of least norm, whatever the driver.",
        "linalg_lstsq",
    ),
    (
        "`sparse=True` of embeddings gives a dense gradient; `resize_` to more elements fills with zeros.",
        "embedding embedding_bag resize_",
    ),
    (
        "`linspace` of float32 can be off by one unit in the last place.",
        "linspace",
    ),
    (
        "`empty` and its like, and what `resize_` adds, hold zeros; torch leaves what the memory held.",
        "empty empty_like new_empty empty_strided resize_",
    ),
    (
        "`view(dtype)` gives no view of truth values as numbers, nor of numbers as truth values.",
        "view",
    ),
    (
        "`out=` that is not contiguous gets the right values; torch's `narrow_copy`, `avg_pool3d` and `fft.ihfftn` mix them up.",
        "narrow_copy avg_pool3d fft_ihfftn",
    ),
    (
        "Where torch reads memory that it did not write (`median` along a dimension of an expanded tensor), the value is right.",
        "median",
    ),
    (
        "Gradients that depend on the phase of eigenvectors of `linalg.eig` are computed; torch refuses some of them.",
        "linalg_eig",
    ),
    (
        "`pixel_unshuffle` of an empty batch has the shape of its result (torch: that of its input).",
        "pixel_unshuffle",
    ),
    (
        "`unbind_copy` and `split_with_sizes_copy` return what they wrote to `out=` (torch: None).",
        "unbind_copy split_with_sizes_copy",
    ),
    (
        "Complex numbers in half precision (`complex32`) do not exist.",
        "view_as_complex",
    ),
    (
        "`stft(align_to_window=True)` is refused for windows shorter than `n_fft`: torch reads beyond the signals there.",
        "stft",
    ),
    (
        "`rrelu_` with a negative slope has its gradient; torch refuses it, as both do for `leaky_relu_`, `elu_` and `celu_`.",
        "rrelu",
    ),
    (
        "`addbmm_` of a tensor of another shape than the result is refused; torch enlarges the tensor.",
        "addbmm",
    ),
    (
        "The gradient at a NaN of `hardtanh`, `relu6`, `hardswish`, `hardshrink`, `softshrink`, `elu`, `celu` and `logit` with eps is that of a single element; torch's depends on where in the tensor it stands.",
        "hardtanh relu6 hardswish hardshrink softshrink elu celu logit",
    ),
    (
        "`polygamma` is infinite at its poles and goes to 0, as `special.zeta` does (torch: large numbers and NaN).",
        "polygamma",
    ),
    (
        "Orthogonal polynomials of NaN are NaN; torch gives what a register held.",
        "special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_hermite_polynomial_h special_hermite_polynomial_he special_laguerre_polynomial_l special_legendre_polynomial_p",
    ),
    (
        "Gradients of `logcumsumexp` hold for elements that are far apart, and of `cumprod` for infinities.",
        "logcumsumexp cumprod",
    ),
    (
        "Powers of infinite complex numbers to a tensor are NumPy's, of which that to 0 is 1 (torch: NaN).",
        "pow",
    ),
    (
        "A mean of pooled integers whose sum is beyond their type is right, and the root mean square with an infinite `eps` is 0.",
        "avg_pool1d rms_norm",
    ),
    (
        "Distances, norms of single numbers, deviations of complex numbers and `ldexp` are right where powers on the way overflow.",
        "cdist ldexp std var",
    ),
    (
        "The second derivative of `prelu` at 0 is that of the slope which the first takes there (torch: 0).",
        "prelu",
    ),
    (
        "The gradient beside a number, or a tensor without dimensions, that the result's type does not hold is that of the number.",
        "xlogy",
    ),
    (
        "Sums with an infinite number leave the other part of a complex number as it is (torch: NaN).",
        "add sub",
    ),
    (
        "`gcd` and `lcm` of the lowest integer are not negative.",
        "gcd lcm",
    ),
    (
        "`index_add` with a complex `alpha` has the conjugate in its gradient, `block_diag` beside an empty tensor the gradient of its own place, and `addmv` with a matrix without columns the shape of the product.",
        "index_add block_diag addmv",
    ),
    (
        "Means over an empty batch are NaN for `multi_margin_loss` and `multilabel_margin_loss`, too; weights of `group_norm` over no elements have the gradient 0; `linalg.lstsq` leaves the squares of b where there is no column.",
        "multi_margin_loss multilabel_margin_loss group_norm linalg_lstsq",
    ),
    (
        "Fractional pools refuse windows without elements; torch finds places that its own derivative refuses.",
        "fractional_max_pool2d fractional_max_pool3d",
    ),
    (
        "`sinh` and `cosh` are finite up to the largest number.",
        "sinh cosh",
    ),
    (
        '`F.pad(mode="circular")` records one `CopySlices`, torch a chain.',
        "pad",
    ),
    (
        "Conjugates are computed at once, not lazily, because arrays of NumPy's have no bit that says so: `conj()` is no view, and `is_conj()` is False.",
        "conj",
    ),
    (
        "`div(x, y, rounding_mode=None)` has DivBackward0 (torch: DivBackward2).",
        "div",
    ),
    (
        "Beyond 8,192 elements equal elements come out of `sort` and `topk` in stable order; torch's order is its C++ library's.",
        "sort topk",
    ),
    (
        "`multinomial` without replacement draws categories of no probability, where it has to, in their order.",
        "multinomial",
    ),
    (
        "Third derivatives of `F.layer_norm` are right (torch 2.13 takes mean and deviation for constants there).",
        "layer_norm",
    ),
    (
        "`unsafe_split` and its like copy. `as_strided_scatter` is left out, because torch's gradient of it is wrong.",
        "unsafe_split unsafe_chunk unsafe_split_with_sizes",
    ),
    (
        "An index out of range is refused also where there is nothing to read or write; torch's `index_add` and its like let it pass.",
        "index_add",
    ),
    (
        "`kron` of a transposed matrix is computed; torch refuses to view its result.",
        "kron",
    ),
)
