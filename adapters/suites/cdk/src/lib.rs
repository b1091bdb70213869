//! cdk's `cashu` crate and `curvemark::cashu` next to each other: see the tests.
