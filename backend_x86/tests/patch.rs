//! Jumps that become no-ops and jumps again, whatever their alignment. The code is decoded, not run.
use backend_x86::fragment::{Edge, Fragment, FragmentEnd, FragmentRun, To, ValueLocation};
use backend_x86::isel::Cx;
use backend_x86::residual::{Addresses, Code, Config, EdgeSite, Region, Target};
use iced_x86::{Code as Op, Decoder, DecoderOptions, Instruction};
use ir::model::Operand;
use lowlevel::parse::parse_program;
use lowlevel::{FuncId, LLGraph, ObjId, Program};
use regalloc2::{PReg, RegClass};

struct Nothing;

impl Addresses for Nothing {
    fn func(&self, _: FuncId) -> Option<u64> {
        None
    }
    fn object(&self, _: ObjId) -> Option<u64> {
        None
    }
    fn runtime(&self, _: &str) -> Option<u64> {
        None
    }
}

extern "C" fn never(_ctx: *mut (), _edge: u64, _saved: *mut ()) -> u64 {
    unreachable!("no code runs here")
}

const ENTRY: [ValueLocation; 1] = [ValueLocation::Reg(PReg::new(1, RegClass::Int))];

/// `n` additions of one byte each of another length, in a row.
fn program(n: usize) -> Program {
    let mut text = "graph f(v0: Signed) -> Signed\nb0(v0: Signed):\n".to_owned();
    for i in 0..n {
        let op = ["int_neg", "int_invert"][i % 2];
        text.push_str(&format!("    v{}: Signed = {op}(v{i})\n", i + 1));
    }
    // Of four bytes, or of seven: every alignment occurs.
    text.push_str(&format!(
        "    v{}: Signed = int_add(v{n}, {})\n",
        n + 1,
        if n.is_multiple_of(2) { 1 } else { 1000 }
    ));
    text.push_str(&format!("    goto return(v{})\n", n + 1));
    parse_program(&text).expect("it parses")
}

fn compile(region: &mut Region, program: &Program, graph: &LLGraph, edge: u32) -> Code {
    let block = &graph.blocks[graph.start];
    let last = block.ops.last().expect("operations").result;
    let fragment = Fragment {
        graph,
        guards: &[],
        end: FragmentEnd::Jump(Edge {
            args: vec![Operand::Var(last)],
            to: To::Stub(edge),
        }),
        locations: &vec![0; block.ops.len()],
    };
    let run = FragmentRun {
        name: "f",
        entry: &ENTRY,
        fragments: &[fragment],
        hot: true,
    };
    let cx = Cx::new(program);
    let code = region.compile(&cx, &Nothing, &run).expect("it compiles");
    code.into_iter().next().expect("one fragment")
}

/// The instructions from an address up to a place behind a jump's rel32.
fn decode(region: &Region, from: u64, site: &EdgeSite) -> Vec<Instruction> {
    let end = site.patch + 4;
    let bytes = region.bytes(from, (end - from) as usize);
    let list: Vec<Instruction> = Decoder::with_ip(64, &bytes, from, DecoderOptions::NONE)
        .into_iter()
        .collect();
    assert!(list.iter().all(|i| !i.is_invalid()), "{list:?}");
    list
}

#[test]
fn a_followed_edge_becomes_a_jump_again() {
    let mut sevens = 0;
    for n in 0..16 {
        let program = program(n);
        let mut graph = program.funcs.iter().next().expect("one").graph.clone();
        let start = graph.start;
        graph.blocks[start].exits.clear();
        let mut region = Region::new(Config {
            near: 0x3000_0000,
            size: 1 << 16,
            exchange: 0,
            edge: never as *const () as u64,
        })
        .expect("a region");
        let first = compile(&mut region, &program, &graph, 0);
        let site = first.edges[0].clone();
        let jumps_to = |region: &Region, to: u64| {
            let list = decode(region, first.address, &site);
            let last = list.last().expect("instructions");
            assert_eq!(
                (last.code(), last.near_branch64()),
                (Op::Jmp_rel32_64, to),
                "{list:?}"
            );
        };
        jumps_to(&region, site.stub);
        // What follows is placed behind: the jump is a no-op, one with those before it.
        assert!(region.follow(&site));
        let second = compile(&mut region, &program, &graph, 1);
        let target = Target {
            address: second.address,
            entry: &second.entry,
            extent: second.extent,
        };
        region.link(&site, &target).expect("room");
        let list = decode(&region, first.address, &site);
        let nop = list.last().expect("instructions");
        assert_eq!(nop.mnemonic(), iced_x86::Mnemonic::Nop, "{list:?}");
        sevens += usize::from(nop.len() == 7);
        // Its target is to be made again, or is another one: a jump as before.
        region.patch(&site, site.stub);
        jumps_to(&region, site.stub);
        region.patch(&site, second.address);
        jumps_to(&region, second.address);
    }
    assert!(
        sevens > 0,
        "no no-op of seven bytes, which looks like a conditional jump"
    );
}

#[test]
fn a_region_begins_anew() {
    let program = program(3);
    let mut graph = program.funcs.iter().next().expect("one").graph.clone();
    let start = graph.start;
    graph.blocks[start].exits.clear();
    let mut region = Region::new(Config {
        near: 0x3000_0000,
        size: 1 << 16,
        exchange: 0,
        edge: never as *const () as u64,
    })
    .expect("a region");
    let unused = region.usage();
    let shared = region.bytes(region.base(), region.shared_size() as usize);
    let mut codes = Vec::new();
    let mut leaves = Vec::new();
    for _ in 0..3 {
        leaves.push(region.leave(1).expect("room"));
        let code = compile(&mut region, &program, &graph, 0);
        let target = Target {
            address: code.address,
            entry: &code.entry,
            extent: code.extent,
        };
        // An edge that is counted, one that leads somewhere, and an entry.
        let counted = region.link_counted(&code.edges[0], &target, 5);
        assert_eq!(counted.expect("room").map(|c| c.0), Some(0));
        region.entry(&target).expect("room");
        let second = compile(&mut region, &program, &graph, 1);
        region.link(&second.edges[0], &target).expect("room");
        let size = code.size as usize;
        codes.push((
            code.clone(),
            region.bytes(code.address, size),
            region.usage(),
        ));
        region.reset();
        assert_eq!(region.usage(), unused);
        assert_eq!(region.location(code.address), None);
        let now = region.bytes(region.base(), region.shared_size() as usize);
        assert_eq!(now, shared);
    }
    assert!(codes.windows(2).all(|w| w[0] == w[1]), "{codes:?}");
    assert!(leaves.windows(2).all(|w| w[0] == w[1]), "{leaves:?}");
    // Another one like it does not lie there.
    let other = region.another().expect("a region");
    assert_eq!(other.usage(), unused);
    assert!(!region.is_code(other.base()) && !other.is_code(region.base()));
}
