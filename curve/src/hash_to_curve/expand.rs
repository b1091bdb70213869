//! From a message and a tag to uniform bytes: expand_message of RFC 9380 §5.3.
//!
//! [`Expander`] is what a suite is generic over; [`Xmd`] expands by a hash with a fixed output
//! (Merkle-Damgård or sponge), and [`XmdWithPad`] does so as older software has it. An expander
//! over an extendable-output function (§5.3.2) is another type with the same trait.
//!
//! # Example
//!
//! ```
//! use curvemark_curve::hash_to_curve::{Expander, Xmd, expand_message_xmd};
//! use sha2::Sha256;
//!
//! let tag = b"EXAMPLE-V01-CS01-with-expander";
//! let (mut bytes, mut again) = ([0; 48], [0; 48]);
//! expand_message_xmd::<Sha256>(b"a message", tag, &mut bytes)?;
//! // A suite takes any expander, and a message may come in pieces.
//! Xmd::<Sha256>::expand(&[&b"a "[..], b"message"], tag, &mut again)?;
//! assert_eq!(bytes, again);
//! # Ok::<(), curvemark_curve::hash_to_curve::ExpandError>(())
//! ```

use core::marker::PhantomData;

use digest::common::BlockSizeUser;
use digest::typenum::Unsigned;
use digest::{FixedOutput, Output, OutputSizeUser, Update};

/// Longest tag that is used as it is; a longer one is hashed (RFC 9380 §5.3.3).
pub const LONGEST_TAG: usize = 255;

/// What stands before a tag that is too long, when it is hashed (RFC 9380 §5.3.3).
const OVERSIZE: &[u8] = b"H2C-OVERSIZE-DST-";

/// Why an expansion was refused.
///
/// [Example](self#example).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpandError {
    /// More bytes are wanted than the expander can give: 255 outputs of the hash, and never more
    /// than 65535.
    TooLong,
}

impl core::fmt::Display for ExpandError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::TooLong => {
                f.write_str("more uniform bytes were requested than the expander can give")
            }
        }
    }
}

impl core::error::Error for ExpandError {}

/// A message: one slice, or the concatenation of several, so that a protocol can put bytes before
/// it without copying.
///
/// [Example](self#example).
pub trait Message {
    /// Calls `absorb` with the pieces, in order.
    fn pieces(&self, absorb: &mut impl FnMut(&[u8]));
}

impl Message for [u8] {
    fn pieces(&self, absorb: &mut impl FnMut(&[u8])) {
        absorb(self);
    }
}

impl<const N: usize> Message for [u8; N] {
    fn pieces(&self, absorb: &mut impl FnMut(&[u8])) {
        absorb(self);
    }
}

impl<M: Message + ?Sized> Message for &M {
    fn pieces(&self, absorb: &mut impl FnMut(&[u8])) {
        (**self).pieces(absorb);
    }
}

#[cfg(feature = "alloc")]
impl Message for alloc::vec::Vec<u8> {
    fn pieces(&self, absorb: &mut impl FnMut(&[u8])) {
        absorb(self);
    }
}

impl Message for [&[u8]] {
    fn pieces(&self, absorb: &mut impl FnMut(&[u8])) {
        for piece in self {
            absorb(piece);
        }
    }
}

impl<const N: usize> Message for [&[u8]; N] {
    fn pieces(&self, absorb: &mut impl FnMut(&[u8])) {
        self.as_slice().pieces(absorb);
    }
}

/// A way to stretch a message under a tag to uniform bytes.
///
/// [Example](self#example).
pub trait Expander {
    /// Most bytes that it gives.
    const MOST_BYTES: usize;

    /// Fills `out`. The output for one length is no prefix of that for another.
    ///
    /// # Errors
    /// [`ExpandError::TooLong`] if `out` is longer than [`Expander::MOST_BYTES`].
    fn expand(msg: &(impl Message + ?Sized), dst: &[u8], out: &mut [u8])
    -> Result<(), ExpandError>;
}

/// A hash that [`expand_message_xmd`] can use: a fixed output, and a block that is at least as
/// long. Implemented by itself.
///
/// [Example](self#example).
pub trait XmdHash: Default + Update + FixedOutput + BlockSizeUser {}

impl<H: Default + Update + FixedOutput + BlockSizeUser> XmdHash for H {}

/// expand_message_xmd with the hash `H`, as an [`Expander`].
///
/// [Example](self#example).
#[derive(Clone, Copy, Debug)]
pub struct Xmd<H>(PhantomData<H>);

impl<H: XmdHash> Expander for Xmd<H> {
    const MOST_BYTES: usize = {
        let bytes = 255 * <H as OutputSizeUser>::OutputSize::USIZE;
        if bytes < 0xffff { bytes } else { 0xffff }
    };

