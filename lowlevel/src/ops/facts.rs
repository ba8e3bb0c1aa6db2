//! What is declared of an operation: the columns of the table in [`super`].
use ir::lltype::{Container, ContainerId, FieldType, Immutability, LLType, TypeTable};

use super::LLOp;

/// How far a program has come; each phase has its own rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// As typed: exceptions travel along exception links.
    Typed,
    /// After the exception transform: exceptions are explicit state.
    Exceptions,
    /// After the GC transform: barriers and root slots are explicit.
    Gc,
}

/// What an operation does beside giving a result. Exactly one holds of each operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing, and the result depends on the arguments alone.
    Pure,
    /// Reads a part of an object.
    Loads(AliasRegion),
    /// Writes one value to a part of an object.
    Stores(AliasRegion),
    /// Writes any number of items of this array (or trailing array) with all that is in them.
    Fills(ContainerId),
    /// Reads memory that no location names: raw memory, what a weak reference refers to.
    ReadsMemory,
    /// Writes memory that no location names.
    WritesMemory,
    /// Makes an object of this container; a weak reference, if it has none.
    Allocates(Option<ContainerId>),
    /// Ends the life of a raw object.
    Frees(ContainerId),
    /// What the callee does.
    Calls,
    /// Reads state beside the objects, and changes nothing that a program sees.
    Reads(State),
    /// Changes state beside the objects.
    Writes(State),
    /// Nothing when it is executed: it tells passes something.
    Nothing,
    /// Tests a claim. Not what a program does: where nothing else needs to be done, the test may go, too.
    Tests,
    /// Ends the program.
    Ends,
}

/// Where arrays and lists have classes by what refers to them (`transform::effects::owners`): the class of those that
/// come from where nothing is known, or go there.
pub const OUTSIDE_OWNER: u32 = u32::MAX;

/// A part of objects, by the immediates of the operations that read and write it.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum AliasRegion {
    /// Field of a structure.
    Field(ContainerId, u32),
    /// Items of an array (or of the array at the end of a structure).
    Items(ContainerId),
    /// Field of the structures that are the items of an array.
    ItemField(ContainerId, u32),
    /// The length of an array.
    Length(ContainerId),
}

/// State that is no part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Exception,
    /// The ring of traceback entries.
    Traceback,
    /// The machine's overflow flag.
    Flags,
    /// Where objects lie; the collector moves them.
    Addresses,
    /// The numbers that stand for objects, made when they are asked for.
    Identity,
    /// The collector's set of old objects that were written to.
    Barrier,
    /// The root slots of the frame.
    Roots,
    Stack,
}

/// What a comparison compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compared {
    Int,
    Uint,
    Char,
    Unichar,
    Float,
    Ptr,
    Adr,
}

/// When a comparison is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Lt,
    Le,
    Eq,
    Ne,
    Gt,
    Ge,
}

impl Comparison {
    /// True where this one is false, if one of both arguments is less or they are equal.
    pub fn inverse(self) -> Comparison {
        match self {
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }
    /// The same of swapped arguments.
    pub fn mirror(self) -> Comparison {
        match self {
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
            equality => equality,
        }
    }
    /// Whether it is true of equal arguments.
    pub fn of_equals(self) -> bool {
        matches!(self, Comparison::Le | Comparison::Eq | Comparison::Ge)
    }
}

/// The constant facts of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name, without immediates.
    pub name: &'static str,
    /// Letters of the arguments' types.
    pub args: &'static str,
    /// Letter of the result's type.
    pub result: &'static str,
    pub(super) raises: bool,
    pub(super) commutes: bool,
    pub(super) copies: bool,
    pub(super) compares: Option<(Compared, Comparison)>,
    pub(super) inverse: Option<&'static LLOp>,
    pub(super) undoes: Option<&'static LLOp>,
    pub(super) wraps: Option<&'static LLOp>,
    pub(super) since: Phase,
    pub(super) until: Phase,
}

impl Facts {
    pub(super) const fn new(name: &'static str, args: &'static str, result: &'static str) -> Facts {
        Facts {
            name,
            args,
            result,
            raises: false,
            commutes: false,
            copies: false,
            compares: None,
            inverse: None,
            undoes: None,
            wraps: None,
            since: Phase::Typed,
            until: Phase::Gc,
        }
    }
    /// It may raise an exception: before the exception transform, an exception switch sees it.
    pub(super) const fn raises(mut self) -> Facts {
        self.raises = true;
        self
    }
    /// Its two arguments may be swapped.
    pub(super) const fn commutes(mut self) -> Facts {
        self.commutes = true;
        self
    }
    /// The bits of the result are those of the first argument.
    pub(super) const fn copies(mut self) -> Facts {
        self.copies = true;
        self
    }
    /// It is a comparison; its inverse and its mirror image follow.
    pub(super) const fn compares(mut self, what: Compared, how: Comparison) -> Facts {
        self.compares = Some((what, how));
        self
    }
    /// Gives true where it gives false, of the same arguments.
    pub(super) const fn inverse(mut self, op: &'static LLOp) -> Facts {
        self.inverse = Some(op);
        self
    }
    /// Of the result of that operation, it gives the argument.
    pub(super) const fn undoes(mut self, op: &'static LLOp) -> Facts {
        self.undoes = Some(op);
        self
    }
    /// The same operation without the exception.
    pub(super) const fn wraps(mut self, op: &'static LLOp) -> Facts {
        self.wraps = Some(op);
        self
    }
    /// It exists from this phase on.
    pub(super) const fn since(mut self, phase: Phase) -> Facts {
        self.since = phase;
        self
    }
    /// It exists up to this phase.
    pub(super) const fn until(mut self, phase: Phase) -> Facts {
        self.until = phase;
        self
    }
}

