//! Where values are: registers and slots, taken, given up and exchanged.
use super::*;

impl Alloc<'_> {
    pub(super) fn put(&mut self, v: usize, b: u8) {
        self.reg[v] = b;
        self.occupant[b as usize] = v as u32;
        self.copy[b as usize] = NONE;
        self.occupied |= 1 << b;
    }
    /// Its value stays behind as a copy.
    pub(super) fn vacate(&mut self, b: u8) {
        let v = self.occupant[b as usize];
        if v != NONE {
            self.reg[v as usize] = NO_REG;
            self.occupant[b as usize] = NONE;
            self.copy[b as usize] = v;
            self.occupied &= !(1 << b);
        }
    }
    pub(super) fn grow(&mut self, s: u32) {
        if self.slots.len() <= s as usize {
            self.slots.resize(s as usize + 1, NONE);
        }
        self.used_slots = self.used_slots.max(s + 1);
    }
    pub(super) fn free_slot(&mut self) -> u32 {
        let s = self
            .slots
            .iter()
            .position(|&o| o == NONE)
            .unwrap_or(self.slots.len()) as u32;
        self.grow(s);
        s
    }
    pub(super) fn alloc_reg(b: u8) -> Allocation {
        Allocation::reg(preg(b))
    }
    pub(super) fn alloc_slot(s: u32) -> Allocation {
        Allocation::stack(SpillSlot::new(s as usize))
    }
    pub(super) fn edit(&mut self, from: Allocation, to: Allocation) {
        let at = ProgPoint::before(InstIdx::new(self.i as usize));
        self.out.out.edits.push((at, Edit::Move { from, to }));
    }
    pub(super) fn home(&self, v: usize) -> Result<Allocation, String> {
        if self.reg[v] != NO_REG {
            Ok(Self::alloc_reg(self.reg[v]))
        } else if self.slot[v] != NONE {
            Ok(Self::alloc_slot(self.slot[v]))
        } else {
            Err(format!("v{v} is nowhere at instruction {}", self.i))
        }
    }
    /// Makes sure that a value in a register has a slot, too.
    pub(super) fn store(&mut self, v: usize) {
        if self.slot[v] == NONE {
            let s = self.free_slot();
            self.slots[s as usize] = v as u32;
            self.slot[v] = s;
            self.edit(Self::alloc_reg(self.reg[v]), Self::alloc_slot(s));
        }
    }
    /// Moves the value of a register to another register, or to its slot.
    pub(super) fn relocate(&mut self, b: u8, in_register: bool) -> Result<(), String> {
        let v = self.occupant[b as usize] as usize;
        let class = if b >= 16 { FLOATS } else { INTS };
        let free = class & !self.occupied & !self.avoid & !self.locked;
        let keep = in_register || (self.slot[v] == NONE && free != 0);
        if keep {
            let to = match self.pick(v, free) {
                Some(r) => r,
                None => self.evict(class & !self.avoid & !self.locked & !(1 << b))?,
            };
            self.edit(Self::alloc_reg(b), Self::alloc_reg(to));
            self.vacate(b);
            self.put(v, to);
            if self.locked & (1 << b) != 0 {
                self.locked |= 1 << to;
            }
        } else {
            self.store(v);
            self.vacate(b);
        }
        self.locked &= !(1 << b);
        Ok(())
    }
    pub(super) fn hint(&self, v: usize) -> Option<u8> {
        let h = match self.scan.hint[v] {
            h @ 0..32 => h as u8,
            NONE => return None,
            like => self.label_reg[like as usize - 32],
        };
        (h != NO_REG).then_some(h)
    }
    /// A register out of a set for a value: its hint, or by preference.
    pub(super) fn pick(&self, v: usize, set: Regs) -> Option<u8> {
        if set == 0 {
            return None;
        }
        if let Some(h) = self.hint(v)
            && set & (1 << h) != 0
        {
            return Some(h);
        }
        if set & INTS == 0 {
            return Some(set.trailing_zeros() as u8);
        }
        let crosses = !self.gc[v]
            && self.scan.last[v] != NONE
            && self.scan.next_call[self.i as usize + 1] < self.scan.last[v];
        let order = if crosses { &CALLEE_ORDER } else { &INT_ORDER };
        order.iter().copied().find(|&r| set & (1 << r) != 0)
    }
    /// Frees the register out of a set whose value is needed last.
    pub(super) fn evict(&mut self, set: Regs) -> Result<u8, String> {
        let mut best: Option<(u64, u8)> = None;
        let mut left = set & self.occupied;
        while left != 0 {
            let b = left.trailing_zeros() as u8;
            left &= left - 1;
            let v = self.occupant[b as usize] as usize;
            // A value with a slot costs no store.
            let far = u64::from(self.next_reg[v]) * 2 + u64::from(self.slot[v] != NONE);
            if best.is_none_or(|x| far > x.0) {
                best = Some((far, b));
            }
        }
        let Some((_, b)) = best else {
            return Err(format!("no register left at instruction {}", self.i));
        };
        let v = self.occupant[b as usize] as usize;
        if self.next[v] != NONE {
            self.store(v);
        }
        self.vacate(b);
        Ok(b)
    }
    pub(super) fn take(&mut self, v: usize, class: RegClass, exclude: Regs) -> Result<u8, String> {
        let class = if class == RegClass::Float {
            FLOATS
        } else {
            INTS
        };
        let set = class & !exclude & !self.locked;
        // Registers that the instruction leaves alone first.
        let free = set & !self.occupied;
        match self.pick(v, free & !self.avoid).or(self.pick(v, free)) {
            Some(b) => Ok(b),
            None => self.evict(set),
        }
    }
}
