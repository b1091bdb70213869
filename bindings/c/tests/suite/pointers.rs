//! Calls as C makes them, with pointers into one buffer: what Miri can follow (`.ci/long miri`).
//! It knows no other language, so the programs in C are nothing for it. The functions are such as
//! compute next to nothing, and have each kind of argument.

use std::ffi::c_void;

use curvemark_c::Status;

unsafe extern "C" {
    fn curvemark_keccak256(
        message: *const u8,
        message_len: usize,
        digest: *mut u8,
        digest_len: usize,
    ) -> i32;
    fn curvemark_ecdsa_signature_to_der(
        curve: u32,
        signature: *const u8,
        signature_len: usize,
        der: *mut u8,
        der_len: usize,
        der_written: *mut usize,
    ) -> i32;
    fn curvemark_bls_accumulator_new(scheme: u32, accumulator: *mut *mut c_void) -> i32;
    fn curvemark_bls_accumulator_merge(accumulator: *mut c_void, other: *mut c_void) -> i32;
    fn curvemark_bls_accumulator_finish(accumulator: *mut c_void) -> i32;
    fn curvemark_bls_accumulator_free(accumulator: *mut c_void);
}

const OK: i32 = Status::Ok as i32;
const POINTER: i32 = Status::Pointer as i32;
const LENGTH: i32 = Status::Length as i32;
const ROOM: i32 = Status::Room as i32;
const OVERLAP: i32 = Status::Overlap as i32;

/// The digest of nothing, as Ethereum has it for an account without code.
const OF_NOTHING: [u8; 32] = [
    0xc5, 0xd2, 0x46, 0x01, 0x86, 0xf7, 0x23, 0x3c, 0x92, 0x7e, 0x7d, 0xb2, 0xdc, 0xc7, 0x03, 0xc0,
    0xe5, 0x00, 0xb6, 0x53, 0xca, 0x82, 0x27, 0x3b, 0x7b, 0xfa, 0xd8, 0x04, 0x5d, 0x85, 0xa4, 0x70,
];

#[test]
fn bytes_in_and_out_of_one_buffer() {
    let mut buffer = [0_u8; 200];
    let at = buffer.as_mut_ptr();
    // SAFETY: whatever is read or written lies in the buffer, or the length is zero.
    let digest = |message: usize, length: usize, digest: usize, room: usize| unsafe {
        curvemark_keccak256(at.add(message), length, at.add(digest), room)
    };
    // Next to each other, on either side, to the last byte.
    assert_eq!(digest(0, 168, 168, 32), OK);
    assert_eq!(digest(32, 168, 0, 32), OK);
    // One byte of either is the other's.
    assert_eq!(digest(0, 169, 168, 32), OVERLAP);
    assert_eq!(digest(31, 100, 0, 32), OVERLAP);
    assert_eq!(digest(0, 200, 100, 32), OVERLAP);
    assert_eq!(digest(0, 100, 168, 31), LENGTH);
    // Nothing lies nowhere.
    assert_eq!(digest(110, 0, 100, 32), OK);
    let null = core::ptr::null_mut();
    // SAFETY: a pointer is null, or as above.
    let answers = unsafe {
        [
            curvemark_keccak256(null, 0, at, 32),
            curvemark_keccak256(null, 1, at, 32),
            curvemark_keccak256(at, 1, null, 32),
            curvemark_keccak256(at, usize::MAX, at, 32),
        ]
    };
    assert_eq!(answers, [OK, POINTER, POINTER, LENGTH]);
    assert_eq!([&buffer[..32], &buffer[100..132]], [&OF_NOTHING, &OF_NOTHING]);
}

#[test]
fn room_and_how_much_of_it_was_written() {
    let signature = [1_u8; 64];
    let mut der = [0xee_u8; 72];
    let mut numbers = [0_usize; 2];
    let written = numbers.as_mut_ptr();
    // SAFETY: 64 bytes are read; what is written lies in an array of its own. Of an address that is
    // not a number's nothing is.
    let answers = unsafe {
        let signature = signature.as_ptr();
        let odd = written.byte_add(1);
        [
            curvemark_ecdsa_signature_to_der(0, signature, 64, der.as_mut_ptr(), 69, written),
            curvemark_ecdsa_signature_to_der(0, signature, 64, der.as_mut_ptr(), 70, odd),
            curvemark_ecdsa_signature_to_der(0, signature, 64, der.as_mut_ptr(), 72, written),
        ]
    };
    assert_eq!(answers, [ROOM, POINTER, OK]);
    assert_eq!(numbers, [70, 0]);
    assert_eq!((&der[..5], &der[70..]), (&[0x30, 68, 2, 32, 1][..], &[0xee; 2][..]));
}

#[test]
fn handles_are_made_lent_and_freed() {
    let mut handles = [core::ptr::null_mut(); 2];
    // SAFETY: a handle is written to each place, used, and freed once; null may be freed.
    let answers = unsafe {
        let [one, other] = handles.each_mut();
        let made = [curvemark_bls_accumulator_new(0, one), curvemark_bls_accumulator_new(0, other)];
        let answers = [
            curvemark_bls_accumulator_merge(*one, *other),
            curvemark_bls_accumulator_merge(*one, *one),
            curvemark_bls_accumulator_finish(*one),
            curvemark_bls_accumulator_finish(core::ptr::null_mut()),
            curvemark_bls_accumulator_new(7, one),
        ];
        curvemark_bls_accumulator_free(handles[0]);
        curvemark_bls_accumulator_free(handles[1]);
        curvemark_bls_accumulator_free(core::ptr::null_mut());
        [&made[..], &answers].concat()
    };
    let expected = [OK, OK, OK, OVERLAP, Status::Empty as i32, POINTER, Status::Argument as i32];
    assert_eq!(answers, expected);
}
