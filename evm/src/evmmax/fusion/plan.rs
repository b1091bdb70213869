//! A run by its values instead of its registers: the same results, with fewer reductions.
//!
//! Instructions reduce each product by itself and keep every value in a register. A run executes as
//! a whole, so what it leaves in registers counts, and not how:
//!
//! * ac, bd, (a + b)(c + d) and what is made of them for a product of two complex numbers become
//!   that product, for which fields have code of their own;
//! * a·b ± c·d, whose products nothing else uses, takes one reduction;
//! * a sum that is nothing but an operand of products stays unreduced;
//! * what is overwritten and not used is not computed.
//!
//! Both parts of an operand of a complex product stand side by side where they can, since a copy
//! would wait for what was just stored.
//!
//! A value that the run leaves in a register is computed whatever it is: programs gain where
//! intermediate results are overwritten soon.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::{Place, Step};

/// Values by number: what the registers hold before the run, then the result of each step.
type Value = usize;

/// Registers that an immediate can name.
const INPUTS: usize = 256;

/// What computes a value.
#[derive(Clone, Copy, Debug)]
enum Node {
    Add([Value; 2]),
    Sub([Value; 2]),
    Mul([Value; 2]),
    Sum([Value; 4]),
    Difference([Value; 4]),
    /// Both values that it gives, and a₀, a₁, b₀, b₁.
    Complex([Value; 2], [Value; 4]),
    Gone,
}

impl Node {
    fn operands(&self) -> &[Value] {
        match self {
            Self::Add(xy) | Self::Sub(xy) | Self::Mul(xy) => xy,
            Self::Sum(all) | Self::Difference(all) | Self::Complex(_, all) => all,
            Self::Gone => &[],
        }
    }
}

/// A run as it is executed.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// Elements of scratch, behind the registers.
    pub(super) scratch: usize,
    /// For a frame of so many registers.
    pub(super) registers: usize,
}

/// A run in the making.
struct Graph {
    nodes: Vec<Node>,
    /// For each register the value that the run leaves there: its own input if it is not written.
    last: [Value; INPUTS],
    /// How often each value is used, and by which nodes the first two times: their numbers and one
    /// more, zero for a register.
    uses: Vec<[usize; 3]>,
}

impl Graph {
    fn new(steps: &[Step]) -> Self {
        let mut last: [Value; INPUTS] = core::array::from_fn(|register| register);
        let mut nodes = Vec::with_capacity(steps.len());
        for step in steps {
            let at = |xy: &[Place; 2]| xy.map(|register| last[usize::from(register)]);
            let (out, node) = match step {
                Step::Add(out, xy) => (out, Node::Add(at(xy))),
                Step::Sub(out, xy) => (out, Node::Sub(at(xy))),
                Step::Mul(out, xy) => (out, Node::Mul(at(xy))),
                _ => unreachable!("a run is made of sums, differences and products"),
            };
            last[usize::from(*out)] = INPUTS + nodes.len();
            nodes.push(node);
        }
        Self { nodes, last, uses: Vec::new() }
    }

    fn results(&self, at: usize) -> [Option<Value>; 2] {
        match self.nodes[at] {
            Node::Gone => [None; 2],
            Node::Complex([re, im], _) => [Some(re), Some(im)],
            _ => [Some(INPUTS + at), None],
        }
    }

    /// Counts uses from the end on, and drops what has none. What is left in a register counts as
    /// one.
    fn count(&mut self) {
        self.uses = vec![[0; 3]; INPUTS + self.nodes.len()];
        for value in self.last {
            self.uses[value][0] += 1;
        }
        for at in (0..self.nodes.len()).rev() {
            if self.results(at).into_iter().flatten().all(|value| self.uses(value) == 0) {
                self.nodes[at] = Node::Gone;
            }
            for &operand in self.nodes[at].operands() {
                let [count, users @ ..] = &mut self.uses[operand];
                if let Some(user) = users.get_mut(*count) {
                    *user = at + 1;
                }
                *count += 1;
            }
        }
    }

    fn node(&self, value: Value) -> Node {
        value.checked_sub(INPUTS).map_or(Node::Gone, |at| self.nodes[at])
    }

    fn uses(&self, value: Value) -> usize {
        self.uses[value][0]
    }

    /// The factors of a value that is a product and is used so often.
    fn product(&self, value: Value, uses: usize) -> Option<[Value; 2]> {
        match self.node(value) {
            Node::Mul(factors) if self.uses(value) == uses => Some(factors),
            _ => None,
        }
    }

