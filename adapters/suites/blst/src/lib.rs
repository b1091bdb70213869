//! Suites of others over `curvemark-blst`: see the tests.
