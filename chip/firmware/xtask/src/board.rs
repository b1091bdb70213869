//! The image in the emulator: one request at a time, each on a fresh machine.

use std::path::Path;

use emulator::lockstep::{Comparison, compare};
use emulator::{Event, Image, Kind, Machine, Quirks, Row, Step, Stop, Window, Xlen};

/// More than any request needs; what runs longer has hung.
const LIMIT: u64 = 4_000_000_000;

/// What the image can do; the numbers are those of `image/src/answer.rs`.
#[derive(Debug, Clone, Copy)]
pub enum Operation {
    ValidateG1 = 1,
    ValidateG2 = 2,
    PublicKey = 3,
    Hash = 4,
    Blind = 5,
    Sign = 6,
    Unblind = 7,
    Verify = 8,
    Derive = 9,
    Keyset = 10,
    Batch = 11,
    Round = 12,
    /// Of the image of checks, which has those above too; the numbers are those of its `main.rs`.
    Base = 13,
    Scalar = 14,
    Folding = 15,
    Diagnostic = 16,
    PlantedBranch = 17,
    PlantedAddress = 18,
    Parts = 19,
    Move = 20,
    /// Of the driver's image, which has no other.
    Products = 32,
    /// Of the image of curves without pairings; the numbers are those of its `main.rs`.
    VerifySecp256k1 = 48,
    VerifyP256 = 49,
    VerifyEd25519 = 50,
    SignSecp256k1 = 51,
    LegacyProve = 52,
    LegacyCheck = 53,
    LegacyRound = 54,
    SignEd25519 = 55,
    LegacyCheckTen = 56,
    /// Of the image of other libraries; the numbers are those of its `main.rs`.
    BlstRound = 64,
    BlstVerify = 65,
    BlstVerifyByTwoLoops = 66,
    BlstProducts = 67,
    ZkcryptoRound = 72,
    ZkcryptoVerify = 73,
    LibsecpSign = 80,
    LibsecpVerify = 81,
    /// Of the images of guests; the numbers are those of `guest-image/src`.
    GuestCall = 96,
    GuestTwistMultiple = 97,
    GuestHint = 98,
    /// Of the image with `revm`; the number is that of its `main.rs`.
    GuestBlock = 99,
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Good,
    NotSigned,
    Refused,
}

/// What came back.
pub struct Answer {
    pub status: Status,
    /// What the mailbox holds: the status, and the fields with their lengths.
    pub response: Vec<u8>,
    pub fields: Vec<Vec<u8>>,
    pub rows: Vec<Row>,
    /// Accesses that the RSA block lost, and whether it was left at work.
    pub peripheral: (u64, bool),
    /// Operations of the RSA block.
    pub operations: u64,
}

/// How the image of checks on the RSA block sets it up; the numbers are those of
/// `checks-image/src/served.rs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetUp {
    Right = 0,
    Prime = 1,
    Operand = 2,
    StaleZ = 3,
    ConstantTime = 4,
    Unused = 5,
}

/// What `link-rv64.x` gives to a program of 64 bits.
const MEMORY_64: Window = Window { base: 0x8000_0000, size: 4 << 20, store: 0, kind: Kind::Ram };

/// What `guest-image/link.x` gives to a guest: code, and the rest.
const GUEST_MEMORY: [Window; 2] = [
    Window { base: 0x2040_0000, size: 32 << 20, store: 0, kind: Kind::Ram },
    Window { base: 0x2000_0000, size: 4 << 20, store: 1, kind: Kind::Ram },
];

/// The fields as the mailbox has them: each is its length in two bytes, the lower first, and its
/// bytes.
pub fn request(fields: &[&[u8]]) -> Result<Vec<u8>, Error> {
    let mut request = Vec::new();
    for field in fields {
        request.extend(u16::try_from(field.len())?.to_le_bytes());
        request.extend(*field);
    }
    Ok(request)
}

pub struct Board {
    image: Image,
    machine: Machine,
    set_up: SetUp,
}

type Error = Box<dyn std::error::Error>;

impl Board {
    pub fn load(file: &Path) -> Result<Self, Error> {
        Self::with(file, Quirks::default())
    }

