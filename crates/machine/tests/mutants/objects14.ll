target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Pair = type { %struct.Shape, %struct.Shape* }
%struct.Shape = type { i32 (...)** }
%struct.Square = type <{ %struct.Shape, i32, [4 x i8] }>
%struct.Guard = type { i32* }





















@_ZTV6Square = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI6Square to i8*), i8* bitcast (i32 (%struct.Square*)* @_ZNK6Square4areaEv to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD2Ev to i8*), i8* bitcast (void (%struct.Square*)* @_ZN6SquareD0Ev to i8*)] }, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global i8*
@_ZTS6Square = linkonce_odr dso_local constant [8 x i8] c"6Square\00", align 1
@_ZTVN10__cxxabiv117__class_type_infoE = external global i8*
@_ZTS5Shape = linkonce_odr dso_local constant [7 x i8] c"5Shape\00", align 1
@_ZTI5Shape = linkonce_odr dso_local constant { i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @_ZTS5Shape, i32 0, i32 0) }, align 8
@_ZTI6Square = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([8 x i8], [8 x i8]* @_ZTS6Square, i32 0, i32 0), i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*) }, align 8
@_ZTV5Shape = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*), i8* bitcast (void ()* @__cxa_pure_virtual to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD2Ev to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD0Ev to i8*)] }, align 8
@_ZTIi = external constant i8*
@_ZTV4Pair = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI4Pair to i8*), i8* bitcast (i32 (%struct.Pair*)* @_ZNK4Pair4areaEv to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD2Ev to i8*), i8* bitcast (void (%struct.Pair*)* @_ZN4PairD0Ev to i8*)] }, align 8
@_ZTS4Pair = linkonce_odr dso_local constant [6 x i8] c"4Pair\00", align 1
@_ZTI4Pair = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([6 x i8], [6 x i8]* @_ZTS4Pair, i32 0, i32 0), i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*) }, align 8

define dso_local noundef i32 @main(i32 noundef %0, i8** nocapture noundef readnone %1) local_unnamed_addr personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  %3 = alloca i32, align 4
  %4 = alloca %struct.Pair, align 8
  %5 = bitcast i32* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 4, i8* nonnull %5) 
  store i32 0, i32* %3, align 4, !tbaa !5
  %6 = call noalias noundef nonnull dereferenceable(16) i8* @_Znwm(i64 noundef 16) 
  %7 = bitcast i8* %6 to %struct.Square*
  %8 = icmp eq i32 %0, 1
  %9 = select i1 %8, i32 -3, i32 3
  call void @_ZN6SquareC2Ei(%struct.Square* noundef nonnull align 8 dereferenceable(12) %7, i32 noundef %9)
  %10 = getelementptr %struct.Square, %struct.Square* %7, i64 0, i32 0
  %11 = bitcast %struct.Pair* %4 to i8*
  call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %11) 
  call void @_ZN4PairC2EPK5Shape(%struct.Pair* noundef nonnull align 8 dereferenceable(16) %4, %struct.Shape* noundef %10)
  %12 = getelementptr inbounds %struct.Pair, %struct.Pair* %4, i64 0, i32 0
  %13 = invoke fastcc noundef i32 @_ZL8measuredRK5ShapePi(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %12, i32* noundef nonnull %3)
          to label %14 unwind label %24

14:
  %15 = bitcast i8* %6 to void (%struct.Shape*)***
  %16 = load void (%struct.Shape*)**, void (%struct.Shape*)*** %15, align 8, !tbaa !9
  %17 = getelementptr inbounds void (%struct.Shape*)*, void (%struct.Shape*)** %16, i64 2
  %18 = load void (%struct.Shape*)*, void (%struct.Shape*)** %17, align 8
  call void %18(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %10) 
  %19 = icmp ne i32 %13, 3
  %20 = load i32, i32* %3, align 4
  %21 = icmp ne i32 %20, 1
  %22 = select i1 %19, i1 true, i1 %21
  %23 = zext i1 %22 to i32
  call void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(16) %12) 
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %11) 
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %5) 
  ret i32 %23

24:
  %25 = landingpad { i8*, i32 }
          cleanup
  call void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(16) %12) 
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %11) 
  call void @llvm.lifetime.end.p0i8(i64 4, i8* nonnull %5) 
  resume { i8*, i32 } %25
}

declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) 

declare noundef nonnull i8* @_Znwm(i64 noundef) local_unnamed_addr 

