//! What each instruction does: the RISC-V unprivileged specification (20240411), chapters 2, 4 and
//! 12, in the order of [`Op`].

use super::{Access, Cause, Machine, Step, Stop, Trap};
use crate::counters::Event;
use crate::instruction::{Instruction, Op, Xlen};
use crate::memory::Fault;

impl Machine {
    /// Executes one instruction.
    ///
    /// # Errors
    /// How the run ended, if this was no instruction to execute or the program's end. The machine
    /// then stands before that instruction, and nothing was counted for it.
    #[inline]
    pub fn step(&mut self) -> Result<Step, Stop> {
        let pc = self.pc;
        let trap = |cause| Stop::Trap(Trap { pc, cause });
        let fetched = self.memory.fetch(pc).map_err(|_| trap(Cause::Fetch))?;
        let Instruction { op, rd, rs1, rs2, length, imm } = fetched.instruction;
        let (a, b) = (self.get(rs1), self.get(rs2));
        let immediate = i64::from(imm) as u64;
        let follow = pc.wrapping_add(u32::from(length));
        let link = self.fit(follow.into());
        let mut next = follow;
        let mut event = fetched.instruction.event();
        let mut access = None;
        let mut loaded = 0;

        let mut branch = |taken: bool| {
            if taken {
                next = pc.wrapping_add(imm as u32);
                event = Event::BranchTaken;
            }
        };
        let result = match op {
            Op::Lui => immediate,
            Op::Auipc => self.fit(u64::from(pc).wrapping_add(immediate)),
            Op::Jal => {
                next = pc.wrapping_add(imm as u32);
                link
            }
            Op::Jalr => {
                next = self.address(a.wrapping_add(immediate) & !1).map_err(trap)?;
                link
            }
            Op::Beq => {
                branch(a == b);
                0
            }
            Op::Bne => {
                branch(a != b);
                0
            }
            Op::Blt => {
                branch((a as i64) < b as i64);
                0
            }
            Op::Bge => {
                branch(a as i64 >= b as i64);
                0
            }
            Op::Bltu => {
                branch(a < b);
                0
            }
            Op::Bgeu => {
                branch(a >= b);
                0
            }
            Op::Lb | Op::Lh | Op::Lw | Op::Lbu | Op::Lhu | Op::Lwu | Op::Ld => {
                let address = self.address(a.wrapping_add(immediate)).map_err(trap)?;
                loaded = rd;
                let (size, value) = match op {
                    Op::Lb => (1, self.load(address).map(|byte| i8::from_le_bytes(byte) as u64)),
                    Op::Lbu => (1, self.load(address).map(|byte| u8::from_le_bytes(byte).into())),
                    Op::Lh => (2, self.load(address).map(|half| i16::from_le_bytes(half) as u64)),
                    Op::Lhu => (2, self.load(address).map(|half| u16::from_le_bytes(half).into())),
                    Op::Lwu => (4, self.load(address).map(|word| u32::from_le_bytes(word).into())),
                    Op::Ld => (8, self.load(address).map(u64::from_le_bytes)),
                    _ => (4, self.load(address).map(|word| i32::from_le_bytes(word) as u64)),
                };
                access = Some(Access { address, size, write: false });
                value.map_err(trap)?
            }
            Op::Sb | Op::Sh | Op::Sw | Op::Sd => {
                let address = self.address(a.wrapping_add(immediate)).map_err(trap)?;
                let (size, done) = match op {
                    Op::Sb => (1, self.store(address, (b as u8).to_le_bytes())),
                    Op::Sh => (2, self.store(address, (b as u16).to_le_bytes())),
                    Op::Sd => (8, self.store(address, b.to_le_bytes())),
                    _ => (4, self.store(address, (b as u32).to_le_bytes())),
                };
                access = Some(Access { address, size, write: true });
                done.map_err(trap)?;
                0
            }
            Op::Addi => self.fit(a.wrapping_add(immediate)),
            Op::Slti => u64::from((a as i64) < imm.into()),
            Op::Sltiu => u64::from(a < immediate),
            Op::Xori => a ^ immediate,
            Op::Ori => a | immediate,
            Op::Andi => a & immediate,
            Op::Slli => self.fit(a << self.distance(immediate)),
            Op::Srli => self.fit(self.unsigned(a) >> self.distance(immediate)),
            Op::Srai => (a as i64 >> self.distance(immediate)) as u64,
            Op::Addiw => word(a.wrapping_add(immediate)),
            Op::Slliw => word(a << (imm & 31)),
            Op::Srliw => word((a as u32 >> (imm & 31)).into()),
            Op::Sraiw => (i64::from(a as i32) >> (imm & 31)) as u64,
            Op::Add => self.fit(a.wrapping_add(b)),
            Op::Sub => self.fit(a.wrapping_sub(b)),
            Op::Sll => self.fit(a << self.distance(b)),
            Op::Slt => u64::from((a as i64) < b as i64),
            Op::Sltu => u64::from(a < b),
            Op::Xor => a ^ b,
            Op::Srl => self.fit(self.unsigned(a) >> self.distance(b)),
            Op::Sra => (a as i64 >> self.distance(b)) as u64,
            Op::Or => a | b,
            Op::And => a & b,
            Op::Addw => word(a.wrapping_add(b)),
            Op::Subw => word(a.wrapping_sub(b)),
            Op::Sllw => word(a << (b & 31)),
            Op::Srlw => word((a as u32 >> (b & 31)).into()),
            Op::Sraw => (i64::from(a as i32) >> (b & 31)) as u64,
            Op::Mul => self.fit(a.wrapping_mul(b)),
            Op::Mulh => self.high(i128::from(a as i64) * i128::from(b as i64)),
            Op::Mulhsu => self.high(i128::from(a as i64) * i128::from(self.unsigned(b))),
            Op::Mulhu => {
                self.high((u128::from(self.unsigned(a)) * u128::from(self.unsigned(b))) as i128)
            }
            Op::Div => self.fit(divide(a as i64, b as i64)),
            Op::Divu => self.fit(divide_unsigned(self.unsigned(a), self.unsigned(b))),
            Op::Rem => self.fit(remainder(a as i64, b as i64)),
            Op::Remu => self.fit(remainder_unsigned(self.unsigned(a), self.unsigned(b))),
            Op::Mulw => word(a.wrapping_mul(b)),
            Op::Divw => word(divide((a as i32).into(), (b as i32).into())),
            Op::Divuw => word(divide_unsigned((a as u32).into(), (b as u32).into())),
            Op::Remw => word(remainder((a as i32).into(), (b as i32).into())),
            Op::Remuw => word(remainder_unsigned((a as u32).into(), (b as u32).into())),
            Op::Fence => 0,
            Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci => {
                let old = self.control_register(fetched.instruction).map_err(trap)?;
                self.fit(old.into())
            }
            Op::Marker => {
                self.marker(imm).map_err(|end| end.unwrap_or_else(trap))?;
                0
            }
            Op::Ecall => return Err(trap(Cause::EnvironmentCall)),
            Op::Ebreak => return Err(trap(Cause::Breakpoint)),
            Op::Illegal => return Err(trap(Cause::Illegal)),
        };
        if rd == 2 && (result as u32) < self.stack_limit {
            return Err(trap(Cause::StackOverflow));
        }
        // Instructions without a result have rd = 0, which stays zero.
        self.set(rd, result);

        self.counters[event] += 1;
        self.counters[Event::FetchMiss] += fetched.misses;
        let waits = self.loaded != 0 && (rs1 == self.loaded || rs2 == self.loaded);
        self.counters[Event::LoadUse] += u64::from(waits);
        self.loaded = loaded;
        self.pc = next;
        Ok(Step { pc, instruction: fetched.instruction, access, next, stack_pointer: self.low(2) })
    }

