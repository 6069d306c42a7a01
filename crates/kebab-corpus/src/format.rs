//! The formats a document may have, and how a file's name tells which.

use std::fmt;
use std::str::FromStr;

/// How a document is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// CommonMark with the extensions of GitHub, and front matter.
    Markdown,
    /// Paragraphs between blank lines.
    Text,
    Html,
    /// Programs, and configuration, data and style files that read like them.
    Code,
    /// A file of one JSON object per line, each a document with `_id`, `title` and `text`; or one
    /// of these documents.
    Beir,
}

/// A format nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a format: use `markdown`, `text`, `html`, `code` or `beir`")]
pub struct UnknownFormat(String);

impl Format {
    pub const ALL: [Format; 5] =
        [Format::Markdown, Format::Text, Format::Html, Format::Code, Format::Beir];

    pub fn name(self) -> &'static str {
        match self {
            Format::Markdown => "markdown",
            Format::Text => "text",
            Format::Html => "html",
            Format::Code => "code",
            Format::Beir => "beir",
        }
    }

    /// The format a file of this name has; `None` when the name says nothing.
    pub fn of_file_name(name: &str) -> Option<Format> {
        if name == "corpus.jsonl" {
            return Some(Format::Beir);
        }
        let name = name.to_lowercase();
        let extension = || by_extension(name.rsplit_once('.')?.1);
        by_name(&name).or_else(extension)
    }
}

/// The format of an extension in lower case.
fn by_extension(extension: &str) -> Option<Format> {
    Some(match extension {
        "md" | "markdown" | "mdown" | "mdwn" | "mdx" | "mkd" | "qmd" | "rmd" => Format::Markdown,
        "txt" | "text" | "rst" | "rest" | "adoc" | "asciidoc" | "asc" | "org" | "textile"
        | "wiki" | "mediawiki" | "pod" | "rdoc" | "tex" | "typ" => Format::Text,
        "html" | "htm" | "xhtml" => Format::Html,
        // Programs.
        "ada" | "adb" | "ads" | "agda" | "asm" | "awk" | "bas" | "bash" | "bat" | "bzl" | "c"
        | "c++" | "cc" | "cl" | "clj" | "cljc" | "cljs" | "cmake" | "cmd" | "coffee" | "cpp"
        | "cr" | "cs" | "csh" | "cu" | "cuh" | "cxx" | "d" | "dart" | "el" | "elm" | "erl"
        | "ex" | "exs" | "f" | "f03" | "f08" | "f77" | "f90" | "f95" | "fish" | "for" | "frag"
        | "fs" | "fsi" | "fsx" | "gd" | "gleam" | "glsl" | "go" | "gradle" | "groovy" | "h"
        | "h++" | "hh" | "hlsl" | "hpp" | "hrl" | "hs" | "hx" | "hxx" | "idr" | "inl" | "ino"
        | "java" | "jl" | "js" | "jsx" | "kt" | "kts" | "lean" | "lhs" | "lisp" | "lsp" | "lua"
        | "m" | "metal" | "mjs" | "cjs" | "mk" | "ml" | "mli" | "mm" | "move" | "nim" | "nix"
        | "odin" | "pas" | "php" | "pl" | "pm" | "pro" | "prolog" | "ps1" | "psm1" | "purs"
        | "py" | "pyi" | "pyx" | "r" | "rb" | "re" | "rei" | "rkt" | "rs" | "s" | "scala"
        | "scm" | "sh" | "sml" | "sol" | "ss" | "sv" | "svelte" | "swift" | "t" | "tcl" | "ts"
        | "tsx" | "cts" | "mts" | "v" | "vala" | "vb" | "vert" | "vhd" | "vhdl" | "vim" | "vue"
        | "wat" | "wgsl" | "zig" | "zsh" => Format::Code,
        // Schemas, queries, configuration, templates and style sheets.
        "avsc" | "bazel" | "capnp" | "cfg" | "conf" | "css" | "cue" | "dhall" | "ebnf"
        | "feature" | "gql" | "graphql" | "hcl" | "ini" | "json" | "json5" | "jsonc"
        | "jsonnet" | "less" | "libsonnet" | "plist" | "prisma" | "properties" | "proto"
        | "rego" | "sass" | "scss" | "sql" | "star" | "tf" | "thrift" | "toml" | "xml" | "xsd"
        | "xsl" | "xslt" | "yaml" | "yml" | "diff" | "patch" | "j2" | "jinja" | "tmpl" | "tpl"
        | "mustache" | "hbs" | "erb" | "ejs" => Format::Code,
        _ => return None,
    })
}

/// The format of a whole name in lower case, for files whose extension does not tell.
fn by_name(name: &str) -> Option<Format> {
    Some(match name {
        "authors" | "changelog" | "changes" | "contributing" | "contributors" | "copying"
        | "copyright" | "hacking" | "history" | "install" | "license" | "licence"
        | "maintainers" | "news" | "notice" | "readme" | "thanks" | "todo" => Format::Text,
        "brewfile" | "build" | "cmakelists.txt" | "codeowners" | "containerfile" | "dockerfile"
        | "gemfile" | "gnumakefile" | "go.mod" | "jenkinsfile" | "justfile" | "makefile"
        | "meson.build" | "pipfile" | "podfile" | "procfile" | "rakefile" | "requirements.txt"
        | "tiltfile" | "vagrantfile" | "workspace" => Format::Code,
        _ => return None,
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let named = Format::ALL.into_iter().find(|format| format.name() == text);
        named.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}
