target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.record = type { [5 x i8], i8, i16, [2 x double] }
%struct.__va_list_tag = type { i32, i32, i8*, i8* }

@table = internal constant [2 x %struct.record] [%struct.record { [5 x i8] c"abcd\00", i8 5, i16 -1, [2 x double] [double 1.500000e+00, double 2.000000e+00] }, %struct.record { [5 x i8] c"e\00\00\00\00", i8 1, i16 2, [2 x double] [double 0.000000e+00, double -2.500000e-01] }], align 16
@operations = internal constant [2 x i32 (i32, i32)*] [i32 (i32, i32)* @add, i32 (i32, i32)* @divide], align 16
@.str = private unnamed_addr constant [82 x i8] c"n != 0 || over || (int)(big >> 69) || (float)r.wide[0] < 1.0f || vla[1] + copy[0]\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"values.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [23 x i8] c"int main(int, char **)\00", align 1

define dso_local i32 @main(i32 noundef %0, i8** noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8**, align 8
  %6 = alloca %struct.record, align 8
  %7 = alloca <4 x i32>, align 16
  %8 = alloca i128, align 16
  %9 = alloca i64, align 8
  %10 = alloca i8, align 1
  %11 = alloca [24 x i8], align 16
  %12 = alloca i32, align 4
  %13 = alloca i8*, align 8
  %14 = alloca i64, align 8
  store i32 0, i32* %3, align 4
  store i32 %0, i32* %4, align 4
  store i8** %1, i8*** %5, align 8
  %15 = load i32, i32* %4, align 4
  %16 = and i32 %15, 1
  %17 = sext i32 %16 to i64
  %18 = getelementptr inbounds [2 x %struct.record], [2 x %struct.record]* @table, i64 0, i64 %17
  %19 = load i32, i32* %4, align 4
  %20 = trunc i32 %19 to i8
  call void @changed(%struct.record* sret(%struct.record) align 8 %6, %struct.record* noundef byval(%struct.record) align 8 %18, i8 noundef zeroext %20)
  %21 = load i32, i32* %4, align 4
  %22 = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 undef>, i32 %21, i32 3
  store <4 x i32> %22, <4 x i32>* %7, align 16
  %23 = load <4 x i32>, <4 x i32>* %7, align 16
  %24 = load <4 x i32>, <4 x i32>* %7, align 16
  %25 = mul <4 x i32> %23, %24
  %26 = add <4 x i32> %25, <i32 1, i32 1, i32 1, i32 1>
  store <4 x i32> %26, <4 x i32>* %7, align 16
  %27 = load i32, i32* %4, align 4
  %28 = sext i32 %27 to i128
  %29 = shl i128 %28, 70
  store i128 %29, i128* %8, align 16
  %30 = load i32, i32* %4, align 4
  %31 = sext i32 %30 to i64
  %32 = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %31, i64 -9223372036854775808)
  %33 = extractvalue { i64, i1 } %32, 1
  %34 = extractvalue { i64, i1 } %32, 0
  store i64 %34, i64* %9, align 8
  %35 = zext i1 %33 to i8
  store i8 %35, i8* %10, align 1
  %36 = getelementptr inbounds [24 x i8], [24 x i8]* %11, i64 0, i64 0
  %37 = bitcast %struct.record* %6 to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %36, i8* align 8 %37, i64 24, i1 false)
  %38 = load i32, i32* %4, align 4
  %39 = call i32 (i32, ...) @sum(i32 noundef 3, i32 noundef 1, i32 noundef 2, i32 noundef %38)
  %40 = load i32, i32* %4, align 4
  %41 = and i32 %40, 1
  %42 = sext i32 %41 to i64
  %43 = getelementptr inbounds [2 x i32 (i32, i32)*], [2 x i32 (i32, i32)*]* @operations, i64 0, i64 %42
  %44 = load i32 (i32, i32)*, i32 (i32, i32)** %43, align 8
  %45 = load <4 x i32>, <4 x i32>* %7, align 16
  %46 = extractelement <4 x i32> %45, i32 1
  %47 = load <4 x i32>, <4 x i32>* %7, align 16
  %48 = extractelement <4 x i32> %47, i32 3
  %49 = call i32 %44(i32 noundef %46, i32 noundef %48)
  %50 = add nsw i32 %39, %49
  %51 = load i32, i32* %4, align 4
  %52 = call i32 @choose(i32 noundef %51)
  %53 = add nsw i32 %50, %52
  store i32 %53, i32* %12, align 4
  %54 = load i32, i32* %4, align 4
  %55 = add nsw i32 %54, 3
  %56 = zext i32 %55 to i64
  %57 = call i8* @llvm.stacksave()
  store i8* %57, i8** %13, align 8
  %58 = alloca i8, i64 %56, align 16
  store i64 %56, i64* %14, align 8
  %59 = load i32, i32* %4, align 4
  %60 = add nsw i32 %59, 3
  %61 = sext i32 %60 to i64
  call void @llvm.memset.p0i8.i64(i8* align 16 %58, i8 0, i64 %61, i1 false)
  %62 = load i32, i32* %12, align 4
  %63 = icmp ne i32 %62, 0
  br i1 %63, label %87, label %64

