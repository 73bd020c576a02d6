"""What PyTorch and Python have and gradcli leaves out, each with its reason, which errors give."""

from __future__ import annotations

_TORCH: dict[str, str] = {
    "tensors are dense": (
        "ccol_indices_copy col_indices_copy crow_indices_copy dsmm hsmm hspmm indices_copy jagged "
        "resize_as_sparse_ row_indices_copy saddmm smm sparse_bsc sparse_bsc_tensor sparse_bsr "
        "sparse_bsr_tensor sparse_compressed_tensor sparse_coo sparse_coo_tensor sparse_csc "
        "sparse_csc_tensor sparse_csr sparse_csr_tensor spmm sspaddmm values_copy sparse nested"
    ),
    "there are no quantised tensors": (
        "choose_qparams_optimized dequantize empty_quantized fake_quantize_per_channel_affine "
        "fake_quantize_per_tensor_affine fbgemm_linear_fp16_weight "
        "fbgemm_linear_fp16_weight_fp32_activation fbgemm_linear_int8_weight "
        "fbgemm_linear_int8_weight_fp32_activation fbgemm_linear_quantize_weight "
        "fbgemm_pack_gemm_matrix_fp16 fbgemm_pack_quantized_matrix fused_moving_avg_obs_fake_quant "
        "int_repr per_channel_affine per_channel_affine_float_qparams per_channel_symmetric "
        "per_tensor_affine per_tensor_symmetric q_per_channel_axis q_per_channel_scales "
        "q_per_channel_zero_points q_scale q_zero_point qint32 qint8 quantize_per_channel "
        "quantize_per_tensor quantize_per_tensor_dynamic quantized_batch_norm quantized_gru "
        "quantized_gru_cell quantized_lstm quantized_lstm_cell quantized_max_pool1d "
        "quantized_max_pool2d quantized_max_pool3d quantized_rnn_relu_cell quantized_rnn_tanh_cell "
        "quint2x4 quint4x2 quint8 quantization ao"
    ),
    "NumPy has no such element type": (
        "bit bits16 bits1x8 bits2x4 bits4x2 bits8 float4_e2m1fn_x2 float8_e4m3fn "
        "float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu int1 int2 int3 int4 int5 int6 "
        "int7 uint1 uint2 uint3 uint4 uint5 uint6 uint7"
    ),
    "there is no other device than the CPU": (
        "cudnn_affine_grid_generator cudnn_batch_norm cudnn_convolution cudnn_convolution_add_relu "
        "cudnn_convolution_relu cudnn_convolution_transpose cudnn_grid_sampler "
        "cudnn_is_acceptable get_autocast_gpu_dtype get_autocast_ipu_dtype get_autocast_xla_dtype "
        "get_device_module is_autocast_ipu_enabled is_autocast_xla_enabled miopen_batch_norm "
        "miopen_convolution miopen_convolution_add_relu miopen_convolution_relu "
        "miopen_convolution_transpose miopen_ctc_loss miopen_depthwise_convolution miopen_rnn "
        "set_autocast_gpu_dtype set_autocast_ipu_dtype set_autocast_ipu_enabled "
        "set_autocast_xla_dtype set_autocast_xla_enabled mtia distributed"
    ),
    "it is an inner function of PyTorch's for a kind of machine": (
        "batch_norm_backward_elemt batch_norm_backward_reduce batch_norm_elemt "
        "batch_norm_gather_stats batch_norm_gather_stats_with_counts batch_norm_stats "
        "batch_norm_update_stats init_num_threads mkldnn_adaptive_avg_pool2d mkldnn_convolution "
        "mkldnn_linear_backward_weights mkldnn_max_pool2d mkldnn_max_pool3d mkldnn_rnn_layer"
    ),
    "torch.nn.functional has the function for programs": (
        "affine_grid_generator conv_tbc ctc_loss embedding_bag embedding_renorm_ "
        "native_batch_norm native_channel_shuffle native_dropout "
        "native_group_norm native_layer_norm"
    ),
    "it reaches outside the program": (
        "from_dlpack from_file frombuffer get_file_path to_dlpack "
        "prepare_multiprocessing_environment multiprocessing hub"
    ),
    "programs are run, not compiled": (
        "cond export fork import_ir_module import_ir_module_from_buffer "
        "merge_type_from_type_comment parse_ir parse_schema parse_type_comment "
        "sym_constrain_range sym_constrain_range_for_size sym_float sym_fresh_size sym_int sym_ite "
        "sym_max sym_min sym_not sym_sqrt sym_sum unify_type_list wait while_loop fx"
    ),
    "every operation computes in the type of its operands": (
        "autocast_decrement_nesting autocast_increment_nesting clear_autocast_cache "
        "get_autocast_cpu_dtype get_autocast_dtype set_autocast_cache_enabled "
        "set_autocast_cpu_dtype set_autocast_cpu_enabled set_autocast_dtype set_autocast_enabled"
    ),
    "the steps are there: torch.gru_cell, torch.lstm_cell, torch.rnn_tanh_cell": (
        "gru lstm rnn_relu rnn_tanh"
    ),
    "torch.linalg.svd and torch.linalg.eigh compute all of it": "lobpcg",
    "PyTorch's numbers of this distribution are not reproduced": "binomial",
    "use torch.linalg.vector_norm": "native_norm norm_except_dim",
    "use torch.as_strided": "slice_inverse",
    "PyTorch's gradient of it is wrong; use slice_scatter or as_strided": "as_strided_scatter",
    "PyTorch cannot differentiate it; use view_as_complex, or detach and clone": (
        "detach_copy view_as_complex_copy"
    ),
}
"""For each reason, names of ``torch``."""

