//! Files that nobody wrote in good faith: they are answered, at once and in few words.

use kebab_config::Config;

use crate::support::{problems, read};

/// Reads a file that is wrong. What is not linear shows in that the test does not end.
#[track_caller]
fn check(text: &str, expected: &str) {
    let problems = problems(text);
    assert!(problems.contains(expected), "{}", &problems[..problems.len().min(500)]);
    assert!(problems.len() < 20_000, "{}", problems.len());
}

const MANY: usize = 100_000;

#[test]
fn deep_nesting_is_refused() {
    check(&format!("a = {}", "[".repeat(MANY)), "kebab.toml:1:");
    check(&format!("a = {}", "{a=".repeat(MANY)), "kebab.toml:1:");
    check(&format!("a{} = 1", ".a".repeat(MANY)), "kebab.toml:1:");
    check(&format!("[a{}]", ".a".repeat(MANY)), "kebab.toml:1:");
}

#[test]
fn many_problems_are_counted() {
    let keys: String = (0..MANY).map(|n| format!("k{n}=1\n")).collect();
    check(&keys, &format!("and {} more", MANY - 50));
    let sections: String = (0..MANY / 2).map(|n| format!("[s{n}]\n")).collect();
    check(&sections, &format!("and {} more", MANY / 2 - 50));
    let keys: String = (0..MANY / 2).map(|n| format!("search.s{n}=1\n")).collect();
    check(&keys, &format!("and {} more", MANY / 2 - 50));
}

#[test]
fn long_lines_are_shortened() {
    let long = "x".repeat(1 << 20);
    check(&format!("{long} = 1"), "xxx..`");
    check(&format!("search.{long} = 1"), "xxx..`");
    check(&format!("[{long}]"), "xxx..`");
    check(&format!("search.mode = '{long}'"), "xxx..` is not a search mode");
    check(&format!("search.k = '{long}'"), "xxx..` is not a whole number");
    check(&long, "kebab.toml:1:");
    check(&format!("{}!", "\n".repeat(1 << 20)), "kebab.toml:1048577:2:");
}

#[test]
fn no_cut_of_a_file_and_no_changed_byte_is_a_panic() {
    // What is still a configuration is in bounds, what is none says where.
    let check = |bytes: &[u8]| match read(bytes) {
        Ok((config, _)) => assert_eq!(read(config.to_toml()).map(|it| it.0).ok(), Some(config)),
        Err(problems) => assert!(problems.to_string().contains("kebab.toml:"), "{problems}"),
    };
    let text = Config::default().to_toml();
    for cut in 0..text.len() {
        check(&text.as_bytes()[..cut]);
    }
    let hostile = [0, b'"', b'[', b'.', b'=', b'\n', 0xFF];
    for at in 0..text.len() {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = hostile[at % hostile.len()];
        check(&bytes);
    }
}