64:
  %65 = load i8, i8* %10, align 1
  %66 = trunc i8 %65 to i1
  br i1 %66, label %87, label %67

67:
  %68 = load i128, i128* %8, align 16
  %69 = ashr i128 %68, 69
  %70 = trunc i128 %69 to i32
  %71 = icmp ne i32 %70, 0
  br i1 %71, label %87, label %72

72:
  %73 = getelementptr inbounds %struct.record, %struct.record* %6, i32 0, i32 3
  %74 = getelementptr inbounds [2 x double], [2 x double]* %73, i64 0, i64 0
  %75 = load double, double* %74, align 8
  %76 = fptrunc double %75 to float
  %77 = fcmp olt float %76, 1.000000e+00
  br i1 %77, label %87, label %78

78:
  %79 = getelementptr inbounds i8, i8* %58, i64 1
  %80 = load i8, i8* %79, align 1
  %81 = sext i8 %80 to i32
  %82 = getelementptr inbounds [24 x i8], [24 x i8]* %11, i64 0, i64 0
  %83 = load i8, i8* %82, align 16
  %84 = sext i8 %83 to i32
  %85 = add nsw i32 %81, %84
  %86 = icmp ne i32 %85, 0
  br i1 %86, label %87, label %88

87:
  br label %89

88:
  call void @__assert_fail(i8* noundef getelementptr inbounds ([82 x i8], [82 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([9 x i8], [9 x i8]* @.str.1, i64 0, i64 0), i32 noundef 36, i8* noundef getelementptr inbounds ([23 x i8], [23 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) 
  unreachable

89:
  %90 = load i32, i32* %4, align 4
  %91 = or i32 %90, 8
  %92 = call i32 @llvm.cttz.i32(i32 %91, i1 true)
  %93 = load i32, i32* %4, align 4
  %94 = call i32 @llvm.ctpop.i32(i32 %93)
  %95 = sub nsw i32 %92, %94
  store i32 %95, i32* %3, align 4
  %96 = load i8*, i8** %13, align 8
  call void @llvm.stackrestore(i8* %96)
  %97 = load i32, i32* %3, align 4
  ret i32 %97
}

define internal void @changed(%struct.record* noalias sret(%struct.record) align 8 %0, %struct.record* noundef byval(%struct.record) align 8 %1, i8 noundef zeroext %2) {
  %4 = alloca i8, align 1
  store i8 %2, i8* %4, align 1
  %5 = getelementptr inbounds %struct.record, %struct.record* %1, i32 0, i32 0
  %6 = load i8, i8* %4, align 1
  %7 = zext i8 %6 to i32
  %8 = and i32 %7, 3
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds [5 x i8], [5 x i8]* %5, i64 0, i64 %9
  store i8 120, i8* %10, align 1
  %11 = getelementptr inbounds %struct.record, %struct.record* %1, i32 0, i32 2
  %12 = load i16, i16* %11, align 2
  %13 = sext i16 %12 to i32
  %14 = sitofp i32 %13 to double
  %15 = getelementptr inbounds %struct.record, %struct.record* %1, i32 0, i32 3
  %16 = getelementptr inbounds [2 x double], [2 x double]* %15, i64 0, i64 1
  %17 = load double, double* %16, align 8
  %18 = fadd double %17, %14
  store double %18, double* %16, align 8
  %19 = bitcast %struct.record* %0 to i8*
  %20 = bitcast %struct.record* %1 to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %19, i8* align 8 %20, i64 24, i1 false)
  ret void
}

declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) 

declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) 

