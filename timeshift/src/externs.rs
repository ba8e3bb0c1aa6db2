//! The functions of the support library as external functions of a program.
use ir::lltype::LLType::{self, Address, Bool, Signed};
use ir::name::Name;
use lowlevel::{ExternFunc, ExternId, Program};

/// The numbers of the support library's functions in the program.
#[derive(Clone, Copy, Debug)]
pub struct Externs {
    /// `gx_jit_const`.
    pub constant: ExternId,
    /// `gx_jit_const_ref`.
    pub constant_ref: ExternId,
    /// `gx_jit_op`.
    pub op: ExternId,
    /// `gx_jit_opn`.
    pub opn: ExternId,
    /// `gx_jit_tick`.
    pub tick: ExternId,
    /// `gx_jit_known`.
    pub known: ExternId,
    /// `gx_jit_test`.
    pub test: ExternId,
    /// `gx_jit_promoted`.
    pub promoted: ExternId,
    /// `gx_jit_learn`.
    pub learn: ExternId,
    /// `gx_jit_trust`.
    pub trust: ExternId,
    /// `gx_jit_calls`.
    pub calls: ExternId,
    /// `gx_jit_calls_one`.
    pub calls_one: ExternId,
    /// `gx_jit_returned`.
    pub returned: ExternId,
    /// `gx_jit_waits`.
    pub waits: ExternId,
    /// `gx_jit_passes`.
    pub passes: ExternId,
    /// `gx_jit_lends`.
    pub lends: ExternId,
    /// `gx_jit_joins`.
    pub joins: ExternId,
    /// `gx_jit_heads`.
    pub heads: ExternId,
    /// `gx_jit_certain`.
    pub certain: ExternId,
    /// `gx_jit_enter`.
    pub enter: ExternId,
    /// `gx_jit_begins`.
    pub begins: ExternId,
    /// `gx_jit_ended`.
    pub ended: ExternId,
    /// `gx_jit_written`.
    pub written: ExternId,
    /// `gx_jit_redeem`.
    pub redeem: ExternId,
    /// `gx_jit_claim`.
    pub claim: ExternId,
}

impl Externs {
    /// Those of a program, declared where they are missing.
    pub fn declare(program: &mut Program) -> Externs {
        let mut declare = |name: &str, args: &[LLType], result, can_collect| {
            let name = Name::new(name);
            let known = program
                .externs
                .iter_enumerated()
                .find(|(_, x)| x.name == name);
            if let Some((id, _)) = known {
                return id;
            }
            program.externs.push(ExternFunc {
                name,
                args: args.to_vec(),
                result,
                can_raise: false,
                can_collect,
                pure: false,
                context: true,
                noreturn: false,
            })
        };
        Externs {
            constant: declare("gx_jit_const", &[Signed, Signed], Signed, true),
            constant_ref: declare("gx_jit_const_ref", &[Signed, Address], Signed, true),
            op: declare("gx_jit_op", &[Signed; 4], Signed, true),
            opn: declare("gx_jit_opn", &[Signed, Address], Signed, true),
            tick: declare("gx_jit_tick", &[], Bool, true),
            known: declare("gx_jit_known", &[Signed], Signed, false),
            test: declare("gx_jit_test", &[Signed; 4], Signed, false),
            promoted: declare("gx_jit_promoted", &[Signed, Signed, Address], Signed, false),
            learn: declare("gx_jit_learn", &[Signed; 4], LLType::Void, false),
            trust: declare("gx_jit_trust", &[Signed, Address], LLType::Void, true),
            calls: declare(
                "gx_jit_calls",
                &[Signed, Signed, Signed, Address],
                Address,
                false,
            ),
            calls_one: declare(
                "gx_jit_calls_one",
                &[Signed, Signed, Signed, Signed, Address],
                Address,
                false,
            ),
            returned: declare("gx_jit_returned", &[], LLType::Void, false),
            waits: declare("gx_jit_waits", &[Signed], Address, false),
            lends: declare("gx_jit_lends", &[], Bool, false),
            joins: declare("gx_jit_joins", &[Address], Bool, false),
            heads: declare("gx_jit_heads", &[Address], Bool, false),
            passes: declare("gx_jit_passes", &[Signed], Bool, false),
            certain: declare("gx_jit_certain", &[Signed, Signed, Address], Bool, true),
            enter: declare("gx_jit_enter", &[Signed], Signed, true),
            begins: declare("gx_jit_begins", &[], Signed, false),
            ended: declare("gx_jit_ended", &[Signed], LLType::Void, false),
            written: declare("gx_jit_written", &[Address, Signed], LLType::Void, false),
            redeem: declare("gx_jit_redeem", &[Signed], Address, true),
            claim: declare("gx_jit_claim", &[Signed, Address], LLType::Void, false),
        }
    }
}
