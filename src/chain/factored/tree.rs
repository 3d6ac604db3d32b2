//! Which step comes next, by what it asks for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{NOWHERE, Step};
use crate::chain::short;

/// The number of the part in each place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ids([u16; PLACES]);

const PLACES: usize = NOWHERE as usize + 1;

impl Ids {
    pub(super) const NONE: Self = Self([0; PLACES]);

    #[inline]
    pub(super) fn of(&self, place: usize) -> u16 {
        self.0[place % self.0.len()]
    }

    #[inline]
    pub(super) fn put(&mut self, place: usize, id: u16) {
        self.0[place % self.0.len()] = id;
    }
}

/// A node: a question, or a step. A step asks for the part that is nowhere, of which there is one, and leads to itself.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The first of its answers, which follow each other.
    first: u32,
    /// How many answers are known.
    answers: u16,
    /// The place that it asks for.
    place: u8,
}

/// The number of the step that stands for all that are not known.
const NOTHING: u32 = 0;

impl Node {
    const NOTHING: Self = Self {
        first: NOTHING,
        answers: 1,
        place: NOWHERE,
    };

    /// A step, which has that number.
    fn of(number: usize) -> Self {
        Self {
            first: short(number),
            ..Self::NOTHING
        }
    }

    #[inline]
    fn asks(self) -> bool {
        self.place != NOWHERE
    }

    #[inline]
    fn is_unknown(self) -> bool {
        !self.asks() && self.first == NOTHING
    }

    /// The number of the node of this answer.
    #[inline]
    fn next(self, ids: &Ids) -> u32 {
        let id = ids.of(self.place.into());
        if id < self.answers {
            self.first + u32::from(id)
        } else {
            NOTHING
        }
    }
}

/// Where something that is not known would stand: the frame, or a node that is asked for with its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Gap {
    Frame(u32),
    Answer(u32, u16),
}

/// The decision tree, with a root for each frame. The answers of a question follow each other.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    /// The node of each frame.
    roots: Vec<u32>,
    nodes: Vec<Node>,
    /// By node: the step, where it is one.
    steps: Vec<Step>,
    /// How many questions are asked before it is looked whether all have come to a step.
    levels: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            roots: Vec::new(),
            nodes: vec![Node::NOTHING],
            steps: vec![Step::UNKNOWN],
            levels: 1,
        }
    }
}

impl Tree {
    #[inline]
    fn root(&self, frame: u32) -> u32 {
        self.roots.get(frame as usize).copied().unwrap_or(NOTHING)
    }

    /// The step of these parts, if it is known.
    #[inline]
    pub(super) fn step(&self, frame: u32, ids: &Ids) -> Option<Step> {
        let [step] = self.steps_of(&[(frame, ids)]);
        Some(step).filter(|step| !step.is_unknown())
    }

    /// The steps of several fights. All answer a question before any of them comes to the next, and no branch is to be foreseen:
    /// who has come to a step stays there until all have.
    #[inline]
    pub(super) fn steps_of<const K: usize>(&self, of: &[(u32, &Ids); K]) -> [Step; K] {
        let mut nodes = [NOTHING; K];
        for (at, (frame, _)) in nodes.iter_mut().zip(of) {
            *at = self.root(*frame);
        }
        let mut steps = [Step::UNKNOWN; K];
        let mut go_on = true;
        while go_on {
            for _ in 0..self.levels {
                for (at, (_, ids)) in nodes.iter_mut().zip(of) {
                    *at = self.nodes[*at as usize].next(ids);
                }
            }
            go_on = false;
            for (step, at) in steps.iter_mut().zip(nodes) {
                go_on |= self.nodes[at as usize].asks();
                *step = self.steps[at as usize];
            }
        }
        steps
    }

    /// Where the step of these parts is missing.
    pub(super) fn gap(&self, frame: u32, ids: &Ids) -> Option<Gap> {
        let (mut at, mut gap) = (self.root(frame), Gap::Frame(frame));
        loop {
            let node = &self.nodes[at as usize];
            if !node.asks() {
                return node.is_unknown().then_some(gap);
            }
            gap = Gap::Answer(node.first, ids.of(node.place.into()));
            at = node.next(ids);
        }
    }

