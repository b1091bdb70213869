//! Arithmetic modulo p on a thread's registers, with a bound for every value.
//!
//! An [`Element`] is a residue in Montgomery form in n words, and a [`Bound`]: it is at most k·p.
//! Nothing is reduced to below p. Each operation asserts, while the text is made, that its result
//! and all that lies between fits into n words, and brings an operand down by conditional
//! subtractions of multiples of p where it would not. So ranges are proved for each kernel, for all
//! inputs that keep the bounds of its inputs.
//!
//! | operation | result at most | needs |
//! |---|---|---|
//! | a + b | a + b | a + b < R |
//! | a − b | a + ⌈b⌉p | the same |
//! | Σ aᵢbᵢ/R ([`columns`]) | p + Σ aᵢbᵢ/R | p + Σ aᵢ < R |
//! | a²/R ([`square`]) | p + a²/R | a < R |
//! | k·a, k > 3 ([`multiple`]) | 1.51p | k·a ≤ 2^11·p |

pub mod columns;
pub mod multiple;
pub mod square;

use crate::bound::Bound;
use crate::modulus::Modulus;
use crate::ptx::{Body, Comparison, Module, Operand, Space};

/// The constant of a module that holds −p⁻¹ modulo 2^32.
///
/// It is loaded and no immediate, since an assembler that knows it takes p·m apart where it is −1,
/// as for the scalar field of BLS12-381, and half of the pairs of products are then no single
/// instructions (docs/gpu.md).
pub const M0: &str = "m0";

/// A residue in Montgomery form.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its words, lowest first.
    pub words: Vec<Operand>,
    /// What times p it is at most.
    pub bound: Bound,
}

/// Arithmetic modulo p in one kernel.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic<'m> {
    modulus: &'m Modulus,
    m0: Operand,
}

/// A number as immediates.
fn immediates(words: &[u32]) -> Vec<Operand> {
    words.iter().copied().map(Operand::from).collect()
}

/// A module for kernels modulo p.
pub fn module(modulus: &Modulus) -> Module {
    Module::default().constant(M0, modulus.m0())
}

impl<'m> Arithmetic<'m> {
    /// To be called once at the beginning of a kernel of a [`module`].
    pub fn new(body: &mut Body, modulus: &'m Modulus) -> Self {
        Self { modulus, m0: body.load_constant(M0).into() }
    }