_FUNCTIONAL: dict[str, str] = {
    "it computes for other devices": "grouped_mm scaled_grouped_mm scaled_mm",
    "F.scaled_dot_product_attention and F.linear are its parts": "multi_head_attention_forward",
    "use F.conv1d": "conv_tbc",
    "use F.channel_shuffle": "native_channel_shuffle",
}
"""For each reason, names of ``torch.nn.functional``."""

_TENSOR: dict[str, str] = {
    "tensors are dense": (
        "ccol_indices coalesce col_indices crow_indices dense_dim indices is_coalesced "
        "resize_as_sparse_ row_indices smm sparse_dim sparse_mask sparse_resize_ "
        "sparse_resize_and_clear_ sspaddmm to_padded_tensor to_sparse to_sparse_bsc to_sparse_bsr "
        "to_sparse_coo to_sparse_csc to_sparse_csr values"
    ),
    "there are no quantised tensors": (
        "dequantize int_repr q_per_channel_axis q_per_channel_scales q_per_channel_zero_points "
        "q_scale q_zero_point qscheme"
    ),
    "there is no other device than the CPU": "ipu mtia pin_memory record_stream to_mkldnn xpu",
    "memory belongs to the tensor": ("const_data_ptr share_memory_ storage_type"),
    "NumPy has no such element type": "chalf",
    "tensors have one class": "as_subclass module_load",
    "PyTorch has removed it": "reinforce volatile",
    "use resize_ or reshape": "resize resize_as",
    "use slice_scatter": "slice_inverse",
    "PyTorch's gradient of it is wrong; use slice_scatter or as_strided": "as_strided_scatter",
    "use select or index_select": "index",
}
"""For each reason, attributes and methods of tensors."""


