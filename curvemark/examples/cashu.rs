//! A payment in Cashu v3 from one wallet to another, with all that passes between them and a mint:
//! a quote that is locked to a key, a swap into a proof that is locked to the receiver and comes
//! back after a time, a token as text, and the swap by which the receiver makes it hers.
//!
//! ```sh
//! cargo run --release -p curvemark --example cashu --features tokens
//! ```

use std::collections::{BTreeMap, BTreeSet};

use curvemark::cashu::conditions::Blinded;
use curvemark::cashu::nutroot::{
    Authorisation, Condition, Input, Leaf, Output, PublicKey, Secret, SecretKey, SpendInfo,
    Transaction, Tree, Witness, lock_to_receiver,
};
use curvemark::cashu::tokens::{self, MintProofs, Token};
use curvemark::cashu::v3::models::{BlindSignature, BlindedMessage, Keys, Keyset, Proof};
use curvemark::cashu::v3::{
    self, BlindingFactor, KeysetId, MintSecretKey, blind, derive_blinding_factor,
    derive_quote_lock_key, derive_secret_key, verify_batch,
};
use curvemark::schnorr::Signature;

type Result<T> = core::result::Result<T, Box<dyn core::error::Error>>;

const URL: &str = "https://mint.example";
const NOW: u64 = 1_800_000_000;
const A_WEEK: u64 = 7 * 24 * 3600;

/// A mint: keys, quotes, and which secrets were spent.
struct Mint {
    keys: BTreeMap<u64, MintSecretKey>,
    keyset: Keyset,
    quotes: BTreeMap<String, (u64, PublicKey)>,
    spent: BTreeSet<[u8; 33]>,
}

impl Mint {
    fn new() -> Result<Self> {
        // Keys of numbers, so that every run shows the same; others come from
        // `MintSecretKey::random`.
        let keys: BTreeMap<u64, MintSecretKey> = (0..4_u8)
            .map(|bit| Ok((1 << bit, MintSecretKey::from_bytes(&[bit + 1; 32])?)))
            .collect::<Result<_>>()?;
        let public =
            Keys::new(keys.iter().map(|(amount, key)| (*amount, key.public_key())).collect())?;
        let id = KeysetId::derive(public.iter(), "sat", None)?;
        let keyset = Keyset {
            id,
            unit: "sat".into(),
            input_fee_ppk: None,
            final_expiry: None,
            keys: public,
        };
        Ok(Self { keys, keyset, quotes: BTreeMap::new(), spent: BTreeSet::new() })
    }

    /// A quote that is paid at once: there is no network here.
    fn quote(&mut self, amount: u64, lock: PublicKey) -> String {
        let id = format!("quote-{}", self.quotes.len());
        self.quotes.insert(id.clone(), (amount, lock));
        id
    }

    fn sign(&self, outputs: &[BlindedMessage]) -> Result<Vec<BlindSignature>> {
        let sign = |output: &BlindedMessage| {
            let key = self
                .keys
                .get(&output.amount)
                .filter(|_| output.id == self.keyset.id)
                .ok_or("no such key")?;
            Ok(BlindSignature { amount: output.amount, id: output.id, c_: key.sign(&output.b_) })
        };
        outputs.iter().map(sign).collect()
    }

    /// Mints a quote for whoever has its key.
    fn mint(
        &mut self,
        id: &str,
        outputs: &[BlindedMessage],
        signature: &Signature,
    ) -> Result<Vec<BlindSignature>> {
        let (amount, lock) = self.quotes.get(id).ok_or("no such quote")?;
        let (inputs, outs) = ([Input::Quote { amount: *amount, id }], outs(outputs));
        let transaction = Transaction { inputs: &inputs, outputs: &outs };
        transaction.verify(&[Authorisation::Quote { lock, signature }], NOW)?;
        if sum(outputs.iter().map(|output| output.amount)) != Some(*amount) {
            return Err("the outputs are not worth the quote".into());
        }
        let promises = self.sign(outputs)?;
        self.quotes.remove(id);
        Ok(promises)
    }

