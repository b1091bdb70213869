//! What the builder writes, and what it refuses.

use std::panic::{AssertUnwindSafe, catch_unwind};

use gpu::ptx::{Body, Comparison, Module, Operand, Space};

/// Every kind of line once: what stands here is what a reviewer reads.
#[test]
fn the_text_of_a_small_kernel() {
    let mut body = Body::default();
    let (from, count) = (body.address_parameter("from"), body.word_parameter("count"));
    let thread = body.thread();
    let done = body.label();
    let beyond = body.compare(Comparison::AtLeast, thread, count);
    body.branch_if(beyond, done);
    let at = body.at(from, thread, 16);
    let words = body.load_words(Space::Global, at, 0, 4);
    let twice = body.sum(&words, &words);
    body.store_words(at, 0, &twice);
    body.place(done);
    body.ret();
    let module = Module::default().constant("m0", 5).kernel(body.kernel("twice", 64));
    let text = "\
.version 7.8
.target sm_80
.address_size 64
.const .align 4 .u32 m0 = 0x5;
.visible .entry twice(.param .u64 arg_from, .param .u32 arg_count)
.maxntid 64, 1, 1
{
	.reg .b32 %r<14>;
	.reg .b64 %d<5>;
	.reg .pred %p<2>;
	ld.param.u64 %d1, [arg_from];
	cvta.to.global.u64 %d2, %d1;
	ld.param.u32 %r1, [arg_count];
	mov.u32 %r2, %tid.x;
	mov.u32 %r3, %ntid.x;
	mov.u32 %r4, %ctaid.x;
	mad.lo.u32 %r5, %r4, %r3, %r2;
	setp.ge.u32 %p1, %r5, %r1;
	@%p1 bra L0;
	mul.wide.u32 %d3, %r5, 0x10;
	add.u64 %d4, %d2, %d3;
	ld.global.v4.u32 {%r6, %r7, %r8, %r9}, [%d4+0];
	add.cc.u32 %r10, %r6, %r6;
	addc.cc.u32 %r11, %r7, %r7;
	addc.cc.u32 %r12, %r8, %r8;
	addc.u32 %r13, %r9, %r9;
	st.global.v4.u32 [%d4+0], {%r10, %r11, %r12, %r13};
L0:
	ret;
}
";
    assert_eq!(module.text(), text);
}

fn refuses(what: &str, build: impl FnOnce(&mut Body)) {
    let mut body = Body::default();
    let built = catch_unwind(AssertUnwindSafe(|| build(&mut body)));
    let refused = built.is_err() || catch_unwind(AssertUnwindSafe(|| body.kernel("k", 1))).is_err();
    assert!(refused, "{what}");
}

#[test]
fn chains_that_do_not_end_and_labels_that_are_not_placed_are_refused() {
    refuses("a chain is dropped before its end", |body| {
        let _ = body.sum_chain().add(1, 2);
    });
    refuses("an instruction after such a chain", |body| {
        let _ = body.sum_chain().add(1, 2);
        body.add(1, 2);
    });
    refuses("another chain after it", |body| {
        let _ = body.sum_chain().add(1, 2);
        let _ = body.difference_chain();
    });
    refuses("a label in it", |body| {
        let label = body.label();
        let _ = body.difference_chain().sub(1, 2);
        body.place(label);
    });
    refuses("a mask of no chain", |body| {
        body.difference_chain().end_mask();
    });
    refuses("a label that is not placed", |body| {
        let label = body.label();
        body.branch(label);
    });
    refuses("a label that is placed twice", |body| {
        let label = body.label();
        body.place(label);
        body.place(label);
    });
    let named = catch_unwind(|| Body::default().kernel("arg_from", 1));
    assert!(named.is_err(), "a kernel with the name of a parameter");
    refuses("a part of sixteen bytes", |body| {
        let at = body.address_parameter("a");
        body.store_words(at, 0, &[Operand::from(1); 3]);
    });
}
