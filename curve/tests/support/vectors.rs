//! The published cases in `vectors/`, in the format that `vectors/README.md` describes.
#![allow(dead_code)]

/// One case: keys and values, in order.
pub struct Case(Vec<(&'static str, &'static str)>);

/// The cases of a file, without its header, which must announce as many.
pub fn cases(text: &'static str) -> Vec<Case> {
    let pair = |line: &'static str| {
        line.split_once(" =").map(|(key, value)| (key, value.trim_start())).expect("key = value")
    };
    let lines = |block: &'static str| {
        block.lines().filter(|line| !line.starts_with('#')).map(pair).collect()
    };
    let mut blocks = text.trim_end().split("\n\n").map(|block| Case(lines(block)));
    let header = blocks.next().expect("a header");
    let cases: Vec<Case> = blocks.collect();
    assert_eq!(header.text("count"), cases.len().to_string());
    cases
}

impl Case {
    /// Every value of a key.
    pub fn list(&self, key: &str) -> Vec<&'static str> {
        self.0.iter().filter(|pair| pair.0 == key).map(|pair| pair.1).collect()
    }

    /// The one value of a key.
    pub fn text(&self, key: &str) -> &'static str {
        let [value] = self.list(key)[..] else { panic!("one {key}") };
        value
    }

    pub fn bytes(&self, key: &str) -> Vec<u8> {
        bytes(self.text(key))
    }
}

/// Bytes of hexadecimal digits.
pub fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("digits"))
        .collect()
}
