target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.record = type { [5 x i8], i8, i16, [2 x double] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@table = internal constant [2 x %struct.record] [%struct.record { [5 x i8] c"abcd\00", i8 5, i16 -1, [2 x double] [double 1.500000e+00, double 2.000000e+00] }, %struct.record { [5 x i8] c"e\00\00\00\00", i8 1, i16 2, [2 x double] [double 0.000000e+00, double -2.500000e-01] }], align 16
@operations = internal unnamed_addr constant [2 x ptr] [ptr @add, ptr @divide], align 16
@.str = private unnamed_addr constant [82 x i8] c"n != 0 || over || (int)(big >> 69) || (float)r.wide[0] < 1.0f || vla[1] + copy[0]\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"values.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1
@switch.table.choose = private unnamed_addr constant [10 x i32] [i32 4, i32 -4, i32 4, i32 4, i32 4, i32 4, i32 4, i32 5, i32 4, i32 5], align 4

define dso_local range(i32 -32, 32) i32 @main(i32 noundef %0, ptr nocapture noundef readnone %1) local_unnamed_addr {
  %3 = alloca %struct.record, align 8
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) 
  %4 = and i32 %0, 1
  %5 = zext nneg i32 %4 to i64
  %6 = getelementptr inbounds [2 x %struct.record], ptr @table, i64 0, i64 %5
  %7 = trunc i32 %0 to i8
  call fastcc void @changed(ptr dead_on_unwind nonnull writable sret(%struct.record) align 8 %3, ptr noundef nonnull byval(%struct.record) align 8 %6, i8 noundef zeroext %7)
  %8 = mul i32 %0, %0
  %9 = add nuw nsw i32 %8, 1
  %10 = load i8, ptr %3, align 8
  %11 = tail call i32 (i32, ...) @sum(i32 poison, i32 noundef 1, i32 noundef 2, i32 noundef %0)
  %12 = getelementptr inbounds [2 x ptr], ptr @operations, i64 0, i64 %5
  %13 = load ptr, ptr %12, align 8, !tbaa !5
  %14 = tail call i32 %13(i32 noundef 5, i32 noundef %9) 
  %15 = add nsw i32 %14, %11
  %16 = tail call fastcc i32 @choose(i32 noundef %0)
  %17 = add nsw i32 %0, 3
  %18 = zext i32 %17 to i64
  %19 = tail call ptr @llvm.stacksave.p0()
  %20 = alloca i8, i64 %18, align 16
  %21 = sext i32 %17 to i64
  call void @llvm.memset.p0.i64(ptr nonnull align 16 %20, i8 0, i64 %21, i1 false)
  %22 = sub nsw i32 0, %16
  %23 = icmp eq i32 %15, %22
  %24 = icmp eq i32 %0, 0
  %25 = and i1 %24, %23
  br i1 %25, label %26, label %39

26:
  %27 = getelementptr inbounds i8, ptr %3, i64 8
  %28 = load double, ptr %27, align 8, !tbaa !9
  %29 = fptrunc double %28 to float
  %30 = fcmp olt float %29, 1.000000e+00
  br i1 %30, label %39, label %31

31:
  %32 = getelementptr inbounds i8, ptr %20, i64 1
  %33 = load i8, ptr %32, align 1, !tbaa !11
  %34 = sext i8 %33 to i32
  %35 = sext i8 %10 to i32
  %36 = sub nsw i32 0, %35
  %37 = icmp eq i32 %34, %36
  br i1 %37, label %38, label %39

38:
  tail call void @__assert_fail(ptr noundef nonnull @.str, ptr noundef nonnull @.str.1, i32 noundef 36, ptr noundef nonnull @__PRETTY_FUNCTION__.main) 
  unreachable

39:
  %40 = or i32 %0, 8
  %41 = tail call range(i32 0, 4) i32 @llvm.cttz.i32(i32 %40, i1 true)
  %42 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %0)
  %43 = sub nsw i32 %41, %42
  tail call void @llvm.stackrestore.p0(ptr %19)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) 
  ret i32 %43
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) 

define internal fastcc void @changed(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.record) align 8 %0, ptr nocapture noundef byval(%struct.record) align 8 %1, i8 noundef zeroext %2) unnamed_addr {
  %4 = and i8 %2, 3
  %5 = zext nneg i8 %4 to i64
  %6 = getelementptr inbounds [5 x i8], ptr %1, i64 0, i64 %5
  store i8 120, ptr %6, align 1, !tbaa !11
  %7 = getelementptr inbounds i8, ptr %1, i64 6
  %8 = load i16, ptr %7, align 2, !tbaa !12
  %9 = sitofp i16 %8 to double
  %10 = getelementptr inbounds i8, ptr %1, i64 16
  %11 = load double, ptr %10, align 8, !tbaa !9
  %12 = fadd double %11, %9
  store double %12, ptr %10, align 8, !tbaa !9
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %0, ptr noundef nonnull align 8 dereferenceable(24) %1, i64 24, i1 false), !tbaa.struct !16
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) 

