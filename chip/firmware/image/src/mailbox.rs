//! Where requests and responses lie.

#[path = "fields.rs"]
mod fields;

use core::cell::UnsafeCell;

pub use fields::Fields;

const REQUEST_SIZE: usize = 8 * 1024;
const RESPONSE_SIZE: usize = 2 * 1024;

#[repr(transparent)]
pub struct Mailbox<const N: usize>(UnsafeCell<[u8; N]>);

// SAFETY: one processor, no interrupts; the host writes and reads only while the program does not
// run.
unsafe impl<const N: usize> Sync for Mailbox<N> {}

#[unsafe(no_mangle)]
pub static REQUEST: Mailbox<REQUEST_SIZE> = Mailbox(UnsafeCell::new([0; REQUEST_SIZE]));
#[unsafe(no_mangle)]
pub static RESPONSE: Mailbox<RESPONSE_SIZE> = Mailbox(UnsafeCell::new([0; RESPONSE_SIZE]));

/// Works on the fields of the request.
pub fn with_request<T>(length: usize, work: impl FnOnce(Fields<'_>) -> T) -> T {
    // SAFETY: the host wrote before the program began, and nothing writes while it runs.
    let bytes: &[u8] = unsafe { &*REQUEST.0.get() };
    work(Fields::of(bytes.get(..length).unwrap_or(&[])))
}

/// The response, as it is written.
pub struct Response {
    used: usize,
}

impl Response {
    pub fn new() -> Self {
        Self { used: 1 }
    }

    /// Adds a field; one that does not fit is left out, and the host misses it.
    pub fn put(&mut self, field: &[u8]) {
        let end = self.used + 2 + field.len();
        // SAFETY: no reference into the response outlives this function.
        let bytes = unsafe { &mut *RESPONSE.0.get() };
        if let (Some(place), Ok(length)) =
            (bytes.get_mut(self.used..end), u16::try_from(field.len()))
        {
            place[..2].copy_from_slice(&length.to_le_bytes());
            place[2..].copy_from_slice(field);
            self.used = end;
        }
    }

    /// Writes the status before the fields, and gives the length of all.
    pub fn finish(self, status: u8) -> u32 {
        // SAFETY: as in `put`.
        unsafe { (*RESPONSE.0.get())[0] = status };
        self.used as u32
    }
}
