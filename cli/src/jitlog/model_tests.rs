use super::*;
use crate::jitlog::page::page;
use crate::jitlog::{NoLog, parse};

/// A loop of two fragments in a function `main`, with an exit; the text of a program that is hostile to pages.
const LOG: &str = r#"jit session number=1 name=1 parent=0 from=- point="run merge point" greens="pc=3 code=0x1" at=/n/t.py:12
jit version id=V0 session=1 key=c1 point="run merge point" greens="pc=3 code=0x1" why=first context="k0=Signed" at=/n/t.py:12
jit location id=7 at=/n/t.py:13
jit fragment id=F0 session=1 portal=0 version=V0 from=- address=0x1000 bytes=3 cold=0 ns=5000 counts=int_add:2 end=branch passes="c1 1:c2" lines=7*2 edges="E0 E1" to=""
jit forced fragment=F0 type=W_Int reason=Stored
  b0(v3: Signed):
  v4: Signed = int_add(v3, 1)
  v5: Signed = int_add(v4, "</script><b>")
  if v5 then E0(v4) else E1(v5)
jit place session=1 key=c1 point="run merge point" greens="pc=3 code=0x1" printable="main:1 </script><script>alert(1)</script>"
jit place session=1 key=c2 point="run merge point" greens="pc=4 code=0x1" printable="main:2 JUMP"
jit fragment id=F1 session=2 portal=0 version=- from=E0 address=0x1003 bytes=2 cold=0 ns=1000 counts="" end=jump passes=c2 lines="" edges="" to=F0
jit promote number=0 session=2 point="add after promotion" value="class W_Int" at=/n/t.py:20
jit promote number=0 session=2 point="add after promotion" value="class W_Str" at=/n/t.py:20
jit warning point="run merge point" greens="pc=3 code=0x1" what="promotion takes too many values"
jit samples residual=90 called=10 compiler=5 interpreter=80 runtime=15 microseconds=200000
jit sampled fragment=F0 own=60 called=10 at="0:50 1:20" cold_at=""
jit sampled fragment=F1 own=30 called=0 at=0:30 cold_at=""
jit entered key=c1 fragment=F0 times=4
jit taken edge=E1 times=17 state=stub promotion=0
jit taken edge=E0 times=2 state=linked to=F1
jit code fragment=F0 address=0x1000 hex=4801c3 cold=0x2000 cold_hex=""
jit code fragment=F1 address=0x1003 hex=ebfb cold=0x2000 cold_hex=""
jit summary sessions=2 microseconds=6 bytes=5
"#;

#[test]
fn the_table_says_what_a_loop_costs() {
    let t = crate::jitlog::table::table(LOG).unwrap();
    assert!(t.starts_with(
        "0.200 s of processor time: 45 % in compiled code, 5 % in what it calls, 40 % interpreter"
    ));
    let row: Vec<&str> = t.lines().nth(3).unwrap().split_whitespace().collect();
    assert_eq!(
        row[..10],
        [
            "50.0", "%", "100", "ms", "1", "first", "5", "0.01", "ms", "17"
        ]
    );
    assert_eq!(crate::jitlog::table::table("no log\n"), Err(NoLog));
    let told = format!("{LOG}jit loop to=F0 again=\"there was no time left for that\"\n");
    let t = crate::jitlog::table::table(&told).unwrap();
    assert!(
        t.contains("not made again: there was no time left for that"),
        "{t}"
    );
    let again = LOG.replace("why=first", "why=\"runs often\"");
    assert!(
        crate::jitlog::table::table(&again)
            .unwrap()
            .contains(" again ")
    );
}

#[test]
fn loops_functions_and_places_get_the_time_in_them() {
    let m = model("log", &parse(LOG));
    assert!(!m.cut);
    let [l] = &m.loops[..] else {
        panic!("one loop: {:?}", m.loops)
    };
    assert_eq!(
        (l.heads[0], &l.members[..], l.samples),
        (0, &[0, 1][..], 100)
    );
    let [u] = &m.units[..] else {
        panic!("one function: {:?}", m.units)
    };
    assert_eq!((u.name.as_str(), u.greens.as_str()), ("main", "code=0x1"));
    assert_eq!((u.own, u.called, u.entries), (90, 10, 4));
    let own: Vec<(&str, u64)> = m.places.iter().map(|p| (p.key.as_str(), p.own)).collect();
    assert_eq!(own, [("c1", 60), ("c2", 30)]);
    assert_eq!(
        m.fragments[0].edges,
        [("E0".to_owned(), 2, Some(1)), ("E1".to_owned(), 17, None)]
    );
    assert_eq!(
        (m.promotions[0].values.len(), m.promotions[0].arrivals),
        (2, 17)
    );
    assert_eq!(
        (m.forced[0].samples, &m.forced[0].fragments[..]),
        (70, &[0][..])
    );
    assert!(m.warnings[0].help.contains("Promote"));
}

