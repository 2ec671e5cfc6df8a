"""Every code of this package, and what it means for a file.

>>> CODES["E050"]
'a key is written twice in one mapping'
"""

from __future__ import annotations

from pitboss.grammar.quick_start import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final


CODES: Final[dict[str, str]] = {
    "E001": "the file does not exist",
    "E002": "the file or folder cannot be read",
    "E003": "it is not a regular file",
    "E004": "the file, or all files of the folder together, are too large, or too many",
    "E005": "the file's name does not end in .yaml, .yml, .json, .csv or .xlsx",
    "E006": "the folder holds no file of a filing",
    "E007": "a path leaves the filing's folder",
    "E010": "the text is not UTF-8",
    "E011": "a character that has no place in a filing, written or escaped",
    "E012": "the file is empty",
    "E020": "the text is not YAML",
    "E021": "more than one document in a file",
    "E022": "a tag such as !foo",
    "E023": "an alias without anchor",
    "E024": "an alias inside its own anchor",
    "E025": "`<<` merges something that is not a mapping",
    "E026": "an amount inside [ ] or { } is cut at its comma",
    "E030": "the text is not JSON",
    "E031": "NaN or Infinity",
    "E040": "a quoted cell of a CSV table is not closed, or goes on after its end",
    "E041": "a row of a CSV table has more or fewer cells than the header",
    "E042": "a column name of a CSV table is missing or written twice",
    "E050": "a key is written twice in one mapping",
    "E051": "a key is not text",
    "E052": "lists and mappings are nested too deeply",
    "E053": "a text is too long",
    "E054": "a number has too many digits",
    "E055": "too many values, aliases expanded",
    "E060": "the file is not a workbook, or it is broken",
    "E061": "a workbook that is too large, decompressed or in its rows and columns",
    "E062": "a cell of a workbook is not read: a formula without a stored value, an error, or no name in the header",
}
CELL = "E062"  # the other cells of its file are read