define linkonce_odr dso_local void @_ZN6SquareC2Ei(%struct.Square* noundef nonnull align 8 dereferenceable(12) %0, i32 noundef %1) unnamed_addr align 2 {
  %3 = getelementptr inbounds %struct.Square, %struct.Square* %0, i64 0, i32 0
  call void @_ZN5ShapeC2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %3) 
  %4 = getelementptr inbounds %struct.Square, %struct.Square* %0, i64 0, i32 0, i32 0
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV6Square, i64 0, inrange i32 0, i64 2) to i32 (...)**), i32 (...)*** %4, align 8, !tbaa !9
  %5 = getelementptr inbounds %struct.Square, %struct.Square* %0, i64 0, i32 1
  store i32 %1, i32* %5, align 8, !tbaa !11
  ret void
}

declare i32 @__gxx_personality_v0(...)

declare void @_ZdlPv(i8* noundef) local_unnamed_addr 

define linkonce_odr dso_local void @_ZN4PairC2EPK5Shape(%struct.Pair* noundef nonnull align 8 dereferenceable(16) %0, %struct.Shape* noundef %1) unnamed_addr align 2 {
  %3 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 0, i32 0
  call void @_ZN5ShapeC2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %3) 
  %4 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 0, i32 0, i32 0
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV4Pair, i64 0, inrange i32 0, i64 2) to i32 (...)**), i32 (...)*** %4, align 8, !tbaa !9
  %5 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 0, i32 1
  store %struct.Shape* %1, %struct.Shape** %5, align 8, !tbaa !13
  ret void
}

define internal fastcc noundef i32 @_ZL8measuredRK5ShapePi(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0, i32* noundef %1) unnamed_addr personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  %3 = alloca %struct.Guard, align 8
  %4 = bitcast %struct.Guard* %3 to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* nonnull %4) 
  %5 = getelementptr inbounds %struct.Guard, %struct.Guard* %3, i64 0, i32 0
  store i32* %1, i32** %5, align 8, !tbaa !16
  %6 = bitcast %struct.Shape* %0 to i32 (%struct.Shape*)***
  %7 = load i32 (%struct.Shape*)**, i32 (%struct.Shape*)*** %6, align 8, !tbaa !9
  %8 = load i32 (%struct.Shape*)*, i32 (%struct.Shape*)** %7, align 8
  %9 = invoke noundef i32 %8(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0)
          to label %25 unwind label %10

10:
  %11 = landingpad { i8*, i32 }
          catch i8* bitcast (i8** @_ZTIi to i8*)
          catch i8* null
  %12 = extractvalue { i8*, i32 } %11, 0
  %13 = extractvalue { i8*, i32 } %11, 1
  %14 = call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @_ZTIi to i8*)) 
  %15 = icmp eq i32 %13, %14
  %16 = call i8* @__cxa_begin_catch(i8* %12) 
  br i1 %15, label %17, label %21

17:
  %18 = bitcast i8* %16 to i32*
  %19 = load i32, i32* %18, align 4, !tbaa !5
  %20 = sub nsw i32 0, %19
  call void @__cxa_end_catch() 
  br label %25

21:
  invoke void @__cxa_rethrow() 
          to label %30 unwind label %22

22:
  %23 = landingpad { i8*, i32 }
          cleanup
  invoke void @__cxa_end_catch()
          to label %24 unwind label %27

24:
  call void @_ZN5GuardD2Ev(%struct.Guard* noundef nonnull align 8 dereferenceable(8) %3) 
  call void @llvm.lifetime.end.p0i8(i64 8, i8* nonnull %4) 
  resume { i8*, i32 } %23

25:
  %26 = phi i32 [ %20, %17 ], [ %9, %2 ]
  call void @_ZN5GuardD2Ev(%struct.Guard* noundef nonnull align 8 dereferenceable(8) %3) 
  call void @llvm.lifetime.end.p0i8(i64 8, i8* nonnull %4) 
  ret i32 %26

27:
  %28 = landingpad { i8*, i32 }
          catch i8* null
  %29 = extractvalue { i8*, i32 } %28, 0
  call void @__clang_call_terminate(i8* %29) 
  unreachable

30:
  unreachable
}

declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) 

define linkonce_odr dso_local void @_ZN5ShapeC2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  %2 = getelementptr inbounds %struct.Shape, %struct.Shape* %0, i64 0, i32 0
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV5Shape, i64 0, inrange i32 0, i64 2) to i32 (...)**), i32 (...)*** %2, align 8, !tbaa !9
  ret void
}

