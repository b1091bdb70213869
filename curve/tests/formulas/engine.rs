//! An engine whose values are polynomials: a formula that runs on it says what it computes for all
//! inputs. It has the shapes of all engines, and can be made to err.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::rc::Rc;

use curve::field::{Field, Invert, Karatsuba, NoKernels, Shape};

use crate::polynomial::{Polynomial, integer, variable};

/// The polynomials, with the shape that `S` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polynomials<S>(PhantomData<S>);

/// What an engine says that its operations cost.
pub trait Costs: Copy + Debug + 'static {
    const SHAPE: Shape;
}

macro_rules! costs {
    ($($(#[$doc:meta])* $name:ident = $shape:expr;)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Costs for $name {
            const SHAPE: Shape = $shape;
        })*
    };
}

costs! {
    /// Folding words.
    Flat = Shape::of(Karatsuba::Never);
    /// Residue numbers.
    Layers = Shape { layers: true, ..Shape::of(Karatsuba::Never) };
    /// Portable words, and lanes.
    Reduced = Shape::of(Karatsuba::Reduced);
    /// ADX.
    Wide = Shape { lazy_sums: true, ..Shape::of(Karatsuba::Wide) };
    /// The chip.
    SmallStack = Shape { small_stack: true, ..Shape::of(Karatsuba::Wide) };
    /// The chip with its multiplier.
    Overlap = Shape { overlap: true, small_stack: true, ..Shape::of(Karatsuba::Wide) };
}

/// How an operation errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// What it adds, or gives, has the other sign.
    Sign,
    /// It is there once more.
    More,
}

/// Which operation errs and how, how many there were, and whether one gave another value.
#[derive(Clone, Copy, Default)]
struct Faults {
    at: Option<(u32, Fault)>,
    operations: u32,
    changed: bool,
}

thread_local! {
    static FAULTS: Cell<Faults> = Cell::default();
    static INVERTED: Cell<Option<Handle>> = Cell::default();
    static MADE: RefCell<Vec<Rc<Polynomial>>> = RefCell::default();
}

/// A polynomial by its place among those of this thread: formulas are compiled in far less time
/// where values are copied and need not be dropped.
#[derive(Clone, Copy, Debug)]
pub struct Handle(usize);

/// A value of the engine.
pub fn made(polynomial: Polynomial) -> Handle {
    MADE.with_borrow_mut(|made| {
        made.push(Rc::new(polynomial));
        Handle(made.len() - 1)
    })
}

impl Handle {
    /// The polynomial.
    pub fn get(self) -> Rc<Polynomial> {
        MADE.with_borrow(|made| Rc::clone(&made[self.0]))
    }
}

/// The variable that stands for an inverse.
pub const INVERSE: usize = 27;

/// What was last inverted: its product with [`INVERSE`] is one.
pub fn inverted() -> Polynomial {
    INVERTED.get().map_or_else(Polynomial::default, |handle| (*handle.get()).clone())
}

/// What every operation is: `base` + k·`part`. Where this one is to err, with another k.
#[inline(never)]
fn operation(base: Option<Handle>, part: &Polynomial, k: i128) -> Handle {
    let base = base.map(Handle::get).unwrap_or_default();
    let mut faults = FAULTS.get();
    faults.operations += 1;
    let with = |k| &*base + &part.times(k);
    let mut out = with(k);
    if let Some((at, fault)) = faults.at
        && at == faults.operations
    {
        let wrong = with(match fault {
            Fault::Sign => -k,
            Fault::More if k < 0 => k - 1,
            Fault::More => k + 1,
        });
        faults.changed = wrong != out;
        out = wrong;
    }
    FAULTS.set(faults);
    made(out)
}

/// Asserts a claim about formulas, and that it is refused if any one of their operations errs.
pub fn holds_and_sees_faults(name: &str, claim: impl Fn() -> bool) {
    holds_and_sees_most_faults(name, 0, claim);
}

