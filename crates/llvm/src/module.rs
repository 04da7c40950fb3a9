//! What a `.ll` file says, as plain data. Types are interned, pointers are opaque
//! (the pointee of a typed pointer is dropped on reading), and function bodies and
//! metadata are read on demand.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// An interned type of one [`crate::Module`].
    TypeId);
id!(/// A global variable, function or alias of one [`crate::Module`], in the order of the file.
    GlobalId);
id!(/// A value of a function body: parameters first, then results in order of definition.
    LocalId);
id!(/// A basic block of a function body, in the order of the file; the entry is 0.
    BlockId);
id!(/// A numbered metadata node (`!42`).
    MetadataId);

/// A place in the text of a [`crate::Module`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextOffset(pub(crate) usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    /// Any width from 1 upwards.
    Int(u32),
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    Ptr,
    Label,
    Token,
    Metadata,
    Array {
        len: u64,
        element: TypeId,
    },
    Vector {
        len: u32,
        element: TypeId,
    },
    Struct {
        fields: Vec<TypeId>,
        packed: bool,
    },
    /// A named struct without a body.
    Opaque(String),
    Function {
        result: TypeId,
        params: Vec<TypeId>,
        variadic: bool,
    },
}

/// A constant, as written. Aggregates are trees.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// Little-endian 64-bit words, two's complement, cut to the width of the type.
    Int {
        ty: TypeId,
        words: Vec<u64>,
    },
    /// The bits in the format of the type (half, float, double in the low word; x86_fp80 and fp128 in both).
    Float {
        ty: TypeId,
        bits: u128,
    },
    Null(TypeId),
    Undef(TypeId),
    Poison(TypeId),
    /// A constant expression that this reader knows by name only.
    Unread {
        ty: TypeId,
        what: String,
    },
    /// `zeroinitializer`
    Zero(TypeId),
    /// Struct, array or vector (a `splat` is written out).
    Aggregate {
        ty: TypeId,
        elements: Vec<Constant>,
    },
    /// `c"..."`
    Bytes {
        ty: TypeId,
        bytes: Vec<u8>,
    },
    Global(GlobalId),
    BlockAddress {
        function: GlobalId,
        block: String,
    },
    Binary {
        op: BinaryOp,
        ty: TypeId,
        a: Box<Constant>,
        b: Box<Constant>,
    },
    Icmp {
        predicate: IntPredicate,
        ty: TypeId,
        a: Box<Constant>,
        b: Box<Constant>,
    },
    Select {
        ty: TypeId,
        condition: Box<Constant>,
        a: Box<Constant>,
        b: Box<Constant>,
    },
    ExtractElement {
        /// The type of the vector.
        ty: TypeId,
        vector: Box<Constant>,
        index: Box<Constant>,
    },
    Cast {
        op: CastOp,
        from: TypeId,
        value: Box<Constant>,
        to: TypeId,
    },
    Gep {
        element: TypeId,
        base: Box<Constant>,
        indices: Vec<(TypeId, Constant)>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Local(LocalId),
    Constant(Constant),
    /// `metadata ...` arguments of intrinsics; what they say, if they are strings
    Metadata(Option<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

impl BinaryOp {
    /// Works on floating-point numbers, not on integers.
    pub fn is_float(self) -> bool {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        matches!(self, FAdd | FSub | FMul | FDiv | FRem)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
    /// The operand without what was there. Not of LLVM: `lock neg` is one.
    ReverseSub,
}

/// The memory orderings; that an access is atomic matters to race detection, the
/// strength does not (the machine is sequentially consistent).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ordering {
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub ty: TypeId,
    pub value: Value,
    /// `byval(T)`: the callee gets a copy of the T behind the pointer.
    pub byval: Option<TypeId>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    Value(Value),
    InlineAsm(Assembly),
}

/// A text for an assembler, with operands by constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    pub template: String,
    pub constraints: String,
    /// Written as intel does, else as AT&T did.
    pub intel: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub callee: Callee,
    pub result: TypeId,
    /// The callee is called as variadic (`call i32 (ptr, ...) @printf(...)`).
    pub variadic: bool,
    pub arguments: Vec<Argument>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `catch ptr X`; a null constant catches everything.
    Catch(Constant),
    Filter(Constant),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// nsw, nuw, exact, disjoint and fast-math flags are dropped: the machine computes
    /// what the hardware would.
    Binary {
        op: BinaryOp,
        ty: TypeId,
        a: Value,
        b: Value,
    },
    FNeg {
        ty: TypeId,
        value: Value,
    },
    Icmp {
        predicate: IntPredicate,
        ty: TypeId,
        a: Value,
        b: Value,
    },
    Fcmp {
        predicate: FloatPredicate,
        ty: TypeId,
        a: Value,
        b: Value,
    },
    Select {
        condition_ty: TypeId,
        condition: Value,
        ty: TypeId,
        a: Value,
        b: Value,
    },
    Cast {
        op: CastOp,
        from: TypeId,
        value: Value,
        to: TypeId,
    },
    Freeze {
        ty: TypeId,
        value: Value,
    },
    Alloca {
        ty: TypeId,
        count: Option<(TypeId, Value)>,
        align: Option<u32>,
    },
    Load {
        ty: TypeId,
        pointer: Value,
        atomic: Option<Ordering>,
        volatile: bool,
        /// From memory that never changes, such as a table of methods.
        invariant: bool,
    },
    Store {
        ty: TypeId,
        value: Value,
        pointer: Value,
        atomic: Option<Ordering>,
        volatile: bool,
    },
    Fence {
        ordering: Ordering,
    },
    /// Result `{ ty, i1 }`.
    CmpXchg {
        ty: TypeId,
        pointer: Value,
        expected: Value,
        new: Value,
        success: Ordering,
        failure: Ordering,
        weak: bool,
    },
    AtomicRmw {
        op: RmwOp,
        ty: TypeId,
        pointer: Value,
        value: Value,
        ordering: Ordering,
    },
    /// `base_ty` is ptr, or a vector of ptr.
    Gep {
        element: TypeId,
        base_ty: TypeId,
        base: Value,
        indices: Vec<(TypeId, Value)>,
    },
    Phi {
        ty: TypeId,
        incoming: Vec<(Value, BlockId)>,
    },
    Call(Call),
    Invoke {
        call: Call,
        normal: BlockId,
        unwind: BlockId,
    },
    LandingPad {
        ty: TypeId,
        cleanup: bool,
        clauses: Vec<Clause>,
    },
    Resume {
        ty: TypeId,
        value: Value,
    },
    ExtractValue {
        aggregate_ty: TypeId,
        aggregate: Value,
        path: Vec<u32>,
    },
    InsertValue {
        aggregate_ty: TypeId,
        aggregate: Value,
        element_ty: TypeId,
        element: Value,
        path: Vec<u32>,
    },
    ExtractElement {
        vector_ty: TypeId,
        vector: Value,
        index_ty: TypeId,
        index: Value,
    },
    InsertElement {
        vector_ty: TypeId,
        vector: Value,
        element: Value,
        index_ty: TypeId,
        index: Value,
    },
    /// `None` in the mask is poison/undef; indices run over `a` then `b`.
    ShuffleVector {
        vector_ty: TypeId,
        a: Value,
        b: Value,
        mask: Vec<Option<u32>>,
    },
    VaArg {
        list: Value,
        ty: TypeId,
    },
    Ret(Option<(TypeId, Value)>),
    Br(BlockId),
    CondBr {
        condition: Value,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        ty: TypeId,
        value: Value,
        default: BlockId,
        cases: Vec<(Constant, BlockId)>,
    },
    IndirectBr {
        address: Value,
        targets: Vec<BlockId>,
    },
    Unreachable,
    /// An instruction that this reader knows by name only. It ends its block: what comes behind
    /// it cannot be reached.
    Unread {
        what: String,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    pub result: Option<LocalId>,
    pub operation: Operation,
    /// Where it stands in the file, for [`crate::Module::invalid`].
    pub at: TextOffset,
    /// The `!dbg` attachment.
    pub location: Option<MetadataId>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub name: String,
    pub at: TextOffset,
    pub instructions: Vec<Instruction>,
}

/// A parameter of a defined function.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub ty: TypeId,
    pub byval: Option<TypeId>,
}

/// `#dbg_declare` / `llvm.dbg.declare`: the source variable that lives in an alloca.
#[derive(Clone, Debug, PartialEq)]
pub struct Declare {
    pub address: LocalId,
    pub variable: MetadataId,
}

/// `#dbg_value` / `llvm.dbg.value`: the source variable whose value is a pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    pub value: LocalId,
    pub variable: MetadataId,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub parameters: Vec<Parameter>,
    pub blocks: Vec<Block>,
    /// The type of every local, parameters included.
    pub local_types: Vec<TypeId>,
    pub declares: Vec<Declare>,
    pub pointers: Vec<Pointer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// internal, private
    Local,
    /// external and everything that binds by name
    External,
    /// weak, linkonce and their odr forms, common, available_externally: gives way to a strong one
    Weak,
    /// extern_weak: null unless it is defined
    ExternWeak,
    /// appending: `llvm.global_ctors` and the like
    Appending,
}

