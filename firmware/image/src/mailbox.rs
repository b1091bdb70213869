//! Where requests and responses lie, and how they are cut into fields: each is its length in two bytes, the lower first, and its bytes.

use core::cell::UnsafeCell;

const REQUEST_SIZE: usize = 8 * 1024;
const RESPONSE_SIZE: usize = 2 * 1024;

#[repr(transparent)]
pub struct Mailbox<const N: usize>(UnsafeCell<[u8; N]>);

// SAFETY: one processor, no interrupts; the host writes and reads only while the program does not run.
unsafe impl<const N: usize> Sync for Mailbox<N> {}

#[unsafe(no_mangle)]
pub static REQUEST: Mailbox<REQUEST_SIZE> = Mailbox(UnsafeCell::new([0; REQUEST_SIZE]));
#[unsafe(no_mangle)]
pub static RESPONSE: Mailbox<RESPONSE_SIZE> = Mailbox(UnsafeCell::new([0; RESPONSE_SIZE]));

/// Works on the fields of the request.
pub fn with_request<T>(length: usize, work: impl FnOnce(Fields<'_>) -> T) -> T {
    // SAFETY: the host wrote before the program began, and nothing writes while it runs.
    let bytes: &[u8] = unsafe { &*REQUEST.0.get() };
    work(Fields(bytes.get(..length).unwrap_or(&[])))
}

/// The fields that are left.
#[derive(Clone, Copy)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    #[allow(dead_code)] // Not every image asks.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (field, rest) = rest.split_at_checked(u16::from_le_bytes(*length).into())?;
        self.0 = rest;
        Some(field)
    }
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
        if let (Some(place), Ok(length)) = (bytes.get_mut(self.used..end), u16::try_from(field.len())) {
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