    /// Takes in a step that asks for these places, in this order, from a frame with these parts.
    pub(super) fn insert(&mut self, frame: u32, ids: &Ids, asked: &[u8], step: Step) {
        let frame = frame as usize;
        if self.roots.len() <= frame {
            self.roots.resize(frame + 1, NOTHING);
        }
        if self.roots[frame] == NOTHING {
            self.roots[frame] = short(self.nodes.len());
            self.push(Node::NOTHING, Step::UNKNOWN);
        }
        let mut at = self.roots[frame] as usize;
        for &place in asked {
            let node = self.nodes[at];
            assert!(
                node.place == place || node.is_unknown(),
                "what a step asks for hangs on what it has been told"
            );
            let id = ids.of(place.into());
            if node.is_unknown() || id >= node.answers {
                self.nodes[at] = self.with_answers(node, place, id);
            }
            at = self.nodes[at].first as usize + usize::from(id);
        }
        assert!(self.nodes[at].is_unknown(), "a step is worked out once");
        self.nodes[at] = Node::of(at);
        self.steps[at] = step;
    }

    fn push(&mut self, node: Node, step: Step) {
        self.nodes.push(node);
        self.steps.push(step);
    }

    /// A question for this place with room for this answer, and those that it had.
    fn with_answers(&mut self, node: Node, place: u8, id: u16) -> Node {
        let first = self.nodes.len();
        // Room for some more, so that not each new answer moves all others.
        let mut answers = id + 1;
        if node.asks() {
            answers = answers.max(2 * node.answers);
            for answer in node.first..node.first + u32::from(node.answers) {
                let (answer, step) = (self.nodes[answer as usize], self.steps[answer as usize]);
                let known = !answer.asks() && !answer.is_unknown();
                let number = self.nodes.len();
                self.push(if known { Node::of(number) } else { answer }, step);
            }
        }
        let end = first + usize::from(answers);
        self.nodes.resize(end, Node::NOTHING);
        self.steps.resize(end, Step::UNKNOWN);
        Node {
            place,
            answers,
            first: short(first),
        }
    }

    /// The numbers of the answers of a node.
    fn answers(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        let first = node.first as usize;
        first..first + usize::from(if node.asks() { node.answers } else { 0 })
    }

    /// Its steps, in any order.
    pub(super) fn all_steps(&self) -> impl Iterator<Item = Step> {
        let mut left: Vec<usize> = self.roots.iter().map(|&root| root as usize).collect();
        std::iter::from_fn(move || {
            loop {
                let at = left.pop()?;
                left.extend(self.answers(at));
                let node = &self.nodes[at];
                if !node.asks() && !node.is_unknown() {
                    return Some(self.steps[at]);
                }
            }
        })
    }

    /// The same tree without gaps in memory, what is asked most together: `hits` says how often each step was come to, and
    /// where its branches begin now.
    pub(super) fn packed(&self, hits: impl Fn(Step) -> (u64, u32)) -> Self {
        let mut of_nodes = vec![0; self.nodes.len()];
        for &root in &self.roots {
            self.count(root as usize, &hits, &mut of_nodes);
        }
        let mut packed = Self {
            levels: self.usual_levels(&hits),
            ..Self::default()
        };
        let mut heap = BinaryHeap::new();
        for &root in &self.roots {
            let at = packed.nodes.len();
            packed
                .roots
                .push(if root == NOTHING { NOTHING } else { short(at) });
            if root != NOTHING {
                packed.push(Node::NOTHING, Step::UNKNOWN);
                heap.push((of_nodes[root as usize], Reverse((root as usize, at))));
            }
        }
        while let Some((_, Reverse((old, at)))) = heap.pop() {
            let mut node = self.nodes[old];
            if node.asks() {
                let answers = self.answers(old);
                let known = answers.clone().rposition(|at| of_nodes[at] > 0);
                let known = known.map_or(0, |last| last + 1);
                node.answers = u16::try_from(known).expect("there are few answers");
                node.first = short(packed.nodes.len());
                for old in answers.take(known) {
                    if of_nodes[old] > 0 {
                        heap.push((of_nodes[old], Reverse((old, packed.nodes.len()))));
                    }
                    packed.push(Node::NOTHING, Step::UNKNOWN);
                }
            } else {
                node = Node::of(at);
                let step = self.steps[old];
                packed.steps[at] = Step {
                    branch: hits(step).1,
                    ..step
                };
            }
            packed.nodes[at] = node;
        }
        packed
    }

    /// How many questions suffice for nearly all steps that were come to.
    fn usual_levels(&self, hits: &impl Fn(Step) -> (u64, u32)) -> usize {
        let mut of_levels = [0u64; PLACES];
        let mut left: Vec<(usize, usize)> = self.roots.iter().map(|&at| (at as usize, 0)).collect();
        while let Some((at, asked)) = left.pop() {
            left.extend(self.answers(at).map(|answer| (answer, asked + 1)));
            if !self.nodes[at].asks() && !self.nodes[at].is_unknown() {
                of_levels[asked % PLACES] += hits(self.steps[at]).0;
            }
        }
        let (mut levels, mut more) = (0, of_levels.iter().sum::<u64>());
        let few = more / 1024;
        while more > few {
            more -= of_levels[levels];
            levels += 1;
        }
        levels.saturating_sub(1).max(1)
    }