    fn expand(
        msg: &(impl Message + ?Sized),
        dst: &[u8],
        out: &mut [u8],
    ) -> Result<(), ExpandError> {
        expand_message_xmd::<H>(msg, dst, out)
    }
}

/// [`Xmd`] with `Z_PAD` zero bytes before the message, where RFC 9380 has a block of the hash. For
/// protocols that were made with arkworks 0.6 and before, which has as many as an element of the
/// field takes uniform bytes: 48 for a prime of 255 bits. All others take [`Xmd`].
///
/// [Example](self#example).
#[derive(Clone, Copy, Debug)]
pub struct XmdWithPad<H, const Z_PAD: usize>(PhantomData<H>);

impl<H: XmdHash, const Z_PAD: usize> Expander for XmdWithPad<H, Z_PAD> {
    const MOST_BYTES: usize = Xmd::<H>::MOST_BYTES;

    fn expand(
        msg: &(impl Message + ?Sized),
        dst: &[u8],
        out: &mut [u8],
    ) -> Result<(), ExpandError> {
        expand_with_pad::<H>(&[0; Z_PAD], msg, dst, out)
    }
}

/// Fills `out` with bytes that are uniform if `H` is a random oracle: expand_message_xmd of RFC
/// 9380 §5.3.1.
///
/// `dst` is the domain separation tag: unique to the use and, by RFC 9380 §3.1, not empty; that is
/// the caller's part, an empty tag is hashed like any other. One of more than 255 bytes is replaced
/// by its hash (§5.3.3). An empty `out` is left as it is.
///
/// Time: constant in the content of `msg` if the hash is. Cost: one hash of a block, the message
/// and the tag, and one hash of the tag and an output per output of the hash.
///
/// # Errors
/// [`ExpandError::TooLong`] if `out` is longer than 255 outputs of the hash or than 65535 bytes.
///
/// [Example](self#example).
pub fn expand_message_xmd<H: XmdHash>(
    msg: &(impl Message + ?Sized),
    dst: &[u8],
    out: &mut [u8],
) -> Result<(), ExpandError> {
    expand_with_pad::<H>(&digest::block_api::Block::<H>::default(), msg, dst, out)
}

/// [`expand_message_xmd`] with these zeros as Z_pad.
fn expand_with_pad<H: XmdHash>(
    z_pad: &[u8],
    msg: &(impl Message + ?Sized),
    dst: &[u8],
    out: &mut [u8],
) -> Result<(), ExpandError> {
    const {
        assert!(
            <H as OutputSizeUser>::OutputSize::USIZE <= <H as BlockSizeUser>::BlockSize::USIZE,
            "RFC 9380 §5.3.1 needs a hash whose block is at least as long as its output"
        );
    }
    if out.len() > <Xmd<H> as Expander>::MOST_BYTES {
        return Err(ExpandError::TooLong);
    }
    let hashed;
    let dst = if dst.len() > LONGEST_TAG {
        hashed = H::default().chain(OVERSIZE).chain(dst).finalize_fixed();
        hashed.as_slice()
    } else {
        dst
    };
    // b_0 = H(Z_pad ‖ msg ‖ l_i_b_str ‖ 0 ‖ DST_prime)
    let mut hash = H::default();
    absorb(&mut hash, z_pad);
    msg.pieces(&mut |piece| absorb(&mut hash, piece));
    let [high, low] = (out.len() as u16).to_be_bytes();
    let b_0 = finish(hash, &[high, low, 0], dst);

    // b_i = H(strxor(b_0, b_(i−1)) ‖ I2OSP(i, 1) ‖ DST_prime), where b_1 takes b_0 itself.
    let mut b_i = Output::<H>::default();
    for (chunk, i) in out.chunks_mut(b_0.len()).zip(1u8..=255) {
        for (byte, first) in b_i.iter_mut().zip(&b_0) {
            *byte ^= first;
        }
        let mut hash = H::default();
        absorb(&mut hash, &b_i);
        b_i = finish(hash, &[i], dst);
        for (byte, uniform) in chunk.iter_mut().zip(&b_i) {
            *byte = *uniform;
        }
    }
    Ok(())
}

/// A piece of what is hashed; a chip has it once.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn absorb<H: Update>(hash: &mut H, bytes: &[u8]) {
    hash.update(bytes);
}

/// The hash that ends with these bytes and DST_prime = DST ‖ I2OSP(len(DST), 1); one of more than
/// 255 bytes does not exist.
#[cfg_attr(target_arch = "riscv32", inline(never))]
fn finish<H: XmdHash>(mut hash: H, bytes: &[u8], dst: &[u8]) -> Output<H> {
    absorb(&mut hash, bytes);
    absorb(&mut hash, dst);
    absorb(&mut hash, &[dst.len() as u8]);
    hash.finalize_fixed()
}
