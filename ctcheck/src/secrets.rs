//! Where paths get their secrets from.

use core::convert::Infallible;
use core::mem::MaybeUninit;

use rand_core::{TryCryptoRng, TryRng};

use crate::valgrind;

/// Gives a path its secrets: marked in the run that is examined, plain in the run that says what
/// should come out.
#[derive(Debug)]
pub struct Secrets {
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Mark,
    Trace,
    Nothing,
}

impl Secrets {
    /// Secrets that memcheck follows.
    pub const MARKED: Self = Self { what: What::Mark };
    /// Secrets at which callgrind forgets what was executed before, so that what made the inputs is
    /// not taken for the path.
    pub const TRACED: Self = Self { what: What::Trace };
    /// Values like any other.
    pub const PLAIN: Self = Self { what: What::Nothing };

    fn seen<T: ?Sized>(&self, value: &mut T) {
        match self.what {
            What::Mark => valgrind::make_undefined(value),
            What::Trace => valgrind::forget_executed(),
            What::Nothing => (),
        }
    }

    /// This value, as a secret with all of its bytes.
    ///
    /// For types without references, tags or lengths: memcheck would report every look at those.
    #[must_use]
    pub fn hide<T>(&self, value: T) -> T {
        let mut slot = MaybeUninit::new(value);
        self.seen(&mut slot);
        // What the optimiser knew about the value it forgets here.
        // SAFETY: the slot was initialised, and marking changed no byte of it.
        unsafe { core::hint::black_box(slot).assume_init() }
    }

    /// This value as a secret, but for what `public` takes out of it: each of its words is marked
    /// for itself, and stays so unless a mark then reaches the public part. For keys that hold both
    /// halves, of which one is looked at.
    ///
    /// # Panics
    /// If everything is public, or nothing.
    #[must_use]
    pub fn hide_but<T: Clone, P>(&self, value: T, public: impl Fn(&T) -> P) -> T {
        const WORD: usize = 8;
        if self.what != What::Mark {
            return self.hide(value);
        }
        let words = size_of::<T>().div_ceil(WORD);
        let is_secret = |word: usize| {
            let mut marked = core::hint::black_box(value.clone());
            mark(&mut marked, word * WORD, WORD);
            let [with, without] = [&marked, &value]
                .map(|value| valgrind::marks(&core::hint::black_box(public(value))));
            valgrind::make_defined(&mut marked);
            with == without
        };
        let secret: Vec<usize> = (0..words).filter(|word| is_secret(*word)).collect();
        assert!(
            secret.len() >= 4 && secret.len() < words,
            "{} of {words} words are secret",
            secret.len()
        );
        let mut out = core::hint::black_box(value);
        secret.iter().for_each(|word| mark(&mut out, word * WORD, WORD));
        core::hint::black_box(out)
    }

    /// These bytes, as a secret on the heap; the length is public.
    #[must_use]
    pub fn hide_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        self.seen(bytes.as_mut_slice());
        core::hint::black_box(bytes)
    }
}

/// Marks a stretch of a value, as far as the value goes.
fn mark<T>(value: &mut T, from: usize, length: usize) {
    let length = length.min(size_of::<T>() - from);
    // SAFETY: within the value, which is borrowed mutably; bytes that may not be initialised are
    // taken as such, and marking changes none.
    let bytes = unsafe {
        core::slice::from_raw_parts_mut(
            core::ptr::from_mut(value).cast::<MaybeUninit<u8>>().add(from),
            length,
        )
    };
    valgrind::make_undefined(bytes);
}

/// A generator whose output is secret: bytes that count up.
#[derive(Debug)]
pub struct SecretRng<'a> {
    secrets: &'a Secrets,
    next: u8,
}

impl<'a> SecretRng<'a> {
    /// Begins with this byte.
    pub const fn new(secrets: &'a Secrets, first: u8) -> Self {
        Self { secrets, next: first }
    }
}

impl TryRng for SecretRng<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for byte in out {
            *byte = self.secrets.hide(self.next);
            self.next = self.next.wrapping_add(1);
        }
        Ok(())
    }
}

// The output is known to everyone; what matters here is its marks.
impl TryCryptoRng for SecretRng<'_> {}
