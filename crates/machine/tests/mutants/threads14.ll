target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%struct.node = type { i32, %struct.node* }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = internal global %union.pthread_mutex_t zeroinitializer, align 8
@list = internal global %struct.node* null, align 8
@filled = internal global %union.pthread_cond_t zeroinitializer, align 8
@.str = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@count = internal global i32 0, align 4
@.str.1 = private unnamed_addr constant [10 x i8] c"sum == 15\00", align 1
@.str.2 = private unnamed_addr constant [10 x i8] c"threads.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@mine = internal thread_local global i32 3, align 4

define dso_local i32 @main() {
  %1 = alloca i32, align 4
  %2 = alloca i64, align 8
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca %struct.node*, align 8
  store i32 0, i32* %1, align 4
  store i32 7, i32* %3, align 4
  store i32 0, i32* %4, align 4
  %7 = bitcast i32* %3 to i8*
  %8 = call i32 @pthread_create(i64* noundef %2, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @put, i8* noundef %7) 
  store i32 0, i32* %5, align 4
  br label %9

9:
  %10 = load i32, i32* %5, align 4
  %11 = icmp slt i32 %10, 2
  br i1 %11, label %12, label %36

12:
  %13 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) 
  br label %14

14:
  %15 = load %struct.node*, %struct.node** @list, align 8
  %16 = icmp ne %struct.node* %15, null
  %17 = xor i1 %16, true
  br i1 %17, label %18, label %20

18:
  %19 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @filled, %union.pthread_mutex_t* noundef @lock)
  br label %14, !llvm.loop !6

20:
  %21 = load %struct.node*, %struct.node** @list, align 8
  store %struct.node* %21, %struct.node** %6, align 8
  %22 = load %struct.node*, %struct.node** %6, align 8
  %23 = getelementptr inbounds %struct.node, %struct.node* %22, i32 0, i32 1
  %24 = load %struct.node*, %struct.node** %23, align 8
  store %struct.node* %24, %struct.node** @list, align 8
  %25 = load %struct.node*, %struct.node** %6, align 8
  %26 = getelementptr inbounds %struct.node, %struct.node* %25, i32 0, i32 0
  %27 = load i32, i32* %26, align 8
  %28 = load i32, i32* %4, align 4
  %29 = add nsw i32 %28, %27
  store i32 %29, i32* %4, align 4
  %30 = load %struct.node*, %struct.node** %6, align 8
  %31 = bitcast %struct.node* %30 to i8*
  call void @free(i8* noundef %31) 
  %32 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) 
  br label %33

33:
  %34 = load i32, i32* %5, align 4
  %35 = add nsw i32 %34, 1
  store i32 %35, i32* %5, align 4
  br label %9, !llvm.loop !8

36:
  %37 = load i64, i64* %2, align 8
  %38 = call i32 @pthread_join(i64 noundef %37, i8** noundef null)
  %39 = load i32, i32* %4, align 4
  %40 = load atomic i32, i32* @count seq_cst, align 4
  %41 = call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str, i64 0, i64 0), i32 noundef %39, i32 noundef %40)
  %42 = load i32, i32* %4, align 4
  %43 = icmp eq i32 %42, 15
  br i1 %43, label %44, label %45

44:
  br label %46

45:
  call void @__assert_fail(i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.1, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.str.2, i64 0, i64 0), i32 noundef 41, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) 
  unreachable

46:
  ret i32 0
}

declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) 

define internal i8* @put(i8* noundef %0) {
  %2 = alloca i8*, align 8
  %3 = alloca i32, align 4
  %4 = alloca %struct.node*, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store i8* %0, i8** %2, align 8
  store i32 0, i32* %3, align 4
  br label %7

7:
  %8 = load i32, i32* %3, align 4
  %9 = icmp slt i32 %8, 2
  br i1 %9, label %10, label %34

10:
  %11 = call noalias i8* @malloc(i64 noundef 16) 
  %12 = bitcast i8* %11 to %struct.node*
  store %struct.node* %12, %struct.node** %4, align 8
  %13 = load i32, i32* %3, align 4
  %14 = load i8*, i8** %2, align 8
  %15 = bitcast i8* %14 to i32*
  %16 = load i32, i32* %15, align 4
  %17 = add nsw i32 %13, %16
  %18 = load %struct.node*, %struct.node** %4, align 8
  %19 = getelementptr inbounds %struct.node, %struct.node* %18, i32 0, i32 0
  store i32 %17, i32* %19, align 8
  %20 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) 
  %21 = load %struct.node*, %struct.node** @list, align 8
  %22 = load %struct.node*, %struct.node** %4, align 8
  %23 = getelementptr inbounds %struct.node, %struct.node* %22, i32 0, i32 1
  store %struct.node* %21, %struct.node** %23, align 8
  %24 = load %struct.node*, %struct.node** %4, align 8
  store %struct.node* %24, %struct.node** @list, align 8
  %25 = call i32 @pthread_cond_signal(%union.pthread_cond_t* noundef @filled) 
  %26 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) 
  %27 = load i32, i32* @mine, align 4
  store i32 %27, i32* %5, align 4
  %28 = load i32, i32* %5, align 4
  %29 = atomicrmw add i32* @count, i32 %28 seq_cst, align 4
  store i32 %29, i32* %6, align 4
  %30 = load i32, i32* %6, align 4
  br label %31

31:
  %32 = load i32, i32* %3, align 4
  %33 = add nsw i32 %32, 1
  store i32 %33, i32* %3, align 4
  br label %7, !llvm.loop !9

34:
  ret i8* null
}

declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) 

declare i32 @pthread_cond_wait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef) 

declare void @free(i8* noundef) 

declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) 

declare i32 @pthread_join(i64 noundef, i8** noundef) 

declare i32 @printf(i8* noundef, ...) 

declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) 

declare noalias i8* @malloc(i64 noundef) 

declare i32 @pthread_cond_signal(%union.pthread_cond_t* noundef) 



!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 14.0.6"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
