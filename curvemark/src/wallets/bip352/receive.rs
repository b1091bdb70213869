//! A receiver: addresses, and scanning.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use curve::secp256k1::{AffinePoint, Fp, Point, Secp256k1, SecretScalar};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::{Address, Error, MOST_OUTPUTS, Tweak, label_tweak, output_tweak};
use crate::kept::mul_generator;
use crate::schnorr::SigningKey;
use crate::wallets::Network;

/// Transactions that are scanned together, before those that follow are looked at.
const PIECE: usize = 256;

/// Points that are brought into affine form together, unless one transaction needs more.
const CANDIDATES: usize = 4096;

/// The number of the label for change.
const CHANGE: u32 = 0;

/// k·G, constant-time; nothing but the point stays in memory.
fn public_point(k: &SecretScalar) -> AffinePoint {
    let mut product = mul_generator::<Secp256k1>(k.expose());
    let point = product.to_affine();
    product.zeroize();
    point
}

/// A label: its number, its scalar and its point. The scalar is in a box: what grows moves its
/// items, and would leave it behind.
#[derive(Clone)]
struct Label {
    number: u32,
    tweak: Box<SecretScalar>,
    point: AffinePoint,
}

/// A transaction to be scanned: what its inputs tell, and the 32 bytes of each of its taproot
/// outputs, spent or not.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone, Copy, Debug)]
pub struct Transaction<'a> {
    /// What the inputs tell.
    pub tweak: Tweak,
    /// The taproot outputs.
    pub outputs: &'a [[u8; 32]],
}

/// An output that pays the receiver. Its scalar is wiped when dropped and never shown.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone)]
pub struct Payment {
    transaction: usize,
    output: usize,
    label: Option<u32>,
    key: [u8; 32],
    /// In a box, as that of a label.
    tweak: Box<SecretScalar>,
}

impl ZeroizeOnDrop for Payment {}

impl fmt::Debug for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transaction, output, label, .. } = self;
        write!(f, "Payment({transaction}, {output}, {label:?}, …)")
    }
}

impl Payment {
    /// Which of the transactions it is in, counted from zero.
    pub const fn transaction(&self) -> usize {
        self.transaction
    }

    /// Which of the transaction's outputs it is, counted from zero.
    pub const fn output(&self) -> usize {
        self.output
    }

    /// The label of the address that was paid; zero is change.
    pub const fn label(&self) -> Option<u32> {
        self.label
    }

    /// The 32 bytes of the output.
    pub const fn key(&self) -> [u8; 32] {
        self.key
    }

    /// What the key of the output is, less the key to spend by. Whoever has both spends.
    pub fn tweak(&self) -> &SecretScalar {
        &self.tweak
    }

    /// The key that signs for the output, of the key to spend by. Constant-time; one multiplication
    /// of the generator.
    ///
    /// # Errors
    /// [`Error::OtherKey`] if that is the key of another receiver.
    pub fn signing_key(&self, spend: &SecretScalar) -> Result<SigningKey, Error> {
        let secret = (spend + &*self.tweak).not_zero().map_err(|_| Error::OtherKey)?;
        let key = SigningKey::from_scalar(&secret);
        let [own, paid] = [key.public_bytes(), self.key].map(|x| Fp::from_bytes(&x).0);
        // Public: the caller learns it from the error.
        if (own - paid).is_zero_verdict() { Ok(key) } else { Err(Error::OtherKey) }
    }
}

/// Who scans: the secret key to scan by, the point to spend by, and the labels to look for. The
/// secret key is wiped when dropped and never shown. A move leaves the bytes where they were: keep
/// a receiver in one place, or in a box.
///
/// [Example](crate::wallets::bip352).
#[derive(Clone)]
pub struct Receiver {
    scan: SecretScalar,
    public: AffinePoint,
    spend: AffinePoint,
    /// That for change first.
    labels: Vec<Label>,
}

impl ZeroizeOnDrop for Receiver {}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receiver(…)")
    }
}

/// What is left to do for a transaction.
struct Active {
    /// Which of a piece.
    index: usize,
    /// The outputs that may still be payments, by their numbers.
    outputs: Vec<(usize, Fp)>,
    shared: Box<Zeroizing<[u8; 33]>>,
    /// The number of the payment that is looked for.
    k: u32,
    /// Whether there may be one.
    goes_on: bool,
}

