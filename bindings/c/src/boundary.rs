//! Where C ends and Rust begins: the only file of this package with `unsafe`.
//!
//! `export!` writes a function that C calls. Each of its arguments has a type of this file, which
//! says what C passes: `&[u8]` is a pointer and a length, a `Place<'_, 48>` is one to write to, a
//! `&KzgSettings` is a handle. Pointers are looked at before the body runs: none is null where
//! there must be bytes, none is misaligned, and nothing that is written overlaps anything else. The
//! body is safe code that sees slices, and gives a `Result`. No panic leaves the function.
//!
//! `tests/header.rs` reads the same lines and writes `include/curvemark.h` from them.

use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::Status;

/// Writes functions for C.
macro_rules! export {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident($($argument:ident $([$length:ident])?: $kind:ty),* $(,)?) $body:block
    )*) => {$(
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// A pointer is null, or as many elements as its length says can be read or written there
        /// and nobody else writes to them during the call. A handle is null, or one that this
        /// library has made and that is not freed.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($argument: <$kind as $crate::boundary::Argument>::Raw $(, $length: usize)?),*
        ) -> i32 {
            $crate::boundary::guard(move || {
                let mut regions = $crate::boundary::Regions::new();
                // SAFETY: the caller's promise, which is that of `take`.
                $(let $argument: $kind = unsafe {
                    $crate::boundary::take!(regions, $kind, $argument $(, $length)?)
                }?;)*
                $body
            })
        }
    )*};
}

/// Reads one argument.
macro_rules! take {
    ($regions:ident, $kind:ty, $argument:ident) => {
        <$kind as $crate::boundary::Single>::take($argument, &mut $regions)
    };
    ($regions:ident, $kind:ty, $argument:ident, $length:ident) => {
        <$kind as $crate::boundary::Buffer>::take($argument, $length, &mut $regions)
    };
}

/// Writes functions that free a handle.
#[cfg(feature = "std")]
macro_rules! export_free {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident($argument:ident: $kind:ty);
    )*) => {$(
        $(#[doc = $doc])*
        ///
        /// # Safety
        /// The handle is null, or one that this library has made and that is not freed; nobody
        /// uses it any more.
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($argument: *mut $kind) {
            let _always_ok = $crate::boundary::guard(move || {
                if !$argument.is_null() {
                    // SAFETY: `New::put` has made it by `Box::into_raw`, and it is freed once.
                    drop(unsafe { Box::from_raw($argument) });
                }
                Ok(())
            });
        }
    )*};
}

/// Writes functions that give a text that lives as long as the program.
macro_rules! export_text {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident($($argument:ident: $kind:ty)?) $body:block
    )*) => {$(
        $(#[doc = $doc])*
        #[allow(unsafe_code)]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $kind)?) -> *const core::ffi::c_char {
            let text: &'static core::ffi::CStr = $body;
            text.as_ptr()
        }
    )*};
}

#[cfg(feature = "std")]
pub(crate) use export_free;
pub(crate) use {export, export_text, take};

/// Runs the body of a function: a panic becomes a status.
#[cfg(feature = "std")]
#[doc(hidden)]
pub fn guard(body: impl FnOnce() -> Result<(), Status>) -> i32 {
    // What a body was changing when it panicked is a handle, of which the header says that it must
    // be freed then.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => Status::Ok as i32,
        Ok(Err(status)) => status as i32,
        Err(_) => Status::Panic as i32,
    }
}

/// Runs the body of a function, where nothing unwinds.
#[cfg(not(feature = "std"))]
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Status>) -> i32 {
    match body() {
        Ok(()) => Status::Ok as i32,
        Err(status) => status as i32,
    }
}

/// A fault of curvemark, on a chip: the C library's own way to end a program.
#[cfg(all(not(feature = "std"), target_os = "none"))]
#[panic_handler]
fn fault(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn abort() -> !;
    }
    abort()
}

/// Most regions of memory in one call.
const MOST: usize = 12;

/// The memory that a call reads and writes.
pub(crate) struct Regions {
    regions: [(usize, usize, bool); MOST],
    count: usize,
}

impl Regions {
    pub(crate) fn new() -> Self {
        Self { regions: [(0, 0, false); MOST], count: 0 }
    }

    /// Looks at a pointer to so many elements, and remembers what it points to. Nothing that is
    /// written may overlap anything else: so no reference to it is made a second time.
    fn add<T>(&mut self, pointer: *const T, length: usize, written: bool) -> Result<(), Status> {
        if length == 0 {
            return Ok(());
        }
        if pointer.is_null() || !pointer.is_aligned() {
            return Err(Status::Pointer);
        }
        let start = pointer.addr();
        let bytes = length.checked_mul(size_of::<T>()).filter(|&n| isize::try_from(n).is_ok());
        let end = bytes.and_then(|bytes| start.checked_add(bytes)).ok_or(Status::Length)?;
        for (other_start, other_end, other_written) in &self.regions[..self.count] {
            if (written || *other_written) && start < *other_end && *other_start < end {
                return Err(Status::Overlap);
            }
        }
        *self.regions.get_mut(self.count).ok_or(Status::Panic)? = (start, end, written);
        self.count += 1;
        Ok(())
    }
}