define internal i32 @sum(i32 %0, ...) unnamed_addr {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) 
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = load i32, ptr %2, align 16
  %4 = getelementptr inbounds i8, ptr %2, i64 8
  %5 = getelementptr inbounds i8, ptr %2, i64 16
  %6 = load ptr, ptr %5, align 16
  %7 = load ptr, ptr %4, align 8
  br label %8

8:
  %9 = phi ptr [ %7, %1 ], [ %21, %20 ]
  %10 = phi i32 [ 2, %1 ], [ %26, %20 ]
  %11 = phi i32 [ 0, %1 ], [ %25, %20 ]
  %12 = phi i32 [ %3, %1 ], [ %22, %20 ]
  %13 = icmp ult i32 %12, 41
  br i1 %13, label %14, label %18

14:
  %15 = zext nneg i32 %12 to i64
  %16 = getelementptr i8, ptr %6, i64 %15
  %17 = add nuw nsw i32 %12, 8
  store i32 %17, ptr %2, align 16
  br label %20

18:
  %19 = getelementptr i8, ptr %9, i64 8
  store ptr %19, ptr %4, align 8
  br label %20

20:
  %21 = phi ptr [ %9, %14 ], [ %19, %18 ]
  %22 = phi i32 [ %17, %14 ], [ %12, %18 ]
  %23 = phi ptr [ %16, %14 ], [ %9, %18 ]
  %24 = load i32, ptr %23, align 4, !tbaa !18
  %25 = add nsw i32 %24, %11
  %26 = add nsw i32 %10, -1
  %27 = icmp eq i32 %10, 0
  br i1 %27, label %28, label %8, !llvm.loop !19

28:
  call void @llvm.va_end.p0(ptr %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) 
  ret i32 %25
}

define internal fastcc range(i32 -4, 6) i32 @choose(i32 noundef %0) unnamed_addr {
  %2 = icmp ult i32 %0, 10
  br i1 %2, label %6, label %3

3:
  %4 = icmp ugt i32 %0, 3
  %5 = zext i1 %4 to i32
  br label %14

6:
  %7 = trunc nuw i32 %0 to i16
  %8 = lshr i16 643, %7
  %9 = trunc i16 %8 to i1
  br i1 %9, label %10, label %3

10:
  %11 = zext nneg i32 %0 to i64
  %12 = getelementptr inbounds [10 x i32], ptr @switch.table.choose, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  br label %14

14:
  %15 = phi i32 [ %5, %3 ], [ %13, %10 ]
  ret i32 %15
}

declare ptr @llvm.stacksave.p0() 

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) 

declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr 

declare i32 @llvm.cttz.i32(i32, i1 immarg) 

declare i32 @llvm.ctpop.i32(i32) 

declare void @llvm.stackrestore.p0(ptr) 

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) 

declare void @llvm.va_start.p0(ptr) 

declare void @llvm.va_end.p0(ptr) 

define internal i32 @add(i32 noundef %0, i32 noundef %1) {
  %3 = add nsw i32 %1, %0
  ret i32 %3
}

define internal noundef i32 @divide(i32 noundef %0, i32 noundef %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %6, label %4

4:
  %5 = sdiv i32 %0, %1
  br label %6

6:
  %7 = phi i32 [ %5, %4 ], [ 0, %2 ]
  ret i32 %7
}



!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"double", !7, i64 0}
!11 = !{!7, !7, i64 0}
!12 = !{!13, !15, i64 6}
!13 = !{!"", !7, i64 0, !14, i64 5, !15, i64 6, !7, i64 8}
!14 = !{!"int", !7, i64 0}
!15 = !{!"short", !7, i64 0}
!16 = !{i64 0, i64 5, !11, i64 5, i64 1, !11, i64 6, i64 2, !17, i64 8, i64 16, !11}
!17 = !{!15, !15, i64 0}
!18 = !{!14, !14, i64 0}
!19 = distinct !{!19, !20, !21}
!20 = !{!"llvm.loop.mustprogress"}
!21 = !{!"llvm.loop.unroll.disable"}
