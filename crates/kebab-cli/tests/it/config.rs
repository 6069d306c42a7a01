//! `kebab init` and `kebab config show`.

use std::os::unix::fs::symlink;

use insta::assert_snapshot;

use crate::fixture::CliTest;

/// Arguments, none of which has blanks in it.
fn split(args: &str) -> Vec<&str> {
    args.split_whitespace().collect()
}

#[test]
fn init_makes_a_workspace_and_says_so() {
    let folder = CliTest::new();
    assert_snapshot!(folder.run(&["init"]), @"
    exit 0
    --- stderr
    made `kebab.toml` and `.kebab`
    next: kebab ingest
    ");
    assert_eq!(folder.listing(""), [".kebab", "kebab.toml"]);
    assert_eq!(folder.listing(".kebab"), [".gitignore"]);
    assert_eq!(folder.read(".kebab/.gitignore"), "*\n");
    // What was written is what is in effect, and is shown as it was written.
    let shown = folder.run(&["config", "show"]);
    assert_eq!((shown.code, shown.stdout), (Some(0), folder.read("kebab.toml")));
}

#[test]
fn init_does_not_overwrite() {
    let folder = CliTest::new().file("kebab.toml", "search.k = 3\n");
    assert_snapshot!(folder.run(&["init"]), @"
    exit 2
    --- stderr
    error: `kebab.toml` is there already: edit it, or remove it to begin anew
    ");
    assert_eq!(folder.read("kebab.toml"), "search.k = 3\n");
    assert_eq!(folder.listing(""), ["kebab.toml"]);
}

#[test]
fn init_makes_the_folder_and_knows_the_workspace_around_it() {
    let folder = CliTest::new().file("kebab.toml", "");
    assert_snapshot!(folder.run(&["init", "notes/2024"]), @"
    exit 0
    --- stderr
    made `notes/2024/kebab.toml` and `notes/2024/.kebab`
    note: this workspace lies inside that of `[FOLDER]/kebab.toml`, which commands run in it no longer use
    next: kebab ingest, in `notes/2024/`
    ");
    assert_eq!(folder.listing("notes/2024"), [".kebab", "kebab.toml"]);
}

#[test]
fn init_writes_where_the_flag_says() {
    let folder = CliTest::new();
    assert_snapshot!(folder.run(&["init", "--config", "notes/trial.toml"]), @"
    exit 0
    --- stderr
    made `notes/trial.toml` and `notes/.kebab`
    next: kebab ingest --config notes/trial.toml
    ");
    assert_eq!(folder.listing(""), ["notes"]);
    assert_eq!(folder.listing("notes"), [".kebab", "trial.toml"]);
    assert_snapshot!(folder.run(&["--config", "notes", "init"]), @"
    exit 0
    --- stderr
    made `notes/kebab.toml` and `notes/.kebab`
    next: kebab ingest, in `notes/`
    ");
    assert_snapshot!(folder.run(&["init", "here", "--config", "there"]), @"
    exit 2
    --- stderr
    error: give a folder or --config, not both
    ");
}

#[test]
fn init_warns_of_a_variable_that_names_another_workspace() {
    let folder = CliTest::new().variable("KEBAB_CONFIG", "other/kebab.toml");
    assert_snapshot!(folder.run(&["init"]), @"
    exit 0
    --- stderr
    made `kebab.toml` and `.kebab`
    note: the variable KEBAB_CONFIG names `other/kebab.toml`, which commands use instead
    next: kebab ingest
    ");
    assert_snapshot!(folder.run(&["init", "other"]), @"
    exit 0
    --- stderr
    made `other/kebab.toml` and `other/.kebab`
    note: this workspace lies inside that of `[FOLDER]/kebab.toml`, which commands run in it no longer use
    next: kebab ingest, in `other/`
    ");
}

#[test]
fn init_that_cannot_write_leaves_nothing() {
    let folder = CliTest::new().file("notes", "a file");
    assert_snapshot!(folder.run(&["init", "notes"]), @"
    exit 2
    --- stderr
    error: cannot make the workspace: failed to create directory `[FOLDER]/notes/.kebab`: Not a directory (os error 20)
    ");
    assert_eq!(folder.listing(""), ["notes"]);
}

#[test]
fn without_a_workspace_init_is_named() {
    assert_snapshot!(CliTest::new().run(&["config", "show"]), @"
    exit 2
    --- stderr
    error: no `kebab.toml` in `[FOLDER]` or above it: `kebab init` makes this folder a workspace
    ");
}

#[test]
fn the_flag_stands_anywhere_and_wins() {
    let folder = CliTest::new()
        .file("kebab.toml", "search.k = 1")
        .file("flag.toml", "search.k = 2")
        .file("variable/kebab.toml", "search.k = 3");
    let k = |folder: &CliTest, args: &str| {
        let shown = folder.run(&split(args)).stdout;
        shown.lines().find_map(|line| line.strip_prefix("k = ")).map(str::to_owned)
    };
    assert_eq!(k(&folder, "config show").as_deref(), Some("1"));
    let folder = folder.variable("KEBAB_CONFIG", "variable");
    assert_eq!(k(&folder, "config show").as_deref(), Some("3"));
    for args in [
        "--config flag.toml config show",
        "config --config flag.toml show",
        "config show --config flag.toml",
        "config show --config=./flag.toml",
    ] {
        assert_eq!(k(&folder, args).as_deref(), Some("2"), "{args}");
    }
    let folder = folder.variable("KEBAB_CONFIG", "");
    assert_eq!(k(&folder, "config show").as_deref(), Some("1"));
}

#[test]
fn only_commands_with_a_workspace_explain_the_flag() {
    let folder = CliTest::new();
    for (args, explained) in [
        ("init --help", true),
        ("config show --help", true),
        ("--help", false),
        ("score --help", false),
        ("measures --help", false),
    ] {
        assert_eq!(
            folder.run(&split(args)).stdout.contains("--config <PATH>"),
            explained,
            "{args}"
        );
    }
}

#[test]
fn a_configuration_that_is_not_there_is_named() {
    let folder = CliTest::new().file("kebab.toml", "").variable("KEBAB_CONFIG", "nowhere.toml");
    assert_snapshot!(folder.run(&["config", "show"]), @"
    exit 2
    --- stderr
    error: the variable KEBAB_CONFIG names `nowhere.toml`, which is not there: `kebab init --config nowhere.toml` makes it
    ");
    assert_snapshot!(folder.run(&["config", "show", "--config", "notes"]), @"
    exit 2
    --- stderr
    error: `--config` names `notes`, which is not there: `kebab init --config notes` makes it
    ");
}

#[test]
fn origins_are_shown() {
    let folder = CliTest::new()
        .file("kebab.toml", "[search]\nmode = \"lexical\"\n\n[search.lexical]\nk1 = 0.9\n")
        .variable("KEBAB_SEARCH_K", "20");
    assert_snapshot!(folder.run(&["config", "show", "--origin"]), @"
    exit 0
    --- stdout
    key                               value     origin
    ingest.max_file_mb                10        default
    chunking.target_tokens            400       default
    chunking.max_tokens               800       default
    chunking.overlap_tokens           0         default
    embedding.model                   lsa       default
    search.mode                       lexical   kebab.toml:2
    search.k                          20        variable KEBAB_SEARCH_K
    search.lexical.k1                 0.9       kebab.toml:5
    search.lexical.b                  0.75      default
    search.lexical.heading_boost      2.0       default
    search.hybrid.fusion              weighted  default
    search.hybrid.vector_weight       auto      default
    search.hybrid.rrf_k               60        default
    search.hybrid.rrf_lexical_weight  1.0       default
    search.hybrid.rrf_vector_weight   1.0       default
    ");
    let lines = |args: &str| -> Vec<String> {
        let shown = folder.run(&split(args)).stdout;
        shown
            .lines()
            .filter(|line| line.contains("search.k ") || line.contains("search.k,"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(lines("config show --format csv"), ["search.k,20"]);
    assert_eq!(lines("config show --format csv --origin"), ["search.k,20,variable KEBAB_SEARCH_K"]);
    assert_eq!(
        lines("config show --format markdown"),
        ["| search.k                         | 20       |"]
    );
    assert_eq!(lines("config show --format markdown --origin").len(), 1);
}

#[test]
fn from_below_the_file_has_its_whole_name() {
    let folder = CliTest::new().file("kebab.toml", "search.k = 3").file("a/b/notes.md", "");
    let shown = folder.run_in("a/b", &["config", "show", "--origin"]).stdout;
    assert!(shown.contains("[FOLDER]/kebab.toml:1"), "{shown}");
}

#[test]
fn what_is_shown_can_be_used() {
    let folder = CliTest::new()
        .file("kebab.toml", "[search]\nmode = \"lexical\"\nhybrid.vector_weight = 0.25\n")
        .variable("KEBAB_CHUNKING_TARGET_TOKENS", "256");
    let shown = folder.run(&["config", "show"]).stdout;
    assert!(shown.contains("\nmode = \"lexical\"\n"), "{shown}");
    assert!(shown.contains("\ntarget_tokens = 256\n"), "{shown}");
    let again = CliTest::new().file("kebab.toml", &shown).run(&["config", "show"]).stdout;
    assert_eq!(again, shown);
}

#[test]
fn json_has_values_and_origins() {
    let folder =
        CliTest::new().file("kebab.toml", "search.k = 3").variable("KEBAB_SEARCH_LEXICAL_B", "1");
    let shown = folder.run(&["config", "show", "--json"]);
    assert_eq!(
        shown.stdout,
        folder.run(&["config", "show", "--format", "json", "--origin"]).stdout
    );
    let json: serde_json::Value = serde_json::from_str(&shown.stdout).expect("it is JSON");
    assert_eq!(json["schema_version"], 1);
    assert_eq!(json["workspace"], "[FOLDER]");
    assert_eq!(json["file"], "[FOLDER]/kebab.toml");
    assert_eq!(json["config"]["search"]["k"], 3);
    assert_eq!(json["config"]["search"]["hybrid"]["vector_weight"], "auto");
    let origin = |name: &str| json["origins"][name].to_string();
    assert_eq!(origin("search.k"), r#"{"from":"file","file":"kebab.toml","line":1}"#);
    assert_eq!(
        origin("search.lexical.b"),
        r#"{"from":"variable","variable":"KEBAB_SEARCH_LEXICAL_B"}"#
    );
    assert_eq!(origin("search.mode"), r#"{"from":"default"}"#);
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let folder = CliTest::new()
        .file("kebab.toml", "[search]\nmode = \"fuzzy\"\n\n[search.lexical]\nk = 1\n")
        .variable("KEBAB_SEARCH_K", "ten");
    assert_snapshot!(folder.run(&["config", "show"]), @"
    exit 2
    --- stderr
    error: the configuration has 3 problems:
      kebab.toml:2: `search.mode`: `fuzzy` is not a search mode: use `lexical`, `vector` or `hybrid`
      kebab.toml:5: unknown key `search.lexical.k`: did you mean `search.lexical.k1`?
      variable KEBAB_SEARCH_K: `search.k`: `ten` is not a whole number from 1 to 100000
    ");
    let folder = CliTest::new().file("kebab.toml", "[search.lexical]\nk = 1\n");
    assert_snapshot!(folder.run(&["config", "show"]), @"
    exit 2
    --- stderr
    error: kebab.toml:2: unknown key `search.lexical.k`: did you mean `search.lexical.k1`?
    ");
}

#[test]
fn what_is_no_configuration_is_named() {
    let complain = |folder: CliTest| {
        let outcome = folder.run(&["config", "show"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
        outcome.stderr
    };
    assert_snapshot!(complain(CliTest::new().file("kebab.toml/file", "")), @"error: `kebab.toml` is a folder, not a configuration");
    assert_snapshot!(complain(CliTest::new().file("kebab.toml", b"\xFF\xFEa\0")), @"error: kebab.toml:1: this is UTF-16 text: write it as UTF-8");
    assert_snapshot!(complain(CliTest::new().file("kebab.toml", b"a\n\xFF")), @"error: kebab.toml:2: this is not UTF-8: write it as UTF-8");
    assert_snapshot!(complain(CliTest::new().file("kebab.toml", "k = = 3")), @"error: kebab.toml:1:5: extra `=`, expected nothing");
    assert_snapshot!(complain(CliTest::new().file("kebab.toml", "#".repeat((1 << 20) + 1))), @"error: `kebab.toml` is larger than 1 MiB: this is no configuration");
    let folder = CliTest::new();
    symlink("nowhere", folder.path("kebab.toml")).expect("a link");
    assert_snapshot!(complain(folder), @"error: `kebab.toml` is a link to `nowhere`, which is not there");
}
