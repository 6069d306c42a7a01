//! What becomes of HTML.

use kebab_corpus::{Document, Format};

use crate::support::{SMALL, USUAL, bodies, parsed, paths, source_of};

fn html(source: &str) -> Document {
    parsed(Format::Html, source, &USUAL)
}

#[track_caller]
fn check_body(source: &str, expected: &str) {
    assert_eq!(bodies(&html(source)), [expected], "of {source:?}");
}

#[test]
fn a_page_gives_what_a_reader_sees() {
    let document = html(concat!(
        "<!DOCTYPE html><html lang=\"en-GB\"><head><title>My &amp;\n Page</title>",
        "<meta name=\"keywords\" content=\"a, b c\"><style>p{}</style>",
        "<script>if (a < b) { document.write(\"<p>no</p>\") }</script></head>\n",
        "<body><nav><a href=\"/\">Home</a></nav><h1>Top <em>é</em></h1><p>Some <b>wor</b>ds.</p>\n",
        "<!-- no --><h2>Below</h2><ul><li>One<li>Two</ul><template>no</template></body></html>",
    ));
    assert_eq!(document.title.as_deref(), Some("My & Page"));
    assert_eq!(document.lang, "en-GB");
    assert_eq!(document.tags, ["a", "b c"]);
    assert_eq!(paths(&document), ["My & Page", "My & Page > Top é", "My & Page > Top é > Below"]);
    assert_eq!(bodies(&document), ["Home", "Some words.", "One\nTwo"]);
    assert_eq!(source_of(&document, &document.chunks[2]), "Below</h2><ul><li>One<li>Two");
}

#[test]
fn references_are_decoded_as_browsers_do() {
    check_body(
        "<p>a &lt;b&gt; &eacute;&#233;&#xE9; &unknown; AT&T &ampx &amp;lt;",
        "a <b> ééé &unknown; AT&T &x &lt;",
    );
    check_body("<p>a&nbsp;b", "a\u{a0}b");
    check_body("&", "&");
}

#[test]
fn blocks_part_words_and_inline_elements_do_not() {
    check_body("<div>a</div><div>b</div>c<p>d", "a\nb\nc\nd");
    check_body("a<i>b</i>c <a href=x>d</a>e", "abc de");
    check_body("<p>one<br>two<br/>three</p>", "one\ntwo\nthree");
    check_body("<p>  spaced \n\t out  <b> words </b> </p>", "spaced out words");
    check_body("<table><tr><th>A<th>B<tr><td>1<td>2</table>", "A B\n1 2");
    check_body("<p>see <img src=x alt=\"a cat\"> there", "see a cat there");
}

#[test]
fn preformatted_text_keeps_its_shape() {
    check_body("<pre><code>if a &lt; b {\n    c\n}\n</code></pre>", "if a < b {\n    c\n}");
}

#[test]
fn broken_pages_give_what_they_have() {
    check_body("<p>a <b>b <i>c</b> d</p></i></div></table></pre></h1>e", "a b c d\ne");
    check_body("text <unclosed attribute=\"", "text");
    check_body("a < b && c > d", "a < b && c > d");
    check_body("<p>a<svg><title>icon</title><text>x</text></svg>b", "ab");
    let document = html("<h1>Never closed<p>text<h2>Also not<p>more");
    assert_eq!(paths(&document), ["Never closed", "Never closed > Also not"]);
    assert_eq!(bodies(&document), ["text", "more"]);
    for nothing in ["", "<", "<!--", "<p></p>", "<script>x", "<title>", "</", "<!", "<?", "&#"] {
        html(nothing);
    }
}

#[test]
fn long_pages_are_cut_where_their_text_is() {
    let paragraph: String =
        (0..40).map(|n| format!("Sentence &lt;{n}&gt; is <b>not</b> long.  \n")).collect();
    let source = format!("<body><p class=\"{}\">{paragraph}</p></body>", "x".repeat(5000));
    let document = parsed(Format::Html, &source, &SMALL);
    assert!(document.chunks.len() > 10);
    for chunk in &document.chunks {
        assert!(source_of(&document, chunk).starts_with("Sentence &lt;"), "{chunk:?}");
        assert!(chunk.body.starts_with("Sentence <") && chunk.body.ends_with("long."), "{chunk:?}");
    }
    let rows: String = (0..60).map(|n| format!("<tr><td>row {n}</td><td>a</td></tr>\n")).collect();
    let document = parsed(Format::Html, &format!("<table>{rows}</table>"), &SMALL);
    assert!(document.chunks.len() > 5);
    for chunk in &document.chunks {
        assert!(chunk.body.starts_with("row ") && chunk.body.ends_with(" a"), "{chunk:?}");
    }
}
