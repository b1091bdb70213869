//! EVMMAX inside `revm` 43, without a fork of it.
//!
//! [`instructions`] is `revm`'s table with the dialect's opcodes, JUMP, JUMPI and the six that make
//! frames replaced; [`Local`] is the context's local part, in which field contexts live by the
//! depth of their frame:
//!
//! ```
//! use curvemark_evm::evmmax::revm::{Local, instructions};
//! use curvemark_evm::evmmax::{Dialect, Rules};
//! use revm::context::{BlockEnv, CfgEnv, Context, Evm, TxEnv};
//! use revm::database::EmptyDB;
//! use revm::handler::{EthFrame, EthPrecompiles};
//! use revm::primitives::hardfork::SpecId;
//! use revm::{Journal, MainContext};
//!
//! type Ctx = Context<BlockEnv, TxEnv, CfgEnv, EmptyDB, Journal<EmptyDB>, (), Local>;
//!
//! let context: Ctx = Context::mainnet().with_local(Local::new(Rules::of(Dialect::Eip6690)));
//! let _: Evm<Ctx, (), _, _, EthFrame> =
//!     Evm::new(context, instructions::<Ctx>(SpecId::OSAKA), EthPrecompiles::new(SpecId::OSAKA));
//! ```
//!
//! * A call or creation starts with no field context: what deeper frames left is dropped before a
//!   child starts, and `revm` clears the local part after each transaction.
//! * Jumps go by this crate's own analysis, which knows the immediates, kept with the runs of
//!   arithmetic for the last codes that ran. `revm`'s own is made when a code is loaded and does
//!   not know them; nothing is asked of it.
//! * `revm` reads code through raw pointers and pads it by its own analysis. Where the code's last
//!   instruction reaches further by ours, the frame goes on with a code that is padded enough;
//!   CODESIZE is then longer. Only code that ends inside data of a PUSH can be such.
//! * Runs of arithmetic are executed as one ([`Rules::fused`]). An inspector sees the first
//!   instruction of each: whoever looks at every one turns it off.
//! * A frame's registers are charged with memory when a context is made, as EIP-6690 says; memory
//!   that grows later is charged without them, since that is done by `revm`'s own instructions. The
//!   small machine does the same.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use ::revm::bytecode::{Bytecode, opcode};
use ::revm::context::{Cfg, LocalContext, LocalContextTr};
use ::revm::context_interface::cfg::GasParams;
use ::revm::context_interface::{ContextTr, Host};
use ::revm::handler::instructions::EthInstructions;
use ::revm::interpreter::interpreter::{EthInterpreter, ExtBytecode};
use ::revm::interpreter::interpreter_types::Jumps;
use ::revm::interpreter::{
    Instruction, InstructionContext, InstructionResult, Interpreter, instructions as theirs,
};
use ::revm::primitives::hardfork::SpecId;
use ::revm::primitives::{Bytes, U256};

use super::code::Analysis;
use super::context::{Frame, Machine, Rules};
use super::halt::Halt;

type Context<'a, H> = InstructionContext<'a, H, EthInterpreter>;
type Result<T = ()> = core::result::Result<T, InstructionResult>;

/// Codes whose analysis is kept.
const KEPT: usize = 16;

/// More zeros than any instruction has data.
const PADDING: usize = 40;

/// A frame of execution.
#[derive(Debug, Default)]
struct Depth {
    fields: Frame,
    analysis: Option<Rc<Analysis>>,
}

/// `revm`'s local context with the field contexts of all frames.
///
/// [Example](crate::evmmax::revm).
#[derive(Debug)]
pub struct Local {
    rules: Rules,
    local: LocalContext,
    frames: Vec<Depth>,
    /// Analysed codes, the latest last. A code that is held here keeps its address.
    codes: Vec<(Bytes, Rc<Analysis>)>,
}

impl Local {
    /// No frame, under these rules.
    pub fn new(rules: Rules) -> Self {
        Self { rules, local: LocalContext::new(), frames: Vec::new(), codes: Vec::new() }
    }

