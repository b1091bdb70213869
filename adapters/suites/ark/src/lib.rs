//! Suites of others over `curvemark-ark`: see the tests.
