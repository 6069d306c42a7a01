//! Names in program text: the whole and its parts.

use kebab_text::Purpose;

use crate::support::{check, check_finds, positions};

#[test]
fn the_whole_stands_where_its_first_part_does() {
    let expected = "loadgoldenset@0 load@0 golden@1 set@2 next@3";
    assert_eq!(positions("load_golden_set next", Purpose::Query), expected);
    assert_eq!(positions("loadGoldenSet next", Purpose::Index), expected);
}

#[test]
fn names_and_words_find_each_other() {
    check_finds("golden set", "let set = loadGoldenSet();");
    check_finds("golden sets", "load_golden_set");
    check_finds("loadGoldenSet", "load_golden_set()");
    check_finds("LOAD_GOLDEN_SET", "loadGoldenSet");
    check_finds("get_pods", "getPods");
    check_finds("http server", "HTTPServer2");
    check_finds("javascript", "JavaScript");
    check_finds("microservice", "MicroServices");
}

#[test]
fn case_tells_where_parts_begin() {
    check("HTTPServer2", "httpserver2 http server2 server");
    check("parseJSON", "parsejson pars json");
    check("APIs PODs mRNAs", "api pod mrna rna");
    check("iPhone", "iphon phone");
    check("HTTP Http http", "http http http");
}

#[test]
fn signs_around_and_between_names() {
    check("__init__ _word_ self._name", "init word self name");
    check("kebab-case path/to/file.rs", "kebab case path file rs");
    check("std::io::Error", "std io error");
    check("`is_ready` isNotFound", "isreadi readi isnotfound found");
    check("x_train", "xtrain train");
}

#[test]
fn a_long_name_is_found_by_its_parts() {
    let name = "a_test_whose_name_goes_on_and_on_until_nobody_remembers_where_the_sentence_started";
    check_finds("nobody remembers", name);
    check_finds("sentence started", name);
}