    /// Swaps proofs for promises of the same value, if each was signed by this mint, may be spent
    /// so, and was not yet.
    fn swap(
        &mut self,
        proofs: &[Proof],
        outputs: &[BlindedMessage],
    ) -> Result<Vec<BlindSignature>> {
        let (inputs, outs) = (inputs(proofs), outs(outputs));
        let witnesses: Vec<_> =
            proofs.iter().map(|proof| Authorisation::Witness(proof.witness.as_deref())).collect();
        Transaction { inputs: &inputs, outputs: &outs }.verify(&witnesses, NOW)?;
        let secrets = proofs.iter().map(|proof| Ok(Secret::parse(&proof.secret)?.to_bytes()));
        let secrets: Vec<[u8; 33]> = secrets.collect::<Result<_>>()?;
        signed(proofs, &secrets, &self.keyset)?;
        if secrets.iter().any(|secret| self.spent.contains(secret)) {
            return Err("spent already".into());
        }
        let value = sum(proofs.iter().map(|proof| proof.amount));
        if value.is_none() || value != sum(outputs.iter().map(|output| output.amount)) {
            return Err("what comes out is not what goes in".into());
        }
        let promises = self.sign(outputs)?;
        self.spent.extend(secrets);
        Ok(promises)
    }
}

/// What goes into a swap.
fn inputs(proofs: &[Proof]) -> Vec<Input<'_>> {
    fn input(proof: &Proof) -> Input<'_> {
        let (keyset, signature) = (tokens::KeysetId::V3(proof.id), tokens::Signature::V3(proof.c));
        Input::Proof { amount: proof.amount, keyset, secret: &proof.secret, signature }
    }
    proofs.iter().map(input).collect()
}

/// What comes out.
fn outs(outputs: &[BlindedMessage]) -> Vec<Output<'_>> {
    let output = |output: &BlindedMessage| Output::Message {
        amount: output.amount,
        keyset: tokens::KeysetId::V3(output.id),
        message: Blinded::V3(output.b_),
    };
    outputs.iter().map(output).collect()
}

fn sum(amounts: impl IntoIterator<Item = u64>) -> Option<u64> {
    amounts.into_iter().try_fold(0, u64::checked_add)
}

/// That a mint signed all of some proofs, by one pairing for each of its keys: what a wallet checks
/// too, without asking the mint.
fn signed(proofs: &[Proof], secrets: &[[u8; 33]], keyset: &Keyset) -> Result<()> {
    let proof = |(proof, secret): (&Proof, _)| {
        let key =
            keyset.keys.get(proof.amount).filter(|_| proof.id == keyset.id).ok_or("no such key")?;
        Ok(v3::Proof { secret, signature: proof.c, key })
    };
    let batch = proofs.iter().zip(secrets.iter().map(<[u8; 33]>::as_slice)).map(proof);
    Ok(verify_batch(&batch.collect::<Result<Vec<_>>>()?)?)
}

/// A wallet: all of it follows from a seed, but for what is locked to its key.
struct Wallet {
    seed: [u8; 64],
    counter: u64,
    key: SecretKey,
}

/// An output, and what makes a proof of the promise.
struct Pending {
    message: BlindedMessage,
    factor: BlindingFactor,
    secret: Secret,
    info: Option<SpendInfo>,
}

impl Wallet {
    fn new(number: u8) -> Result<Self> {
        Ok(Self { seed: [number; 64], counter: 0, key: SecretKey::from_bytes(&[number; 32])? })
    }

    /// An output of this wallet's own, or of a secret that was made for another one.
    fn output(
        &mut self,
        id: KeysetId,
        amount: u64,
        made: Option<(Secret, SpendInfo)>,
    ) -> Result<Pending> {
        let own = derive_secret_key(&self.seed, &id, self.counter)?;
        let (factor, _) = derive_blinding_factor(&self.seed, &id, self.counter)?;
        self.counter += 1;
        let (secret, info) = match made {
            Some((secret, info)) => (secret, Some(info)),
            None => (Secret::of_key(own.public_key()), None),
        };
        let message = BlindedMessage { amount, id, b_: blind(&secret.to_bytes(), &factor) };
        Ok(Pending { message, factor, secret, info })
    }

