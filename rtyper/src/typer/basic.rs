//! The structures that every program has.
use ir::lltype::{ContainerId, TypeTable};
use lowlevel::Program;

use crate::repr::objects::rclass::root_structs;
use crate::repr::text::rstr::string_struct;

/// The structures that every program has.
#[derive(Clone, Copy, Debug)]
pub struct Basic {
    /// `rpy_string`: hash, chars.
    pub string: ContainerId,
    /// `rpy_unicode`: hash, chars.
    pub unicode: ContainerId,
    /// The root of instances: typeptr.
    pub object: ContainerId,
    /// The root of vtables: subclassrange_min, subclassrange_max, name.
    pub vtable: ContainerId,
}

impl Basic {
    /// Adds the structures that every program has to its types.
    pub fn new(types: &mut TypeTable) -> Basic {
        let string = string_struct(types, false);
        let unicode = string_struct(types, true);
        let (object, vtable) = root_structs(types, string);
        Basic {
            string,
            unicode,
            object,
            vtable,
        }
    }
    /// The structure of strings or of unicode strings.
    pub fn text(self, unicode: bool) -> ContainerId {
        if unicode { self.unicode } else { self.string }
    }
    /// Tells the program of them: passes and runtime know them by their roles.
    pub fn declare(self, prog: &mut Program) {
        prog.known.string = Some(self.string);
        prog.known.unicode = Some(self.unicode);
        prog.known.object = Some(self.object);
        prog.known.vtable = Some(self.vtable);
    }
}
