//! Requests and responses as the files of `chip/firmware/image` see them: fields, here in the
//! program's own memory.

const SIZE: usize = 2 * 1024;
const MAX_FIELDS: usize = 64;

/// The fields that are left.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a [&'a [u8]]);

impl Fields<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }
}

/// The fields that were answered.
pub struct Response {
    bytes: [u8; SIZE],
    /// Where each field ends.
    ends: [usize; MAX_FIELDS],
    fields: usize,
}

impl Response {
    pub fn new() -> Self {
        Self { bytes: [0; SIZE], ends: [0; MAX_FIELDS], fields: 0 }
    }

    /// Where the next field begins.
    fn used(&self) -> usize {
        self.fields.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or(0)
    }

    /// Adds a field; one that does not fit is left out, and whoever asked misses it.
    pub fn put(&mut self, field: &[u8]) {
        let from = self.used();
        let to = from + field.len();
        if let (Some(place), Some(end)) =
            (self.bytes.get_mut(from..to), self.ends.get_mut(self.fields))
        {
            place.copy_from_slice(field);
            *end = to;
            self.fields += 1;
        }
    }

    /// A field of this length.
    pub fn field<const N: usize>(&self, index: usize) -> Option<[u8; N]> {
        let ends = self.ends.get(..self.fields)?;
        let from = index.checked_sub(1).map_or(Some(0), |before| ends.get(before).copied())?;
        self.bytes.get(from..*ends.get(index)?)?.try_into().ok()
    }
}
