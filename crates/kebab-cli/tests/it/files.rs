//! How input files are opened: mapped, unpacked, piped, or refused.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use insta::assert_snapshot;

use crate::fixture::CliTest;

const QRELS: &str = "q1 0 d1 1\n";

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

/// A run of more than a mebibyte, which is mapped, with the relevant document last.
fn large_run() -> String {
    let line = |i: usize| format!("q1 Q0 other-document-{i} {i} {} large\n", 100_000 - i);
    (0..40_000).map(line).collect::<String>() + "q1 Q0 d1 40001 1 large\n"
}

#[test]
fn a_mapped_file_scores_as_a_piped_one() {
    let run = large_run();
    assert!(run.len() > 1 << 20);
    let test = CliTest::new().file("qrels.txt", QRELS).file("large.run", &run);
    let mapped = test.run(&["score", "qrels.txt", "large.run", "-mRR,NumRet", "--format=csv"]);
    let piped = test.run_with_stdin(
        &["score", "qrels.txt", "-", "-mRR,NumRet", "--format=csv"],
        run.as_bytes(),
    );
    assert_eq!(mapped.stdout.replace("large,", "stdin,"), piped.stdout);
    assert_snapshot!(mapped, @"
    exit 0
    --- stdout
    run,query,RR,NumRet
    large,all,0.00002499937501562461,40001
    ");
}

#[test]
fn a_mapped_file_that_ends_at_a_page_is_not_read_beyond() {
    // 256 pages of 4,096 bytes: a reader that looked one byte too far would end in a fault.
    let mut run = large_run();
    let last = "q1 Q0 d1 40001 1 t";
    run.truncate((1 << 20) - last.len());
    let cut = run.rfind('\n').expect("there are lines") + 1;
    run.replace_range(cut.., &"\n".repeat(run.len() - cut));
    run += last;
    assert_eq!(run.len(), 1 << 20);
    let test = CliTest::new().file("qrels.txt", QRELS).file("large.run", &run);
    let outcome = test.run(&["score", "qrels.txt", "large.run", "-mNumRelRet", "--format=csv"]);
    assert_snapshot!(outcome, @"
    exit 0
    --- stdout
    run,query,NumRelRet
    large,all,1
    ");
}

#[test]
fn gzip_is_unpacked_also_in_parts() {
    let mut parts = gzip("q1 Q0 d2 1 2 t\n");
    parts.extend(gzip("q1 Q0 d1 2 1 t\n"));
    let test = CliTest::new().file("qrels.gz", gzip(QRELS)).file("run.txt.gz", parts);
    assert_snapshot!(test.run(&["score", "qrels.gz", "run.txt.gz", "-mRR"]), @"
    exit 0
    --- stdout
    1 query, 1 judgment in qrels.gz

    measure     run
    RR       0.5000
    ");
}

#[test]
fn damaged_gzip_is_an_error() {
    let packed = gzip(&large_run());
    let test = CliTest::new().file("qrels.txt", QRELS).file("cut.gz", &packed[..packed.len() / 2]);
    assert_snapshot!(test.run(&["score", "qrels.txt", "cut.gz"]), @"
    exit 2
    --- stderr
    error: cannot read run: cut.gz: the gzip data is damaged or cut off: incomplete deflate stream
    ");
}

#[test]
fn what_is_no_text_is_named() {
    let complain = |content: &[u8]| {
        let test = CliTest::new().file("qrels.txt", QRELS).file("run", content);
        let outcome = test.run(&["score", "qrels.txt", "run"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
        outcome.stderr
    };
    assert_snapshot!(complain(b"\x28\xB5\x2F\xFD..."), @"error: cannot read run: run: this is packed with zstd; only gzip is unpacked here");
    assert_snapshot!(complain(b"PK\x03\x04..."), @"error: cannot read run: run: this is a zip archive; only gzip is unpacked here");
    assert_snapshot!(complain(b"\xFF\xFEq\x001\x00"), @"error: cannot read run: run: this is UTF-16 text; write it as UTF-8");
}