#[derive(Clone, Debug)]
pub struct Global {
    /// Without the `@` and quotes, escapes decoded.
    pub name: String,
    pub linkage: Linkage,
    pub kind: GlobalKind,
    /// The `!dbg` attachment (a DIGlobalVariableExpression or a DISubprogram).
    pub debug: Option<MetadataId>,
}

#[derive(Clone, Debug)]
pub enum GlobalKind {
    Variable {
        ty: TypeId,
        constant: bool,
        thread_local: bool,
        align: Option<u32>,
        /// None: declared here, defined elsewhere. The text is parsed when asked for: [`crate::Module::initializer`].
        has_initializer: bool,
    },
    Function {
        ty: TypeId,
        /// None: declared here, defined elsewhere. Read with [`crate::Module::body`].
        has_body: bool,
        /// `personality`
        has_personality: bool,
    },
    /// alias or ifunc: another global, possibly cast.
    Alias { target: Constant },
}

/// Where an instruction stands in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub line: u32,
    pub column: u32,
    pub scope: MetadataId,
    pub inlined_at: Option<MetadataId>,
}

/// The function that a debug scope belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subprogram {
    pub name: String,
    pub linkage_name: Option<String>,
    pub file: Option<SourceFile>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    pub directory: String,
    pub name: String,
}

/// A source variable's name and declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub line: u32,
    /// The type node, if any; read further with [`crate::Module::node`].
    pub ty: Option<MetadataId>,
}
