"""BLS signatures by the names of `py_ecc`: `from curvemark.compat.py_ecc.bls import …`.

py_ecc's fields and curves are numbers in Python, which everybody may compute with. They are not
replaced: take `curvemark.bls12_381` and `curvemark.bn254`.
"""
