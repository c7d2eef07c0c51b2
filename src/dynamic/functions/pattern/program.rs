//! A parsed pattern as a list of small steps.

use super::class::Class;
use super::syntax::{Node, Syntax};

/// The steps, and what running them needs.
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    /// How many places of the text are remembered: two for a capture, one for a loop.
    pub(super) slots: usize,
    /// How many [`Op::Split`]s there are.
    pub(super) splits: usize,
    /// Whether the same step at the same place always ends the same way. Back-references break that.
    pub(super) is_regular: bool,
}

#[derive(Debug)]
pub(super) enum Op {
    Unit {
        unit: u32,
        back: bool,
    },
    Class {
        class: Class,
        back: bool,
    },
    /// Goes on at `first`, and at `second` if that fails.
    Split {
        first: usize,
        second: usize,
        number: usize,
    },
    Jump(usize),
    Start,
    End,
    Boundary(bool),
    /// The body follows, up to its [`Op::Accept`]; what comes after it stands at `next`.
    Look {
        negative: bool,
        next: usize,
    },
    BackReference {
        group: usize,
        back: bool,
    },
    /// Remembers the place.
    Save(usize),
    /// Fails if nothing was read since the place was remembered: such a round would repeat forever.
    Progress(usize),
    /// Forgets the captures of the round before.
    Forget(std::ops::Range<usize>),
    Accept,
}

/// Counted repeats are written out; a pattern that becomes longer than this is refused.
const MAX_OPS: usize = 20_000;

impl Program {
    pub(super) fn compile(syntax: &Syntax) -> Option<Program> {
        let mut program = Program {
            ops: Vec::new(),
            slots: if syntax.has_back_references { 2 * (syntax.captures + 1) } else { 0 },
            splits: 0,
            is_regular: !syntax.has_back_references,
        };
        program.node(&syntax.root, false)?;
        program.push(Op::Accept)?;
        Some(program)
    }

    fn push(&mut self, op: Op) -> Option<usize> {
        if self.ops.len() >= MAX_OPS {
            return None;
        }
        self.ops.push(op);
        Some(self.ops.len() - 1)
    }

    fn split(&mut self) -> Option<usize> {
        self.splits += 1;
        self.push(Op::Split { first: 0, second: 0, number: self.splits - 1 })
    }

    /// Sends the split at `at` on to the step after it first, and to here second, or the other way round.
    fn join(&mut self, at: usize, target: usize, greedy: bool) {
        if let Op::Split { first, second, .. } = &mut self.ops[at] {
            (*first, *second) = if greedy { (at + 1, target) } else { (target, at + 1) };
        }
    }

    /// Writes the steps of `node`; `back` inside a look-behind, which reads from right to left.
    fn node(&mut self, node: &Node, back: bool) -> Option<()> {
        match node {
            Node::Empty => {}
            Node::Unit(unit) => _ = self.push(Op::Unit { unit: *unit, back })?,
            Node::Class(class) => _ = self.push(Op::Class { class: class.clone(), back })?,
            Node::Start => _ = self.push(Op::Start)?,
            Node::End => _ = self.push(Op::End)?,
            Node::Boundary(wanted) => _ = self.push(Op::Boundary(*wanted))?,
            Node::BackReference(group) => _ = self.push(Op::BackReference { group: *group, back })?,
            Node::Capture(_, body) if self.is_regular => self.node(body, back)?,
            Node::Capture(group, body) => {
                let (first, last) = (2 * group, 2 * group + 1);
                self.push(Op::Save(if back { last } else { first }))?;
                self.node(body, back)?;
                self.push(Op::Save(if back { first } else { last }))?;
            }
            Node::Look { behind, negative, body } => {
                let look = self.push(Op::Look { negative: *negative, next: 0 })?;
                self.node(body, *behind)?;
                let after = self.push(Op::Accept)? + 1;
                if let Op::Look { next, .. } = &mut self.ops[look] {
                    *next = after;
                }
            }
            Node::Sequence(nodes) if back => nodes.iter().rev().try_for_each(|node| self.node(node, back))?,
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node, back))?,
            Node::Choice(nodes) => self.choice(nodes, back)?,
            Node::Repeat { body, least, most, greedy, captures } => {
                for _ in 0..*least {
                    self.round(body, captures, back)?;
                }
                match most {
                    None => self.endless(body, captures, *greedy, back)?,
                    Some(most) => {
                        let mut splits = Vec::new();
                        for _ in *least..*most {
                            splits.push(self.split()?);
                            self.round(body, captures, back)?;
                        }
                        let end = self.ops.len();
                        splits.into_iter().for_each(|split| self.join(split, end, *greedy));
                    }
                }
            }
        }
        Some(())
    }

    fn choice(&mut self, nodes: &[Node], back: bool) -> Option<()> {
        let mut jumps = Vec::new();
        for (position, node) in nodes.iter().enumerate() {
            if position + 1 == nodes.len() {
                self.node(node, back)?;
                continue;
            }
            let split = self.split()?;
            self.node(node, back)?;
            jumps.push(self.push(Op::Jump(0))?);
            let next = self.ops.len();
            self.join(split, next, true);
        }
        let end = self.ops.len();
        jumps.into_iter().for_each(|jump| self.ops[jump] = Op::Jump(end));
        Some(())
    }

    fn round(&mut self, body: &Node, captures: &std::ops::Range<usize>, back: bool) -> Option<()> {
        if !self.is_regular && !captures.is_empty() {
            self.push(Op::Forget(2 * captures.start..2 * captures.end))?;
        }
        let start = self.ops.len();
        self.node(body, back)?;
        // Every round takes room, so that the cap also bounds how often nothing is repeated.
        if self.ops.len() == start {
            self.push(Op::Jump(start + 1))?;
        }
        Some(())
    }

    fn endless(&mut self, body: &Node, captures: &std::ops::Range<usize>, greedy: bool, back: bool) -> Option<()> {
        let split = self.split()?;
        // A regular pattern needs no guard: the matcher does not enter the split twice at one place.
        let guard = (!self.is_regular).then(|| {
            self.slots += 1;
            self.slots - 1
        });
        if let Some(guard) = guard {
            self.push(Op::Save(guard))?;
        }
        self.round(body, captures, back)?;
        if let Some(guard) = guard {
            self.push(Op::Progress(guard))?;
        }
        self.push(Op::Jump(split))?;
        let end = self.ops.len();
        self.join(split, end, greedy);
        Some(())
    }
}