    /// If a difference is the second half of a complex product, (a₀ + a₁)(b₀ + b₁) − (a₀b₀ + a₁b₁):
    /// where the first half is, and what is multiplied.
    fn complex(&self, at: usize) -> Option<(usize, [Value; 4])> {
        let Node::Sub([whole, rest]) = self.nodes[at] else { return None };
        let Node::Add(parts) = self.node(rest) else { return None };
        let [Node::Add(left), Node::Add(right)] =
            self.product(whole, 1)?.map(|factor| self.node(factor))
        else {
            return None;
        };
        let [first, second] = parts.map(|part| self.product(part, 2));
        let (first, second) = (first?, second?);
        if self.uses(rest) != 1 || parts[0] == parts[1] {
            return None;
        }
        // The other user of both products is their difference.
        let other = |part: Value| {
            let [_, users @ ..] = self.uses[part];
            users.into_iter().find(|&user| user != rest - INPUTS + 1)?.checked_sub(1)
        };
        let half = other(parts[0])?;
        if other(parts[1]) != Some(half) {
            return None;
        }
        let (first, second) = match self.nodes.get(half)? {
            Node::Sub(both) if *both == parts => (first, second),
            Node::Sub([b, a]) if [*a, *b] == parts => (second, first),
            _ => return None,
        };
        let same = |a: Value, b: Value, sum: [Value; 2]| [a, b] == sum || [b, a] == sum;
        for [a0, b0] in [first, [first[1], first[0]]] {
            for [a1, b1] in [second, [second[1], second[0]]] {
                if (same(a0, a1, left) && same(b0, b1, right))
                    || (same(a0, a1, right) && same(b0, b1, left))
                {
                    return Some((half, [a0, a1, b0, b1]));
                }
            }
        }
        None
    }

    fn find_complex_products(&mut self) {
        self.count();
        for at in 0..self.nodes.len() {
            if let Some((half, operands)) = self.complex(at) {
                // All operands are there before both halves.
                self.nodes[at.max(half)] = Node::Gone;
                self.nodes[at.min(half)] = Node::Complex([INPUTS + half, INPUTS + at], operands);
            }
        }
        self.count();
    }

    fn find_sums_of_products(&mut self) {
        for at in 0..self.nodes.len() {
            let (Node::Add([x, y]) | Node::Sub([x, y])) = self.nodes[at] else { continue };
            if let (Some([a, b]), Some([c, d])) = (self.product(x, 1), self.product(y, 1)) {
                let sum = matches!(self.nodes[at], Node::Add(_));
                self.nodes[at] =
                    if sum { Node::Sum([a, b, c, d]) } else { Node::Difference([a, b, c, d]) };
                self.nodes[x - INPUTS] = Node::Gone;
                self.nodes[y - INPUTS] = Node::Gone;
            }
        }
    }

    /// Which values are nothing but operands of products.
    fn multiplied(&self) -> Vec<bool> {
        let mut multiplied = vec![true; INPUTS + self.nodes.len()];
        for value in self.last {
            multiplied[value] = false;
        }
        for node in &self.nodes {
            match *node {
                Node::Add(xy) | Node::Sub(xy) => {
                    xy.into_iter().for_each(|operand| multiplied[operand] = false)
                }
                Node::Difference([_, _, negated, _]) => multiplied[negated] = false,
                _ => {}
            }
        }
        multiplied
    }
}

/// Where values are.
struct Places {
    registers: usize,
    /// When each value is used last, as a node's number and one more.
    last_use: Vec<usize>,
    place: Vec<Place>,
    /// For values that are both parts of an operand of a complex product and can stand side by
    /// side: the other part, and whether that is the second.
    partner: Vec<Option<(Value, bool)>>,
    /// Where a part is to stand, since the other has come there.
    kept: Vec<Option<Place>>,
    /// Parts of a pair, by its place, that are still in use or to come.
    parts: BTreeMap<Place, u8>,
    free: Vec<Place>,
    free_pairs: Vec<Place>,
    scratch: usize,
}

impl Places {
    fn new(graph: &Graph, home: &[Option<usize>], registers: usize) -> Self {
        let values = INPUTS + graph.nodes.len();
        let mut last_use = vec![0; values];
        let mut partner = vec![None; values];
        for (at, node) in graph.nodes.iter().enumerate() {
            for &operand in node.operands() {
                last_use[operand] = at + 1;
            }
            if let Node::Complex(_, [a0, a1, b0, b1]) = *node {
                for [first, second] in [[a0, a1], [b0, b1]] {
                    let alone = |value: Value| {
                        value >= INPUTS && home[value].is_none() && partner[value].is_none()
                    };
                    if first != second && alone(first) && alone(second) {
                        partner[first] = Some((second, true));
                        partner[second] = Some((first, false));
                    }
                }
            }
        }
        Self {
            registers,
            last_use,
            place: (0..values).map(|value| value as Place).collect(),
            partner,
            kept: vec![None; values],
            parts: BTreeMap::new(),
            free: Vec::new(),
            free_pairs: Vec::new(),
            scratch: 0,
        }
    }

