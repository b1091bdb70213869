//! Memory for those who ask: a stretch that is given away from its beginning, as the allocators of
//! zkVMs' guests do, and taken back as a whole before a request.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::{Cell, UnsafeCell};
use core::ptr;

const SIZE: usize = 16 << 20;

#[repr(align(16))]
struct Heap {
    bytes: UnsafeCell<[u8; SIZE]>,
    used: Cell<usize>,
}

// SAFETY: one processor, no interrupts.
unsafe impl Sync for Heap {}

#[global_allocator]
static HEAP: Heap = Heap { bytes: UnsafeCell::new([0; SIZE]), used: Cell::new(0) };

/// Takes back all that was given.
///
/// # Safety
/// Nobody may have any of it: the program has just begun.
pub unsafe fn take_back() {
    HEAP.used.set(0);
}

// SAFETY: each stretch is given once to a request, lies within `bytes`, and is aligned up to the 16
// bytes to which `bytes` is.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let from = self.used.get().next_multiple_of(layout.align());
        let Some(to) = from
            .checked_add(layout.size())
            .filter(|to| *to <= SIZE && layout.align() <= align_of::<Self>())
        else {
            return ptr::null_mut();
        };
        self.used.set(to);
        self.bytes.get().cast::<u8>().wrapping_add(from)
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
