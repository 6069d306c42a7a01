//! The reference page: every key, from the table and the default file.

use crate::config::Config;
use crate::default_file;
use crate::keys::KEYS;
use crate::suggest::sections;

/// The page `docs/config.md`, in Markdown.
pub fn reference() -> String {
    let defaults = Config::default();
    let mut page = INTRODUCTION.to_owned();
    for section in sections() {
        page += &format!("\n## `[{section}]`\n\n{}\n", default_file::section_comment(section));
        for key in KEYS.iter().filter(|key| key.section() == section) {
            page += &format!(
                "\n### `{}`\n\n{}\n\n- **default**: `{}`\n- **allowed**: {}\n- **variable**: `{}`\n",
                key.name(),
                key.about(),
                key.get(&defaults).to_toml(),
                key.allowed(),
                key.variable(),
            );
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Configuration

A workspace is the folder that holds `kebab.toml`; `kebab init` makes one. The file is the one that
`--config PATH` names (a folder means the `kebab.toml` in it), else the one that the variable
`KEBAB_CONFIG` names, else `kebab.toml` in the current folder or the nearest one above it. Data lives
in `.kebab/` beside it, and relative paths in it start there.

Every key may be left out. A flag of a command wins over a variable of the environment, a variable
over the file, the file over the default; an empty variable counts as unset. Unknown keys and wrong
values are errors. `kebab config show` prints what is in effect, `kebab config show --origin` also
where each value comes from.
";
