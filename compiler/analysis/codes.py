"""Every code of the compiler, with one sentence that defines it.

>>> CODES["R202"]
'A name is declared twice.'
"""

from __future__ import annotations

CODES = {
    "R201": "A name is used that nothing declares, or a value that its field cannot have.",
    "R202": "A name is declared twice.",
    "R203": "A field has a type that there is none of.",
    "R204": "Values of different kinds are combined, or a clause requires of its subject something that it cannot have.",
    "R205": "Two versions of one clause, or two authorities for one name, are in force on the same day.",
    "R206": "A clause reads a field that its scope does not offer.",
    "R207": "A clause ends before it starts.",
    "R208": "A citation names a provision that its section, whose text is available, does not have.",
    "R209": "Exceptions collide: two of one clause are the same, or clauses except each other in a circle.",
    "R210": "No filing can satisfy two clauses that are in force on the same day.",
    "R211": "A condition can never hold, or a reading equals another.",
    "R212": "Something is declared that nothing reads.",
    "R213": "A table is missing, is not the shape its clause needs, or has a cell of the wrong kind.",
    "R214": "A label is skipped, or is not in the law's order.",
    "R215": "A function is called with arguments that it does not take.",
    "R216": "A term, a ranking or a derived value is defined by itself, or through too many others.",
    "R217": "A clause changes on a day that no history note of its section, of its chapter or of a section that it cites prints.",
    "R218": "A term whose meaning changes is read where its day is not known, or has no meaning on some days.",
}
