//! How often the lines of a policy were considered, worked out afterwards.
//!
//! A list is gone through strictly in order, so it is enough to count in the fight which lines were used and which
//! lists ran out. Every time a list is entered, it ends with one used line or runs out; a line was considered
//! whenever it or a later line of its list was used, or the list ran out.

use crate::fight::Playbook;

/// How often each line was considered, by line. `used` is counted by line, `ran_out` by list.
///
/// # Panics
/// When the counts are not those of this playbook.
pub fn considered(used: &[u64], ran_out: &[u64], playbook: &Playbook) -> Vec<u64> {
    let mut counts = vec![0; playbook.lines.len()];
    let mut entered = ran_out.to_vec();
    for (id, line) in playbook.lines.iter().enumerate().rev() {
        let ends = &mut entered[line.list.index()];
        *ends += used[id];
        counts[id] = *ends;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{ListId, PlaybookLine};

    #[test]
    fn a_line_is_considered_until_its_list_is_done() {
        let line = |list| PlaybookLine {
            list: ListId(list),
            text: String::new(),
            lent: false,
        };
        let playbook = Playbook {
            name: "p".into(),
            lists: vec!["act".into(), "react".into()],
            lines: vec![line(0), line(0), line(1), line(1)],
        };
        // Entered 13 times: 5 took the first line, 2 the second, 6 neither.
        assert_eq!(
            considered(&[5, 2, 0, 9], &[6, 1], &playbook),
            [13, 8, 10, 10]
        );
    }
}