/// The array at the end of a structure, and the array itself of an array.
pub fn array_part(types: &TypeTable, c: ContainerId) -> Option<&ir::lltype::ArrayType> {
    match types.get(c) {
        Container::Array(a) => Some(a),
        Container::Struct(s) => match s.fields.last()?.ty {
            FieldType::Inline(i) => match types.get(i) {
                Container::Array(a) => Some(a),
                Container::Struct(_) => array_part(types, i),
                _ => None,
            },
            FieldType::Value(_) => None,
        },
        _ => None,
    }
}

/// Whether a field never changes, and whether the items of the array that it points to never do.
fn field_immutability(types: &TypeTable, c: ContainerId, f: u32) -> (bool, bool) {
    let Container::Struct(s) = types.get(c) else {
        return (false, false);
    };
    let own = s.fields.get(f as usize).map(|f| f.immutable);
    let whole = s.hints.immutable || s.hints.vtable;
    let fixed = whole
        || matches!(
            own,
            Some(Immutability::Immutable | Immutability::ImmutableArray)
        );
    let items = matches!(
        own,
        Some(Immutability::ImmutableArray | Immutability::QuasiImmutableArray)
    );
    (fixed, items)
}

/// The structure inlined as the items of an array.
fn item_struct(types: &TypeTable, array: ContainerId) -> Option<ContainerId> {
    match types.get(array) {
        Container::Array(a) => match a.item {
            FieldType::Inline(i) => Some(i),
            FieldType::Value(_) => None,
        },
        _ => None,
    }
}

impl AliasRegion {
    /// The container that the operations name.
    pub fn container(self) -> ContainerId {
        match self {
            AliasRegion::Field(c, _)
            | AliasRegion::Items(c)
            | AliasRegion::ItemField(c, _)
            | AliasRegion::Length(c) => c,
        }
    }
    /// The type of the values there; `None` if there is no such location.
    pub fn ty(self, types: &TypeTable) -> Option<LLType> {
        let field = |c: ContainerId, f: u32| match types.get(c) {
            Container::Struct(s) => match s.fields.get(f as usize)?.ty {
                FieldType::Value(t) => Some(t),
                FieldType::Inline(_) => None,
            },
            _ => None,
        };
        match self {
            AliasRegion::Field(c, f) => field(c, f),
            AliasRegion::ItemField(c, f) => field(item_struct(types, c)?, f),
            AliasRegion::Items(c) => match array_part(types, c)?.item {
                FieldType::Value(t) => Some(t),
                FieldType::Inline(_) => None,
            },
            AliasRegion::Length(c) => {
                let a = array_part(types, c)?;
                let inline = matches!(types.get(c), Container::Struct(_));
                (inline || !a.nolength).then_some(LLType::Signed)
            }
        }
    }
    /// Whether it never changes after initialisation. Who initialises objects must look at its own stores.
    pub fn is_immutable(self, types: &TypeTable) -> bool {
        let array = |c| array_part(types, c).is_some_and(|a| a.immutable);
        match self {
            AliasRegion::Field(c, f) => field_immutability(types, c, f).0,
            AliasRegion::Items(c) => {
                let trailing = match types.get(c) {
                    Container::Struct(s) => s.fields.len().checked_sub(1),
                    _ => None,
                };
                array(c) || trailing.is_some_and(|f| field_immutability(types, c, f as u32).0)
            }
            AliasRegion::ItemField(c, f) => {
                array(c) || item_struct(types, c).is_some_and(|s| field_immutability(types, s, f).0)
            }
            AliasRegion::Length(_) => true,
        }
    }
    /// Whether it is a field that is declared to change rarely (`name?`).
    pub fn changes_rarely(self, types: &TypeTable) -> bool {
        let AliasRegion::Field(c, f) = self else {
            return false;
        };
        let Container::Struct(s) = types.get(c) else {
            return false;
        };
        (s.fields.get(f as usize)).is_some_and(|f| {
            matches!(
                f.immutable,
                Immutability::QuasiImmutable | Immutability::QuasiImmutableArray
            )
        })
    }
    /// Whether the items of the array that a pointer there points to never change.
    pub fn leads_to_immutable_items(self, types: &TypeTable) -> bool {
        match self {
            AliasRegion::Field(c, f) => field_immutability(types, c, f).1,
            AliasRegion::ItemField(c, f) => {
                item_struct(types, c).is_some_and(|s| field_immutability(types, s, f).1)
            }
            AliasRegion::Items(_) | AliasRegion::Length(_) => false,
        }
    }
    /// The items of an array (or trailing array), and all fields of theirs.
    pub fn all_items(types: &TypeTable, c: ContainerId) -> impl Iterator<Item = AliasRegion> {
        let fields = match array_part(types, c).map(|a| a.item) {
            Some(FieldType::Inline(i)) => match types.get(i) {
                Container::Struct(s) => s.fields.len() as u32,
                _ => 0,
            },
            _ => 0,
        };
        let fields = (0..fields).map(move |f| AliasRegion::ItemField(c, f));
        std::iter::once(AliasRegion::Items(c)).chain(fields)
    }
}