    /// So many new places side by side: the first.
    fn fresh(&mut self, count: usize) -> Place {
        self.scratch += count;
        (self.registers + self.scratch - count) as Place
    }

    fn in_scratch(&mut self, value: Value) -> Place {
        let Some((other, is_first)) = self.partner[value] else {
            return self.free.pop().unwrap_or_else(|| self.fresh(1));
        };
        if let Some(place) = self.kept[value] {
            return place;
        }
        let pair = self.free_pairs.pop().unwrap_or_else(|| self.fresh(2));
        self.parts.insert(pair, 2);
        let [mine, others] = if is_first { [pair, pair + 1] } else { [pair + 1, pair] };
        self.kept[other] = Some(others);
        mine
    }

    /// A value in scratch is of no more use.
    fn release(&mut self, value: Value) {
        let place = self.place[value];
        let Some((_, is_first)) = self.partner[value] else { return self.free.push(place) };
        let pair = if is_first { place } else { place - 1 };
        if let Some(parts) = self.parts.get_mut(&pair) {
            *parts -= 1;
            if *parts == 0 {
                self.free_pairs.push(pair);
            }
        }
    }

    fn is_scratch(&self, value: Value) -> bool {
        value >= INPUTS && usize::from(self.place[value]) >= self.registers
    }
}

