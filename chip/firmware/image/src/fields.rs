//! How requests are cut into fields: each is its length in two bytes, the lower first, and its
//! bytes. Responses are made so too.

/// The fields that are left.
#[derive(Clone, Copy)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// Those of a request.
    pub fn of(request: &'a [u8]) -> Self {
        Self(request)
    }

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