/// What C passes for an argument.
pub(crate) trait Argument {
    /// The pointer, or the number.
    type Raw;
}

/// An argument that is a pointer and a length, which counts its elements.
pub(crate) trait Buffer: Argument + Sized {
    /// # Safety
    /// As in `export!`; and what is made is not used after the call.
    unsafe fn take(raw: Self::Raw, length: usize, regions: &mut Regions) -> Result<Self, Status>;
}

/// An argument of one value: a number, a handle, a pointer to one element.
pub(crate) trait Single: Argument + Sized {
    /// # Safety
    /// As in `export!`; and what is made is not used after the call.
    unsafe fn take(raw: Self::Raw, regions: &mut Regions) -> Result<Self, Status>;
}

/// What C may read as a list: every pattern of bits is a value.
pub(crate) trait Plain: Copy {}
impl Plain for u8 {}
impl Plain for u64 {}
impl Plain for usize {}

impl<T: Plain> Argument for &[T] {
    type Raw = *const T;
}

impl<T: Plain> Buffer for &[T] {
    unsafe fn take(raw: *const T, length: usize, regions: &mut Regions) -> Result<Self, Status> {
        regions.add(raw, length, false)?;
        if length == 0 {
            return Ok(&[]);
        }
        // SAFETY: not null, aligned, no longer than `isize::MAX` bytes; the caller promises that it
        // can be read, and that nobody writes to it.
        Ok(unsafe { core::slice::from_raw_parts(raw, length) })
    }
}

impl<const N: usize> Argument for &[u8; N] {
    type Raw = *const u8;
}

impl<const N: usize> Buffer for &[u8; N] {
    unsafe fn take(raw: *const u8, length: usize, regions: &mut Regions) -> Result<Self, Status> {
        // SAFETY: the same.
        let bytes: &[u8] = unsafe { Buffer::take(raw, length, regions) }?;
        bytes.try_into().map_err(|_| Status::Length)
    }
}

/// Items of N bytes each; the length is in bytes.
impl<const N: usize> Argument for &[[u8; N]] {
    type Raw = *const u8;
}

impl<const N: usize> Buffer for &[[u8; N]] {
    unsafe fn take(raw: *const u8, length: usize, regions: &mut Regions) -> Result<Self, Status> {
        // SAFETY: the same.
        let bytes: &[u8] = unsafe { Buffer::take(raw, length, regions) }?;
        let (items, rest) = bytes.as_chunks();
        if rest.is_empty() { Ok(items) } else { Err(Status::Length) }
    }
}

/// A place for bytes, of which the caller says how many. Nothing is read from it.
pub(crate) struct Room<'a> {
    pointer: *mut u8,
    length: usize,
    lent: PhantomData<&'a mut [u8]>,
}

impl Room<'_> {
    pub(crate) const fn len(&self) -> usize {
        self.length
    }

    /// Fails if there are not so many bytes: before anything that takes long.
    pub(crate) fn must_be(&self, length: usize) -> Result<(), Status> {
        if self.length == length { Ok(()) } else { Err(Status::Length) }
    }

    /// Writes the bytes; they must be as many as there is room for.
    pub(crate) fn put(self, bytes: &[u8]) -> Result<(), Status> {
        self.must_be(bytes.len())?;
        self.put_front(bytes)
    }

    /// Writes the bytes at the front; they must not be more than there is room for.
    pub(crate) fn put_front(self, bytes: &[u8]) -> Result<(), Status> {
        if bytes.len() > self.length {
            return Err(Status::Room);
        }
        if !bytes.is_empty() {
            // SAFETY: it is not null, the caller promises that so many bytes can be written, and
            // what is read here is Rust's.
            unsafe { core::ptr::copy(bytes.as_ptr(), self.pointer, bytes.len()) };
        }
        Ok(())
    }
}

impl Argument for Room<'_> {
    type Raw = *mut u8;
}

impl Buffer for Room<'_> {
    unsafe fn take(raw: *mut u8, length: usize, regions: &mut Regions) -> Result<Self, Status> {
        regions.add(raw, length, true)?;
        Ok(Self { pointer: raw, length, lent: PhantomData })
    }
}

/// A place for N bytes.
pub(crate) struct Place<'a, const N: usize>(Room<'a>);

