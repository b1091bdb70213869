//! Montgomery products on the RSA block of the ESP32-C3.
//!
//! The block has no operation that is a single Montgomery product. An exponentiation begins with
//! one, X ← X·Z·R⁻¹ mod M, and one whose exponent is even, in accelerated mode and with its search
//! from bit 0, ends there: X holds the product, Z is lost. No document of the vendor describes
//! that; it is used by zeugmaster/nucula. So nothing is believed: [`Rsa::hold`] computes known
//! answers first, and without them there is no [`Hold`].
//!
//! | | |
//! |---|---|
//! | [`Rsa`] | the block, owned by value |
//! | [`Hold`] | a stretch of time in which one modulus stays in it: products |
//! | [`Products`] | products by the block while there is a hold, by software otherwise |
//! | `Serving` | under `--cfg curvemark_multiplier`: a hold by which all of `curvemark` multiplies (`limb::multiplier`) |
//!
//! The modulus, M′, the exponent and the modes are written once for a hold, since the clock's start
//! wipes them; a chain of squarings leaves its value in X. After [`Hold::start`] the program may do
//! other things until [`Hold::finish`]; it must do one before the other, which the borrow checker
//! asks for ([`Started`]).
//!
//! Time: as far as is known the block's does not depend on operands; nobody has published a
//! measurement of that.
#![no_std]
#![forbid(unsafe_op_in_unsafe_fn)]

mod power;
mod products;
mod registers;
#[cfg(curvemark_multiplier)]
mod serving;
mod test;

use core::marker::PhantomData;

use limb::Params;
use power::{Exponent, power};
use registers::{
    CLOCK, CONSTANT_TIME, INT_ENA, M, M_PRIME, MEMORY_DOWN, MODE, POWER, QUERY_CLEAN, QUERY_IDLE,
    RESET, RSA_BIT, Registers, SEARCH_ENABLE, SEARCH_POS, SIGNATURE_BIT, START_MODEXP, X, Y, Z,
};

pub use products::Products;
#[cfg(curvemark_multiplier)]
pub use serving::Serving;

/// Why there is no hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The block's memories were not wiped, or an operation did not end.
    Silent,
    /// A known answer came out wrong.
    Wrong,
}

/// Ways to use the block wrongly, each of which the self-test must notice.
#[cfg(feature = "faults")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// M′ is another number.
    Prime,
    /// First operands have six times the modulus added.
    Operand,
    /// Z is written for the first product alone.
    StaleZ,
    /// Constant time is left on.
    ConstantTime,
}

/// The block.
pub struct Rsa {
    registers: Registers,
    #[cfg(feature = "faults")]
    fault: Option<Fault>,
}

impl Rsa {
    /// The block, which is the caller's from now on.
    ///
    /// # Safety
    /// The program runs on an ESP32-C3, and nothing else uses the block or its digital-signature
    /// neighbour while this value exists.
    pub unsafe fn new() -> Self {
        Self {
            // SAFETY: as the caller says.
            registers: unsafe { Registers::take() },
            #[cfg(feature = "faults")]
            fault: None,
        }
    }

    /// Uses the block wrongly from now on.
    #[cfg(feature = "faults")]
    pub fn inject(&mut self, fault: Fault) {
        self.fault = Some(fault);
    }

    #[cfg(feature = "faults")]
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Turns the block on, puts a modulus into it, and compares known answers with software's.
    ///
    /// # Errors
    /// [`Error::Silent`], [`Error::Wrong`]; the block is off then.
    pub fn hold<P: Params<u32, N>, const N: usize>(&mut self) -> Result<Hold<'_, P, N>, Error> {
        // One that was forgotten, and not dropped.
        #[cfg(curvemark_multiplier)]
        serving::stop();
        let registers = &mut self.registers;
        registers.change(CLOCK, RSA_BIT, 0);
        registers.change(RESET, 0, RSA_BIT | SIGNATURE_BIT);
        registers.change(POWER, 0, MEMORY_DOWN);
        // From here on a hold turns it off again.
        let mut hold = Hold { rsa: self, modulus: PhantomData };
        hold.wait(QUERY_CLEAN)?;
        hold.set_up();
        test::known_answers(&mut hold)?;
        Ok(hold)
    }
}

/// What the first factor of a product is.
pub enum First<'a, const N: usize> {
    /// These words.
    Words(&'a [u32; N]),
    /// The product before, which still stands in the block.
    Last,
}

/// One modulus in the block.
pub struct Hold<'a, P, const N: usize> {
    rsa: &'a mut Rsa,
    modulus: PhantomData<P>,
}

/// A product that the block works on.
#[must_use = "the block is busy until its product is fetched"]
pub struct Started<'h, 'a, P: Params<u32, N>, const N: usize>(&'h mut Hold<'a, P, N>);