    /// Proofs of promises, each of which is checked.
    fn proofs(
        pending: Vec<Pending>,
        promises: &[BlindSignature],
        keyset: &Keyset,
    ) -> Result<Vec<Proof>> {
        let (mut proofs, mut secrets) = (Vec::new(), Vec::new());
        for (Pending { message, factor, secret, info }, promise) in
            pending.into_iter().zip(promises)
        {
            let (amount, id, c) = (message.amount, message.id, promise.c_.unblind(&factor));
            secrets.push(secret.to_bytes());
            proofs.push(Proof {
                amount,
                id,
                secret: secret.to_string(),
                c,
                witness: None,
                spend_info: info,
            });
        }
        signed(&proofs, &secrets, keyset)?;
        Ok(proofs)
    }

    /// The key of a proof: what its spend info gives, or the one of this wallet's seed.
    fn key_of(&self, proof: &Proof) -> Result<SecretKey> {
        let secret = Secret::parse(&proof.secret)?;
        if let Some(info) = &proof.spend_info {
            return Ok(info
                .open(&secret, core::slice::from_ref(&self.key))?
                .key
                .ok_or("not for this wallet")?);
        }
        for counter in 0..self.counter {
            let key = derive_secret_key(&self.seed, &proof.id, counter)?;
            if key.public_key() == *secret.key() {
                return Ok(key);
            }
        }
        Err("not of this seed".into())
    }

    /// Signs each of the inputs of a swap. What the mint gets says nothing of how the secret was
    /// made.
    fn sign(&self, proofs: &mut [Proof], outputs: &[BlindedMessage]) -> Result<()> {
        let digest = Transaction { inputs: &inputs(proofs), outputs: &outs(outputs) }.digest()?;
        for proof in proofs {
            let signature = self.key_of(proof)?.sign(&digest, &[0x35; 32]); // 32 random bytes, where there are such
            proof.witness = Some(Witness::KeyPath(signature).to_json());
            proof.spend_info = None;
        }
        Ok(())
    }
}