    /// The rules of this machine.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    fn analysis(&mut self, code: &Bytecode) -> Rc<Analysis> {
        let bytes = code.original_bytes();
        let same = |kept: &Bytes| {
            core::ptr::eq(kept.as_ptr(), bytes.as_ptr()) && kept.len() == bytes.len()
        };
        if let Some(at) = self.codes.iter().rposition(|(kept, _)| same(kept)) {
            return Rc::clone(&self.codes[at].1);
        }
        let analysis = Rc::new(Analysis::new(self.rules.dialect, &bytes));
        if self.codes.len() == KEPT {
            self.codes.remove(0);
        }
        self.codes.push((bytes, Rc::clone(&analysis)));
        analysis
    }

    /// The frame that an interpreter runs. The first time its code is analysed, and padded if need
    /// be.
    fn frame(&mut self, interpreter: &mut Interpreter<EthInterpreter>) -> (&mut Depth, &Rules) {
        let depth = interpreter.input.depth;
        if self.frames.get(depth).is_none_or(|frame| frame.analysis.is_none()) {
            let analysis = self.analysis(&interpreter.bytecode);
            let jumps = &analysis.jumps;
            if jumps.end() >= interpreter.bytecode.bytes_ref().len() && !jumps.stops() {
                let pc = interpreter.bytecode.pc();
                let code = [interpreter.bytecode.original_byte_slice(), &[0; PADDING]].concat();
                interpreter.bytecode = ExtBytecode::new(Bytecode::new_legacy(code.into()));
                interpreter.bytecode.absolute_jump(pc);
            }
            self.frames.resize_with(self.frames.len().max(depth + 1), Depth::default);
            self.frames[depth].analysis = Some(analysis);
        }
        (&mut self.frames[depth], &self.rules)
    }
}

impl LocalContextTr for Local {
    fn shared_memory_buffer(&self) -> &Rc<RefCell<Vec<u8>>> {
        self.local.shared_memory_buffer()
    }

    fn clear(&mut self) {
        self.frames.clear();
        self.local.clear();
    }

    fn set_precompile_error_context(&mut self, output: String) {
        self.local.set_precompile_error_context(output);
    }

    fn take_precompile_error_context(&mut self) -> Option<String> {
        self.local.take_precompile_error_context()
    }
}

/// An interpreter as the instructions see it.
struct Adapter<'a> {
    interpreter: &'a mut Interpreter<EthInterpreter>,
    gas: &'a GasParams,
}

/// The integer if it has 64 bits, else the largest of them.
fn saturated(word: U256) -> u64 {
    u64::try_from(word).unwrap_or(u64::MAX)
}

impl Machine for Adapter<'_> {
    fn charge(&mut self, gas: u64) -> core::result::Result<(), Halt> {
        if self.interpreter.gas.record_regular_cost(gas) { Ok(()) } else { Err(Halt::OutOfGas) }
    }

    fn pop(&mut self) -> core::result::Result<u64, Halt> {
        self.interpreter.stack.pop().map(saturated).map_err(|_| Halt::StackUnderflow)
    }

    fn memory_len(&self) -> usize {
        self.interpreter.memory.len()
    }

    fn memory<T>(&mut self, work: impl FnOnce(&mut [u8]) -> T) -> T {
        work(&mut self.interpreter.memory.context_memory_mut())
    }

    fn expand(&mut self, offset: u64, bytes: u64) -> core::result::Result<(), Halt> {
        if bytes == 0 {
            return Ok(());
        }
        // Further than 32 bits no gas reaches.
        let [offset, bytes] =
            [offset, bytes].map(|value| u32::try_from(value).map(|value| value as usize));
        let (Ok(offset), Ok(bytes)) = (offset, bytes) else { return Err(Halt::OutOfGas) };
        self.interpreter.resize_memory(self.gas, offset, bytes).map_err(|_| Halt::OutOfGas)
    }
}

/// The reason as `revm` names it; it has none for what is new here.
const fn result_of(halt: Halt) -> InstructionResult {
    match halt {
        Halt::OutOfGas => InstructionResult::OutOfGas,
        Halt::StackUnderflow => InstructionResult::StackUnderflow,
        Halt::StackOverflow => InstructionResult::StackOverflow,
        Halt::InvalidJump => InstructionResult::InvalidJump,
        Halt::InvalidInstruction => InstructionResult::OpcodeNotFound,
        Halt::TruncatedImmediate => InstructionResult::InvalidImmediateEncoding,
        Halt::Memory => InstructionResult::OutOfOffset,
        _ => InstructionResult::InvalidOperandOOG,
    }
}

