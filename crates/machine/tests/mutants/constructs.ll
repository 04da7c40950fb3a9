%pair = type { i32, [2 x i16] }
%wide = type <{ i8, i128, %pair, <2 x float>, ptr }>

@text = private unnamed_addr constant [4 x i8] c"ab\0A\00", align 1
@value = global %wide <{ i8 1, i128 -2, %pair { i32 3, [2 x i16] [i16 4, i16 5] }, <2 x float> <float 1.5, float 2.0>, ptr @text }>, align 16
@counter = internal global i64 0, align 8
@mine = thread_local global i32 9
@labels = constant [2 x ptr] [ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two)]
@inside = global ptr getelementptr inbounds (%pair, ptr getelementptr (%wide, ptr @value, i64 0, i32 2), i64 0, i32 1, i64 1)
@other = alias i64, ptr @counter
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }]

declare i32 @llvm.umax.i32(i32, i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i32 @llvm.ctpop.i32(i32)
declare double @llvm.fabs.f64(double)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare i32 @printf(ptr, ...)
declare void @abort()

define internal void @start() {
  store i64 1, ptr @counter
  ret void
}

define i32 @jump(i32 %n) {
entry:
  %slot = getelementptr [2 x ptr], ptr @labels, i64 0, i32 %n
  %target = load ptr, ptr %slot
  indirectbr ptr %target, [label %one, label %two]

one:
  br label %end

two:
  br label %end

end:
  %r = phi i32 [ 10, %one ], [ 20, %two ]
  ret i32 %r
}

define <4 x i32> @lanes(<4 x i32> %v, i32 %n) {
  %a = insertelement <4 x i32> %v, i32 %n, i32 1
  %b = shufflevector <4 x i32> %a, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 5, i32 2, i32 undef>
  %c = icmp slt <4 x i32> %a, %b
  %d = select <4 x i1> %c, <4 x i32> %a, <4 x i32> splat (i32 7)
  %e = extractelement <4 x i32> %d, i32 %n
  %f = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %d)
  %g = add i32 %e, %f
  %h = insertelement <4 x i32> %d, i32 %g, i64 3
  ret <4 x i32> %h
}

define { i64, i1 } @exchange(ptr %p, i64 %old) {
  %r = cmpxchg weak ptr %p, i64 %old, i64 5 acq_rel monotonic
  %x = atomicrmw umax ptr %p, i64 9 seq_cst
  fence seq_cst
  %l = load atomic i64, ptr %p acquire, align 8
  store atomic i64 %l, ptr %p release, align 8
  %s = insertvalue { i64, i1 } %r, i64 %x, 0
  ret { i64, i1 } %s
}

define ptr @thread(ptr %p) {
entry:
  %local = call ptr @llvm.stacksave.p0()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %r = call { i64, i1 } @exchange(ptr %p, i64 1)
  %done = extractvalue { i64, i1 } %r, 1
  store i32 %i, ptr @mine
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 2
  br i1 %again, label %loop, label %end

end:
  call void @llvm.stackrestore.p0(ptr %local)
  %address = ptrtoint ptr %p to i64
  %back = inttoptr i64 %address to ptr
  ret ptr %back
}

define i32 @main(i32 %argc, ptr %argv) {
entry:
  %t = alloca i64
  %w = alloca %wide, align 16
  %n = alloca i8, i32 %argc
  call void @llvm.lifetime.start.p0(i64 8, ptr %t)
  call void @llvm.memcpy.p0.p0.i64(ptr %w, ptr @value, i64 41, i1 false)
  call void @llvm.memset.p0.i64(ptr %n, i8 0, i64 1, i1 false)
  %created = call i32 @pthread_create(ptr %t, ptr null, ptr @thread, ptr @counter)
  %small = load i16, ptr @inside
  %field = getelementptr inbounds %wide, ptr %w, i64 0, i32 1
  %big = load i128, ptr %field
  %shifted = ashr i128 %big, 3
  %low = trunc i128 %shifted to i32
  %max = call i32 @llvm.umax.i32(i32 %low, i32 %argc)
  %sum = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %max, i32 2147483647)
  %over = extractvalue { i32, i1 } %sum, 1
  %turned = call i64 @llvm.fshl.i64(i64 1, i64 2, i64 3)
  %bits = call i32 @llvm.ctpop.i32(i32 %max)
  %real = sitofp i32 %bits to double
  %abs = call double @llvm.fabs.f64(double %real)
  %less = fcmp olt double %abs, 1.0e+01
  %either = or i1 %less, %over
  %frozen = freeze i1 %either
  %v = call <4 x i32> @lanes(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 2)
  %first = extractelement <4 x i32> %v, i32 0
  %index = and i32 %first, 1
  %jumped = call i32 @jump(i32 %index)
  %id = load i64, ptr %t
  %joined = call i32 @pthread_join(i64 %id, ptr null)
  %printed = call i32 (ptr, ...) @printf(ptr @text, i32 %jumped, double %real)
  switch i32 %jumped, label %bad [
    i32 10, label %good
    i32 20, label %good
  ]

good:
  %result = select i1 %frozen, i32 0, i32 1
  ret i32 %result

bad:
  call void @abort()
  unreachable
}
