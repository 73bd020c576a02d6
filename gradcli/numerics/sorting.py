"""The order in which equal elements come out of PyTorch's sorting and selecting.

PyTorch sorts with the C++ standard library, whose algorithms do not keep equals in their order
(libstdc++, ``bits/stl_algo.h`` and ``bits/stl_heap.h``), and finds one element of an order with a
quickselect of its own (``aten/src/ATen/native/Sorting.cpp``). This module repeats their steps on
ranks, integers that are equal for equal elements, so that indices are PyTorch's where ties leave a
choice. It is slow, and meant for few elements; where nothing is equal NumPy finds the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

LIMIT = 1 << 13
"""The number of elements up to which it is worth the time."""

SMALL = 16  # up to which std::sort inserts, which keeps equals in their order


class Selection:
    """The indices of ranks, being rearranged; ``order`` holds the state."""

    __slots__ = ("order", "ranks")

    def __init__(self, ranks: Sequence[int]) -> None:
        self.ranks = ranks
        self.order = list(range(len(ranks)))

    def less(self, a: int, b: int) -> bool:
        """Compare the elements at two places."""
        return self.ranks[self.order[a]] < self.ranks[self.order[b]]

    def swap(self, a: int, b: int) -> None:
        """Exchange the elements at two places."""
        order = self.order
        order[a], order[b] = order[b], order[a]

    # std::sort and std::nth_element

    def sort(self, first: int, last: int) -> None:
        """Sort a range of places as ``std::sort`` does."""
        if first == last:
            return
        ranges = [(first, last, _depth(last - first))]
        while ranges:
            first_, last_, depth = ranges.pop()
            while last_ - first_ > SMALL:
                if depth == 0:
                    self.partial_sort(first_, last_, last_)
                    break
                depth -= 1
                cut = self._cut(first_, last_)
                ranges.append((cut, last_, depth))
                last_ = cut
        self._insert(first, last)

    def nth_element(self, first: int, nth: int, last: int) -> None:
        """Bring an element of the order to its place as ``std::nth_element`` does."""
        if first == last or nth == last:
            return
        depth = _depth(last - first)
        while last - first > 3:
            if depth == 0:
                self._heap_select(first, nth + 1, last)
                self.swap(first, nth)
                return
            depth -= 1
            cut = self._cut(first, last)
            if cut <= nth:
                first = cut
            else:
                last = cut
        self._insert(first, last)

    def _cut(self, first: int, last: int) -> int:
        """Part a range around the median of three and return where the upper part begins."""
        self._median_first(first, first + 1, first + (last - first) // 2, last - 1)
        low, high = first + 1, last
        while True:
            while self.less(low, first):
                low += 1
            high -= 1
            while self.less(first, high):
                high -= 1
            if low >= high:
                return low
            self.swap(low, high)
            low += 1

    def _median_first(self, result: int, a: int, b: int, c: int) -> None:
        if self.less(a, b):
            chosen = b if self.less(b, c) else c if self.less(a, c) else a
        else:
            chosen = a if self.less(a, c) else c if self.less(b, c) else b
        self.swap(result, chosen)

    def _insert(self, first: int, last: int) -> None:
        """Sort by insertion, which keeps equals in their order."""
        self.order[first:last] = sorted(self.order[first:last], key=self.ranks.__getitem__)

    # std::partial_sort, by a heap

    def partial_sort(self, first: int, middle: int, last: int) -> None:
        """Bring the first elements of the order to the front as ``std::partial_sort`` does."""
        self._heap_select(first, middle, last)
        while middle - first > 1:
            middle -= 1
            self._pop(first, middle, middle)

    def _heap_select(self, first: int, middle: int, last: int) -> None:
        length = middle - first
        for parent in reversed(range(length // 2)):
            self._sink(first, parent, length, self.order[first + parent])
        for place in range(middle, last):
            if self.less(place, first):
                self._pop(first, middle, place)

    def _pop(self, first: int, last: int, result: int) -> None:
        value = self.order[result]
        self.order[result] = self.order[first]
        self._sink(first, 0, last - first, value)

    def _sink(self, first: int, hole: int, length: int, value: int) -> None:
        """Let a hole in a heap sink to the bottom, and ``value`` rise from there."""
        top = child = hole
        order, ranks = self.order, self.ranks
        while child < (length - 1) // 2:
            child = 2 * (child + 1)
            if self.less(first + child, first + child - 1):
                child -= 1
            order[first + hole] = order[first + child]
            hole = child
        if length % 2 == 0 and child == (length - 2) // 2:
            child = 2 * (child + 1)
            order[first + hole] = order[first + child - 1]
            hole = child - 1
        parent = (hole - 1) // 2
        while hole > top and ranks[order[first + parent]] < ranks[value]:
            order[first + hole] = order[first + parent]
            hole, parent = parent, (parent - 1) // 2
        order[first + hole] = value

    # PyTorch's own

    def quick_select(self, k: int) -> None:
        """Bring element ``k`` of the order to its place as PyTorch's ``kthvalue`` does."""
        left, right = 0, len(self.order) - 1
        while right > left:
            if right == left + 1:
                if self.less(right, left):
                    self.swap(left, right)
                return
            self._pivot_left(left, right)
            low, high = left + 1, right
            while True:
                low += 1
                while self.less(low, left):
                    low += 1
                high -= 1
                while self.less(left, high):
                    high -= 1
                if high < low:
                    break
                self.swap(low, high)
            self.swap(left, high)
            left, right = (low if high <= k else left), (high - 1 if high >= k else right)

    def _pivot_left(self, left: int, right: int) -> None:
        """Bring the median of the first, middle and last element to the left end."""
        self.swap(left + (right - left) // 2, left + 1)
        for a, b in ((left + 1, right), (left, right), (left + 1, left)):
            if self.less(b, a):
                self.swap(a, b)


def _depth(count: int) -> int:
    return 2 * (count.bit_length() - 1)


def sorting(ranks: Sequence[int]) -> list[int]:
    """Return the indices in the order that PyTorch's sort gives."""
    found = Selection(ranks)
    found.sort(0, len(ranks))
    return found.order


def inserted(values: Sequence[Any], less: Callable[[Any, Any], bool] = operator.lt) -> list[int]:
    """Return the order that ``std::sort`` gives a few values, also where NaN leaves none."""
    order: list[int] = []
    for index, value in enumerate(values):
        place = 0 if order and less(value, values[order[0]]) else index
        while place and less(value, values[order[place - 1]]):
            place -= 1
        order.insert(place, index)
    return order


def smallest(ranks: Sequence[int], k: int, in_order: bool = True) -> list[int]:
    """Return the indices of the k smallest in the order that PyTorch's ``topk`` gives."""
    found, count = Selection(ranks), len(ranks)
    if k * 64 <= count:
        found.partial_sort(0, k, count)
    else:
        found.nth_element(0, k - 1, count)
        if in_order:
            found.sort(0, k - 1)
    return found.order[:k]


def kth(ranks: Sequence[int], k: int) -> int:
    """Return the index of the element of the order that PyTorch's ``kthvalue`` picks."""
    found = Selection(ranks)
    found.quick_select(k)
    return found.order[k]


# Where the order of equals is their own


def stable_order(xp: Any, x: Any, axis: int, descending: bool = False) -> Any:
    """Return the indices that sort an array stably; NaN is the greatest."""
    if not descending:
        return xp.argsort(x, axis=axis, stable=True)
    turned = xp.argsort(xp.flip(x, axis=axis), axis=axis, stable=True)
    return x.shape[axis] - 1 - xp.flip(turned, axis=axis)


def leading(xp: Any, x: Any, axis: int, k: int, descending: bool) -> tuple[Any, Any]:
    """Return the first k indices of the stable order, and all of it for the few up to LIMIT."""
    if type(x) is np.ndarray and x.size > LIMIT and 0 < 4 * k <= x.shape[axis]:
        found = _parted(np.moveaxis(x, axis, -1), k, descending)
        if found is not None:
            return np.array(np.moveaxis(found, -1, axis), order="C"), None
    order = stable_order(xp, x, axis, descending)
    return order[(slice(None),) * axis + (slice(k),)], order


def _parted(lines: Any, k: int, descending: bool) -> Any:
    """Return the first k indices of each line, or None where equals or NaN leave a choice."""
    cut = -k if descending else k - 1
    parted = np.argpartition(lines, cut, axis=-1)
    places = np.sort(parted[..., -k:] if descending else parted[..., :k], axis=-1)
    values = np.take_along_axis(lines, places, axis=-1)
    edge = np.take_along_axis(lines, parted[..., cut, None], axis=-1)
    inside = lines >= edge if descending else lines <= edge
    if not (inside.sum(axis=-1) == k).all():
        return None
    return np.take_along_axis(places, stable_order(np, values, -1, descending), axis=-1)