/// An instruction of the extension.
fn extended<const OPCODE: u8, H: ContextTr<Local = Local>>(context: Context<'_, H>) -> Result {
    let InstructionContext { interpreter, host } = context;
    let (_, _, cfg, _, _, local) = host.all_mut();
    let (frame, rules) = local.frame(interpreter);
    let operation = rules.dialect.operation(OPCODE).ok_or(InstructionResult::OpcodeNotFound)?;
    let length = if operation.is_arithmetic() { rules.dialect.immediate() } else { 0 };
    let behind = interpreter.bytecode.pc();
    if operation.is_arithmetic()
        && rules.fused
        && let Some(analysis) = frame.analysis.clone()
    {
        // The code that was analysed, without what pads it.
        let bytes = interpreter.bytecode.original_bytes();
        let mut machine = Adapter { interpreter: &mut *interpreter, gas: cfg.gas_params() };
        let runs = &mut analysis.runs.borrow_mut();
        if let Some(run) = frame.fields.execute_run(rules, runs, &bytes, behind - 1, &mut machine) {
            return go_on(interpreter, behind + run.bytes - 1);
        }
    }
    let mut immediate = [0; 8];
    match interpreter.bytecode.original_byte_slice().get(behind..behind + length) {
        Some(bytes) => immediate[..length].copy_from_slice(bytes),
        None => return Err(InstructionResult::InvalidImmediateEncoding),
    }
    let mut machine = Adapter { interpreter, gas: cfg.gas_params() };
    frame
        .fields
        .execute(rules, operation, &immediate[..length], &mut machine)
        .map_err(result_of)?;
    go_on(interpreter, behind + length)
}

/// On to the next instruction.
fn go_on(interpreter: &mut Interpreter<EthInterpreter>, next: usize) -> Result {
    if next >= interpreter.bytecode.bytes_ref().len() {
        // There is no STOP to be read.
        return Err(InstructionResult::Stop);
    }
    interpreter.bytecode.absolute_jump(next);
    Ok(())
}

fn go<H: ContextTr<Local = Local>>(context: Context<'_, H>, target: U256) -> Result {
    let InstructionContext { interpreter, host } = context;
    let (frame, _) = host.local_mut().frame(interpreter);
    let target = saturated(target);
    match &frame.analysis {
        Some(analysis) if analysis.jumps.is_destination(target) => {
            // A destination is inside the code.
            interpreter.bytecode.absolute_jump(target as usize);
            Ok(())
        }
        _ => Err(InstructionResult::InvalidJump),
    }
}

fn jump<H: ContextTr<Local = Local>>(context: Context<'_, H>) -> Result {
    let [target] = context.interpreter.stack.popn().ok_or(InstructionResult::StackUnderflow)?;
    go(context, target)
}

fn jump_if<H: ContextTr<Local = Local>>(context: Context<'_, H>) -> Result {
    let [target, condition] =
        context.interpreter.stack.popn().ok_or(InstructionResult::StackUnderflow)?;
    if condition.is_zero() { Ok(()) } else { go(context, target) }
}

/// Before a child starts: no field context is there for it.
fn forget_children<H: ContextTr<Local = Local>>(context: &mut Context<'_, H>) {
    let depth = context.interpreter.input.depth;
    context.host.local_mut().frames.truncate(depth + 1);
}

fn call<const KIND: u8, H: Host + ContextTr<Local = Local>>(mut context: Context<'_, H>) -> Result {
    forget_children(&mut context);
    theirs::contract::call::<KIND, _, _>(context)
}

fn create<const SALTED: bool, H: Host + ContextTr<Local = Local>>(
    mut context: Context<'_, H>,
) -> Result {
    forget_children(&mut context);
    theirs::contract::create::<SALTED, _, _>(context)
}

/// `revm`'s instructions under a specification, with those of every dialect: which of them exist,
/// [`Local`]'s rules say.
///
/// [Example](crate::evmmax::revm).
pub fn instructions<H: Host + ContextTr<Local = Local>>(
    spec: SpecId,
) -> EthInstructions<EthInterpreter, H> {
    let mut table = EthInstructions::new_mainnet_with_spec(spec);
    macro_rules! extend {
        ($($opcode:literal)*) => {$(
            table.insert_instruction($opcode, Instruction::new(extended::<$opcode, H>), 0);
        )*};
    }
    extend!(0x21 0x22 0x23 0x24 0x25 0xc0 0xc1 0xc2 0xc3 0xc4 0xc5);
    // With the gas that they have.
    let replaced: [(u8, Instruction<EthInterpreter, H>); 8] = [
        (opcode::JUMP, Instruction::new(jump)),
        (opcode::JUMPI, Instruction::new(jump_if)),
        (opcode::CALL, Instruction::new(call::<{ opcode::CALL }, H>)),
        (opcode::CALLCODE, Instruction::new(call::<{ opcode::CALLCODE }, H>)),
        (opcode::DELEGATECALL, Instruction::new(call::<{ opcode::DELEGATECALL }, H>)),
        (opcode::STATICCALL, Instruction::new(call::<{ opcode::STATICCALL }, H>)),
        (opcode::CREATE, Instruction::new(create::<false, H>)),
        (opcode::CREATE2, Instruction::new(create::<true, H>)),
    ];
    for (opcode, instruction) in replaced {
        table.instruction_table_mut()[usize::from(opcode)] = instruction;
    }
    table
}
