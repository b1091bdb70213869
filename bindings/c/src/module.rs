//! What a module of WebAssembly needs besides the functions for C.
//!
//! * Memory for the bytes of a call: JavaScript asks for it, copies into it, and gives it back.
//! * Random bytes: the module's one import, `curvemark.random`, which is `crypto.getRandomValues`.
//!
//! `bindings/js/lib/core.js` is the other side.

use std::alloc::{Layout, alloc_zeroed, dealloc};

use zeroize::Zeroize;

/// What words of 64 bits ask for, the largest that a function reads or writes.
const ALIGN: usize = 8;

/// Gives memory for a call: so many bytes, zeros. The answer is null where there are not so many,
/// and for none.
#[unsafe(no_mangle)]
pub extern "C" fn curvemark_js_allocate(length: usize) -> *mut u8 {
    match Layout::from_size_align(length, ALIGN) {
        // SAFETY: the layout has a size.
        Ok(layout) if length > 0 => unsafe { alloc_zeroed(layout) },
        _ => core::ptr::null_mut(),
    }
}

/// Wipes what `curvemark_js_allocate` gave, and takes it back.
///
/// # Safety
/// The pointer is an answer of that function for this length, and is given back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn curvemark_js_free(pointer: *mut u8, length: usize) {
    let Ok(layout) = Layout::from_size_align(length, ALIGN) else { return };
    if pointer.is_null() {
        return;
    }
    // SAFETY: the caller's promise: so many bytes, which are all written, are there.
    unsafe { core::slice::from_raw_parts_mut(pointer, length) }.zeroize();
    // SAFETY: the caller's promise: it was allocated with this layout.
    unsafe { dealloc(pointer, layout) };
}

#[link(wasm_import_module = "curvemark")]
unsafe extern "C" {
    /// Fills memory with random bytes, and gives 0; or gives another number.
    fn random(pointer: *mut u8, length: usize) -> i32;
}

/// What `getrandom` calls.
///
/// # Safety
/// So many bytes can be written at the pointer.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    pointer: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the caller's promise, and the import writes these bytes only.
    match unsafe { random(pointer, length) } {
        0 => Ok(()),
        _ => Err(getrandom::Error::UNEXPECTED),
    }
}