/// As [`holds_and_sees_faults`], where so many errors change nothing that is asked for: the sign of
/// what is only squared, or half of a square in Fp2 whose operand is real.
pub fn holds_and_sees_most_faults(name: &str, unseen: usize, claim: impl Fn() -> bool) {
    assert_eq!(silent_faults(name, claim), unseen, "{name}: errors that are not seen");
}

/// As [`holds_and_sees_faults`], where it is enough that some errors are seen.
pub fn holds_and_sees_some_faults(name: &str, claim: impl Fn() -> bool) {
    silent_faults(name, claim);
}

/// Asserts a claim, and that some error is seen; how many are not.
fn silent_faults(name: &str, claim: impl Fn() -> bool) -> usize {
    let run = |at| {
        let before = MADE.with_borrow(Vec::len);
        FAULTS.set(Faults { at, ..Faults::default() });
        let out = (claim(), FAULTS.take());
        MADE.with_borrow_mut(|made| made.truncate(before));
        out
    };
    let (holds, Faults { operations, .. }) = run(None);
    assert!(holds, "{name}: the formula is not its definition");
    let (mut seen, mut silent) = (0, 0);
    for at in 1..=operations {
        for fault in [Fault::Sign, Fault::More] {
            // Where an error changes no value, as in −0, there is nothing to be seen.
            let (holds, Faults { changed, .. }) = run(Some((at, fault)));
            seen += u32::from(changed && !holds);
            silent += usize::from(changed && holds);
        }
    }
    assert!(seen > 0, "{name}: there was nothing to err in");
    println!("{name}: {operations} operations, {seen} errors seen, {silent} not");
    silent
}

impl<S: Costs> Field for Polynomials<S> {
    type Ctx = ();
    type Const = Polynomial;
    type Raw = Handle;
    type Wide = Handle;

    const MAX_PRODUCTS: u32 = 1 << 16;
    const SHAPE: Shape = S::SHAPE;

    type Kernels = NoKernels;
    type Fp2 = NoKernels;
    type Overlap = NoKernels;

    fn ctx(_: &Handle) {}

    fn constant((): &(), constant: &Polynomial) -> Handle {
        made(constant.clone())
    }

    fn small((): &(), value: u32) -> Handle {
        operation(None, &integer(1), value.into())
    }

    fn add(a: &Handle, b: &Handle) -> Handle {
        operation(Some(*a), &b.get(), 1)
    }

    fn sub(a: &Handle, b: &Handle) -> Handle {
        operation(Some(*a), &b.get(), -1)
    }

    fn neg(a: &Handle) -> Handle {
        operation(None, &a.get(), -1)
    }

    fn times(a: &Handle, k: u32) -> Handle {
        operation(None, &a.get(), k.into())
    }

    fn weak(a: &Handle) -> Handle {
        *a
    }

    fn wide((): &()) -> Handle {
        made(Polynomial::default())
    }

    fn mac(wide: &mut Handle, a: &Handle, b: &Handle) {
        *wide = operation(Some(*wide), &(&*a.get() * &*b.get()), 1);
    }

    fn msub(wide: &mut Handle, a: &Handle, b: &Handle) {
        *wide = operation(Some(*wide), &(&*a.get() * &*b.get()), -1);
    }

    fn mac_small(wide: &mut Handle, a: &Handle, k: i32) {
        *wide = operation(Some(*wide), &a.get(), k.into());
    }

    fn wide_add(wide: &mut Handle, other: &Handle) {
        *wide = operation(Some(*wide), &other.get(), 1);
    }

    fn wide_sub(wide: &mut Handle, other: &Handle) {
        *wide = operation(Some(*wide), &other.get(), -1);
    }

    fn wide_times(wide: &mut Handle, k: u32) {
        *wide = operation(None, &wide.get(), k.into());
    }

    fn reduce<const N: usize>(wides: [&Handle; N]) -> [Handle; N] {
        wides.map(|wide| *wide)
    }
}

impl<S: Costs> Invert for Polynomials<S> {
    fn invert(a: &Handle) -> Handle {
        INVERTED.set(Some(*a));
        made(variable(INVERSE))
    }
}
