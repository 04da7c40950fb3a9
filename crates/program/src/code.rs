//! The compact code that the machine runs. A function has a flat list of operations over
//! numbered 64-bit registers. LLVM values become one register for each scalar in them
//! (vectors and structs are taken apart; an integer of 65 to 128 bits takes two, low word
//! first). The first registers of a frame hold the function's constants, then come the
//! parameters, then everything else. Registers are mutable: there are no phis left.
//!
//! Invariant: an integer of w <= 64 bits lies zero-extended in its register; a float lies
//! in the low 32 bits, the rest zero.

use crate::memory_order::{ExchangeOrder, Order};
use trailhound_llvm::MetadataId;

/// A register of the current frame.
pub type Reg = u32;
/// An index into [`Body::code`](crate::Body::code).
pub type Pc = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FunctionId(pub u32);

impl FunctionId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

pub use crate::operators::*;

/// One operation; `w` is a width in bits. Kept to 20 bytes: what does not fit lies in a
/// side table of the function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Move {
        d: Reg,
        a: Reg,
    },
    /// d := a, an arbitrary but fixed value if a is undefined.
    Freeze {
        d: Reg,
        a: Reg,
    },
    /// d := a value of `w` bits that was never written (undef, poison). What is above them is zero,
    /// as for every value, and counts as written.
    Undefined {
        w: u8,
        d: Reg,
    },
    Int {
        op: IntOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IntUnary {
        op: IntUnary,
        w: u8,
        d: Reg,
        a: Reg,
    },
    Overflow {
        op: OverflowOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Funnel shift of a:b by c, w <= 64.
    FunnelLeft {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    FunnelRight {
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    Compare {
        predicate: IntPredicate,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// Zero extension is Move.
    Truncate {
        w: u8,
        d: Reg,
        a: Reg,
    },
    SignExtend {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    /// 65 to 128 bits in register pairs; shifts take the amount from b's low word. Result cut to w.
    Wide {
        op: IntOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideUnary {
        op: IntUnary,
        w: u8,
        d: Reg,
        a: Reg,
    },
    WideOverflow {
        op: OverflowOp,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideCompare {
        predicate: IntPredicate,
        w: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// From `from` bits (one or two registers) to `to` > 64 bits.
    WideSignExtend {
        from: u8,
        to: u8,
        d: Reg,
        a: Reg,
    },
    /// Cut a pair to w bits (w > 64: pair; else one register).
    WideTruncate {
        w: u8,
        d: Reg,
        a: Reg,
    },

    Float {
        op: FloatOp,
        p: Precision,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FloatUnary {
        op: FloatUnary,
        p: Precision,
        d: Reg,
        a: Reg,
    },
    FusedMultiplyAdd {
        p: Precision,
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    FloatCompare {
        predicate: FloatPredicate,
        p: Precision,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// llvm.is.fpclass with its mask.
    FloatClass {
        p: Precision,
        mask: u16,
        d: Reg,
        a: Reg,
    },
    FloatExtend {
        d: Reg,
        a: Reg,
    },
    FloatTruncate {
        d: Reg,
        a: Reg,
    },
    /// w up to 128. Saturating, which is also what plain fptoui/fptosi may do out of range on hardware
    /// only for the `.sat` intrinsics: plain conversions give what cvttsd2si gives.
    FloatToInt {
        p: Precision,
        signed: bool,
        saturate: bool,
        w: u8,
        d: Reg,
        a: Reg,
    },
    IntToFloat {
        p: Precision,
        signed: bool,
        w: u8,
        d: Reg,
        a: Reg,
    },

    Select {
        d: Reg,
        condition: Reg,
        a: Reg,
        b: Reg,
    },
    /// d := a + index * scale, index already sign-extended to 64 bits.
    AddScaled {
        d: Reg,
        a: Reg,
        index: Reg,
        scale: i32,
    },
    /// d := a + offset
    AddOffset {
        d: Reg,
        a: Reg,
        offset: i32,
    },
    /// d := the 32-bit form of the address in a: see [`crate::ShortAddresses`].
    Shorten {
        d: Reg,
        a: Reg,
    },
    /// d := the address whose 32-bit form is in a.
    Lengthen {
        d: Reg,
        a: Reg,
    },

    /// Load an integer, pointer or float of w <= 64 bits from p + offset into one register.
    Load {
        w: u8,
        order: Order,
        d: Reg,
        p: Reg,
        offset: i32,
    },
    Store {
        w: u8,
        order: Order,
        v: Reg,
        p: Reg,
        offset: i32,
    },
    /// Everything that takes several registers, as one access: see [`Body::shapes`](crate::Body::shapes).
    LoadMany {
        order: Order,
        d: Reg,
        p: Reg,
        offset: i32,
        shape: u32,
    },
    StoreMany {
        order: Order,
        v: Reg,
        p: Reg,
        offset: i32,
        shape: u32,
    },
    /// d := old value, d + 1 := success. w <= 64.
    CompareExchange {
        w: u8,
        order: ExchangeOrder,
        d: Reg,
        p: Reg,
        expected: Reg,
        new: Reg,
    },
    /// d (pair) := old, d + 2 := success; 128 bits.
    WideCompareExchange {
        order: ExchangeOrder,
        d: Reg,
        p: Reg,
        expected: Reg,
        new: Reg,
    },
    /// d := old value. w <= 64; FAdd and the like by width 32 or 64.
    ReadModifyWrite {
        op: RmwOp,
        w: u8,
        order: Order,
        d: Reg,
        p: Reg,
        v: Reg,
    },
    Fence {
        order: Order,
    },
    /// memcpy and memmove, n a 64-bit register.
    CopyMemory {
        to: Reg,
        from: Reg,
        n: Reg,
        /// memmove.
        may_overlap: bool,
    },
    SetMemory {
        to: Reg,
        byte: Reg,
        n: Reg,
    },
    /// The address of this thread's copy of a thread-local global (index into [`crate::Program::globals`]).
    ThreadLocal {
        d: Reg,
        global: u32,
    },

    /// A new local object of `size` bytes: see [`Body::allocas`](crate::Body::allocas).
    Alloca {
        d: Reg,
        alloca: u32,
    },
    LifetimeStart {
        p: Reg,
    },
    LifetimeEnd {
        p: Reg,
    },
    StackSave {
        d: Reg,
    },
    StackRestore {
        p: Reg,
    },
    /// Fill the va_list at p: all arguments lie in the overflow area.
    VaStart {
        p: Reg,
    },
    VaCopy {
        to: Reg,
        from: Reg,
    },

    Jump {
        target: Pc,
    },
    /// To `target` if the condition is 1, else on to the next operation.
    Branch {
        condition: Reg,
        target: Pc,
    },
    /// To `target` if the condition is 0, else on to the next operation.
    BranchUnless {
        condition: Reg,
        target: Pc,
    },
    /// Compare and branch in one: to `target` if it holds.
    CompareBranch {
        predicate: IntPredicate,
        w: u8,
        a: Reg,
        b: Reg,
        target: Pc,
    },
    Switch {
        v: Reg,
        table: u32,
    },
    /// To the block address in a (function object, offset pc + 1).
    IndirectJump {
        a: Reg,
    },
    /// A call or an invoke: see [`Body::calls`](crate::Body::calls).
    Call {
        call: u32,
    },
    /// Return `count` registers from a on.
    Return {
        a: Reg,
        count: u32,
    },
    /// Continue unwinding with the exception in a (pointer) and a + 1 (selector).
    Resume {
        a: Reg,
    },
    Unreachable,
    /// llvm.trap, llvm.ubsantrap, llvm.debugtrap
    Trap,
    /// An instruction that the machine does not know, reported by name when reached: index into
    /// [`Body::unsupported`](crate::Body::unsupported). (A whole program contains many that are never reached.)
    Unsupported {
        what: u32,
    },
    /// llvm.eh.typeid.for: d := the selector of the type info at address in a.
    TypeId {
        d: Reg,
        a: Reg,
    },
    /// A place that the search was told of: a thread may be interrupted before it. Put in by
    /// [`crate::Program::mark`].
    Place {
        place: u32,
        /// To come here is what the search looks for.
        goal: bool,
    },
    /// __builtin_frame_address and llvm.returnaddress give 0; kept out of the op set by the lowering.
    Nop,
}

/// One register of a load or store of several: where it lies and how wide it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    pub offset: u32,
    pub w: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Bytes that the whole access touches.
    pub size: u32,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Alloca {
    /// Bytes of one element.
    pub size: u64,
    /// Number of elements, a 64-bit register; None: one.
    pub count: Option<Reg>,
    pub align: u32,
    /// The source variable, when known.
    pub variable: Option<LocalVariable>,
}

/// A local variable of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalVariable {
    pub name: String,
    /// Its type in the debug metadata of a module, by the number of the module.
    pub ty: Option<(u32, MetadataId)>,
    /// It is declared in the user's own code.
    pub is_users: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Direct(FunctionId),
    Indirect(Reg),
}

/// One argument that a call passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    Register(Reg),
    /// A copy of `size` bytes behind the pointer (byval); the callee gets a pointer to its own copy.
    ByValue {
        pointer: Reg,
        size: u32,
        align: u32,
    },
}

/// What an argument of a 32-bit program is on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    FourBytes,
    EightBytes,
    Pointer,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    pub callee: Callee,
    /// Fixed arguments, one entry a register; for calls of variadic functions all arguments.
    pub arguments: Vec<Passed>,
    /// How many of `arguments` are fixed parameters, when called as variadic.
    pub fixed: Option<u32>,
    /// How each of `arguments` lies in memory when it is passed there, in calls of variadic
    /// functions of 32-bit programs.
    pub pushed: Vec<Pushed>,
    /// Where the result goes and how many registers it has (0: none).
    pub d: Reg,
    pub results: u32,
    /// Bits of the first register of the result.
    pub result_bits: u8,
    /// The landing pad of an invoke: index into [`Body::landing_pads`](crate::Body::landing_pads). After a normal return the
    /// machine goes on at the next operation (the lowering puts a Jump there for an invoke).
    pub landing_pad: Option<u32>,
    /// Where the callee was read, right before the call.
    pub slot: Option<Slot>,
    /// The widths of the results, and of the arguments if the callee is not known.
    pub signature: Signature,
    /// For a data choice whose values the function hardly tells apart.
    pub classes: Option<ValueClasses>,
}

/// One value of each class of values that a function cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueClasses {
    /// The bits of the value.
    pub width: u8,
    pub values: Vec<u64>,
}

/// Where in a table or another object a callee lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    pub offset: u32,
    pub table: Table,
}

/// The bits of each register of the parameters and of the results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signature {
    pub parameters: Vec<u8>,
    pub results: Vec<u8>,
}

/// What is known of the object in which a callee lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// Nothing.
    Any,
    /// It is one of several of the same kind, and the callee lies in an element of them.
    Array,
    /// It never changes: the methods of a trait.
    Invariant,
    /// The virtual functions of this class of C++, by its mangled name, or of one that is
    /// derived from it.
    Class(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Catch {
    /// Catches everything.
    All,
    /// The type info object at this constant address.
    Type(u64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct LandingPad {
    pub target: Pc,
    pub cleanup: bool,
    pub catches: Vec<Catch>,
    /// A filter clause (exception specification): treated as catching all that is not in the list.
    pub filters: Vec<Vec<u64>>,
    /// Receives the exception pointer; d + 1 the selector.
    pub d: Reg,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SwitchTable {
    /// Sorted by value, values zero-extended.
    pub cases: Vec<(u64, Pc)>,
    pub default: Pc,
}
