target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Pair = type { %struct.Shape, ptr }
%struct.Shape = type { ptr }
%struct.Square = type <{ %struct.Shape, i32, [4 x i8] }>
%struct.Guard = type { ptr }























@_ZTV6Square = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI6Square, ptr @_ZNK6Square4areaEv, ptr @_ZN6SquareD2Ev, ptr @_ZN6SquareD0Ev] }, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global [0 x ptr]
@_ZTS6Square = linkonce_odr dso_local constant [8 x i8] c"6Square\00", align 1
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTS5Shape = linkonce_odr dso_local constant [7 x i8] c"5Shape\00", align 1
@_ZTI5Shape = linkonce_odr dso_local constant { ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv117__class_type_infoE, i64 2), ptr @_ZTS5Shape }, align 8
@_ZTI6Square = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS6Square, ptr @_ZTI5Shape }, align 8
@_ZTV5Shape = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI5Shape, ptr @__cxa_pure_virtual, ptr @_ZN5ShapeD2Ev, ptr @_ZN5ShapeD0Ev] }, align 8
@_ZTIi = external constant ptr
@_ZTV4Pair = linkonce_odr dso_local unnamed_addr constant { [5 x ptr] } { [5 x ptr] [ptr null, ptr @_ZTI4Pair, ptr @_ZNK4Pair4areaEv, ptr @_ZN4PairD2Ev, ptr @_ZN4PairD0Ev] }, align 8
@_ZTS4Pair = linkonce_odr dso_local constant [6 x i8] c"4Pair\00", align 1
@_ZTI4Pair = linkonce_odr dso_local constant { ptr, ptr, ptr } { ptr getelementptr inbounds (ptr, ptr @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2), ptr @_ZTS4Pair, ptr @_ZTI5Shape }, align 8

define dso_local noundef i32 @main(i32 noundef %0, ptr noundef %1) personality ptr @__gxx_personality_v0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca %struct.Pair, align 8
  %11 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i32 0, ptr %6, align 4
  %12 = call noalias noundef nonnull ptr @_Znwm(i64 noundef 16) 
  %13 = load i32, ptr %4, align 4
  %14 = icmp eq i32 %13, 1
  %15 = zext i1 %14 to i64
  %16 = select i1 %14, i32 -3, i32 3
  invoke void @_ZN6SquareC2Ei(ptr noundef nonnull align 8 dereferenceable(12) %12, i32 noundef %16)
          to label %17 unwind label %38

17:
  store ptr %12, ptr %7, align 8
  %18 = load ptr, ptr %7, align 8
  call void @_ZN4PairC2EPK5Shape(ptr noundef nonnull align 8 dereferenceable(16) %10, ptr noundef %18)
  %19 = invoke noundef i32 @_ZL8measuredRK5ShapePi(ptr noundef nonnull align 8 dereferenceable(8) %10, ptr noundef %6)
          to label %20 unwind label %42

20:
  store i32 %19, ptr %11, align 4
  %21 = load ptr, ptr %7, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %27, label %23

23:
  %24 = load ptr, ptr %21, align 8
  %25 = getelementptr inbounds ptr, ptr %24, i64 2
  %26 = load ptr, ptr %25, align 8
  call void %26(ptr noundef nonnull align 8 dereferenceable(8) %21) 
  br label %27

27:
  %28 = load i32, ptr %11, align 4
  %29 = icmp eq i32 %28, 3
  br i1 %29, label %30, label %33

30:
  %31 = load i32, ptr %6, align 4
  %32 = icmp eq i32 %31, 1
  br label %33

33:
  %34 = phi i1 [ false, %27 ], [ %32, %30 ]
  %35 = zext i1 %34 to i64
  %36 = select i1 %34, i32 0, i32 1
  store i32 %36, ptr %3, align 4
  call void @_ZN4PairD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %10) 
  %37 = load i32, ptr %3, align 4
  ret i32 %37

38:
  %39 = landingpad { ptr, i32 }
          cleanup
  %40 = extractvalue { ptr, i32 } %39, 0
  store ptr %40, ptr %8, align 8
  %41 = extractvalue { ptr, i32 } %39, 1
  store i32 %41, ptr %9, align 4
  call void @_ZdlPvm(ptr noundef %12, i64 noundef 16) 
  br label %46

