## curvemark for Nim: all modules but `curvemark/abi`, which has the functions of C.

import curvemark/[blscurve, errors, evm, kzg4844, signatures]
export blscurve, evm, kzg4844, signatures
export errors.CurvemarkError, errors.text
