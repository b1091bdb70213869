//! Requests to Valgrind from the program that it runs.
//!
//! A request is an instruction sequence that does nothing on a CPU and that Valgrind recognises
//! ("Valgrind User Manual", §3.1; the numbers are an ABI that it promises to keep). Written out
//! here, since a header of Valgrind's would be needed at build time otherwise.

/// `RUNNING_ON_VALGRIND` of valgrind.h.
const RUNNING_ON_VALGRIND: usize = 0x1001;
/// `COUNT_ERRORS` of valgrind.h.
const COUNT_ERRORS: usize = 0x1201;
/// The first request of memcheck.h: 'M', 'C', then a number.
const MEMCHECK: usize = 0x4d43_0000;
/// `MAKE_MEM_UNDEFINED` of memcheck.h.
const MAKE_UNDEFINED: usize = MEMCHECK + 1;
/// `MAKE_MEM_DEFINED` of memcheck.h.
const MAKE_DEFINED: usize = MEMCHECK + 2;
/// `GET_VBITS` of memcheck.h.
const GET_MARKS: usize = MEMCHECK + 8;
/// The first request of callgrind.h: 'C', 'T', then a number.
const CALLGRIND: usize = 0x4354_0000;
/// `ZERO_STATS` of callgrind.h.
const ZERO_STATS: usize = CALLGRIND + 1;
/// `DUMP_STATS_AT` of callgrind.h.
const DUMP_STATS_AT: usize = CALLGRIND + 3;

/// Whether requests can be made on this target.
pub const SUPPORTED: bool = cfg!(all(target_arch = "x86_64", target_os = "linux"));

/// Makes a request with up to three arguments; without Valgrind, and for requests that its tool
/// does not know, the answer is 0.
///
/// # Safety
/// Addresses among the arguments must be those of memory that the request may look at, and write to
/// if it is one that writes.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
unsafe fn request(number: usize, arguments: [usize; 3]) -> usize {
    let [a, b, c] = arguments;
    let message = [number, a, b, c, 0, 0];
    let mut answer = 0usize;
    // SAFETY: four rotations by 128 bits together and an exchange of a register with itself change
    // nothing but flags; what Valgrind does to memory instead is the caller's business. The block
    // is taken to read and write any memory.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            inout("rdx") answer,
            in("rax") message.as_ptr(),
        );
    }
    answer
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
unsafe fn request(_: usize, _: [usize; 3]) -> usize {
    0
}

/// Whether Valgrind runs this program.
pub fn is_running() -> bool {
    // SAFETY: no addresses.
    unsafe { request(RUNNING_ON_VALGRIND, [0; 3]) != 0 }
}

/// How many reports there were so far; those that repeat an earlier one are counted too.
pub fn reports() -> usize {
    // SAFETY: no addresses.
    unsafe { request(COUNT_ERRORS, [0; 3]) }
}

/// Marks the bytes as undefined; their values stay.
pub fn make_undefined<T: ?Sized>(value: &mut T) {
    // SAFETY: the bytes are borrowed mutably, and the request changes no value.
    unsafe {
        request(
            MAKE_UNDEFINED,
            [core::ptr::from_mut(value).cast::<u8>() as usize, size_of_val(value), 0],
        )
    };
}

/// Marks the bytes as defined; their values stay.
pub fn make_defined<T: ?Sized>(value: &mut T) {
    // SAFETY: the bytes are borrowed mutably, and the request changes no value.
    unsafe {
        request(
            MAKE_DEFINED,
            [core::ptr::from_mut(value).cast::<u8>() as usize, size_of_val(value), 0],
        )
    };
}

/// Whether a bit of these bytes is marked as undefined; false without memcheck.
pub fn is_marked(bytes: &[u8]) -> bool {
    marks(bytes) != 0
}

/// How many bytes of this value have a bit that is marked, those between its fields among them;
/// none without memcheck.
pub fn marks<T: ?Sized>(value: &T) -> usize {
    let size = size_of_val(value);
    let mut marks = vec![0u8; size];
    // SAFETY: both stretches have this length, and are borrowed; the second one is written.
    unsafe {
        request(
            GET_MARKS,
            [core::ptr::from_ref(value).cast::<u8>() as usize, marks.as_mut_ptr() as usize, size],
        )
    };
    marks.iter().filter(|&&mark| mark != 0).count()
}

/// Whether the tool is memcheck.
pub fn is_memcheck() -> bool {
    let mut byte = [0u8; 1];
    make_undefined(&mut byte);
    is_marked(&byte)
}

/// For callgrind: forgets what was executed so far.
pub fn forget_executed() {
    // SAFETY: no addresses.
    unsafe { request(ZERO_STATS, [0; 3]) };
}

/// For callgrind: writes down what was executed, under a name without NULs.
pub fn dump_executed(name: &str) {
    let name = format!("{name}\0");
    // SAFETY: the address is that of a string that ends with a NUL.
    unsafe { request(DUMP_STATS_AT, [name.as_ptr() as usize, 0, 0]) };
}
