//! For tests: stub.
