//! How fast text is analysed and counted: some two kilobytes each of English prose in Markdown,
//! Korean prose and program text, by repeating a paragraph that was written for this bench.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use kebab_text::{Analyzer, Purpose, count_tokens};

const ENGLISH: &str = "\
## Keeping bread fresh

Most loaves that are baked at home go stale within *three days*, because the starch in the crumb
slowly takes up the water it gave away in the oven. A linen bag keeps the crust crisp; a closed tin
keeps the crumb soft. Don't put bread into the fridge: between 0 and 5 degrees it ages faster than
anywhere else. See [our notes on freezing](freezing.md) for what to do with the other half.

";

const KOREAN: &str = "\
## 빵을 신선하게 보관하기

집에서 구운 빵은 대부분 사흘 안에 굳는다. 속살의 전분이 오븐에서 내놓은 물을 천천히 다시 흡수하기
때문이다. 리넨 주머니에 넣으면 껍질이 바삭하게 유지되고, 뚜껑이 있는 통에 넣으면 속이 부드럽게
유지된다. 냉장고에는 넣지 말아야 한다. 나머지 절반은 freezing.md 문서를 참고하여 얼린다.

";

const CODE: &str = "\
/// Sums the weights of every loaf that is still fresh.
pub fn fresh_weight(loaves: &[Loaf], today: Date) -> Result<Grams, ShelfError> {
    let mut total_weight = Grams(0);
    for loaf in loaves.iter().filter(|loaf| loaf.bakedOn.days_until(today) <= 3) {
        total_weight += loaf.weight.ok_or_else(|| ShelfError::NotWeighed { id: loaf.id })?;
    }
    Ok(total_weight)
}

";

const TEXTS: [(&str, &str); 3] = [("English", ENGLISH), ("Korean", KOREAN), ("code", CODE)];

fn main() {
    divan::main();
}

fn two_kilobytes(name: &str) -> String {
    let text = TEXTS.into_iter().find(|text| text.0 == name).map_or("", |text| text.1);
    text.repeat(2048 / text.len() + 1)
}

const NAMES: [&str; 3] = ["English", "Korean", "code"];

#[divan::bench(args = NAMES)]
fn analyze_for_index(bencher: Bencher<'_, '_>, name: &str) {
    let text = two_kilobytes(name);
    let mut analyzer = Analyzer::new();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let mut n_bytes = 0;
        analyzer.analyze(black_box(&text), Purpose::Index, |token| n_bytes += token.text.len());
        n_bytes
    });
}

#[divan::bench(args = NAMES)]
fn count(bencher: Bencher<'_, '_>, name: &str) {
    let text = two_kilobytes(name);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| count_tokens(black_box(&text)));
}