impl Active {
    fn new(index: usize, transaction: &Transaction<'_>) -> Self {
        let outputs = transaction.outputs.iter().enumerate().filter_map(|(number, bytes)| {
            let (x, canonical) = Fp::from_bytes(bytes);
            // No point has x = 0, which here stands for the identity. Outputs are public.
            let may = canonical & !x.is_zero();
            bool::from(may).then_some((number, x))
        });
        let shared = Box::new(Zeroizing::new([0; 33]));
        Self { index, outputs: outputs.collect(), shared, k: 0, goes_on: true }
    }

    /// The first output that is the x of one of these points, and the first such point.
    fn hit(&self, points: &[AffinePoint]) -> Option<(usize, usize)> {
        // One verdict for all. It is zero if a factor is.
        let mut product = Fp::one();
        for (_, x) in &self.outputs {
            points.iter().for_each(|point| product *= &(point.x() - x));
        }
        if !product.is_zero_verdict() {
            return None;
        }
        // Which one the caller learns.
        self.outputs.iter().enumerate().find_map(|(output, (_, x))| {
            let is = |point: &AffinePoint| (point.x() - x).is_zero_verdict();
            Some((output, points.iter().position(is)?))
        })
    }
}

impl Receiver {
    /// The receiver with a secret key to scan by and a point to spend by. It looks for payments
    /// without a label, and for change. Constant-time; two multiplications of the generator.
    ///
    /// # Errors
    /// [`Error::SecretKey`] if the secret is zero, [`Error::Key`] if the point is the identity;
    /// [`Error::Hash`], never seen.
    pub fn new(scan: &SecretScalar, spend: &AffinePoint) -> Result<Self, Error> {
        let scan = scan.clone().not_zero()?;
        let (public, spend) = (public_point(&scan), spend.not_identity()?);
        let mut receiver = Self { scan, public, spend, labels: Vec::new() };
        receiver.add_label(CHANGE)?;
        Ok(receiver)
    }

    /// The address without a label.
    pub fn address(&self, network: Network) -> Address {
        Address::new(&self.public, &self.spend, network)
            .unwrap_or_else(|_| unreachable!("neither is the identity"))
    }

    /// The address for one's own change, to be shown to nobody.
    ///
    /// # Errors
    /// [`Error::Key`], never seen.
    pub fn change_address(&self, network: Network) -> Result<Address, Error> {
        self.address_of(CHANGE, network)
    }

    /// The address with a label from 1 on, by which payments are told apart; from now on it is
    /// looked for. Whoever sees two addresses of a receiver sees that they are of one.
    ///
    /// # Errors
    /// [`Error::Change`] for label zero; [`Error::Hash`] and [`Error::Key`], never seen.
    pub fn labelled_address(&mut self, label: u32, network: Network) -> Result<Address, Error> {
        if label == CHANGE {
            return Err(Error::Change);
        }
        self.add_label(label)?;
        self.address_of(label, network)
    }

    /// Looks for a label from now on: one of which an address was given out before.
    ///
    /// Cost: two hashes and a multiplication of the generator.
    ///
    /// # Errors
    /// [`Error::Hash`], never seen.
    pub fn add_label(&mut self, label: u32) -> Result<(), Error> {
        if self.labels.iter().any(|known| known.number == label) {
            return Ok(());
        }
        let tweak = label_tweak(&self.scan, label).map_err(|_| Error::Hash)?;
        let point = public_point(&tweak);
        self.labels.push(Label { number: label, tweak: Box::new(tweak), point });
        Ok(())
    }

    fn address_of(&self, label: u32, network: Network) -> Result<Address, Error> {
        let label = self.labels.iter().find(|known| known.number == label);
        let point = label.map_or_else(AffinePoint::identity, |label| label.point);
        let spend = self.spend.to_projective().add_mixed(&point).to_affine();
        Address::new(&self.public, &spend, network)
    }

