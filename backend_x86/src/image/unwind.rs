//! Call frame information (`.eh_frame`) for debuggers and profilers: where the return address and the pushed registers
//! are at each instruction of emitted functions.
use gimli::write::{
    Address, CallFrameInstruction, CommonInformationEntry, DebugFrame, EhFrame, EndianVec,
    FrameDescriptionEntry, FrameTable,
};
use gimli::{Encoding, Format, LittleEndian, Register, X86_64};

use crate::emit::UnwindPoint;

/// The number of an integer register in debugging information.
pub(super) fn dwarf_register(hw: usize) -> Register {
    match hw {
        0 => X86_64::RAX,
        1 => X86_64::RCX,
        2 => X86_64::RDX,
        3 => X86_64::RBX,
        4 => X86_64::RSP,
        5 => X86_64::RBP,
        6 => X86_64::RSI,
        7 => X86_64::RDI,
        n => Register(n as u16),
    }
}

const ENCODING: Encoding = Encoding {
    address_size: 8,
    format: Format::Dwarf32,
    version: 1,
};

/// A section `.debug_frame` for residual code: rbp points to the saved rbp, rbx and r12 to r14 are below it.
pub fn frame_pointer(address: u64, size: u32) -> Result<Vec<u8>, gimli::write::Error> {
    let mut table = FrameTable::default();
    let mut cie = CommonInformationEntry::new(ENCODING, 1, -8, X86_64::RA);
    cie.add_instruction(CallFrameInstruction::Cfa(X86_64::RBP, 16));
    cie.add_instruction(CallFrameInstruction::Offset(X86_64::RA, -8));
    for (r, offset) in [(5, -16), (3, -24), (12, -32), (13, -40), (14, -48)] {
        let saved = CallFrameInstruction::Offset(dwarf_register(r), offset);
        cie.add_instruction(saved);
    }
    let cie = table.add_cie(cie);
    let fde = FrameDescriptionEntry::new(Address::Constant(address), size);
    table.add_fde(cie, fde);
    let mut out = DebugFrame::from(EndianVec::new(LittleEndian));
    table.write_debug_frame(&mut out)?;
    Ok(out.0.into_vec())
}

/// The section for functions given as (address, size, frame states).
pub fn eh_frame<'a>(
    functions: impl Iterator<Item = (u64, u32, &'a [UnwindPoint])>,
) -> Result<Vec<u8>, gimli::write::Error> {
    let mut table = FrameTable::default();
    let mut cie = CommonInformationEntry::new(ENCODING, 1, -8, X86_64::RA);
    cie.add_instruction(CallFrameInstruction::Cfa(X86_64::RSP, 8));
    cie.add_instruction(CallFrameInstruction::Offset(X86_64::RA, -8));
    let cie = table.add_cie(cie);
    for (address, size, points) in functions {
        let mut fde = FrameDescriptionEntry::new(Address::Constant(address), size);
        for p in points {
            if p.at > 0 || p.depth > 0 {
                fde.add_instruction(p.at, CallFrameInstruction::CfaOffset(p.depth as i32 + 8));
            }
            if let Some(r) = p.pushed {
                fde.add_instruction(
                    p.at,
                    CallFrameInstruction::Offset(dwarf_register(r.hw_enc()), -(p.depth as i32) - 8),
                );
            }
        }
        table.add_fde(cie, fde);
    }
    let mut out = EhFrame::from(EndianVec::new(LittleEndian));
    table.write_eh_frame(&mut out)?;
    Ok(out.0.into_vec())
}