42:
  %43 = landingpad { ptr, i32 }
          cleanup
  %44 = extractvalue { ptr, i32 } %43, 0
  store ptr %44, ptr %8, align 8
  %45 = extractvalue { ptr, i32 } %43, 1
  store i32 %45, ptr %9, align 4
  call void @_ZN4PairD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %10) 
  br label %46

46:
  %47 = load ptr, ptr %8, align 8
  %48 = load i32, ptr %9, align 4
  %49 = insertvalue { ptr, i32 } poison, ptr %47, 0
  %50 = insertvalue { ptr, i32 } %49, i32 %48, 1
  resume { ptr, i32 } %50
}

declare noundef nonnull ptr @_Znwm(i64 noundef) 

define linkonce_odr dso_local void @_ZN6SquareC2Ei(ptr noundef nonnull align 8 dereferenceable(12) %0, i32 noundef %1) unnamed_addr align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  %5 = load ptr, ptr %3, align 8
  call void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %5) 
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV6Square, i32 0, i32 0, i32 2), ptr %5, align 8
  %6 = getelementptr inbounds %struct.Square, ptr %5, i32 0, i32 1
  %7 = load i32, ptr %4, align 4
  store i32 %7, ptr %6, align 8
  ret void
}

declare i32 @__gxx_personality_v0(...)

declare void @_ZdlPvm(ptr noundef, i64 noundef) 

define linkonce_odr dso_local void @_ZN4PairC2EPK5Shape(ptr noundef nonnull align 8 dereferenceable(16) %0, ptr noundef %1) unnamed_addr align 2 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  %5 = load ptr, ptr %3, align 8
  call void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %5) 
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV4Pair, i32 0, i32 0, i32 2), ptr %5, align 8
  %6 = getelementptr inbounds %struct.Pair, ptr %5, i32 0, i32 1
  %7 = load ptr, ptr %4, align 8
  store ptr %7, ptr %6, align 8
  ret void
}

define internal noundef i32 @_ZL8measuredRK5ShapePi(ptr noundef nonnull align 8 dereferenceable(8) %0, ptr noundef %1) personality ptr @__gxx_personality_v0 {
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca %struct.Guard, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  %11 = getelementptr inbounds %struct.Guard, ptr %6, i32 0, i32 0
  %12 = load ptr, ptr %5, align 8
  store ptr %12, ptr %11, align 8
  %13 = load ptr, ptr %4, align 8
  %14 = load ptr, ptr %13, align 8
  %15 = getelementptr inbounds ptr, ptr %14, i64 0
  %16 = load ptr, ptr %15, align 8
  %17 = invoke noundef i32 %16(ptr noundef nonnull align 8 dereferenceable(8) %13)
          to label %18 unwind label %19

18:
  store i32 %17, ptr %3, align 4
  store i32 1, ptr %9, align 4
  br label %42

19:
  %20 = landingpad { ptr, i32 }
          catch ptr @_ZTIi
          catch ptr null
  %21 = extractvalue { ptr, i32 } %20, 0
  store ptr %21, ptr %7, align 8
  %22 = extractvalue { ptr, i32 } %20, 1
  store i32 %22, ptr %8, align 4
  br label %23

23:
  %24 = load i32, ptr %8, align 4
  %25 = call i32 @llvm.eh.typeid.for.p0(ptr @_ZTIi) 
  %26 = icmp eq i32 %24, %25
  br i1 %26, label %27, label %33

27:
  %28 = load ptr, ptr %7, align 8
  %29 = call ptr @__cxa_begin_catch(ptr %28) 
  %30 = load i32, ptr %29, align 4
  store i32 %30, ptr %10, align 4
  %31 = load i32, ptr %10, align 4
  %32 = sub nsw i32 0, %31
  store i32 %32, ptr %3, align 4
  store i32 1, ptr %9, align 4
  call void @__cxa_end_catch() 
  br label %42

33:
  %34 = load ptr, ptr %7, align 8
  %35 = call ptr @__cxa_begin_catch(ptr %34) 
  invoke void @__cxa_rethrow() 
          to label %52 unwind label %36

36:
  %37 = landingpad { ptr, i32 }
          cleanup
  %38 = extractvalue { ptr, i32 } %37, 0
  store ptr %38, ptr %7, align 8
  %39 = extractvalue { ptr, i32 } %37, 1
  store i32 %39, ptr %8, align 4
  invoke void @__cxa_end_catch()
          to label %40 unwind label %49

40:
  call void @_ZN5GuardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %6) 
  br label %44

