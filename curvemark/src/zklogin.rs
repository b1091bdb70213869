//! Sui's zkLogin (F. Baldimtsi et al., arXiv 2401.11735): an address that a token of a provider,
//! such as Google, opens, without the chain seeing the token.
//!
//! The user's wallet makes an ephemeral key and asks the provider for a token whose nonce is a hash
//! of it. A prover shows in zero knowledge that it has such a token, signed by the provider with
//! RS256. The chain sees the proof, the token's header, the piece of it with the issuer, and the
//! address seed, which hides the user. The ephemeral key signs transactions until its last epoch.
//!
//! ```
//! use curvemark::encoding::Base64;
//! use curvemark::zklogin::{
//!     Address, Environment, Intent, Request, Rules, Verifier, ZkLoginSignature, signing_digest,
//! };
//!
//! /// As a validator judges a transaction.
//! fn is_signed(
//!     transaction: &[u8],
//!     signature: &str,
//!     address: &Address,
//!     rules: &Rules<'_>,
//! ) -> Result<(), Box<dyn core::error::Error>> {
//!     let signature = ZkLoginSignature::from_bytes(&Base64::Padded.decode(signature)?)?;
//!     let digest = signing_digest(Intent::Transaction, transaction);
//!     # #[cfg(feature = "std")]
//!     Verifier::kept(Environment::Production)
//!         .verify(&Request { signature: &signature, digest: &digest, address }, rules)?;
//!     Ok(())
//! }
//! ```
//!
//! The wallet, the salt server and the prover see the token:
//!
//! ```
//! use curvemark::zklogin::{AddressSeed, Error, JwkSet, Salt, Token, address};
//!
//! fn seed_of(token: &str, keys: &JwkSet, salt: &Salt, nonce: &str) -> Result<AddressSeed, Error> {
//!     let token = Token::parse(token)?;
//!     token.verify_by(keys)?; // the provider's signature, RS256
//!     if token.nonce() != nonce {
//!         return Err(Error::Claims); // a token for another ephemeral key
//!     }
//!     token.address_seed(salt)
//! }
//!
//! let salt = Salt::from_decimal("6588741469050502421550140105345050859")?;
//! let seed = AddressSeed::new(
//!     &salt,
//!     "sub",
//!     "106294049240999307923",
//!     "575519204237-msop9ep45u2uo98hapqmngv8d84qdc8k.apps.googleusercontent.com",
//! )?;
//! assert_eq!(address("https://accounts.google.com", &seed)?[..3], [0x1c, 0x6b, 0x62]);
//! # Ok::<(), Error>(())
//! ```
//!
//! # Who verifies what
//!
//! | | validator | proof | who has the token |
//! |---|---|---|---|
//! | the provider's signature on the token | – | yes | [`Token::verify_by`] |
//! | that the key is the issuer's | [`JwkSet`], by issuer and the header's `kid` | takes the modulus | [`JwkSet`] |
//! | that the nonce is the ephemeral key's, until its last epoch | – | yes | [`nonce()`] |
//! | that the seed is the user's, in this application | – | yes | [`Token::address_seed`] |
//! | that the header and the issuer are the token's | reads them | yes | [`Token::issuer_piece`] |
//! | that the address is the issuer's and the seed's | [`AddressForm`] | – | [`address`] |
//! | that the last epoch is not over, nor too far ahead | [`Rules`] | – | – |
//! | the signature of the ephemeral key | [`EphemeralSignature::verify`] | – | – |
//! | when the token expires | – | – | the caller |
//!
//! The proof's one public input is a hash of all that the validator has ([`public_input`]): who
//! changes any of it needs another proof.
//!
//! # Types
//!
//! | type | value | encodings |
//! |---|---|---|
//! | [`ZkLoginSignature`] | [`Inputs`], last epoch, [`EphemeralSignature`] | Sui's bytes: 05 ‖ BCS |
//! | [`Inputs`] | proof, header, [`ClaimPiece`] of the issuer, [`AddressSeed`] | JSON, as Sui's prover and SDK write it |
//! | [`JwkSet`] | providers' keys | JSON of providers (RFC 7517) |
//! | [`RsaPublicKey`] | a modulus of 2048 bits, an exponent | big-endian bytes |
//! | [`Token`] | a JWT | its text |
//! | [`Salt`], [`AddressSeed`] | scalars of BN254 | decimal digits |
//!
//! # Where it is stricter than fastcrypto
//!
//! What it takes means what it means to Sui's validators, and no valid proof is refused: numbers
//! that are not reduced, points with another z than 1 and the identity are taken, since a verdict
//! that parts from that of others splits a chain ([`Inputs::check_canonical`] refuses them). What
//! is refused besides cannot have a valid proof, or is no zkLogin of today:
//!
//! * a piece of a token that has more than the one claim of the issuer;
//! * a JSON array where a point has other than three coordinates, when it is read;
//! * RSA keys of fewer than 2048 bits in a [`JwkSet`];
//! * zero characters in what an address seed is made of, which would be taken for the padding;
//! * salts, seeds and nonces' random numbers that are not below the order, but for a seed within
//!   [`Inputs`];
//! * ephemeral keys of more than 47 bytes, whose halves would be reduced.
//!
//! RS256 is verified only, and not signed. The circuit's second version, which Sui tries out, is
//! not here.
//!
//! # For users of fastcrypto
//!
//! | `fastcrypto_zkp::bn254`, Sui | here |
//! |---|---|
//! | `zk_login_api::verify_zk_login` | [`Verifier::verify_proof`] |
//! | `ZkLoginInputs::from_json` | [`Inputs::from_prover_json`], [`Inputs::from_json`] |
//! | `calculate_all_inputs_hash` | [`public_input`] |
//! | `zk_login_api::ZkLoginEnv` | [`Environment`] |
//! | `zk_login::{JwkId, JWK}`, `parse_jwks` | [`JwkSet`] |
//! | `utils::gen_address_seed` | [`AddressSeed::new`] |
//! | `utils::get_zk_login_address` | [`address`] |
//! | `utils::get_nonce` | [`nonce()`] |
//! | `verify_zk_login_id`, `verify_zk_login_iss` | compare with [`address`] of [`AddressSeed::from_salt_hash`] |
//! | `fastcrypto::jwt_utils::parse_and_validate_jwt` | [`Token::parse`], and [`Token::verify_by`], which it has not |
//! | `fastcrypto::rsa::RSAPublicKey::verify_prehash` | [`RsaPublicKey::verify_prehashed`] |
//! | Sui's `ZkLoginAuthenticator::verify_authenticator` | [`Verifier::verify`] |

mod address;
mod bcs;
mod claim;
mod ephemeral;
mod error;
mod hashes;
mod inputs;
mod jwk;
mod keys;
mod numbers;
mod rs256;
mod seed;
mod signature;
mod token;
mod verify;

pub use address::{Address, AddressForm, address, unpadded_address};
pub use claim::ClaimPiece;
pub use ephemeral::{EphemeralSignature, Intent, Scheme, nonce, signing_digest};
pub use error::Error;
pub use inputs::Inputs;
pub use jwk::{Jwk, JwkSet};
pub use keys::{Environment, verifying_key};
pub use rs256::{MODULUS_BYTES, RsaPublicKey};
pub use seed::{AddressSeed, Salt};
pub use signature::ZkLoginSignature;
pub use token::Token;
pub use verify::{Login, Request, Rules, Verifier, public_input};