    /// Where a pointer points.
    #[inline]
    fn address(&self, pointer: u64) -> Result<u32, Cause> {
        match self.xlen {
            Xlen::Rv32 => Ok(pointer as u32),
            Xlen::Rv64 => u32::try_from(pointer).map_err(|_| Cause::Far { address: pointer }),
        }
    }

    /// A register as a number without sign.
    #[inline]
    fn unsigned(&self, value: u64) -> u64 {
        value & u64::MAX >> (64 - self.xlen.bits())
    }

    /// How far a shift goes.
    #[inline]
    fn distance(&self, value: u64) -> u32 {
        value as u32 & (self.xlen.bits() - 1)
    }

    /// The upper half of a product.
    #[inline]
    fn high(&self, product: i128) -> u64 {
        self.fit((product >> self.xlen.bits()) as u64)
    }

    #[inline]
    fn load<const N: usize>(&mut self, address: u32) -> Result<[u8; N], Cause> {
        if !address.is_multiple_of(N as u32) {
            return Err(Cause::Misaligned { address });
        }
        match self.memory.read(address) {
            Ok((bytes, miss)) => {
                self.counters[Event::DataMiss] += u64::from(miss);
                Ok(bytes)
            }
            Err(_) if N != 4 && self.peripherals.has(address) => Err(Cause::Width { address }),
            Err(_) => {
                let word = self.read_peripheral(address).ok_or(Cause::Nothing { address })?;
                word.to_le_bytes().as_slice().try_into().map_err(|_| Cause::Nothing { address })
            }
        }
    }

