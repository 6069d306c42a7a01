//! Finding, loading and making workspaces.

use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;
use kebab_config::{DEFAULT_FILE, Environment, FindError, InitError, LoadError, Workspace};
use tempfile::TempDir;

use crate::support::env;

/// A folder of its own for one test.
struct Folder(TempDir);

impl Folder {
    /// With these files.
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(TempDir::new().expect("a folder for the test"));
        for (name, text) in files {
            let path = folder.path(name);
            fs_err::create_dir_all(path.parent().expect("it is in the folder")).unwrap();
            fs_err::write(path, text).unwrap();
        }
        folder
    }

    /// Without links, as temporary folders are on some systems.
    fn path(&self, name: &str) -> PathBuf {
        fs_err::canonicalize(self.0.path()).unwrap().join(name)
    }

    fn find(
        &self,
        flag: Option<&str>,
        env: &Environment,
        current: &str,
    ) -> Result<Workspace, FindError> {
        Workspace::find(flag.map(Path::new), env, &self.path(current))
    }

    /// What is said when this configuration is loaded.
    fn complaint(&self, name: &str) -> String {
        let workspace = Workspace::at(Path::new(name), &self.path(""));
        let error = anyhow_like(&workspace.load(&Environment::new()).expect_err("it is wrong"));
        error.replace(&self.path("").display().to_string(), "[FOLDER]/")
    }
}

/// An error with its causes on one line, as the program prints it.
fn anyhow_like(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", anyhow_like(source)),
        None => error.to_string(),
    }
}

#[test]
fn the_nearest_configuration_upwards_is_found() {
    let folder = Folder::new(&[("kebab.toml", ""), ("a/kebab.toml", ""), ("a/b/c/file", "")]);
    let none = Environment::new();
    for (current, root, name) in [
        ("", "", "kebab.toml".to_owned()),
        ("a", "a", "kebab.toml".to_owned()),
        ("a/b/c", "a", folder.path("a/kebab.toml").display().to_string()),
    ] {
        let found = folder.find(None, &none, current).unwrap();
        assert_eq!(found.root, folder.path(root));
        assert_eq!(found.config_path, folder.path(root).join("kebab.toml"));
        assert_eq!(found.name, name);
        assert_eq!(found.data_folder(), found.root.join(".kebab"));
        assert_eq!(found.resolve(Path::new("x/y")), found.root.join("x/y"));
        assert_eq!(found.resolve(Path::new("/x")), Path::new("/x"));
    }
}

#[test]
fn the_flag_wins_over_the_variable_and_the_variable_over_the_folder() {
    let folder = Folder::new(&[("kebab.toml", ""), ("flag.toml", ""), ("variable/kebab.toml", "")]);
    let variable = env(&[("KEBAB_CONFIG", "variable")]);
    let name = |flag, env: &Environment| folder.find(flag, env, "").unwrap().name;
    assert_eq!(name(Some("flag.toml"), &variable), "flag.toml");
    assert_eq!(name(None, &variable), "variable/kebab.toml");
    assert_eq!(name(None, &env(&[("KEBAB_CONFIG", "")])), "kebab.toml");
    assert_eq!(name(Some("."), &variable), "./kebab.toml");
}

#[test]
fn a_root_has_no_detours() {
    let folder = Folder::new(&[("a/kebab.toml", ""), ("b/c/file", "")]);
    symlink(folder.path("b/c"), folder.path("a/link")).unwrap();
    let root = |path: &str| Workspace::at(Path::new(path), &folder.path("a")).root;
    assert_eq!(root("kebab.toml"), folder.path("a"));
    assert_eq!(root("./kebab.toml"), folder.path("a"));
    assert_eq!(root(".."), folder.path(""));
    assert_eq!(root("../b/c/../x.toml"), folder.path("b"));
    assert_eq!(root("link/x.toml"), folder.path("a/link"));
    // The parent of a link is where it points to, as for the system itself.
    assert_eq!(root("link/../x.toml"), folder.path("b"));
    assert_eq!(root("../nowhere/../new/x.toml"), folder.path("new"));
    assert_eq!(root("new/"), folder.path("a/new"));
}