impl<'a, P: Params<u32, N>, const N: usize> Hold<'a, P, N> {
    fn set_up(&mut self) {
        #[cfg(feature = "faults")]
        let (wrong_prime, constant_time) =
            (self.rsa.has(Fault::Prime), self.rsa.has(Fault::ConstantTime));
        #[cfg(not(feature = "faults"))]
        let (wrong_prime, constant_time) = (false, false);
        let registers = &mut self.rsa.registers;
        registers.write(INT_ENA, 0);
        registers.write(MODE, N as u32 - 1);
        registers.write(M_PRIME, P::N0_W ^ (u32::from(wrong_prime) << 1));
        registers.store(M, &P::P_W);
        registers.store(Y, &[0; N]);
        registers.write(CONSTANT_TIME, u32::from(constant_time));
        registers.write(SEARCH_ENABLE, 1);
        registers.write(SEARCH_POS, 0);
    }

    /// Waits for a state.
    fn wait(&self, state: registers::Register) -> Result<(), Error> {
        if self.rsa.registers.reach(state) { Ok(()) } else { Err(Error::Silent) }
    }

    /// Begins a·b·R⁻¹ mod m, where a·b < m·R.
    #[inline(always)]
    pub fn start(&mut self, a: First<'_, N>, b: &[u32; N]) -> Started<'_, 'a, P, N> {
        #[cfg(feature = "faults")]
        if let (First::Words(a), true) = (&a, self.rsa.has(Fault::Operand)) {
            let more = six_times_more::<P, N>(a);
            self.rsa.registers.store(X, &more);
            self.rsa.registers.store(Z, b);
            self.rsa.registers.write(START_MODEXP, 1);
            return Started(self);
        }
        let registers = &mut self.rsa.registers;
        if let First::Words(a) = a {
            registers.store(X, a);
        }
        #[cfg(feature = "faults")]
        let skipped =
            self.rsa.fault == Some(Fault::StaleZ) && registers_hold_something(&self.rsa.registers);
        #[cfg(not(feature = "faults"))]
        let skipped = false;
        if !skipped {
            self.rsa.registers.store(Z, b);
        }
        self.rsa.registers.write(START_MODEXP, 1);
        Started(self)
    }

    /// a·b·R⁻¹ mod m, where a·b < m·R.
    ///
    /// # Errors
    /// [`Error::Silent`].
    #[inline(always)]
    pub fn mul(&mut self, a: &[u32; N], b: &[u32; N]) -> Result<[u32; N], Error> {
        self.start(First::Words(a), b).finish()
    }

    /// a^(2^n) in Montgomery's form, for a² < m·R: the value stays in the block between squarings,
    /// and is written once for each.
    ///
    /// # Errors
    /// [`Error::Silent`].
    pub fn sqr_times(&mut self, a: &[u32; N], n: u32) -> Result<[u32; N], Error> {
        let mut value = *a;
        for i in 0..n {
            let first = if i == 0 { First::Words(a) } else { First::Last };
            value = self.start(first, &value).finish()?;
        }
        Ok(value)
    }
}

impl<P: Params<u32, N>, const N: usize> Hold<'_, P, N> {
    /// a^exponent in Montgomery's form, for a below m and a public exponent in 64-bit limbs, the
    /// lowest first: none for zero and for one of more words than m.
    ///
    /// # Errors
    /// [`Error::Silent`].
    pub fn power(&mut self, a: &[u32; N], exponent: &[u64]) -> Result<Option<[u32; N]>, Error> {
        let Some(exponent) = Exponent::new(exponent) else { return Ok(None) };
        power(&mut self.rsa.registers, a, &P::R2_W, &exponent).map(Some)
    }
}

impl<P: Params<u32, N>, const N: usize> Started<'_, '_, P, N> {
    /// Waits for the product, which is below m.
    ///
    /// # Errors
    /// [`Error::Silent`].
    #[inline(always)]
    pub fn finish(self) -> Result<[u32; N], Error> {
        self.0.wait(QUERY_IDLE)?;
        Ok(self.0.rsa.registers.load(X))
    }
}

/// The block is left without clock, its memories down: they hold what was multiplied.
impl<P, const N: usize> Drop for Hold<'_, P, N> {
    fn drop(&mut self) {
        let registers = &mut self.rsa.registers;
        for memory in [X, Z] {
            registers.store(memory, &[0; N]);
        }
        registers.write(CONSTANT_TIME, 1);
        registers.write(SEARCH_ENABLE, 0);
        registers.change(POWER, MEMORY_DOWN, 0);
        registers.change(RESET, RSA_BIT, 0);
        registers.change(CLOCK, 0, RSA_BIT);
    }
}

/// a + 6m, without a carry.
#[cfg(feature = "faults")]
fn six_times_more<P: Params<u32, N>, const N: usize>(a: &[u32; N]) -> [u32; N] {
    let mut carry = 0;
    core::array::from_fn(|i| {
        let sum = u64::from(a[i]) + 6 * u64::from(P::P_W[i]) + carry;
        carry = sum >> 32;
        sum as u32
    })
}

/// Whether Z was ever written in this hold.
#[cfg(feature = "faults")]
fn registers_hold_something(registers: &Registers) -> bool {
    registers.load::<12>(Z).iter().any(|word| *word != 0)
}