/// The JSON of an element of a page.
fn element(page: &str, id: &str) -> serde_json::Value {
    let open = format!("<script type=\"application/json\" id=\"{id}\">");
    let (_, rest) = page.split_once(&open).expect("the element is there");
    let (json, _) = rest.split_once("</script>").expect("it ends");
    serde_json::from_str(json).expect("well formed")
}

#[test]
fn a_page_holds_its_data_as_json_and_no_markup_of_programs() {
    let page = page("<log>", LOG).expect("a log");
    assert!(page.contains("<title>&lt;log&gt;"));
    assert!(!page.contains("alert(1)</script>") && !page.contains("</script><b>"));
    let m = element(&page, "model");
    assert_eq!(m["loops"][0]["place"], 0);
    assert_eq!(m["has_code"], true);
    assert_eq!(m["left_out"], serde_json::json!([0, 0]));
    let d = element(&page, "details0");
    let ops = d[0]["ops"].as_array().expect("operations");
    assert_eq!(ops.len(), 4);
    // The second operation is behind a merge point; both come from line 13.
    assert_eq!(ops[2][2], serde_json::json!([1]));
    let at = ops[1][1].as_u64().expect("a place") as usize;
    assert_eq!(
        element(&page, "sources")["places"][at],
        serde_json::json!([0, 13])
    );
    let code = &d[0]["code"][0];
    assert_eq!(
        (code[1].as_str(), code[2].as_u64()),
        (Some("add rbx, rax"), Some(70))
    );
    assert_eq!(d[1]["code"][0][1], "jmp F0");
}

#[test]
fn what_is_no_log_is_refused_and_what_is_cut_off_is_shown() {
    assert_eq!(page("x", "a letter\n").err(), Some(NoLog));
    assert_eq!(
        page("x", "jit happens\nwhen it wants=1\n").err(),
        Some(NoLog)
    );
    assert!(page("x", "").is_ok());
    // At every byte.
    for n in 1..LOG.len() {
        if let Ok(text) = page("x", &LOG[..n]) {
            element(&text, "model");
        }
    }
    let cut = page("x", &LOG[..LOG.len() / 2]).expect("a part of a log");
    assert_eq!(element(&cut, "model")["cut"], true);
}

#[test]
fn damaged_numbers_are_no_reason_to_fail() {
    let log = LOG
        .replace("lines=7*2", "lines=7*99999999999999")
        .replace("address=0x1000", "address=0xffffffffffffffff")
        .replace("E0 E1", "\u{e9} E9999999999999999999999")
        .replace("to=F0", "to=F77");
    let text = page("x", &log).expect("a log");
    element(&text, "details0");
}

#[test]
fn names_are_what_texts_have_in_common() {
    assert_eq!(common(&["place:10 FOR_ITER", "place:11 NOT"]), "place");
    assert_eq!(common(&["advance:66 CALL"]), "advance");
    assert_eq!(common(&["fib#12", "fib#13"]), "fib");
    assert_eq!(common(&["fib", "fibonacci"]), "");
    assert_eq!(common(&[]), "");
    assert_eq!(
        lasting_greens("pc=3 code=0x1 text=\"a \\\" b\""),
        "code=0x1 text=\"a \\\" b\""
    );
}

#[test]
fn inner_loops_are_part_of_outer_ones() {
    // 0 -> 1 -> 2 -> 1, 2 -> 0, 2 -> 3
    let next: [&[usize]; 4] = [&[1], &[2], &[0, 1, 3], &[]];
    assert_eq!(natural_loops(&next), [(0, vec![0, 1, 2]), (1, vec![1, 2])]);
}

#[test]
fn addresses_of_forgotten_code_have_the_names_of_then() {
    // After a flush other code lies at the same addresses.
    let fragment = |id: &str, to: &str| {
        format!(
            "jit fragment id={id} session=1 portal=0 version=- from=- address={to} bytes=2 cold=0 ns=1 counts=\"\" end=jump passes=- lines=\"\" edges=\"\" to=\"\"\n"
        )
    };
    let code = |id: &str| {
        format!("jit code fragment={id} address=0x1000 hex=ebfe cold=0x2000 cold_hex=\"\"\n")
    };
    let flush = "jit flush number=1 why=\"memory is exhausted\" fragments=1 memory=9 lingers=0\n";
    let log = [
        fragment("F0", "0x1000"),
        code("F0"),
        flush.to_owned(),
        fragment("F1", "0x1000"),
        flush.to_owned(),
        code("F1").replace("F1", "F2"),
        fragment("F2", "0x1000"),
    ];
    let text = page("x", &log.concat()).expect("a log");
    let d = element(&text, "details0");
    assert_eq!(d[0]["code"][0][1], "jmp F0");
    assert_eq!(d[2]["code"][0][1], "jmp F2");
    let m = element(&text, "model");
    let warning = &m["warnings"][0];
    assert_eq!(
        warning["what"],
        "all compiled code was forgotten: memory is exhausted"
    );
    assert_eq!(warning["times"], 2);
    assert!(!warning["help"].as_str().expect("a text").is_empty());
}