    /// The payments in some transactions, in their order; those of one transaction in the order in
    /// which the sender made them. At most [`MOST_OUTPUTS`] of a transaction are found.
    ///
    /// Constant-time in the key to scan by and in all that follows from it, but for the payments:
    /// see [Time](super#time).
    ///
    /// Cost for each transaction: a multiplication of its point by the secret key, eight at a time
    /// on vectors where the CPU has them, and their affine form; a hash, a multiplication of the
    /// generator and an addition; an addition for each label, and a product for each of these
    /// points and each output; their affine form. For each payment all but the first once more.
    #[inline(never)]
    pub fn scan(&self, transactions: &[Transaction<'_>]) -> Vec<Payment> {
        let mut found = Vec::new();
        for (number, piece) in transactions.chunks(PIECE).enumerate() {
            let before = found.len();
            self.scan_piece(number * PIECE, piece, &mut found);
            found[before..].sort_by_key(|payment: &Payment| payment.transaction);
        }
        found
    }

    /// Scans at most [`PIECE`] transactions, of which the first has this number.
    #[allow(clippy::integer_division_remainder_used)] // Of numbers of labels, which are public.
    fn scan_piece(&self, first: usize, piece: &[Transaction<'_>], found: &mut Vec<Payment>) {
        let active = piece.iter().enumerate().map(|(index, of)| Active::new(index, of));
        let mut active: Vec<Active> = active.filter(|of| !of.outputs.is_empty()).collect();
        if active.is_empty() {
            return;
        }
        self.share(piece, &mut active);
        let together = (CANDIDATES / (1 + self.labels.len())).max(1);
        while !active.is_empty() {
            for active in active.chunks_mut(together) {
                self.round(first, active, found);
            }
            active.retain(|of| of.goes_on);
        }
    }

    /// The shared secrets of transactions: the key to scan by times the hash, times A.
    fn share(&self, piece: &[Transaction<'_>], active: &mut [Active]) {
        let tweaks = || active.iter().map(|of| &piece[of.index].tweak);
        let secrets: Vec<SecretScalar> = tweaks().map(|tweak| &self.scan * &tweak.hash).collect();
        let sums: Vec<AffinePoint> = tweaks().map(|tweak| tweak.sum).collect();
        let mut products = vec![Point::identity(); sums.len()];
        let mut points = vec![AffinePoint::identity(); sums.len()];
        SecretScalar::mul_each(&secrets, &sums, &mut products)
            .and_then(|()| Point::batch_to_affine(&products, &mut points))
            .unwrap_or_else(|_| unreachable!("as many of each, and some"));
        for (of, point) in active.iter_mut().zip(&points) {
            **of.shared = point.to_sec1_unchecked_identity();
        }
        products.zeroize();
        points.zeroize();
    }

    /// Looks for the next payment of each of these transactions.
    fn round(&self, first: usize, active: &mut [Active], found: &mut Vec<Payment>) {
        let count = 1 + self.labels.len();
        let mut sums = Vec::with_capacity(active.len() * count);
        let mut tweaks = Vec::with_capacity(active.len());
        for of in &*active {
            let tweak = output_tweak(&of.shared, of.k).ok();
            let mut sum = tweak.as_ref().map_or_else(Point::identity, |tweak| {
                mul_generator::<Secp256k1>(tweak.expose()).add_mixed(&self.spend)
            });
            sums.push(sum);
            sums.extend(self.labels.iter().map(|label| sum.add_mixed(&label.point)));
            sum.zeroize();
            tweaks.push(tweak);
        }
        let mut points = vec![AffinePoint::identity(); sums.len()];
        Point::batch_to_affine(&sums, &mut points)
            .unwrap_or_else(|_| unreachable!("as many of each, and some"));
        sums.zeroize();

        for ((of, tweak), points) in active.iter_mut().zip(&tweaks).zip(points.chunks(count)) {
            of.goes_on = false;
            // A hash that is no scalar was never seen; BIP-352 gives such a transaction up.
            let Some(tweak) = tweak else { continue };
            let Some((place, which)) = of.hit(points) else { continue };
            let (output, x) = of.outputs.remove(place);
            let label = which.checked_sub(1).and_then(|label| self.labels.get(label));
            let mut key = [0; 32];
            x.to_bytes(&mut key);
            found.push(Payment {
                transaction: first + of.index,
                output,
                label: label.map(|label| label.number),
                key,
                tweak: Box::new(label.map_or_else(|| tweak.clone(), |label| tweak + &*label.tweak)),
            });
            of.k += 1;
            of.goes_on = !of.outputs.is_empty() && of.k < MOST_OUTPUTS;
        }
        points.zeroize();
    }
}
