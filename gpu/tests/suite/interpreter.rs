//! What the interpreter refuses.

use gpu::interpreter::{Error, Interpreter};
use gpu::machine::{Argument, Grid, Machine};
use gpu::ptx::HEADER;

const ONE: Grid = Grid { blocks: [1, 1], threads: 1 };

/// A kernel of these lines, with a buffer `a` of eight words, of which four are written.
fn run_on(grid: Grid, lines: &str) -> Result<Vec<u32>, Error> {
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 a)\n.maxntid 32, 1, 1\n{{\n\t.reg .b32 %r<20>;\n\t\
         .reg .b64 %d<9>;\n\t.reg .pred %p<9>;\n\tld.param.u64 %d1, [a];\n\tcvta.to.global.u64 %d2, \
         %d1;\n{lines}\n\tret;\n}}\n"
    );
    let mut machine = Interpreter::new();
    machine.load(&text)?;
    let a = machine.allocate(8)?;
    machine.write(a, &[10, 11, 12, u32::MAX])?;
    machine.launch("k", grid, &[Argument::Address(a)])?;
    machine.read(a, 4)
}

#[track_caller]
fn fails(lines: &str, instruction: &str, reason: &str) {
    fails_on(ONE, lines, instruction, reason);
}

#[track_caller]
fn fails_on(grid: Grid, lines: &str, instruction: &str, reason: &str) {
    let error = run_on(grid, lines).expect_err("refused");
    assert!(error.line.contains(instruction), "{error}");
    assert!(error.reason.contains(reason), "{error}");
    assert!(error.to_string().contains(instruction), "the text names the instruction: {error}");
}

#[test]
fn a_sound_kernel_runs() {
    let lines = "\tld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d2+0];
\tadd.cc.u32 %r5, %r4, %r1;
\taddc.u32 %r6, %r2, 0;
\tsub.cc.u32 %r7, %r1, %r4;
\tsubc.u32 %r8, 0, 0;
\tst.global.v4.u32 [%d2+0], {%r5, %r6, %r7, %r8};";
    assert_eq!(run_on(ONE, lines), Ok(vec![9, 12, 11, u32::MAX]));
}

#[test]
fn memory_that_is_not_there_or_not_written_or_not_aligned() {
    fails("\tadd.u64 %d3, %d2, 32;\n\tld.global.u32 %r1, [%d3];", "ld.global.u32", "outside");
    fails("\tld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d2+32];", "ld.global.v4", "outside");
    fails("\tld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d2+16];", "ld.global.v4", "never written");
    fails("\tld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d2+8];", "ld.global.v4", "multiple of 16");
    fails("\tadd.u64 %d3, %d2, 2;\n\tst.global.u32 [%d3], 1;", "st.global.u32", "multiple of 4");
    fails("\tadd.u64 %d3, %d2, 32;\n\tst.global.u32 [%d3], 1;", "st.global.u32", "outside");
    fails(
        "\tadd.u64 %d3, %d2, 16;\n\tatom.global.add.u32 %r1, [%d3], 1;",
        "atom.global.add.u32",
        "never written",
    );
    fails("\tmul.wide.u32 %d3, 4, 4;\n\tld.global.u32 %r1, [%d3];", "ld.global.u32", "outside");
}

#[test]
fn registers_that_were_not_written() {
    fails("\tadd.u32 %r1, %r2, 1;", "add.u32 %r1, %r2", "%r2 was never written");
    fails("\tld.global.u32 %r1, [%d5];", "ld.global.u32", "%d5 was never written");
    fails("\tselp.b32 %r1, 1, 2, %p3;", "selp.b32", "%p3 was never written");
}

#[test]
fn carries() {
    fails("\taddc.u32 %r1, 1, 2;", "addc.u32", "no carry to take");
    fails("\tadd.cc.u32 %r1, 1, 2;", "add.cc.u32", "taken by none");
    let between = "\tadd.cc.u32 %r1, 1, 2;\n\tadd.u32 %r2, 1, 2;\n\taddc.u32 %r3, 1, 1;";
    fails(between, "add.cc.u32", "`add.u32 %r2, 1, 2` follows");
    fails("\tadd.cc.u32 %r1, 1, 2;\nL0:\n\taddc.u32 %r3, 1, 1;", "add.cc.u32", "`L0:` follows");
    fails("\tadd.cc.u32 %r1, 1, 2;\n\tsubc.u32 %r2, 5, 2;", "subc.u32", "kind");
    let most = "0xffffffff";
    fails(
        &format!("\tadd.cc.u32 %r1, {most}, 2;\n\taddc.u32 %r2, {most}, 0;"),
        "addc.u32",
        "a carry is lost",
    );
    fails("\tsub.cc.u32 %r1, 1, 2;\n\tsubc.u32 %r2, 0, 2;", "subc.u32", "negative");
    let beside =
        "\tadd.cc.u32 %r1, 1, 2;\n\tmul.lo.u32 %r2, %r1, 5;\n\tmadc.lo.cc.u32 %r3, %r2, 2, 1;
\tmadc.hi.u32 %r4, %r2, 2, 0;";
    assert!(run_on(ONE, beside).is_ok());
}

