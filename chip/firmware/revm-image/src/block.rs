//! A block: balances before it, and signed transactions of EIP-1559, in RLP. It is run under
//! Osaka's rules. The senders are recovered by the `Crypto` that is installed, as the contracts
//! are.
//!
//! It is less than what a client proves: balances come without proofs of the state's tree, and no
//! root, receipt or withdrawal is computed.

use alloc::vec::Vec;

use alloy_rlp::{Decodable, Encodable, Header};
use revm::context::result::ExecutionResult;
use revm::context::{BlockEnv, CfgEnv, Context, ContextTr, TxEnv};
use revm::database::{CacheDB, EmptyDB};
use revm::precompile::crypto;
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, B256, Bytes, TxKind, U256, keccak256};
use revm::state::AccountInfo;
use revm::{ExecuteCommitEvm, MainBuilder, MainContext};

const CHAIN: u64 = 1;
/// The number of EIP-1559's kind of transaction, and the byte before it.
const KIND: u8 = 2;
const BASE_FEE: u64 = 7;
const GAS_LIMIT: u64 = 60_000_000;
/// Who gets the fees.
const BENEFICIARY: Address = Address::repeat_byte(0xbe);
/// Half of the order of secp256k1's group: a larger s is refused since EIP-2.
const HALF_ORDER: U256 = U256::from_limbs([
    0xdfe9_2f46_681b_20a0,
    0x5d57_6e73_57a4_501d,
    0xffff_ffff_ffff_ffff,
    0x7fff_ffff_ffff_ffff,
]);

/// What a sender signs.
pub struct Transaction {
    pub nonce: u64,
    pub priority_fee: u128,
    pub fee: u128,
    pub gas: u64,
    pub to: Address,
    pub value: U256,
    pub data: Bytes,
}

/// Which of the two points, r and s.
pub struct Signature {
    pub parity: u8,
    pub r: U256,
    pub s: U256,
}

/// The list of what `write` writes, without a list's header before it.
fn list(payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Header { list: true, payload_length: payload.len() }.encode(&mut out);
    out.extend_from_slice(payload);
    out
}

impl Transaction {
    /// All fields but for the signature's, without a header.
    fn fields(&self) -> Vec<u8> {
        let mut out = Vec::new();
        CHAIN.encode(&mut out);
        self.nonce.encode(&mut out);
        self.priority_fee.encode(&mut out);
        self.fee.encode(&mut out);
        self.gas.encode(&mut out);
        self.to.encode(&mut out);
        self.value.encode(&mut out);
        self.data.encode(&mut out);
        // No list of accesses.
        out.extend_from_slice(&list(&[]));
        out
    }

    /// What is signed.
    pub fn hash(&self) -> B256 {
        let mut bytes = Vec::from([KIND]);
        bytes.extend_from_slice(&list(&self.fields()));
        keccak256(bytes)
    }

    /// The transaction as it is sent.
    #[allow(dead_code)] // Of the program that makes the block.
    pub fn signed(&self, signature: &Signature) -> Vec<u8> {
        let mut payload = self.fields();
        signature.parity.encode(&mut payload);
        signature.r.encode(&mut payload);
        signature.s.encode(&mut payload);
        let mut out = Vec::from([KIND]);
        out.extend_from_slice(&list(&payload));
        out
    }

    fn decode(bytes: &[u8]) -> Option<(Self, Signature)> {
        let (KIND, mut rest) = bytes.split_first().map(|(kind, rest)| (*kind, rest))? else {
            return None;
        };
        let mut payload = Header::decode_bytes(&mut rest, true).ok()?;
        let from = &mut payload;
        if u64::decode(from).ok()? != CHAIN {
            return None;
        }
        let transaction = Self {
            nonce: u64::decode(from).ok()?,
            priority_fee: u128::decode(from).ok()?,
            fee: u128::decode(from).ok()?,
            gas: u64::decode(from).ok()?,
            to: Address::decode(from).ok()?,
            value: U256::decode(from).ok()?,
            data: Bytes::decode(from).ok()?,
        };
        if !Header::decode_bytes(from, true).ok()?.is_empty() {
            return None;
        }
        let signature = Signature {
            parity: u8::decode(from).ok()?,
            r: U256::decode(from).ok()?,
            s: U256::decode(from).ok()?,
        };
        (rest.is_empty() && payload.is_empty()).then_some((transaction, signature))
    }

