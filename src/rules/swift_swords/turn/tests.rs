//! Tests: what a turn comes to.
