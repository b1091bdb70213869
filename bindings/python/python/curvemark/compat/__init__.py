"""Modules with the names of other packages: one changed import moves a program over.

| instead of | write |
|---|---|
| `import ckzg` | `from curvemark.compat import ckzg` |
| `from py_ecc.bls import …` | `from curvemark.compat.py_ecc.bls import …` |
| `import milagro_bls_binding as bls` | `from curvemark.compat import milagro as bls` |
| `from py_arkworks_bls12381 import …` | `from curvemark.compat.py_arkworks import …` |

Each module says where it differs.
"""
