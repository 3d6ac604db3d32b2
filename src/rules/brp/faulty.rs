//! For tests: what a faulty scenario is told, as people read it.

use super::trial::Setup;
use crate::rules::testing;

/// Asserts that a scenario has exactly one fault, and how it is shown (see [`testing::assert_shown`]).
pub(super) fn assert_fault(
    setup: &Setup,
    marked: &str,
    code: &str,
    message: &str,
    help: Option<&str>,
) {
    testing::assert_shown(&setup.text(), &setup.faults(), marked, code, message, help);
}