define internal i32 @sum(i32 noundef %0, ...) {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store i32 %0, i32* %2, align 4
  store i32 0, i32* %4, align 4
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  %6 = bitcast %struct.__va_list_tag* %5 to i8*
  call void @llvm.va_start(i8* %6)
  br label %7

7:
  %8 = load i32, i32* %2, align 4
  %9 = add nsw i32 %8, -1
  store i32 %9, i32* %2, align 4
  %10 = icmp ne i32 %8, 0
  br i1 %10, label %11, label %32

11:
  %12 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  %13 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %12, i32 0, i32 0
  %14 = load i32, i32* %13, align 16
  %15 = icmp ule i32 %14, 40
  br i1 %15, label %16, label %22

16:
  %17 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %12, i32 0, i32 3
  %18 = load i8*, i8** %17, align 16
  %19 = getelementptr i8, i8* %18, i32 %14
  %20 = bitcast i8* %19 to i32*
  %21 = add i32 %14, 8
  store i32 %21, i32* %13, align 16
  br label %27

22:
  %23 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %12, i32 0, i32 2
  %24 = load i8*, i8** %23, align 8
  %25 = bitcast i8* %24 to i32*
  %26 = getelementptr i8, i8* %24, i32 8
  store i8* %26, i8** %23, align 8
  br label %27

27:
  %28 = phi i32* [ %20, %16 ], [ %25, %22 ]
  %29 = load i32, i32* %28, align 4
  %30 = load i32, i32* %4, align 4
  %31 = add nsw i32 %30, %29
  store i32 %31, i32* %4, align 4
  br label %7, !llvm.loop !6

32:
  %33 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %3, i64 0, i64 0
  %34 = bitcast %struct.__va_list_tag* %33 to i8*
  call void @llvm.va_end(i8* %34)
  %35 = load i32, i32* %4, align 4
  ret i32 %35
}

define internal i32 @choose(i32 noundef %0) {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  %4 = load i32, i32* %3, align 4
  switch i32 %4, label %8 [
    i32 0, label %5
    i32 1, label %6
    i32 7, label %7
    i32 9, label %7
  ]

5:
  store i32 4, i32* %2, align 4
  br label %13

6:
  store i32 -4, i32* %2, align 4
  br label %13

7:
  store i32 5, i32* %2, align 4
  br label %13

8:
  %9 = load i32, i32* %3, align 4
  %10 = icmp ugt i32 %9, 3
  %11 = zext i1 %10 to i64
  %12 = select i1 %10, i32 1, i32 0
  store i32 %12, i32* %2, align 4
  br label %13

13:
  %14 = load i32, i32* %2, align 4
  ret i32 %14
}

declare i8* @llvm.stacksave() 

declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) 

declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) 

declare i32 @llvm.cttz.i32(i32, i1 immarg) 

declare i32 @llvm.ctpop.i32(i32) 

declare void @llvm.stackrestore(i8*) 

declare void @llvm.va_start(i8*) 

declare void @llvm.va_end(i8*) 

define internal i32 @add(i32 noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  store i32 %1, i32* %4, align 4
  %5 = load i32, i32* %3, align 4
  %6 = load i32, i32* %4, align 4
  %7 = add nsw i32 %5, %6
  ret i32 %7
}

define internal i32 @divide(i32 noundef %0, i32 noundef %1) {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, i32* %3, align 4
  store i32 %1, i32* %4, align 4
  %5 = load i32, i32* %4, align 4
  %6 = icmp ne i32 %5, 0
  br i1 %6, label %7, label %11

7:
  %8 = load i32, i32* %3, align 4
  %9 = load i32, i32* %4, align 4
  %10 = sdiv i32 %8, %9
  br label %12

11:
  br label %12

12:
  %13 = phi i32 [ %10, %7 ], [ 0, %11 ]
  ret i32 %13
}



!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 14.0.6"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