    /// The modulus.
    pub fn modulus(&self) -> &'m Modulus {
        self.modulus
    }

    /// A constant in Montgomery form, below p.
    ///
    /// # Panics
    /// If it has not as many words as p.
    pub fn constant(&self, words: &[u32]) -> Element {
        assert_eq!(words.len(), self.modulus.len(), "as many words as p");
        Element { words: immediates(words), bound: Bound::ONE }
    }

    /// Loads an element of which the caller knows a bound.
    pub fn load(
        &self,
        body: &mut Body,
        space: Space,
        address: crate::ptx::Address,
        offset: usize,
        bound: Bound,
    ) -> Element {
        let words = body.load_words(space, address, offset, self.modulus.len());
        self.known(words, bound)
    }

    /// Words of which the caller knows a bound.
    ///
    /// # Panics
    /// If the bound does not fit.
    pub fn known(&self, words: Vec<Operand>, bound: Bound) -> Element {
        assert!(self.modulus.fits(bound), "{bound}·p does not fit");
        Element { words, bound }
    }

    /// a − s·p where that is not negative, else a.
    fn subtract_if(&self, body: &mut Body, a: &Element, s: u32) -> Element {
        let multiple = immediates(&self.modulus.multiple(s));
        let mut chain = body.difference_chain();
        let words: Vec<_> = a.words.iter().zip(multiple).map(|(&x, y)| chain.sub(x, y)).collect();
        let borrow = chain.end_mask();
        let negative = body.compare(Comparison::NotEqual, borrow, 0);
        let words = words.into_iter().zip(&a.words);
        let words = words.map(|(less, &x)| body.select(negative, x, less).into()).collect();
        // Either it was below s·p, or s·p less is left.
        Element { words, bound: Bound::of(s).max(a.bound.less(s)) }
    }

    /// Brings a value to at most k·p, k ≥ 1.
    ///
    /// # Panics
    /// If k is below one.
    pub fn fit(&self, body: &mut Body, a: &Element, k: Bound) -> Element {
        assert!(k >= Bound::ONE, "no conditional subtraction gets below p");
        let mut a = a.clone();
        while a.bound > k {
            let half = a.bound.half_ceil();
            // The one that halves, or the last one, which may be smaller.
            let s = if Bound::of(half) > k { half } else { Bound(a.bound.0 - k.0).ceil() };
            a = self.subtract_if(body, &a, s);
        }
        a
    }

    /// Brings the largest of these down by one conditional subtraction.
    fn shrink(&self, body: &mut Body, elements: &mut [&mut Element]) {
        let largest = elements.iter_mut().max_by_key(|element| element.bound).expect("one");
        assert!(largest.bound > Bound::ONE, "sums of reduced values fit");
        **largest = self.subtract_if(body, largest, largest.bound.half_ceil());
    }

    /// a + b.
    pub fn add(&self, body: &mut Body, a: &Element, b: &Element) -> Element {
        let (mut a, mut b) = (a.clone(), b.clone());
        while !self.modulus.fits(a.bound + b.bound) {
            self.shrink(body, &mut [&mut a, &mut b]);
        }
        Element { words: body.sum(&a.words, &b.words), bound: a.bound + b.bound }
    }

    /// a − b + ⌈k⌉p, where b is at most k·p.
    pub fn sub(&self, body: &mut Body, a: &Element, b: &Element) -> Element {
        let (mut a, mut b) = (a.clone(), b.clone());
        while !self.modulus.fits(a.bound + Bound::of(b.bound.ceil())) {
            self.shrink(body, &mut [&mut a, &mut b]);
        }
        let k = b.bound.ceil();
        let raised = body.sum(&a.words, &immediates(&self.modulus.multiple(k)));
        Element { words: body.difference(&raised, &b.words), bound: a.bound + Bound::of(k) }
    }

    /// ⌈k⌉p − a, where a is at most k·p.
    pub fn neg(&self, body: &mut Body, a: &Element) -> Element {
        let mut a = a.clone();
        while !self.modulus.fits(Bound::of(a.bound.ceil())) {
            self.shrink(body, &mut [&mut a]);
        }
        let k = a.bound.ceil();
        let multiple = immediates(&self.modulus.multiple(k));
        Element { words: body.difference(&multiple, &a.words), bound: Bound::of(k) }
    }

    /// k·a: by doublings and additions up to 3, else hardly above p ([`multiple`]).
    ///
    /// # Panics
    /// If k is zero, or above 256, which no formula asks for.
    pub fn times(&self, body: &mut Body, a: &Element, k: u32) -> Element {
        assert!((1..=256).contains(&k), "small multiples are by 1 to 256");
        let mut a = a.clone();
        if k > 3 {
            while a.bound.times(Bound::of(k)) > multiple::MOST {
                self.shrink(body, &mut [&mut a]);
            }
            let bound = multiple::bound(a.bound.times(Bound::of(k)));
            return Element { words: multiple::times(body, self.modulus, &a.words, k), bound };
        }
        let mut out = a.clone();
        if k > 1 {
            // One operand twice: it comes down once.
            while !self.modulus.fits(out.bound + out.bound) {
                self.shrink(body, &mut [&mut out]);
            }
            out = self.add(body, &out, &out);
        }
        if k == 3 { self.add(body, &out, &a) } else { out }
    }

    /// a·b/R.
    pub fn mul(&self, body: &mut Body, a: &Element, b: &Element) -> Element {
        self.sum_of_products(body, &[(a, b)])
    }

    /// Σ aᵢbᵢ/R with one reduction; or with several, where (terms + 1)·p does not fit.
    ///
    /// # Panics
    /// If there are no terms.
    pub fn sum_of_products(&self, body: &mut Body, terms: &[(&Element, &Element)]) -> Element {
        let count = u32::try_from(terms.len()).expect("few terms");
        if count > 1 && !self.modulus.fits(Bound::of(count + 1)) {
            let (some, others) = terms.split_at(terms.len() >> 1);
            let [some, others] = [some, others].map(|terms| self.sum_of_products(body, terms));
            return self.add(body, &some, &others);
        }
        // Of each product the first operand counts for what lies between, the second for the
        // result.
        let mut terms: Vec<(Element, Element)> = terms
            .iter()
            .map(|&(a, b)| if a.bound <= b.bound { (a, b) } else { (b, a) })
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect();
        let between = |terms: &[(Element, Element)]| {
            terms.iter().fold(Bound::ONE, |sum, (a, _)| sum + a.bound)
        };
        while !self.modulus.fits(between(&terms)) {
            let mut first: Vec<&mut Element> = terms.iter_mut().map(|(a, _)| a).collect();
            self.shrink(body, &mut first);
        }
        let products = terms.iter().fold(Bound::ZERO, |sum, (a, b)| sum + a.bound.times(b.bound));
        let bound = Bound::ONE + self.modulus.reduced(products);
        assert!(self.modulus.fits(bound), "{bound}·p does not fit");
        let words: Vec<_> = terms.iter().map(|(a, b)| (&a.words[..], &b.words[..])).collect();
        Element { words: columns::sum_of_products(body, self.modulus, self.m0, &words), bound }
    }

    /// a²/R.
    pub fn sqr(&self, body: &mut Body, a: &Element) -> Element {
        let mut a = a.clone();
        let bound = |a: &Element| Bound::ONE + self.modulus.reduced(a.bound.times(a.bound));
        while !self.modulus.fits(bound(&a)) {
            self.shrink(body, &mut [&mut a]);
        }
        let wide = square::wide(body, &a.words);
        let words = columns::reduce(body, self.modulus, self.m0, &wide);
        Element { words, bound: bound(&a) }
    }
}