impl<const N: usize> Place<'_, N> {
    pub(crate) fn put(self, bytes: &[u8; N]) -> Result<(), Status> {
        self.0.put(bytes)
    }
}

impl<const N: usize> Argument for Place<'_, N> {
    type Raw = *mut u8;
}

impl<const N: usize> Buffer for Place<'_, N> {
    unsafe fn take(raw: *mut u8, length: usize, regions: &mut Regions) -> Result<Self, Status> {
        // SAFETY: the same.
        let room = unsafe { <Room<'_> as Buffer>::take(raw, length, regions) }?;
        room.must_be(N)?;
        Ok(Self(room))
    }
}

/// A place for one number.
pub(crate) struct Number<'a, T> {
    pointer: *mut T,
    lent: PhantomData<&'a mut T>,
}

impl<T: Plain> Number<'_, T> {
    pub(crate) fn put(self, number: T) {
        // SAFETY: not null, aligned, and the caller promises that it can be written.
        unsafe { self.pointer.write(number) };
    }
}

impl<T: Plain> Argument for Number<'_, T> {
    type Raw = *mut T;
}

impl<T: Plain> Single for Number<'_, T> {
    unsafe fn take(raw: *mut T, regions: &mut Regions) -> Result<Self, Status> {
        regions.add(raw, 1, true)?;
        Ok(Self { pointer: raw, lent: PhantomData })
    }
}

/// What C holds by a pointer without knowing what is in it. It may go from thread to thread.
#[cfg(feature = "std")]
pub(crate) trait Handle: Send + Sync {}

#[cfg(feature = "std")]
impl<T: Handle> Argument for &T {
    type Raw = *const T;
}

#[cfg(feature = "std")]
impl<T: Handle> Single for &T {
    unsafe fn take(raw: *const T, regions: &mut Regions) -> Result<Self, Status> {
        regions.add(raw, 1, false)?;
        // SAFETY: not null; the caller promises that it is a handle.
        Ok(unsafe { &*raw })
    }
}

#[cfg(feature = "std")]
impl<T: Handle> Argument for &mut T {
    type Raw = *mut T;
}

#[cfg(feature = "std")]
impl<T: Handle> Single for &mut T {
    unsafe fn take(raw: *mut T, regions: &mut Regions) -> Result<Self, Status> {
        regions.add(raw, 1, true)?;
        // SAFETY: not null; the caller promises that it is a handle, and that nobody else uses it
        // during the call. `Regions::add` has refused it if it came before.
        Ok(unsafe { &mut *raw })
    }
}

/// A place for a new handle. It holds null until there is one.
#[cfg(feature = "std")]
pub(crate) struct New<'a, T> {
    pointer: *mut *mut T,
    lent: PhantomData<&'a mut *mut T>,
}

#[cfg(feature = "std")]
impl<T: Handle> New<'_, T> {
    pub(crate) fn put(self, value: T) {
        // SAFETY: not null, aligned, and the caller promises that it can be written.
        unsafe { self.pointer.write(Box::into_raw(Box::new(value))) };
    }
}

#[cfg(feature = "std")]
impl<T: Handle> Argument for New<'_, T> {
    type Raw = *mut *mut T;
}

#[cfg(feature = "std")]
impl<T: Handle> Single for New<'_, T> {
    unsafe fn take(raw: *mut *mut T, regions: &mut Regions) -> Result<Self, Status> {
        regions.add(raw, 1, true)?;
        // SAFETY: not null, aligned, and the caller promises that it can be written.
        unsafe { raw.write(core::ptr::null_mut()) };
        Ok(Self { pointer: raw, lent: PhantomData })
    }
}

/// Numbers are what they are.
macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Argument for $number {
            type Raw = $number;
        }

        impl Single for $number {
            unsafe fn take(raw: $number, _: &mut Regions) -> Result<Self, Status> {
                Ok(raw)
            }
        }
    )*};
}

numbers!(u32, u64, usize);

/// Writes a list of choices that C names by numbers.
macro_rules! choices {
    ($(
        $(#[doc = $doc:literal])*
        enum $name:ident as $c_name:ident {
            $(
                $(#[doc = $choice_doc:literal])*
                $choice:ident = $number:literal as $c_choice:ident
            ),* $(,)?
        }
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $($(#[doc = $choice_doc])* $choice = $number),*
        }

        impl $crate::boundary::Argument for $name {
            type Raw = u32;
        }

        #[allow(unsafe_code)]
        impl $crate::boundary::Single for $name {
            unsafe fn take(
                raw: u32,
                _: &mut $crate::boundary::Regions,
            ) -> Result<Self, $crate::status::Status> {
                match raw {
                    $($number => Ok(Self::$choice),)*
                    _ => Err($crate::status::Status::Argument),
                }
            }
        }
    )*};
}

pub(crate) use choices;