impl Plan {
    /// Of a run of sums, differences and products, for a frame of so many registers.
    pub(super) fn new(steps: &[Step], registers: usize) -> Self {
        if registers + 2 * steps.len() > usize::from(Place::MAX) {
            return Self { steps: steps.to_vec(), scratch: 0, registers };
        }
        let mut graph = Graph::new(steps);
        graph.find_complex_products();
        graph.find_sums_of_products();
        let multiplied = graph.multiplied();
        let mut home = vec![None; INPUTS + graph.nodes.len()];
        for (register, &value) in
            graph.last.iter().enumerate().filter(|(register, value)| register != *value)
        {
            home[value] = Some(register);
        }
        let mut places = Places::new(&graph, &home, registers);
        let mut out = Vec::with_capacity(steps.len());
        let mut copies = Vec::new();
        for (at, node) in graph.nodes.iter().enumerate() {
            let operands = node.operands();
            let from = |operand: Value| places.place[operand];
            let step = match *node {
                Node::Add(xy) if multiplied[INPUTS + at] => Step::LazyAdd(0, xy.map(from)),
                Node::Add(xy) => Step::Add(0, xy.map(from)),
                Node::Sub(xy) if multiplied[INPUTS + at] => Step::LazySub(0, xy.map(from)),
                Node::Sub(xy) => Step::Sub(0, xy.map(from)),
                Node::Mul([x, y]) if x == y => Step::Square(0, from(x)),
                Node::Mul(xy) => Step::Mul(0, xy.map(from)),
                Node::Sum(all) => Step::Sum(0, all.map(from)),
                Node::Difference(all) => Step::Difference(0, all.map(from)),
                Node::Complex(_, all) => Step::Complex([0; 2], all.map(from)),
                Node::Gone => continue,
            };
            // Operands are read before results are written, so results may take their places.
            for (i, &operand) in operands.iter().enumerate() {
                let ends = places.last_use[operand] == at + 1 && !operands[..i].contains(&operand);
                if ends && places.is_scratch(operand) && home[operand].is_none() {
                    places.release(operand);
                }
            }
            let results = graph.results(at).map(|value| {
                let value = value?;
                let register = home[value];
                let place = match register {
                    Some(register) if places.last_use[register] <= at + 1 => register as Place,
                    _ => places.in_scratch(value),
                };
                places.place[value] = place;
                if let Some(register) = register.filter(|&register| usize::from(place) != register)
                {
                    copies.push(Step::Copy(register as Place, place));
                }
                Some(place)
            });
            // Half of a complex product may be of no use.
            for value in graph.results(at).into_iter().flatten() {
                if places.last_use[value] == 0 && home[value].is_none() {
                    places.release(value);
                }
            }
            let [first, second] = results.map(Option::unwrap_or_default);
            out.push(match step {
                Step::Add(_, xy) => Step::Add(first, xy),
                Step::Sub(_, xy) => Step::Sub(first, xy),
                Step::Mul(_, xy) => Step::Mul(first, xy),
                Step::Square(_, x) => Step::Square(first, x),
                Step::LazyAdd(_, xy) => Step::LazyAdd(first, xy),
                Step::LazySub(_, xy) => Step::LazySub(first, xy),
                Step::Sum(_, all) => Step::Sum(first, all),
                Step::Difference(_, all) => Step::Difference(first, all),
                Step::Complex(_, all) => Step::Complex([first, second], all),
                Step::Copy(_, x) => Step::Copy(first, x),
            });
        }
        out.extend(copies);
        Self { steps: out, scratch: places.scratch, registers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For 16 registers.
    fn plan(steps: &[Step]) -> Plan {
        Plan::new(steps, 16)
    }

    /// (r0 + r1·u)(r2 + r3·u) to r4 and r5, by r6 to r9.
    fn complex_product() -> Vec<Step> {
        [
            Step::Mul(6, [0, 2]),
            Step::Mul(7, [3, 1]),
            Step::Add(8, [1, 0]),
            Step::Add(9, [2, 3]),
            Step::Mul(8, [9, 8]),
            Step::Sub(4, [6, 7]),
            Step::Add(9, [6, 7]),
            Step::Sub(5, [8, 9]),
        ]
        .to_vec()
    }

    /// Writes r6 to r9.
    fn overwritten() -> [Step; 4] {
        [6, 7, 8, 9].map(|register| Step::Sub(register, [10, 11]))
    }

    #[test]
    fn a_complex_product_is_one_step() {
        let steps = [&complex_product()[..], &overwritten()].concat();
        let found = plan(&steps);
        assert_eq!(found.steps[0], Step::Complex([4, 5], [0, 1, 2, 3]));
        assert_eq!((found.steps.len(), found.scratch), (5, 0));
        // What it needs on the way is left in registers.
        let whole = plan(&complex_product());
        assert!(whole.steps.iter().all(|step| !matches!(step, Step::Complex(..))));
        // One operand changed: no such product.
        for (at, changed) in
            [(1, Step::Mul(7, [3, 0])), (2, Step::Add(8, [1, 4])), (6, Step::Add(9, [6, 6]))]
        {
            let mut steps = steps.clone();
            steps[at] = changed;
            assert!(
                plan(&steps).steps.iter().all(|step| !matches!(step, Step::Complex(..))),
                "{changed:?}"
            );
        }
    }

    #[test]
    fn a_sum_of_products_is_one_step() {
        let products = [Step::Mul(6, [0, 1]), Step::Mul(7, [2, 3])];
        let sum = [&products[..], &[Step::Add(6, [6, 7]), Step::Sub(7, [0, 1])]].concat();
        assert_eq!(plan(&sum).steps, [Step::Sum(6, [0, 1, 2, 3]), Step::Sub(7, [0, 1])]);
        let difference = [&products[..], &[Step::Sub(6, [6, 7]), Step::Sub(7, [0, 1])]].concat();
        assert_eq!(plan(&difference).steps[0], Step::Difference(6, [0, 1, 2, 3]));
        // The second product is left in r7.
        let kept = [&products[..], &[Step::Add(6, [6, 7])]].concat();
        assert_eq!(plan(&kept).steps.len(), 3);
    }

    #[test]
    fn operands_of_products_stay_lazy_and_what_is_unused_goes() {
        let steps = [
            Step::Add(6, [0, 1]),
            Step::Sub(7, [0, 1]),
            Step::Add(8, [7, 7]),
            Step::Mul(6, [6, 6]),
            Step::Mul(7, [8, 8]),
            Step::Mul(8, [0, 0]),
        ];
        // r7 is added: reduced. r6 and r8 are multiplied, and overwritten.
        let found = plan(&[&steps[..], &[Step::Add(9, [0, 1]), Step::Mul(9, [2, 3])]].concat());
        let kinds: Vec<_> = found.steps.iter().map(core::mem::discriminant).collect();
        let (lazy, sub, square) =
            (Step::LazyAdd(0, [0; 2]), Step::Sub(0, [0; 2]), Step::Square(0, 0));
        let expected = [lazy, sub, lazy, square, square, square, Step::Mul(0, [0; 2])];
        assert_eq!(kinds, expected.each_ref().map(core::mem::discriminant));
    }

    #[test]
    fn a_result_waits_where_its_register_is_read_later() {
        let steps = [
            Step::Mul(6, [0, 1]),
            Step::Mul(7, [2, 3]),
            Step::Add(0, [4, 5]),
            Step::Sub(6, [6, 7]),
            Step::Add(7, [4, 4]),
        ];
        // The difference reads what r0 was; the sum waits in scratch, behind 16 registers.
        let found = plan(&steps);
        let expected = [
            Step::Add(16, [4, 5]),
            Step::Difference(6, [0, 1, 2, 3]),
            Step::Add(7, [4, 4]),
            Step::Copy(0, 16),
        ];
        assert_eq!((&found.steps[..], found.scratch), (&expected[..], 1));
    }
}
