//! Reading a page back: whether its tags balance, and the text that a reader sees.

/// Elements that have no end.
const VOID: [&str; 5] = ["meta", "link", "input", "br", "img"];

/// Elements whose content is not markup.
const RAW: [&str; 2] = ["script", "style"];

/// One tag, or the text before it.
enum Piece<'a> {
    Text(&'a str),
    Tag(&'a str),
}

/// Cuts a page at its tags. What stands in scripts and styles is one text, marked by `raw`.
fn pieces<'a>(page: &'a str, mut see: impl FnMut(Piece<'a>, bool)) -> Result<(), String> {
    let mut rest = page;
    let mut raw: Option<&str> = None;
    while !rest.is_empty() {
        let stop = raw.map_or_else(|| rest.find('<'), |name| rest.find(&format!("</{name}>")));
        let Some(start) = stop else {
            see(Piece::Text(rest), raw.is_some());
            return if raw.is_some() {
                Err("a script or style does not end".to_owned())
            } else {
                Ok(())
            };
        };
        see(Piece::Text(&rest[..start]), raw.is_some());
        let end = end_of_tag(&rest[start..]).ok_or("a tag does not end")?;
        let tag = &rest[start + 1..start + end];
        raw = RAW.iter().copied().find(|name| *name == name_of(tag));
        see(Piece::Tag(tag), false);
        rest = &rest[start + end + 1..];
    }
    Ok(())
}

/// The place of the `>` that ends a tag, outside of quotes.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quoted = false;
    text.char_indices().find_map(|(index, c)| {
        quoted ^= c == '"';
        (c == '>' && !quoted).then_some(index)
    })
}

fn name_of(tag: &str) -> &str {
    tag.split(|c: char| c.is_whitespace() || c == '>').next().unwrap_or("")
}

/// Whether every element ends where it should, no identifier occurs twice, and every reference
/// inside the page has a target.
pub fn check(page: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut wrong = None;
    let (mut ids, mut references) = (Vec::new(), Vec::new());
    pieces(page, |piece, raw| match piece {
        Piece::Text(text) if !raw && text.contains('>') => {
            wrong = Some(format!("a stray > in {text:?}"))
        }
        Piece::Text(_) => {}
        Piece::Tag(tag) if tag.starts_with('!') => {}
        Piece::Tag(tag) => {
            if let Some(name) = tag.strip_prefix('/') {
                if open.pop() != Some(name) {
                    wrong.get_or_insert(format!("</{name}> ends what it did not begin"));
                }
                return;
            }
            if !VOID.contains(&name_of(tag)) {
                open.push(name_of(tag));
            }
            ids.extend(between(tag, " id=\"", "\""));
            references.extend(between(tag, " href=\"#", "\""));
            references.extend(between(tag, " aria-labelledby=\"", "\""));
        }
    })?;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    if let Some(name) = open.last() {
        return Err(format!("<{name}> does not end"));
    }
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    if unique.len() != ids.len() {
        return Err("an identifier occurs twice".to_owned());
    }
    references
        .iter()
        .find(|name| !ids.contains(*name))
        .map_or(Ok(()), |name| Err(format!("nothing is called {name}")))
}

/// An attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    between(tag, &format!(" {name}=\""), "\"")
}

/// Whether a page says to those who do not see it, or have no mouse, what it says to others:
/// headings without a gap, one title and one main part, drawings that are described or left out,
/// parts that scroll with a name of their own and within reach of the keyboard, fields and buttons
/// with names.
pub fn check_access(page: &str) -> Result<(), String> {
    let (mut level, mut labels, mut mains, mut field_in_label) = (0, Vec::new(), 0, false);
    let mut wrong: Option<String> = None;
    let mut labelled: Vec<&str> = Vec::new();
    pieces(page, |piece, _| {
        if let Piece::Tag(tag) = piece {
            labelled.extend(attribute(tag, "for"))
        }
    })?;
    pieces(page, |piece, _| {
        let Piece::Tag(tag) = piece else { return };
        let mut must = |holds: bool, what: &str| {
            if !holds {
                wrong.get_or_insert(format!("{what}: <{tag}>"));
            }
        };
        let (name, has) = (name_of(tag), |name: &str| {
            attribute(tag, name).is_some_and(|value| !value.is_empty())
        });
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let this = name.as_bytes()[1] - b'0';
                must(
                    this <= level + 1 && (this > 1 || level == 0),
                    "a heading that skips one, or a second title",
                );
                level = this;
            }
            "main" => mains += 1,
            "svg" => must(
                attribute(tag, "aria-hidden") == Some("true")
                    || (attribute(tag, "role") == Some("img") && has("aria-label")),
                "a drawing without words",
            ),
            "label" => field_in_label = !has("for"),
            "/label" => field_in_label = false,
            "input" | "select" => {
                let by_id = attribute(tag, "id").is_some_and(|id| labelled.contains(&id));
                must(field_in_label || by_id || has("aria-label"), "a field without a name");
            }
            "button" => must(has("type"), "a button that would send a form"),
            "th" | "td" | "tr" | "table" => {
                must(!has("onclick") && !has("tabindex"), "a cell that acts as a button")
            }
            "div" if tag.contains("class=\"scroll\"") => {
                must(
                    attribute(tag, "tabindex") == Some("0") && has("role"),
                    "a part that only a mouse can scroll",
                );
                must(
                    attribute(tag, "aria-label").is_some_and(|label| !labels.contains(&label)),
                    "no name of its own",
                );
                labels.extend(attribute(tag, "aria-label"));
            }
            _ => {}
        }
    })?;
    match wrong {
        None if mains == 1 && level > 0 => Ok(()),
        None => Err(format!("{mains} main parts, or no title")),
        Some(wrong) => Err(wrong),
    }
}

/// The palette of a page: names, and the colours in the light and the dark theme.
pub fn palette(page: &str) -> Vec<(&str, [&str; 2])> {
    let colours = page.split("--").filter_map(|part| {
        let (name, rest) = part.split_once(": light-dark(")?;
        let (light, rest) = rest.split_once(", ")?;
        Some((name, [light, &rest[..rest.find(')')?]]))
    });
    colours.collect()
}

/// The contrast of two colours `#rrggbb`, from 1 to 21: Web Content Accessibility Guidelines 2.2,
/// "relative luminance" and "contrast ratio".
pub fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let part = |from: usize| {
            let byte = u8::from_str_radix(&colour[from..from + 2], 16).expect("hexadecimal digits");
            let share = f64::from(byte) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// What a reader sees: no tags, no scripts, entities decoded.
pub fn text(page: &str) -> String {
    let mut text = String::new();
    pieces(page, |piece, raw| {
        if let (Piece::Text(part), false) = (piece, raw) {
            text.push_str(part);
        }
    })
    .expect("the page is well formed");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// What stands between two marks, the first time they occur.
pub fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let from = text.find(start)? + start.len();
    let length = text[from..].find(end)?;
    Some(&text[from..from + length])
}

/// Three significant digits of a number of nanoseconds in its unit, by another way than the page's:
/// by scientific notation.
pub fn significant(ns: f64) -> String {
    let text = format!("{ns:.2e}");
    let (mantissa, exponent) = text.split_once('e').expect("scientific notation");
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().expect("an exponent");
    let place = (exponent.rem_euclid(3) + 1) as usize;
    let unit = ["ns", "µs", "ms", "s"]
        [usize::try_from(exponent.div_euclid(3)).expect("at least a nanosecond")];
    let (whole, part) = digits.split_at(place);
    if part.is_empty() { format!("{whole} {unit}") } else { format!("{whole}.{part} {unit}") }
}