#[test]
fn text_that_is_not_of_the_subset() {
    for line in [
        "\tadd.s32 %r1, 1, 2;",
        "\tadd.u32 %r1, 1;",
        "\tadd.u32 %r1, 1, 2, 3;",
        "\tadd.u32 %r20, 1, 2;",
        "\tadd.u32 %r1, 1, 2",
        " add.u32 %r1, 1, 2;",
        "\tadd.u32 %r1, 1, %d1;",
        "\tadd.u32 %r1, 1, 0x1ffffffff;",
        "\tadd.u32 %r1, 1, -1;",
        "\txor.b32 %r1, 1, 1;",
        "\tmul.lo.cc.u32 %r1, 1, 2;",
        "\tld.global.v2.u32 {%r1, %r2}, [%d2+0];",
        "\tld.shared.u32 %r1, [%d2];",
        "\tld.const.u32 %r1, [absent];",
        "\tld.param.u64 %d3, [absent];",
        "\tld.param.u32 %r1, [a];",
        "\tbra L7;",
        "\tbar.sync 0;",
        "// a comment",
        "",
    ] {
        let error = run_on(ONE, line).expect_err("refused");
        assert_eq!(error.line, line, "{error}");
    }
    let mut machine = Interpreter::new();
    assert!(machine.load(".version 8.0\n").is_err());
    assert!(machine.load(&format!("{HEADER}.global .u32 x;\n")).is_err());
    assert!(machine.launch("k", ONE, &[]).is_err());
}

#[test]
fn threads_share_nothing_but_atomic_additions() {
    let two = Grid { blocks: [1, 1], threads: 2 };
    let mine = "\tmov.u32 %r1, %tid.x;\n\tmul.wide.u32 %d3, %r1, 4;\n\tadd.u64 %d4, %d2, %d3;\n";
    fails_on(two, "\tst.global.u32 [%d2], 5;", "st.global.u32", "another thread");
    fails_on(
        two,
        &format!("\tld.global.u32 %r2, [%d2];\n{mine}\tst.global.u32 [%d4], 5;"),
        "ld.global.u32",
        "another thread",
    );
    fails_on(
        two,
        &format!("{mine}\tst.global.u32 [%d4], 5;\n\tld.global.nc.u32 %r2, [%d4];"),
        "ld.global.nc.u32",
        "written by this launch",
    );
    fails_on(
        two,
        "\tld.global.u32 %r2, [%d2];\n\tatom.global.add.u32 %r1, [%d2], 1;",
        "atom",
        "read by a plain load",
    );
    fails_on(
        two,
        "\tatom.global.add.u32 %r1, [%d2], 1;\n\tst.global.u32 [%d2], 5;",
        "st.global.u32",
        "another thread",
    );
    let sound = format!("{mine}\tatom.global.add.u32 %r5, [%d2+0], 2;\n\tadd.u64 %d5, %d4, 8;");
    assert_eq!(run_on(two, &sound).expect("sound")[0], 14);
}

#[test]
fn grids_and_arguments() {
    assert!(run_on(Grid { blocks: [1, 1], threads: 33 }, "").is_err());
    assert!(run_on(Grid { blocks: [0, 1], threads: 1 }, "\tmov.b32 %r1, 1;").is_err());
    fails("L0:\n\tbra L0;", "L0", "does not end");
    fails("\tdiv.u32 %r1, 1, 0;", "div.u32", "zero");
}

#[test]
fn memory_that_was_given_back() {
    let mut machine = Interpreter::new();
    let a = machine.allocate(4).expect("memory");
    machine.write(a, &[1; 4]).expect("there");
    machine.release(a).expect("once");
    assert!(machine.read(a, 1).is_err());
    assert!(machine.write(a, &[1]).is_err());
    assert!(machine.release(a).is_err());
    assert!(machine.release(a + 4).is_err());
}