#[test]
fn no_workspace_is_an_error_that_names_init() {
    let folder = Folder::new(&[("a/file", "")]);
    let complaint = |flag, env: &Environment| {
        let error = folder.find(flag, env, "a").unwrap_err().to_string();
        error.replace(&folder.path("").display().to_string(), "[FOLDER]/")
    };
    let none = Environment::new();
    assert_snapshot!(complaint(None, &none), @"no `kebab.toml` in `[FOLDER]/a` or above it: `kebab init` makes this folder a workspace");
    assert_snapshot!(complaint(Some("x.toml"), &none), @"`--config` names `x.toml`, which is not there: `kebab init --config x.toml` makes it");
    assert_snapshot!(complaint(Some("file/x.toml"), &none), @"`--config` names `file/x.toml`, which is not there: `kebab init --config file/x.toml` makes it");
    assert_snapshot!(complaint(Some(".."), &none), @"`--config` names `../kebab.toml`, which is not there: `kebab init --config ../kebab.toml` makes it");
    assert_snapshot!(complaint(None, &env(&[("KEBAB_CONFIG", "/no/where")])), @"the variable KEBAB_CONFIG names `/no/where`, which is not there: `kebab init --config /no/where` makes it");
}

#[test]
fn loading_reads_the_file_and_the_environment() {
    let folder = Folder::new(&[("kebab.toml", "search.k = 3\nsearch.mode = 'lexical'")]);
    let env = env(&[("KEBAB_SEARCH_K", "4")]);
    let loaded = folder.find(None, &env, "").unwrap().load(&env).unwrap();
    assert_eq!(loaded.config.search.k, 4);
    let said: Vec<String> = loaded
        .entries()
        .filter(|entry| *entry.origin != kebab_config::Origin::Default)
        .map(|entry| format!("{} = {} ({})", entry.key.name(), entry.value, entry.origin))
        .collect();
    assert_snapshot!(said.join("\n"), @"
    search.mode = lexical (kebab.toml:2)
    search.k = 4 (variable KEBAB_SEARCH_K)
    ");
}

#[test]
fn what_is_no_file_is_named_and_not_passed_over() {
    let folder = Folder::new(&[("kebab.toml", ""), ("a/kebab.toml/file", "")]);
    let found = folder.find(None, &Environment::new(), "a").unwrap();
    assert!(matches!(found.load(&Environment::new()), Err(LoadError::NotAFile { .. })));
    // A folder that is named means the file in it, which here is a folder once more.
    assert_snapshot!(folder.complaint("a"), @"`a/kebab.toml` is a folder, not a configuration");

    fs_err::create_dir_all(folder.path("b")).unwrap();
    symlink("nowhere.toml", folder.path("b/kebab.toml")).unwrap();
    let found = folder.find(None, &Environment::new(), "b").unwrap();
    assert!(matches!(found.load(&Environment::new()), Err(LoadError::DanglingLink { .. })));
    assert_snapshot!(folder.complaint("b/kebab.toml"), @"`b/kebab.toml` is a link to `nowhere.toml`, which is not there");

    symlink("loop.toml", folder.path("loop.toml")).unwrap();
    let complaint = folder.complaint("loop.toml");
    assert!(complaint.starts_with("cannot read the configuration: "), "{complaint}");
    assert!(complaint.contains("[FOLDER]/loop.toml"), "{complaint}");

    assert_snapshot!(folder.complaint("/dev/zero"), @"`/dev/zero` is no regular file, not a configuration");
}

#[test]
fn a_link_to_a_configuration_is_a_configuration_where_the_link_is() {
    let folder = Folder::new(&[("shared/base.toml", "search.k = 3"), ("a/file", "")]);
    symlink("../shared/base.toml", folder.path("a/kebab.toml")).unwrap();
    let loaded = folder.find(None, &Environment::new(), "a").unwrap();
    let loaded = loaded.load(&Environment::new()).unwrap();
    assert_eq!((loaded.config.search.k, loaded.workspace.root), (3, folder.path("a")));
}

#[test]
fn a_huge_file_is_refused() {
    let folder = Folder::new(&[("just.toml", &"#".repeat(1 << 20))]);
    let file = fs_err::File::create(folder.path("huge.toml")).unwrap();
    file.set_len(1 << 40).unwrap();
    assert_snapshot!(folder.complaint("huge.toml"), @"`huge.toml` is larger than 1 MiB: this is no configuration");
    let just = Workspace::at(Path::new("just.toml"), &folder.path(""));
    assert!(just.load(&Environment::new()).is_ok());
}

#[test]
fn a_file_that_may_not_be_read_is_an_error_with_its_path() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("kebab.toml", "")]);
    let path = folder.path("kebab.toml");
    fs_err::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if fs_err::read(&path).is_ok() {
        // Straight to stderr: what a passing test prints with a macro is never shown.
        let _ = writeln!(std::io::stderr(), "unreadable file: skipped, root may read everything");
        return;
    }
    let complaint = folder.complaint("kebab.toml");
    assert!(complaint.starts_with("cannot read the configuration: "), "{complaint}");
    assert!(complaint.contains("[FOLDER]/kebab.toml"), "{complaint}");
}