    /// With an RSA block of other habits.
    pub fn with(file: &Path, quirks: Quirks) -> Result<Self, Error> {
        let image = Image::parse(&std::fs::read(file)?)?;
        let machine = match image.xlen() {
            Xlen::Rv32 => Machine::esp32c3(&image, quirks)?,
            Xlen::Rv64 => Machine::bare(&image, &[MEMORY_64])?,
        };
        Self::of(image, machine)
    }

    /// A zkVM's guest.
    pub fn guest(file: &Path) -> Result<Self, Error> {
        let image = Image::parse(&std::fs::read(file)?)?;
        let machine = Machine::bare(&image, &GUEST_MEMORY)?;
        Self::of(image, machine)
    }

    fn of(image: Image, mut machine: Machine) -> Result<Self, Error> {
        machine.limit_stack(image.symbol("_stack_limit").ok_or("no symbol _stack_limit")?.address);
        Ok(Self { image, machine, set_up: SetUp::Right })
    }

    /// With the RSA block set up in this way.
    pub fn set_up(self, set_up: SetUp) -> Self {
        Self { set_up, ..self }
    }

    pub fn image(&self) -> &Image {
        &self.image
    }

    /// A machine that stands before the request.
    fn prepared(&self, operation: Operation, fields: &[&[u8]]) -> Result<Machine, Error> {
        let request = request(fields)?;
        let mailbox = self.image.symbol("REQUEST").ok_or("no symbol REQUEST")?;
        if request.len() > mailbox.size as usize {
            return Err("the request is longer than the mailbox".into());
        }
        let mut machine = self.machine.clone();
        machine.poke(mailbox.address, &request).ok_or("the mailbox lies in no memory")?;
        machine.set_register(10, operation as u64);
        machine.set_register(11, request.len() as u64);
        machine.set_register(12, self.set_up as u64);
        Ok(machine)
    }

    pub fn ask(&self, operation: Operation, fields: &[&[u8]]) -> Result<Answer, Error> {
        let mut machine = self.prepared(operation, fields)?;
        let length = match machine.run(LIMIT) {
            Stop::Exit(length) if length != u32::MAX => length as usize,
            stop => return Err(format!("{operation:?}: {stop:?}").into()),
        };
        let mailbox = self.image.symbol("RESPONSE").ok_or("no symbol RESPONSE")?;
        let response =
            machine.peek(mailbox.address, length).ok_or("a response of no such length")?.to_vec();
        let (status, mut rest) = response.split_first().ok_or("an empty response")?;
        let status = match status {
            0 => Status::Good,
            1 => Status::NotSigned,
            2 => Status::Refused,
            _ => {
                return Err(
                    format!("{operation:?}: the image does not understand the request").into()
                );
            }
        };
        let mut fields = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk() {
            let (field, after) = after
                .split_at_checked(u16::from_le_bytes(*length).into())
                .ok_or("a field is cut off")?;
            fields.push(field.to_vec());
            rest = after;
        }
        let peripheral = machine
            .peripherals()
            .rsa()
            .map_or((0, false), |rsa| (rsa.lost_accesses(), rsa.is_running()));
        let operations = machine.ledger().counters[Event::RsaOperation];
        Ok(Answer {
            status,
            response,
            fields,
            rows: machine.rows().to_vec(),
            peripheral,
            operations,
        })
    }

    /// Runs a request and shows each instruction to `watch`.
    pub fn watch(
        &self,
        operation: Operation,
        fields: &[&[u8]],
        watch: impl FnMut(&Step),
    ) -> Result<(), Error> {
        match self.prepared(operation, fields)?.run_with(LIMIT, watch) {
            Stop::Exit(length) if length != u32::MAX => Ok(()),
            stop => Err(format!("{operation:?}: {stop:?}").into()),
        }
    }

    /// Two requests in step: the same program counters and data addresses, one by one?
    pub fn compare(
        &self,
        operation: Operation,
        first: &[&[u8]],
        second: &[&[u8]],
    ) -> Result<Comparison, Error> {
        let (mut first, mut second) =
            (self.prepared(operation, first)?, self.prepared(operation, second)?);
        Ok(compare(&mut first, &mut second, LIMIT))
    }
}
