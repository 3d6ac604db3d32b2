//! Many tests, one promise: Holm's correction.
//!
//! Whoever looks at a thousand figures at 5 % each finds fifty that moved though none did. Holm's adjusted p-values
//! keep the chance of even one false alarm at 5 %, whatever the figures have to do with each other, which a matrix of
//! matchups needs: the wins of one side are the losses of the other.

/// The adjusted p-value of each, in the order given. Those at most α are the ones to call.
pub(super) fn adjusted(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut most: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        let left = super::shift::float((p_values.len() - rank) as u64);
        most = most.max(left * p_values[place]).min(1.0);
        adjusted[place] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // Holm 1979: four hypotheses at 5 %
    fn the_smallest_pays_for_all_and_the_next_for_the_rest() {
        let adjusted = adjusted(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (is, expected) in adjusted.iter().zip(expected) {
            assert!((is - expected).abs() < 1e-12, "{adjusted:?}");
        }
    }

    #[test]
    fn none_is_above_one_and_none_below_its_own() {
        assert_eq!(adjusted(&[0.9, 1.0, 0.8]), [1.0, 1.0, 1.0]);
        assert_eq!(adjusted(&[0.02]), [0.02]);
        assert!(adjusted(&[]).is_empty());
    }
}