_MODULES: dict[str, str] = {
    "a program has no arguments; write the values down": "click fire getopt optparse",
    "a program reads and writes no files": ("fileinput gzip h5py shelve sqlite3 yaml zipfile"),
    "a program starts nothing and opens no connection": (
        "asyncio http multiprocessing ray requests signal socket ssl subprocess urllib wandb"
    ),
    "a program does not look into what runs it": (
        "builtins code ctypes dis importlib pdb platform psutil site symtable tracemalloc"
    ),
    "use fractions.Fraction, which is exact": "decimal",
    "use datetime": "calendar",
    "write values as JSON, and read them with json.loads": "ast",
    "compare texts with ==, or the sets of their words": "difflib",
    "use replace of the text": "html",
    "write a function or class of your own in its place": "unittest.mock",
    "of libraries for numbers there are torch and numpy": (
        "PIL cv2 datasets gym gymnasium jax numba pandas scipy skimage sklearn sympy tensorflow "
        "torchaudio torchtext torchvision transformers"
    ),
}
"""For each reason, modules of Python and of others."""

_OF_TORCH: dict[str, str] = {
    "there is one process and one device": "SyncBatchNorm parallel",
    "the loss is computed in one piece": "LinearCrossEntropyOptions",
    "use LocalResponseNorm": "CrossMapLRN2d",
}
"""For each reason, names of ``torch.nn``."""

_INNER: dict[str, dict[str, str]] = {
    "torch.autograd": {
        "it is an inner part of PyTorch's": (
            "DeviceType NestedIOFunction SavedTensor enforce_grad_layout_policy is_tensor_like "
            "handle_torch_function has_torch_function"
        ),
        "nothing is measured": (
            "ProfilerActivity ProfilerConfig ProfilerEvent ProfilerState kineto_available "
            "profiler_legacy profiler_util"
        ),
    },
    "torch.autograd.profiler": {
        "nothing is measured": (
            "DeviceType EnforceUnique EventList FunctionEvent Future KinetoStepTracker "
            "MEMORY_EVENT_NAME MemRecordsAcc OUT_OF_MEMORY_EVENT_NAME ProfilerActivity "
            "ProfilerConfig ProfilerState emit_itt emit_nvtx kineto_available load_nvprof "
            "parse_nvprof_trace"
        ),
    },
    "torch.autograd.graph": {
        "it is an inner part of PyTorch's": "RemovableHandle TorchDispatchMode Variable",
        "there is one device, and no streams": (
            "region_activation_memory_budget set_override_stale_capture_stream "
            "set_warn_on_accumulate_grad_stream_mismatch"
        ),
    },
    "torch.nn.modules.lazy": {"use the lazy layers, as nn.LazyLinear": "LazyModuleMixin"},
    "torch.utils.model_zoo": {"a program opens no connection": "load_url tqdm"},
    "torch.func": {"use reshape and permute": "rearrange"},
    "torch.utils.checkpoint": {
        "checkpoints keep their arguments and nothing else": (
            "CheckpointPolicy SAC_IGNORED_OPS SelectiveCheckpointContext "
            "create_selective_checkpoint_contexts"
        ),
        "it is an inner part of PyTorch's": (
            "CheckpointFunction DefaultDeviceType GraphExecGroup SavedTensor get_device_states "
            "set_device_states LoggingTensorMode TorchDispatchMode capture_logs tree_map"
        ),
    },
    "torch.FunctionCtx": {
        "the node of the result has it, as result.grad_fn": (
            "metadata name next_functions register_hook register_prehook requires_grad"
        ),
        "it is an inner part of PyTorch's": (
            "apply apply_boxed apply_jvp dirty_tensors materialize_grads "
            "maybe_clear_saved_tensors non_differentiable saved_for_forward to_save"
        ),
    },
    "torch.RemovableHandle": {
        "it is an inner part of PyTorch's": "extra_dict_ref hooks_dict_ref next_id"
    },
    "torch.torch._C.Generator": {
        "it is for other devices than the CPU": (
            "get_offset graphsafe_get_state graphsafe_set_state set_offset"
        ),
    },
    "torch.PosixPath": {
        "a program reads and writes no files": ("chmod rename rglob stat"),
    },
    "torch.jit": {
        "programs are run, not compiled": (
            "ScriptFunction ScriptModule freeze load save script_method trace trace_module"
        ),
    },
    "torch.UntypedStorage": {
        "a storage tells what tensors share; ask a tensor for its values": (
            "bfloat16 bool byte byteswap char clone complex_double complex_float copy_ cpu double "
            "fill_ float half int long new resize_ short to type untyped get_device"
        ),
        "there is no other device than the CPU": (
            "cuda hpu is_cuda is_hpu is_pinned is_sparse is_sparse_csr mps pin_memory"
        ),
        "NumPy has no such element type": (
            "float8_e4m3fn float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz"
        ),
        "it reaches outside the program": "filename from_buffer from_file is_shared share_memory_",
    },
}
"""For modules and types, and for each reason, names that they have."""

