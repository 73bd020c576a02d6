"""PyTorch's ``torch.nn``: layers, what they are made of, and their functions.

A name is loaded when it is first asked for; ``PLACES`` says which file has it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {
    "adaptive": "AdaptiveLogSoftmaxWithLoss",
    "activation": "CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU "
    "LogSigmoid LogSoftmax Mish PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d "
    "Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold",
    "attention": "MultiheadAttention",
    "batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d InstanceNorm1d InstanceNorm2d InstanceNorm3d",
    "container": "ModuleDict ModuleList ParameterDict ParameterList Sequential",
    "conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d",
    "lazy": "LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d LazyConv1d LazyConv2d LazyConv3d "
    "LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d LazyInstanceNorm1d "
    "LazyInstanceNorm2d LazyInstanceNorm3d LazyLinear",
    "linear": "Bilinear Linear",
    "loss": "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss "
    "GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss LinearCrossEntropyLoss MSELoss "
    "MarginRankingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss "
    "NLLLoss2d PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss "
    "TripletMarginWithDistanceLoss",
    "module": "Module",
    "normalization": "GroupNorm LayerNorm LocalResponseNorm RMSNorm",
    "parameter": "Buffer Parameter",
    "pooling": "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d "
    "AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d FractionalMaxPool2d "
    "FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d "
    "MaxUnpool2d MaxUnpool3d",
    "parallel": "DataParallel",
    "rnn": "GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase",
    "shapes": "AlphaDropout ChannelShuffle CircularPad1d CircularPad2d CircularPad3d "
    "ConstantPad1d ConstantPad2d ConstantPad3d CosineSimilarity Dropout Dropout1d Dropout2d "
    "Dropout3d FeatureAlphaDropout Flatten Fold Identity PairwiseDistance PixelShuffle "
    "PixelUnshuffle ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d "
    "ReplicationPad2d ReplicationPad3d Unflatten Unfold Upsample UpsamplingBilinear2d "
    "UpsamplingNearest2d ZeroPad1d ZeroPad2d ZeroPad3d",
    "sparse": "Embedding EmbeddingBag",
    "transformer": "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder "
    "TransformerEncoderLayer",
    "uninitialized": "UninitializedBuffer UninitializedParameter",
}


def names(file: str) -> list[str]:
    """Return the classes that a file has."""
    return _NAMES[file].split()


PLACES = {name: file for file, names in _NAMES.items() for name in names.split()}
"""The file of each class."""

BASES = {
    **dict.fromkeys(("_Loss", "_WeightedLoss"), "loss"),
    **dict.fromkeys(("_BatchNorm", "_InstanceNorm"), "batchnorm"),
    "_ConvNd": "conv",
    "_DropoutNd": "shapes",
}
"""The file of each class that others are made of, as PyTorch's modules of layers have them."""

MODULES = ("functional", "grad", "init", "modules", "parameter", "utils")
"""The modules in this one."""

__all__ = [*PLACES, *MODULES]


def __getattr__(name: str) -> Any:
    if name in MODULES:
        return import_module(f"{__name__}.{name}")
    if name not in PLACES:
        raise AttributeError(f"module 'torch.nn' has no attribute '{name}'")
    value = vars(import_module(f"{__name__}.{PLACES[name]}"))[name]
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
