"""Sets of rules as the bits of a number: they are joined and compared at once, and each is listed once."""

from __future__ import annotations

from collections.abc import Iterable

MOST_SETS = 1 << 13  # sets whose members are cached


def bits_of(numbers: Iterable[int]) -> int:
    """The bits that stand for the numbers.

    >>> bits_of([0, 3])
    9
    """
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


class Members(dict[int, tuple[int, ...]]):
    """By the bits of a set: its numbers in ascending order.

    >>> Members()[9]
    (0, 3)
    """

    def __missing__(self, bits: int) -> tuple[int, ...]:
        if len(self) >= MOST_SETS:
            self.clear()
        found, left = [], bits
        while left:
            least = left & -left
            found.append(least.bit_length() - 1)
            left ^= least
        members = self[bits] = tuple(found)
        return members