define linkonce_odr dso_local noundef i32 @_ZNK6Square4areaEv(%struct.Square* noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr align 2 {
  %2 = getelementptr inbounds %struct.Square, %struct.Square* %0, i64 0, i32 1
  %3 = load i32, i32* %2, align 8, !tbaa !11
  %4 = icmp slt i32 %3, 0
  br i1 %4, label %5, label %9

5:
  %6 = call i8* @__cxa_allocate_exception(i64 4) 
  %7 = bitcast i8* %6 to i32*
  %8 = load i32, i32* %2, align 8, !tbaa !11
  store i32 %8, i32* %7, align 16, !tbaa !5
  call void @__cxa_throw(i8* %6, i8* bitcast (i8** @_ZTIi to i8*), i8* null) 
  unreachable

9:
  %10 = mul nsw i32 %3, %3
  ret i32 %10
}

define linkonce_odr dso_local void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  ret void
}

define linkonce_odr dso_local void @_ZN6SquareD0Ev(%struct.Square* noundef nonnull align 8 dereferenceable(12) %0) unnamed_addr align 2 {
  %2 = getelementptr inbounds %struct.Square, %struct.Square* %0, i64 0, i32 0
  call void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(12) %2) 
  %3 = bitcast %struct.Square* %0 to i8*
  call void @_ZdlPv(i8* noundef %3) 
  ret void
}

declare void @__cxa_pure_virtual() unnamed_addr

define linkonce_odr dso_local void @_ZN5ShapeD0Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  call void @llvm.trap() 
  unreachable
}

declare void @llvm.trap() 

declare i8* @__cxa_allocate_exception(i64) local_unnamed_addr

declare void @__cxa_throw(i8*, i8*, i8*) local_unnamed_addr

define linkonce_odr dso_local noundef i32 @_ZNK4Pair4areaEv(%struct.Pair* noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr align 2 {
  %2 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 0, i32 1
  %3 = load %struct.Shape*, %struct.Shape** %2, align 8, !tbaa !13
  %4 = bitcast %struct.Shape* %3 to i32 (%struct.Shape*)***
  %5 = load i32 (%struct.Shape*)**, i32 (%struct.Shape*)*** %4, align 8, !tbaa !9
  %6 = load i32 (%struct.Shape*)*, i32 (%struct.Shape*)** %5, align 8
  %7 = call noundef i32 %6(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %3)
  %8 = shl nsw i32 %7, 1
  ret i32 %8
}

define linkonce_odr dso_local void @_ZN4PairD0Ev(%struct.Pair* noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr align 2 {
  %2 = getelementptr inbounds %struct.Pair, %struct.Pair* %0, i64 0, i32 0
  call void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(16) %2) 
  %3 = bitcast %struct.Pair* %0 to i8*
  call void @_ZdlPv(i8* noundef %3) 
  ret void
}

declare i32 @llvm.eh.typeid.for(i8*) 

declare i8* @__cxa_begin_catch(i8*) local_unnamed_addr

declare void @__cxa_rethrow() local_unnamed_addr

declare void @__cxa_end_catch() local_unnamed_addr

define linkonce_odr hidden void @__clang_call_terminate(i8* %0) local_unnamed_addr {
  %2 = call i8* @__cxa_begin_catch(i8* %0) 
  call void @_ZSt9terminatev() 
  unreachable
}

declare void @_ZSt9terminatev() local_unnamed_addr

define linkonce_odr dso_local void @_ZN5GuardD2Ev(%struct.Guard* noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr align 2 {
  %2 = getelementptr inbounds %struct.Guard, %struct.Guard* %0, i64 0, i32 0
  %3 = load i32*, i32** %2, align 8, !tbaa !16
  %4 = load i32, i32* %3, align 4, !tbaa !5
  %5 = add nsw i32 %4, 1
  store i32 %5, i32* %3, align 4, !tbaa !5
  ret void
}



!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{!"Debian clang version 14.0.6"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"vtable pointer", !8, i64 0}
!11 = !{!12, !6, i64 8}
!12 = !{!"_ZTS6Square", !6, i64 8}
!13 = !{!14, !15, i64 8}
!14 = !{!"_ZTS4Pair", !15, i64 8}
!15 = !{!"any pointer", !7, i64 0}
!16 = !{!17, !15, i64 0}
!17 = !{!"_ZTS5Guard", !15, i64 0}
