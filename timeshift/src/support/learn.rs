//! What tests teach: the arms of a red branch know more than the code before it.
use rtyper::ll::LLOp;
use smallvec::SmallVec;

use super::boxes::BoxId;
use super::state::State;

/// How a box was computed.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// The operation.
    pub op: LLOp,
    /// Its arguments.
    pub args: SmallVec<[BoxId; 3]>,
}

impl State {
    /// On an arm of a branch: the condition is true or false there.
    pub fn learn(&self, condition: BoxId, truth: bool) {
        self.learn_value(condition, u64::from(truth));
    }
    /// The box has this value from here on (a case of a switch, a promoted value): it becomes constant, for its whole partition.
    pub fn learn_value(&self, b: BoxId, bits: u64) {
        let mut w = self.work_mut();
        let ty = w.now.boxes.get(b).ty();
        w.now
            .boxes
            .set(b, super::boxes::BoxValue::Const { ty, bits });
    }
}
