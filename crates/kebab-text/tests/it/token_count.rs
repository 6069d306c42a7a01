//! The estimate against the encoder it estimates, on texts written for this test.

use kebab_text::count_tokens;
use tiktoken_rs::o200k_base_singleton;

const ENGLISH: &str = "\
The lighthouse at the end of the harbour wall was built in three summers by people who mostly repaired \
boats. They had no plans, only a sketch on the back of a tide table, and when the second storm took the \
scaffolding they moved the door to the other side and carried on. Nobody has lived in it since the lamp was \
replaced, but on clear evenings somebody still climbs the 112 steps, opens the shutters and writes the \
weather into a book. Visitors who ask for the key at the bakery are told that it doesn't exist; those who \
ask twice are told where it hangs. The entries go back to 1931, and the handwriting changes every ten years \
or so. What they record isn't only wind and rain: a whale, a lost rowing boat, the first electric light in \
the village across the bay, and the evening when all the fishing boats came home together with their lamps lit. \
Somewhere around the middle there is a page with nothing on it but a drawing of a cat, signed and dated.";

const KOREAN: &str = "\
항구 끝에 있는 등대는 주로 배를 고치던 사람들이 세 번의 여름에 걸쳐 지었다. 설계도는 없었고 조석표 뒷면에 그린 \
그림 한 장이 전부였다. 두 번째 폭풍이 비계를 쓸어 가자 그들은 문을 반대쪽으로 옮기고 공사를 계속했다. 등이 교체된 \
뒤로는 아무도 살지 않지만, 맑은 저녁이면 누군가 여전히 계단을 올라 덧문을 열고 날씨를 공책에 적는다. 빵집에서 열쇠를 \
달라고 하면 그런 것은 없다는 대답을 듣는다. 두 번 물어본 사람에게만 열쇠가 걸린 곳을 알려 준다. 기록은 1931년까지 \
거슬러 올라가며 글씨체는 대략 십 년마다 바뀐다. 바람과 비만 적혀 있는 것은 아니다. 고래, 잃어버린 조각배, 만 건너 \
마을에 처음 켜진 전등, 그리고 모든 고깃배가 불을 밝힌 채 함께 돌아온 저녁도 적혀 있다.";

const RUST: &str = r#"
//! Reads the tide table and says when the harbour can be entered.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub struct Tide {
    pub minutes: u32,
    pub height_cm: i32,
}

/// Parses lines of `hh:mm height`, skipping comments.
pub fn parse_tides(text: &str) -> Result<BTreeMap<u32, Tide>, TideError> {
    let mut tides = BTreeMap::new();
    for (line_number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (time, height) = line.split_once(' ').ok_or(TideError::NoHeight { line_number })?;
        let (hours, minutes) = time.split_once(':').ok_or(TideError::NoTime { line_number })?;
        let minutes = hours.parse::<u32>()? * 60 + minutes.parse::<u32>()?;
        tides.insert(minutes, Tide { minutes, height_cm: height.parse()? });
    }
    Ok(tides)
}

pub fn can_enter(tides: &BTreeMap<u32, Tide>, at: u32, draught_cm: i32) -> bool {
    tides.range(..=at).next_back().is_some_and(|(_, tide)| tide.height_cm > draught_cm + 30)
}
"#;

const MARKDOWN: &str = "\
# Harbour fees

