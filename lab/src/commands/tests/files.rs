//! Files that are something else than the command line says.

use super::*;

#[test]
fn files_that_are_something_else_are_named() {
    let folder = Folder::new("else");
    let (file, binary) = (folder.0.join("file"), folder.0.join("binary"));
    std::fs::write(&file, "text").expect("a file");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).expect("a file");
    let (file, binary) = (file.display().to_string(), binary.display().to_string());
    let page = folder.0.join("page.html").display().to_string();
    let said = format!("curvemark: {file} is a file, where a folder of runs is needed\n");
    for command in [&["run", "--filter", "fp_mul"][..], &["sweep", "--filter", "msm"]] {
        let rest = ["--runs", &file, "--out", &page];
        assert_eq!(plain(&[command, &rest].concat()), (Exit::Usage, String::new(), said.clone()));
    }
    let said = format!("curvemark: {binary} is a binary file, where text is needed\n");
    let folder = folder.0.display().to_string();
    for arguments in [
        &["import", "go", &binary][..],
        &["history", "--published", &binary],
        &["report", "--verify", "--heads", &binary],
        &["report", "--platforms", &folder, "--ledger", &binary],
        &["findings", "--runs", &folder, "--claims", &binary],
    ] {
        assert_eq!(plain(arguments), (Exit::Usage, String::new(), said.clone()), "{arguments:?}");
    }
}