    fn sender(&self, signature: &Signature) -> Option<Address> {
        if signature.parity > 1 || signature.s > HALF_ORDER {
            return None;
        }
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&signature.r.to_be_bytes::<32>());
        bytes[32..].copy_from_slice(&signature.s.to_be_bytes::<32>());
        let word = crypto().secp256k1_ecrecover(&bytes, signature.parity, &self.hash().0).ok()?;
        Some(Address::from_word(word.into()))
    }
}

/// A block's bytes: the balances before it, and its transactions as they are sent.
#[allow(dead_code)] // Of the program that makes the block.
pub fn encode(balances: &[(Address, U256)], transactions: &[Vec<u8>]) -> Vec<u8> {
    let mut before = Vec::new();
    for (address, balance) in balances {
        address.encode(&mut before);
        balance.encode(&mut before);
    }
    let mut sent = Vec::new();
    for transaction in transactions {
        transaction.as_slice().encode(&mut sent);
    }
    let mut out = list(&before);
    out.extend_from_slice(&list(&sent));
    out
}

/// Runs a block. Gives of each transaction whether it succeeded, the gas that it used, and its
/// output; and then each account that there is: its address, nonce and balance. `None` is a block
/// that does not hold.
pub fn run(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut before = Header::decode_bytes(&mut bytes, true).ok()?;
    let mut sent = Header::decode_bytes(&mut bytes, true).ok()?;
    let mut state = CacheDB::new(EmptyDB::new());
    while !before.is_empty() {
        let address = Address::decode(&mut before).ok()?;
        let balance = U256::decode(&mut before).ok()?;
        state.insert_account_info(address, AccountInfo::from_balance(balance));
    }
    let block = BlockEnv {
        number: U256::from(1),
        beneficiary: BENEFICIARY,
        timestamp: U256::from(1),
        gas_limit: GAS_LIMIT,
        basefee: BASE_FEE,
        prevrandao: Some(B256::ZERO),
        ..BlockEnv::default()
    };
    let mut machine = Context::mainnet()
        .with_db(state)
        .with_cfg(CfgEnv::new_with_spec(SpecId::OSAKA))
        .with_block(block)
        .build_mainnet();

    let mut out = Vec::new();
    while !sent.is_empty() {
        let transaction = Header::decode_bytes(&mut sent, false).ok()?;
        let (transaction, signature) = Transaction::decode(transaction)?;
        let sender = transaction.sender(&signature)?;
        let Transaction { nonce, priority_fee, fee, gas, to, value, data } = transaction;
        let asked = TxEnv::builder()
            .tx_type(Some(KIND))
            .chain_id(Some(CHAIN))
            .caller(sender)
            .nonce(nonce)
            .gas_priority_fee(Some(priority_fee))
            .gas_price(fee)
            .gas_limit(gas)
            .kind(TxKind::Call(to))
            .value(value)
            .data(data)
            .build()
            .ok()?;
        let result: ExecutionResult = machine.transact_commit(asked).ok()?;
        let output: &[u8] = result.output().map_or(&[], |output| output);
        out.push(result.is_success().into());
        out.extend_from_slice(&result.tx_gas_used().to_be_bytes());
        out.extend_from_slice(&(output.len() as u32).to_be_bytes());
        out.extend_from_slice(output);
    }

    let accounts = &machine.ctx.db().cache.accounts;
    let mut after: Vec<_> =
        accounts.iter().filter_map(|(at, it)| Some((*at, it.info()?))).collect();
    after.sort_unstable_by_key(|(address, _)| *address);
    for (address, info) in after {
        out.extend_from_slice(address.as_slice());
        out.extend_from_slice(&info.nonce.to_be_bytes());
        out.extend_from_slice(&info.balance.to_be_bytes::<32>());
    }
    Some(out)
}