Boats are charged **per night**, see [the rules](rules.md#fees) for exceptions.

| length | summer | winter | electricity | remarks |
| ------ | -----: | -----: | ----------- | ------- |
| up to 6 m | 12.50 | 8.00 | included | no shower |
| 6 to 9 m | 18.00 | 11.50 | included | one shower token |
| 9 to 12 m | 26.50 | 17.00 | 3.00 per day | two shower tokens |
| 12 to 15 m | 38.00 | 24.00 | 4.50 per day | call ahead on channel 9 |
| over 15 m | on request | on request | 6.00 per day | call ahead on channel 9 |

- [ ] pay at the office before 18:00
- [x] keep the receipt (`fees/2024/receipt.pdf`)

```sh
curl -s https://harbour.example/api/v1/fees?length=9 | jq '.summer'
```
";

const JSON: &str = r#"{
  "harbour": {"name": "North Mole", "berths": 148, "depth_m": 3.2, "open": true},
  "tides": [
    {"time": "2024-05-01T03:12:00Z", "height_cm": 412, "kind": "high"},
    {"time": "2024-05-01T09:31:00Z", "height_cm": 87, "kind": "low"},
    {"time": "2024-05-01T15:40:00Z", "height_cm": 398, "kind": "high"},
    {"time": "2024-05-01T21:55:00Z", "height_cm": 101, "kind": "low"}
  ],
  "boats": [
    {"id": "a3f0-19", "name": "Sea Urchin", "length_m": 7.4, "owner": null, "tags": ["sail", "wood"]},
    {"id": "b771-02", "name": "Marguerite", "length_m": 11.0, "owner": "K. Lindqvist", "tags": []}
  ],
  "updated_by": "harbour_office@example.org"
}
"#;

const JAPANESE: &str = "\
港の端にある灯台は、おもに船を直していた人たちが三つの夏をかけて建てたものです。設計図はなく、潮見表の裏に描いた一枚の\
スケッチだけが頼りでした。二度目の嵐で足場が流されると、入り口を反対側に移して工事を続けました。ランプが取り替えられてからは\
誰も住んでいませんが、晴れた夕方には今でも誰かが階段を上り、よろい戸を開けて天気をノートに書き込みます。記録は百年近く前まで\
さかのぼり、筆跡はおよそ十年ごとに変わります。風や雨のことだけではなく、クジラや、なくなった小舟のことも書かれています。";

const GERMAN: &str = "\
Der Leuchtturm am Ende der Hafenmauer wurde in drei Sommern von Leuten gebaut, die sonst Boote reparierten. \
Sie hatten keine Pläne, nur eine Skizze auf der Rückseite eines Gezeitenkalenders, und als der zweite Sturm \
das Gerüst mitnahm, versetzten sie die Tür auf die andere Seite und machten weiter. Seit die Lampe ausgetauscht \
wurde, wohnt niemand mehr darin, aber an klaren Abenden steigt noch immer jemand die Stufen hinauf, öffnet die \
Läden und schreibt das Wetter in ein Buch. Wer in der Bäckerei nach dem Schlüssel fragt, hört, dass es ihn nicht \
gibt; wer zweimal fragt, erfährt, wo er hängt.";

#[track_caller]
fn check_within(text: &str, percent: f64) {
    let real = o200k_base_singleton().encode_ordinary(text).len();
    assert!(real >= 120, "{real} tokens are too few to judge");
    let found = count_tokens(text);
    let error = 100.0 * (found as f64 / real as f64 - 1.0);
    let shown: String = text.trim().chars().take(20).collect();
    assert!(error.abs() <= percent, "{shown}..: {found} for {real}, {error:+.1} %");
}

#[test]
fn the_estimate_is_close() {
    for text in [ENGLISH, KOREAN, RUST, MARKDOWN, JSON] {
        check_within(text, 10.0);
    }
    for text in [JAPANESE, GERMAN] {
        check_within(text, 15.0);
    }
}

#[test]
fn small_texts_are_exact_where_nothing_is_guessed() {
    #[track_caller]
    fn check(text: &str, expected: usize) {
        assert_eq!(o200k_base_singleton().encode_ordinary(text).len(), expected, "tiktoken");
        assert_eq!(count_tokens(text), expected, "{text:?}");
    }
    check("", 0);
    check("a", 1);
    check("the cat and the dog", 5);
    check("1234567", 3);
    check(" 12 345", 4);
    check("x = y;\n\n", 4);
    check("\n\n\n", 1);
    check("        return", 2);
    check("----------------", 1);
}

#[test]
fn appending_never_takes_tokens_away() {
    for text in [ENGLISH, KOREAN, RUST, MARKDOWN, JSON, JAPANESE, GERMAN] {
        let mut before = 0;
        for (at, _) in text.char_indices() {
            let count = count_tokens(&text[..at]);
            assert!(count + 1 >= before, "{before} tokens, then {count} after {at} bytes");
            before = count;
        }
    }
}