_OUTSIDE = "a program reads and writes no files, and knows no environment"
_OF_MODULES: dict[str, str] = {
    "os": "chdir getlogin getpid kill open popen scandir stat system uname urandom",
    "logging": "FileHandler handlers config",
    "os.path": "getmtime",
    "inspect": "getfile getmodule getmro getsource getsourcefile stack",
    "sys": "executable stdin",
    "numpy": "fromfile memmap savetxt savez savez_compressed",
}
"""For each module, what it has that reaches outside the program."""


def _rows(module: str, reasons: dict[str, str]) -> dict[str, str]:
    return {
        f"{module}.{name}": reason for reason, names in reasons.items() for name in names.split()
    }


ABSENT: dict[str, str] = {
    **_rows("torch", _TORCH),
    **_rows("torch.nn.functional", _FUNCTIONAL),
    **_rows("torch.Tensor", _TENSOR),
}
"""Full names of functions, and of the attributes of tensors: why there is none."""

OUTSIDE: dict[str, str] = {
    **_rows("torch.nn", _OF_TORCH),
    **{
        full: why
        for owner, reasons in _INNER.items()
        for full, why in _rows(owner, reasons).items()
    },
    "torch.nn.parallel": "there is one process and one device",
    "torch.nn.quantized": "there are no quantised tensors",
    "torch.nn.attention": "F.scaled_dot_product_attention has one way, which nothing chooses",
    "torch.onnx": "programs are run, not compiled",
    "torch.profiler": "nothing is measured",
    "torch.utils._pytree": "it is an inner part of PyTorch's; write a loop or comprehension",
    **{name: reason for reason, names in _MODULES.items() for name in names.split()},
    **{
        full: reason
        for module, names in _OF_MODULES.items()
        for full, reason in _rows(module, {_OUTSIDE: names}).items()
    },
}
"""Modules, and names of modules: why there is none."""

CALLED = {
    "torch.Tensor.append": "torch.cat",
    "torch.Tensor.astype": "to",
    "torch.Tensor.concat": "torch.cat",
    "torch.Tensor.copy": "clone",
    "torch.Tensor.expand_dims": "unsqueeze",
    "torch.Tensor.fill": "fill_",
    "torch.Tensor.reverse": "flip",
    "torch.Tensor.zero_grad": "grad.zero_",
    "torch.append": "cat",
    "torch.array": "tensor",
    "torch.copy": "clone",
    "torch.expand_dims": "unsqueeze",
    "torch.identity": "eye",
    "torch.invert": "bitwise_not",
    "torch.mod": "remainder",
    "torch.ndarray": "Tensor",
    "torch.product": "prod",
    "torch.repeat": "tile",
    "torch.random.rand": "torch.rand",
    "torch.random.randint": "torch.randint",
    "torch.random.randn": "torch.randn",
    "torch.list.add": "append",
    "torch.list.push": "append",
    "torch.list.push_back": "append",
    "torch.str.contains": "in",
}
"""What NumPy and other languages call otherwise than PyTorch and Python do."""