    #[inline]
    fn store<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> Result<(), Cause> {
        if !address.is_multiple_of(N as u32) {
            return Err(Cause::Misaligned { address });
        }
        match self.memory.write(address, bytes) {
            Ok(()) => Ok(()),
            Err(Fault::ReadOnly) => Err(Cause::ReadOnly { address }),
            Err(Fault::Nothing) if N != 4 && self.peripherals.has(address) => {
                Err(Cause::Width { address })
            }
            Err(Fault::Nothing) => {
                let word = bytes
                    .as_slice()
                    .try_into()
                    .map(u32::from_le_bytes)
                    .map_err(|_| Cause::Nothing { address })?;
                self.write_peripheral(address, word).ok_or(Cause::Nothing { address })
            }
        }
    }

    fn control_register(&mut self, instruction: Instruction) -> Result<u32, Cause> {
        let Instruction { op, rs1, imm, .. } = instruction;
        let number = imm as u16;
        let immediate = (imm >> 16) as u32;
        let now = self.ledger();
        let old = self.performance.read(number, &now, &self.model).ok_or(Cause::Csr { number })?;
        let operand = match op {
            Op::Csrrw | Op::Csrrs | Op::Csrrc => self.low(rs1),
            _ => immediate,
        };
        let new = match op {
            Op::Csrrw | Op::Csrrwi => operand,
            Op::Csrrs | Op::Csrrsi => old | operand,
            _ => old & !operand,
        };
        // Setting and clearing no bit by name is a read.
        if matches!(op, Op::Csrrw | Op::Csrrwi) || rs1 != 0 || immediate != 0 {
            self.performance.write(number, new, &now, &self.model);
        }
        Ok(old)
    }
}

/// The lower half with its sign.
fn word(value: u64) -> u64 {
    i64::from(value as i32) as u64
}

// Division by zero and overflow give what the specification's table says; nothing traps. The
// overflow of 32 bits is none of 64, and its lower half is what it is to be.

fn divide(a: i64, b: i64) -> u64 {
    if b == 0 { u64::MAX } else { a.wrapping_div(b) as u64 }
}

fn divide_unsigned(a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(u64::MAX)
}

fn remainder(a: i64, b: i64) -> u64 {
    if b == 0 { a as u64 } else { a.wrapping_rem(b) as u64 }
}

fn remainder_unsigned(a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}