/// What lies in a folder, by name.
fn listing(folder: &Path) -> Vec<String> {
    let entries = fs_err::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_new_workspace_has_the_defaults_and_nothing_else() {
    let folder = Folder::new(&[]);
    let workspace = Workspace::at(Path::new("new/deep/kebab.toml"), &folder.path(""));
    workspace.init().unwrap();
    assert_eq!(listing(&folder.path("new/deep")), [".kebab", "kebab.toml"]);
    assert_eq!(listing(&folder.path("new/deep/.kebab")), [".gitignore"]);
    assert_eq!(fs_err::read_to_string(folder.path("new/deep/.kebab/.gitignore")).unwrap(), "*\n");
    assert_eq!(fs_err::read_to_string(&workspace.config_path).unwrap(), DEFAULT_FILE);
    assert!(workspace.outer().unwrap().is_none());
    let loaded = workspace.load(&Environment::new()).unwrap();
    assert_eq!(loaded.config, kebab_config::Config::default());
}

#[test]
fn nothing_that_is_there_is_overwritten() {
    let folder = Folder::new(&[("kebab.toml", "mine"), (".kebab/.gitignore", "mine")]);
    let workspace = Workspace::at(Path::new("kebab.toml"), &folder.path(""));
    assert!(matches!(workspace.init(), Err(InitError::Exists(_))));
    assert_eq!(fs_err::read_to_string(&workspace.config_path).unwrap(), "mine");

    fs_err::remove_file(&workspace.config_path).unwrap();
    workspace.init().unwrap();
    assert_eq!(fs_err::read_to_string(folder.path(".kebab/.gitignore")).unwrap(), "mine");
    assert_eq!(listing(&folder.path("")), [".kebab", "kebab.toml"]);

    // A link to nowhere is something that is there.
    fs_err::create_dir_all(folder.path("a")).unwrap();
    symlink("nowhere.toml", folder.path("a/kebab.toml")).unwrap();
    let linked = Workspace::at(Path::new("a/kebab.toml"), &folder.path(""));
    assert!(matches!(linked.init(), Err(InitError::Exists(_))));
    assert_eq!(listing(&folder.path("a")), ["kebab.toml"]);
}

#[test]
fn what_fails_leaves_no_configuration() {
    let folder = Folder::new(&[("a/.kebab", "a file"), ("b", "a file")]);
    for path in ["a/kebab.toml", "b/kebab.toml"] {
        let workspace = Workspace::at(Path::new(path), &folder.path(""));
        assert!(matches!(workspace.init(), Err(InitError::Write(_))), "{path}");
    }
    assert_eq!(listing(&folder.path("a")), [".kebab"]);
}

#[test]
fn of_many_that_make_the_same_workspace_one_succeeds() {
    let folder = Folder::new(&[]);
    let workspace = Workspace::at(Path::new("kebab.toml"), &folder.path(""));
    let outcomes: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| workspace.init().is_ok())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|made| **made).count(), 1);
    assert_eq!(listing(&folder.path("")), [".kebab", "kebab.toml"]);
    assert_eq!(listing(&folder.path(".kebab")), [".gitignore"]);
}

#[test]
fn the_workspace_around_another_is_known() {
    let folder = Folder::new(&[("kebab.toml", ""), ("a/b/kebab.toml", "")]);
    let inner = folder.find(None, &Environment::new(), "a/b").unwrap();
    assert_eq!(inner.outer().unwrap().unwrap().config_path, folder.path("kebab.toml"));
}
