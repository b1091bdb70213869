//! Where requests and responses lie: as in `chip/firmware/image`, and long enough for sums of 128
//! products in G2 with advice. What is longer than a field is several fields, one after another.

#[path = "../../image/src/fields.rs"]
mod fields;

use core::cell::UnsafeCell;

pub use fields::Fields;

const REQUEST_SIZE: usize = 2 << 20;
const RESPONSE_SIZE: usize = 2 << 20;

/// The most bytes of a field of several: whole words.
const MOST: usize = 65_528;

#[repr(transparent)]
pub struct Mailbox<const N: usize>(UnsafeCell<[u8; N]>);

// SAFETY: one processor, no interrupts; the host writes and reads only while the program does not
// run.
unsafe impl<const N: usize> Sync for Mailbox<N> {}

#[unsafe(no_mangle)]
pub static REQUEST: Mailbox<REQUEST_SIZE> = Mailbox(UnsafeCell::new([0; REQUEST_SIZE]));
#[unsafe(no_mangle)]
pub static RESPONSE: Mailbox<RESPONSE_SIZE> = Mailbox(UnsafeCell::new([0; RESPONSE_SIZE]));

/// The fields of the request.
pub fn request(length: usize) -> Fields<'static> {
    // SAFETY: the host wrote before the program began, and nothing writes while it runs.
    let bytes: &'static [u8] = unsafe { &*REQUEST.0.get() };
    Fields::of(bytes.get(..length).unwrap_or(&[]))
}

/// Writes a response: the status, and what is to be said, in one field if it fits there. Gives the
/// length of all; of what has no room, that of a response without it.
pub fn respond(status: u8, said: &[u8]) -> u32 {
    // SAFETY: no other reference into the response is ever made.
    let bytes = unsafe { &mut *RESPONSE.0.get() };
    bytes[0] = status;
    let mut end = 1;
    let fields = if said.is_empty() { 1 } else { said.len().div_ceil(MOST) };
    for field in (0..fields).map(|i| &said[i * MOST..said.len().min((i + 1) * MOST)]) {
        let next = end + 2 + field.len();
        let Some(place) = bytes.get_mut(end..next) else { return 1 };
        place[..2].copy_from_slice(&(field.len() as u16).to_le_bytes());
        place[2..].copy_from_slice(field);
        end = next;
    }
    end as u32
}