    /// How often each node from this one on was come to, and once more: nodes that are known count at least 1.
    fn count(&self, at: usize, hits: &impl Fn(Step) -> (u64, u32), of_nodes: &mut [u64]) -> u64 {
        let node = &self.nodes[at];
        let own = if node.asks() || node.is_unknown() {
            0
        } else {
            hits(self.steps[at]).0 + 1
        };
        let of_answers: u64 = self
            .answers(at)
            .map(|answer| self.count(answer, hits, of_nodes))
            .sum();
        of_nodes[at] = own + of_answers;
        of_nodes[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(branch: u32) -> Step {
        Step {
            branch,
            ..Step::SURE
        }
    }

    fn ids(of: &[(usize, u16)]) -> Ids {
        let mut ids = Ids::NONE;
        for &(place, id) in of {
            ids.put(place, id);
        }
        ids
    }

    #[test]
    fn a_step_is_found_by_what_it_asks_for_alone() {
        let mut tree = Tree::default();
        let found = |tree: &Tree, frame, of: &[(usize, u16)]| {
            tree.step(frame, &ids(of)).map(|step| step.branch)
        };
        assert_eq!(found(&tree, 1, &[]), None);
        tree.insert(1, &ids(&[(5, 3), (2, 1)]), &[5, 2], step(7));
        // Another answer to the first question leads to another second question.
        tree.insert(1, &ids(&[(5, 9), (4, 2)]), &[5, 4], step(8));
        tree.insert(1, &ids(&[(5, 3), (2, 6)]), &[5, 2], step(9));
        tree.insert(0, &ids(&[]), &[], step(1));
        assert_eq!(tree.all_steps().count(), 4);
        assert_eq!(found(&tree, 1, &[(5, 3), (2, 1), (4, 7), (0, 8)]), Some(7));
        assert_eq!(found(&tree, 1, &[(5, 9), (4, 2), (2, 5)]), Some(8));
        assert_eq!(found(&tree, 1, &[(5, 3), (2, 6)]), Some(9));
        assert_eq!(found(&tree, 0, &[(5, 3), (2, 6)]), Some(1));
        for unknown in [&[(5, 4)][..], &[(5, 30)], &[(5, 3), (2, 2)], &[(5, 9)]] {
            assert_eq!(found(&tree, 1, unknown), None);
            assert!(tree.gap(1, &ids(unknown)).is_some());
        }
        assert_eq!(found(&tree, 2, &[]), None);
        // Each thing that is missing has a place of its own.
        let gaps = [
            tree.gap(2, &ids(&[])),
            tree.gap(3, &ids(&[])),
            tree.gap(1, &ids(&[(5, 4)])),
            tree.gap(1, &ids(&[(5, 9)])),
        ];
        for (at, gap) in gaps.iter().enumerate() {
            assert!(!gaps[..at].contains(gap));
        }
        // The same without gaps in memory, with its branches elsewhere.
        let packed = tree.packed(|step| (u64::from(step.branch), step.branch + 100));
        assert!(packed.nodes.len() < tree.nodes.len());
        assert_eq!(
            found(&packed, 1, &[(5, 3), (2, 1), (4, 7), (0, 8)]),
            Some(107)
        );
        assert_eq!(found(&packed, 1, &[(5, 9), (4, 2), (2, 5)]), Some(108));
        assert_eq!(found(&packed, 1, &[(5, 3), (2, 6)]), Some(109));
        assert_eq!(found(&packed, 0, &[(5, 3), (2, 6)]), Some(101));
        assert_eq!(found(&packed, 1, &[(5, 30)]), None);
        let mut packed = packed;
        packed.insert(1, &ids(&[(5, 30)]), &[5], step(4));
        assert_eq!(found(&packed, 1, &[(5, 30)]), Some(4));
        assert_eq!(found(&packed, 1, &[(5, 3), (2, 6)]), Some(109));
    }

    #[test]
    #[should_panic(expected = "hangs on what it has been told")]
    fn what_is_asked_for_first_hangs_on_the_frame() {
        let mut tree = Tree::default();
        tree.insert(0, &ids(&[]), &[5], step(1));
        tree.insert(0, &ids(&[]), &[4], step(2));
    }
}