41:                                               ; No predecessors!
  call void @llvm.trap()
  unreachable

42:
  call void @_ZN5GuardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %6) 
  %43 = load i32, ptr %3, align 4
  ret i32 %43

44:
  %45 = load ptr, ptr %7, align 8
  %46 = load i32, ptr %8, align 4
  %47 = insertvalue { ptr, i32 } poison, ptr %45, 0
  %48 = insertvalue { ptr, i32 } %47, i32 %46, 1
  resume { ptr, i32 } %48

49:
  %50 = landingpad { ptr, i32 }
          catch ptr null
  %51 = extractvalue { ptr, i32 } %50, 0
  call void @__clang_call_terminate(ptr %51) 
  unreachable

52:
  unreachable
}

define linkonce_odr dso_local void @_ZN4PairD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) 
  ret void
}

define linkonce_odr dso_local void @_ZN5ShapeC2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  store ptr getelementptr inbounds inrange(-16, 24) ({ [5 x ptr] }, ptr @_ZTV5Shape, i32 0, i32 0, i32 2), ptr %3, align 8
  ret void
}

define linkonce_odr dso_local noundef i32 @_ZNK6Square4areaEv(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Square, ptr %3, i32 0, i32 1
  %5 = load i32, ptr %4, align 8
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %7, label %11

7:
  %8 = call ptr @__cxa_allocate_exception(i64 4) 
  %9 = getelementptr inbounds %struct.Square, ptr %3, i32 0, i32 1
  %10 = load i32, ptr %9, align 8
  store i32 %10, ptr %8, align 16
  call void @__cxa_throw(ptr %8, ptr @_ZTIi, ptr null) 
  unreachable

11:
  %12 = getelementptr inbounds %struct.Square, ptr %3, i32 0, i32 1
  %13 = load i32, ptr %12, align 8
  %14 = getelementptr inbounds %struct.Square, ptr %3, i32 0, i32 1
  %15 = load i32, ptr %14, align 8
  %16 = mul nsw i32 %13, %15
  ret i32 %16
}

define linkonce_odr dso_local void @_ZN6SquareD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %3) 
  ret void
}

define linkonce_odr dso_local void @_ZN6SquareD0Ev(ptr noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @_ZN6SquareD2Ev(ptr noundef nonnull align 8 dereferenceable(12) %3) 
  call void @_ZdlPvm(ptr noundef %3, i64 noundef 16) 
  ret void
}

declare void @__cxa_pure_virtual() unnamed_addr

define linkonce_odr dso_local void @_ZN5ShapeD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  ret void
}

define linkonce_odr dso_local void @_ZN5ShapeD0Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @llvm.trap() 
  unreachable
}

declare void @llvm.trap() 

declare ptr @__cxa_allocate_exception(i64)

declare void @__cxa_throw(ptr, ptr, ptr)

define linkonce_odr dso_local noundef i32 @_ZNK4Pair4areaEv(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Pair, ptr %3, i32 0, i32 1
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds ptr, ptr %6, i64 0
  %8 = load ptr, ptr %7, align 8
  %9 = call noundef i32 %8(ptr noundef nonnull align 8 dereferenceable(8) %5)
  %10 = mul nsw i32 %9, 2
  ret i32 %10
}

define linkonce_odr dso_local void @_ZN4PairD0Ev(ptr noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  call void @_ZN4PairD2Ev(ptr noundef nonnull align 8 dereferenceable(16) %3) 
  call void @_ZdlPvm(ptr noundef %3, i64 noundef 16) 
  ret void
}

declare i32 @llvm.eh.typeid.for.p0(ptr) 

declare ptr @__cxa_begin_catch(ptr)

declare void @__cxa_rethrow()

declare void @__cxa_end_catch()

define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) {
  %2 = call ptr @__cxa_begin_catch(ptr %0) 
  call void @_ZSt9terminatev() 
  unreachable
}

declare void @_ZSt9terminatev()

define linkonce_odr dso_local void @_ZN5GuardD2Ev(ptr noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  %2 = alloca ptr, align 8
  store ptr %0, ptr %2, align 8
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds %struct.Guard, ptr %3, i32 0, i32 0
  %5 = load ptr, ptr %4, align 8
  %6 = load i32, ptr %5, align 4
  %7 = add nsw i32 %6, 1
  store i32 %7, ptr %5, align 4
  ret void
}



!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