fn main() -> Result<()> {
    let mut mint = Mint::new()?;
    let keyset = mint.keyset.clone();
    assert_eq!(keyset.derive_id()?, keyset.id); // what a wallet asks when it meets a keyset
    let (mut alice, mut carol) = (Wallet::new(0xa1)?, Wallet::new(0xca)?);

    // Alice pays for a quote that only she can mint.
    let lock = derive_quote_lock_key(&alice.seed, 0)?;
    let quote = mint.quote(9, lock.public_key());
    let pending = [8, 1].map(|amount| alice.output(keyset.id, amount, None));
    let pending: Vec<Pending> = pending.into_iter().collect::<Result<_>>()?;
    let messages: Vec<BlindedMessage> =
        pending.iter().map(|pending| pending.message.clone()).collect();
    let transaction = [Input::Quote { amount: 9, id: &quote }];
    let digest = Transaction { inputs: &transaction, outputs: &outs(&messages) }.digest()?;
    assert!(mint.mint(&quote, &messages, &carol.key.sign(&digest, &[0x35; 32])).is_err());
    let promises = mint.mint(&quote, &messages, &lock.sign(&digest, &[0x35; 32]))?;
    let mut proofs = Wallet::proofs(pending, &promises, &keyset)?;
    println!("Alice has {} sat", sum(proofs.iter().map(|proof| proof.amount)).ok_or("too much")?);

    // She swaps them into one that is Carol's, or hers again after a week, and one of change.
    let refund = derive_secret_key(&alice.seed, &keyset.id, 1 << 32)?;
    let leaf = Leaf::new(Condition::After(NOW + A_WEEK), 1, vec![refund.public_key()])?;
    let ephemeral = SecretKey::from_bytes(&[0xe1; 32])?; // a fresh one each time
    let made =
        lock_to_receiver(&carol.key.public_key(), &ephemeral, Some(Tree::new(vec![leaf])?), &[])?;
    let pending = vec![alice.output(keyset.id, 8, Some(made))?, alice.output(keyset.id, 1, None)?];
    let messages: Vec<BlindedMessage> =
        pending.iter().map(|pending| pending.message.clone()).collect();
    alice.sign(&mut proofs, &messages)?;
    let promises = mint.swap(&proofs, &messages)?;
    assert!(mint.swap(&proofs, &messages).is_err()); // nothing is spent twice
    let proofs = Wallet::proofs(pending, &promises, &keyset)?;

    // The token is a line of text.
    let Proof { amount, id, secret, c, spend_info, .. } = proofs[0].clone();
    let proof = tokens::Proof {
        amount,
        keyset: tokens::KeysetId::V3(id),
        secret,
        signature: tokens::Signature::V3(c),
        dleq: None,
        witness: None,
        spend_info,
        ephemeral_key: None,
    };
    let mints = vec![MintProofs { mint: URL.into(), proofs: vec![proof] }];
    let text = Token { mints, unit: Some("sat".into()), memo: Some("for lunch".into()) }.to_v4()?;
    println!("{text}");

    // Carol reads it, sees that it is hers and until when, and swaps it before then.
    let token = Token::parse(&text)?;
    let mut received = Vec::new();
    for proof in &token.mints[0].proofs {
        let (tokens::KeysetId::V3(id), tokens::Signature::V3(c)) = (proof.keyset, proof.signature)
        else {
            return Err("not of version 3".into());
        };
        let (amount, secret, spend_info) =
            (proof.amount, proof.secret.clone(), proof.spend_info.clone());
        let info = spend_info.as_ref().ok_or("it does not say how to spend it")?;
        info.open(&Secret::parse(&secret)?, core::slice::from_ref(&carol.key))?;
        for leaf in info.tree.iter().flat_map(Tree::leaves) {
            println!(
                "Carol: {} of {} keys may spend it too, {:?}",
                leaf.threshold(),
                leaf.keys().len(),
                leaf.condition()
            );
        }
        received.push(Proof { amount, id, secret, c, witness: None, spend_info });
    }
    let secrets: Vec<[u8; 33]> = received
        .iter()
        .map(|proof| Ok(Secret::parse(&proof.secret)?.to_bytes()))
        .collect::<Result<_>>()?;
    signed(&received, &secrets, &keyset)?; // without asking the mint

    // Alice cannot take it back by her leaf before the week is over.
    let info = received[0].spend_info.clone().ok_or("no spend info")?;
    let tree = info.tree.as_ref().ok_or("no tree")?;
    let back = [alice.output(keyset.id, 8, None)?];
    let messages: Vec<BlindedMessage> =
        back.iter().map(|pending| pending.message.clone()).collect();
    let digest = Transaction { inputs: &inputs(&received), outputs: &outs(&messages) }.digest()?;
    let witness = Witness::ScriptPath {
        leaf: tree.leaves()[0].to_bytes(),
        internal_key: info.internal_key.ok_or("no key")?,
        path: tree.path(0)?,
        signatures: vec![refund.sign(&digest, &[0x35; 32])],
        preimage: None,
    };
    let mut stolen = received.clone();
    stolen[0].witness = Some(witness.to_json());
    println!("Alice, too early: {}", mint.swap(&stolen, &messages).err().ok_or("it was taken")?);

    let pending = [4, 4].map(|amount| carol.output(keyset.id, amount, None));
    let pending: Vec<Pending> = pending.into_iter().collect::<Result<_>>()?;
    let messages: Vec<BlindedMessage> =
        pending.iter().map(|pending| pending.message.clone()).collect();
    carol.sign(&mut received, &messages)?;
    let promises = mint.swap(&received, &messages)?;
    let proofs = Wallet::proofs(pending, &promises, &keyset)?;
    println!("Carol has {} sat", sum(proofs.iter().map(|proof| proof.amount)).ok_or("too much")?);
    Ok(())
}
