target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }

@lock = internal global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@list = internal unnamed_addr global ptr null, align 8, !dbg !27
@filled = internal global %union.pthread_cond_t zeroinitializer, align 8, !dbg !39
@.str = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1, !dbg !8
@count = internal global i32 0, align 4, !dbg !34
@.str.1 = private unnamed_addr constant [10 x i8] c"sum == 15\00", align 1, !dbg !14
@.str.2 = private unnamed_addr constant [10 x i8] c"threads.c\00", align 1, !dbg !19
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !21

define dso_local noundef i32 @main() local_unnamed_addr !dbg !113 {
  %1 = alloca i64, align 8, !DIAssignID !127
    #dbg_assign(i1 undef, !117, !DIExpression(), !127, ptr %1, !DIExpression(), !128)
  %2 = alloca i32, align 4, !DIAssignID !129
    #dbg_assign(i1 undef, !120, !DIExpression(), !129, ptr %2, !DIExpression(), !128)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %1) #8, !dbg !130
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #8, !dbg !131
  store i32 7, ptr %2, align 4, !dbg !132, !tbaa !133, !DIAssignID !137
    #dbg_assign(i32 7, !120, !DIExpression(), !137, ptr %2, !DIExpression(), !128)
    #dbg_value(i32 0, !121, !DIExpression(), !128)
  %3 = call i32 @pthread_create(ptr noundef nonnull %1, ptr noundef null, ptr noundef nonnull @put, ptr noundef nonnull %2) #8, !dbg !138
    #dbg_value(i32 0, !122, !DIExpression(), !139)
    #dbg_value(i32 0, !121, !DIExpression(), !128)
  br label %10, !dbg !140

4:
  %5 = load i64, ptr %1, align 8, !dbg !141, !tbaa !142
  %6 = call i32 @pthread_join(i64 noundef %5, ptr noundef null) #8, !dbg !144
  %7 = load atomic i32, ptr @count seq_cst, align 4, !dbg !145, !tbaa !146
  %8 = call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, i32 noundef %25, i32 noundef %7), !dbg !147
  %9 = icmp eq i32 %25, 15, !dbg !148
  br i1 %9, label %30, label %29, !dbg !151

10:
  %11 = phi i32 [ 0, %0 ], [ %25, %20 ]
  %12 = phi i32 [ 0, %0 ], [ %27, %20 ]
    #dbg_value(i32 %11, !121, !DIExpression(), !128)
    #dbg_value(i32 %12, !122, !DIExpression(), !139)
  %13 = call i32 @pthread_mutex_lock(ptr noundef nonnull @lock) #8, !dbg !152
  %14 = load ptr, ptr @list, align 8, !dbg !153, !tbaa !154
  %15 = icmp eq ptr %14, null, !dbg !156
  br i1 %15, label %16, label %20, !dbg !157

16:
  %17 = call i32 @pthread_cond_wait(ptr noundef nonnull @filled, ptr noundef nonnull @lock) #8, !dbg !158
  %18 = load ptr, ptr @list, align 8, !dbg !153, !tbaa !154
  %19 = icmp eq ptr %18, null, !dbg !156
  br i1 %19, label %16, label %20, !dbg !157, !llvm.loop !159

20:
  %21 = phi ptr [ %14, %10 ], [ %18, %16 ], !dbg !153
    #dbg_value(ptr %21, !124, !DIExpression(), !163)
  %22 = getelementptr inbounds i8, ptr %21, i64 8, !dbg !164
  %23 = load ptr, ptr %22, align 8, !dbg !164, !tbaa !165
  store ptr %23, ptr @list, align 8, !dbg !167, !tbaa !154
  %24 = load i32, ptr %21, align 8, !dbg !168, !tbaa !169
  %25 = add nsw i32 %24, %11, !dbg !170
    #dbg_value(i32 %25, !121, !DIExpression(), !128)
  call void @free(ptr noundef %21) #8, !dbg !171
  %26 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @lock) #8, !dbg !172
  %27 = add nuw nsw i32 %12, 1, !dbg !173
    #dbg_value(i32 %27, !122, !DIExpression(), !139)
  %28 = icmp eq i32 %12, 0, !dbg !174
  br i1 %28, label %10, label %4, !dbg !140, !llvm.loop !175

29:
  call void @__assert_fail(ptr noundef nonnull @.str.1, ptr noundef nonnull @.str.2, i32 noundef 41, ptr noundef nonnull @__PRETTY_FUNCTION__.main) #9, !dbg !148
  unreachable, !dbg !148

30:
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #8, !dbg !177
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %1) #8, !dbg !177
  ret i32 0, !dbg !178
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) 

declare !dbg !179 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr 

define internal noalias noundef ptr @put(ptr nocapture noundef readonly %0) !dbg !201 {
    #dbg_value(ptr %0, !203, !DIExpression(), !209)
    #dbg_value(i32 0, !204, !DIExpression(), !210)
  br label %3, !dbg !211

2:
  ret ptr null, !dbg !212

3:
  %4 = phi i32 [ 0, %1 ], [ %14, %3 ]
    #dbg_value(i32 %4, !204, !DIExpression(), !210)
  %5 = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #10, !dbg !213
    #dbg_value(ptr %5, !206, !DIExpression(), !214)
  %6 = load i32, ptr %0, align 4, !dbg !215, !tbaa !133
  %7 = add nsw i32 %6, %4, !dbg !216
  store i32 %7, ptr %5, align 8, !dbg !217, !tbaa !169
  %8 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @lock) #8, !dbg !218
  %9 = load ptr, ptr @list, align 8, !dbg !219, !tbaa !154
  %10 = getelementptr inbounds i8, ptr %5, i64 8, !dbg !220
  store ptr %9, ptr %10, align 8, !dbg !221, !tbaa !165
  store ptr %5, ptr @list, align 8, !dbg !222, !tbaa !154
  %11 = tail call i32 @pthread_cond_signal(ptr noundef nonnull @filled) #8, !dbg !223
  %12 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @lock) #8, !dbg !224
  %13 = atomicrmw add ptr @count, i32 3 seq_cst, align 4, !dbg !225
  %14 = add nuw nsw i32 %4, 1, !dbg !226
    #dbg_value(i32 %14, !204, !DIExpression(), !210)
  %15 = icmp eq i32 %4, 0, !dbg !227
  br i1 %15, label %3, label %2, !dbg !211, !llvm.loop !228
}

declare !dbg !230 i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr 

declare !dbg !234 i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr 

declare !dbg !240 void @free(ptr allocptr nocapture noundef) local_unnamed_addr 

declare !dbg !244 i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr 

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) 

declare !dbg !245 i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr 

declare !dbg !249 noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr 

declare !dbg !255 void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr 

declare !dbg !259 noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr 

declare !dbg !264 i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr 


!llvm.dbg.cu = !{!2}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 7, type: !77, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "threads.c", directory: "/tmp/mut", checksumkind: CSK_MD5, checksum: "5c3d70f0bc2430d354f94253dd45e24c")
!4 = !{!5}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !14, !19, !21, !27, !34, !37, !0, !39}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(scope: null, file: !3, line: 40, type: !10, isLocal: true, isDefinition: true)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 56, elements: !12)
!11 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!12 = !{!13}
!13 = !DISubrange(count: 7)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(scope: null, file: !3, line: 41, type: !16, isLocal: true, isDefinition: true)
!16 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 80, elements: !17)
!17 = !{!18}
!18 = !DISubrange(count: 10)
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(scope: null, file: !3, line: 41, type: !16, isLocal: true, isDefinition: true)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(scope: null, file: !3, line: 41, type: !23, isLocal: true, isDefinition: true)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !24, size: 120, elements: !25)
!24 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !11)
!25 = !{!26}
!26 = !DISubrange(count: 15)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(name: "list", scope: !2, file: !3, line: 9, type: !29, isLocal: true, isDefinition: true)
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 6, size: 128, elements: !31)
!31 = !{!32, !33}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !30, file: !3, line: 6, baseType: !6, size: 32)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !30, file: !3, line: 6, baseType: !29, size: 64, offset: 64)
!34 = !DIGlobalVariableExpression(var: !35, expr: !DIExpression())
!35 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 10, type: !36, isLocal: true, isDefinition: true)
!36 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !6)
!37 = !DIGlobalVariableExpression(var: !38, expr: !DIExpression())
!38 = distinct !DIGlobalVariable(name: "mine", scope: !2, file: !3, line: 11, type: !6, isLocal: true, isDefinition: true)
!39 = !DIGlobalVariableExpression(var: !40, expr: !DIExpression())
!40 = distinct !DIGlobalVariable(name: "filled", scope: !2, file: !3, line: 8, type: !41, isLocal: true, isDefinition: true)
!41 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_cond_t", file: !42, line: 80, baseType: !43)
!42 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!43 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !42, line: 75, size: 384, elements: !44)
!44 = !{!45, !71, !75}
!45 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !43, file: !42, line: 77, baseType: !46, size: 384)
!46 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_cond_s", file: !47, line: 94, size: 384, elements: !48)
!47 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "", checksumkind: CSK_MD5, checksum: "04c81e86d34dad9c99ad006d32e47a0d")
!48 = !{!49, !62, !63, !67, !68, !69, !70}
!49 = !DIDerivedType(tag: DW_TAG_member, name: "__wseq", scope: !46, file: !47, line: 96, baseType: !50, size: 64)
!50 = !DIDerivedType(tag: DW_TAG_typedef, name: "__atomic_wide_counter", file: !51, line: 33, baseType: !52)
!51 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h", directory: "", checksumkind: CSK_MD5, checksum: "2708e6e61e266abad2d765ccef838dbe")
!52 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !51, line: 25, size: 64, elements: !53)
!53 = !{!54, !56}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "__value64", scope: !52, file: !51, line: 27, baseType: !55, size: 64)
!55 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "__value32", scope: !52, file: !51, line: 32, baseType: !57, size: 64)
!57 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !52, file: !51, line: 28, size: 64, elements: !58)
!58 = !{!59, !61}
!59 = !DIDerivedType(tag: DW_TAG_member, name: "__low", scope: !57, file: !51, line: 30, baseType: !60, size: 32)
!60 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__high", scope: !57, file: !51, line: 31, baseType: !60, size: 32, offset: 32)
!62 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_start", scope: !46, file: !47, line: 97, baseType: !50, size: 64, offset: 64)
!63 = !DIDerivedType(tag: DW_TAG_member, name: "__g_refs", scope: !46, file: !47, line: 98, baseType: !64, size: 64, offset: 128)
!64 = !DICompositeType(tag: DW_TAG_array_type, baseType: !60, size: 64, elements: !65)
!65 = !{!66}
!66 = !DISubrange(count: 2)
!67 = !DIDerivedType(tag: DW_TAG_member, name: "__g_size", scope: !46, file: !47, line: 99, baseType: !64, size: 64, offset: 192)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_orig_size", scope: !46, file: !47, line: 100, baseType: !60, size: 32, offset: 256)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "__wrefs", scope: !46, file: !47, line: 101, baseType: !60, size: 32, offset: 288)
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__g_signals", scope: !46, file: !47, line: 102, baseType: !64, size: 64, offset: 320)
!71 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !43, file: !42, line: 78, baseType: !72, size: 384)
!72 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 384, elements: !73)
!73 = !{!74}
!74 = !DISubrange(count: 48)
!75 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !43, file: !42, line: 79, baseType: !76, size: 64)
!76 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!77 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !42, line: 72, baseType: !78)
!78 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !42, line: 67, size: 320, elements: !79)
!79 = !{!80, !99, !103}
!80 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !78, file: !42, line: 69, baseType: !81, size: 320)
!81 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !82, line: 22, size: 320, elements: !83)
!82 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "", checksumkind: CSK_MD5, checksum: "584baedd80e6041b81caae7f496091c0")
!83 = !{!84, !85, !86, !87, !88, !89, !91, !92}
!84 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !81, file: !82, line: 24, baseType: !6, size: 32)
!85 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !81, file: !82, line: 25, baseType: !60, size: 32, offset: 32)
!86 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !81, file: !82, line: 26, baseType: !6, size: 32, offset: 64)
!87 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !81, file: !82, line: 28, baseType: !60, size: 32, offset: 96)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !81, file: !82, line: 32, baseType: !6, size: 32, offset: 128)
!89 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !81, file: !82, line: 34, baseType: !90, size: 16, offset: 160)
!90 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!91 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !81, file: !82, line: 35, baseType: !90, size: 16, offset: 176)
!92 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !81, file: !82, line: 36, baseType: !93, size: 128, offset: 192)
!93 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !47, line: 55, baseType: !94)
!94 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !47, line: 51, size: 128, elements: !95)
!95 = !{!96, !98}
!96 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !94, file: !47, line: 53, baseType: !97, size: 64)
!97 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !94, size: 64)
!98 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !94, file: !47, line: 54, baseType: !97, size: 64, offset: 64)
!99 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !78, file: !42, line: 70, baseType: !100, size: 320)
!100 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 320, elements: !101)
!101 = !{!102}
!102 = !DISubrange(count: 40)
!103 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !78, file: !42, line: 71, baseType: !104, size: 64)
!104 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!105 = !{i32 7, !"Dwarf Version", i32 5}
!106 = !{i32 2, !"Debug Info Version", i32 3}
!107 = !{i32 1, !"wchar_size", i32 4}
!108 = !{i32 8, !"PIC Level", i32 2}
!109 = !{i32 7, !"PIE Level", i32 2}
!110 = !{i32 7, !"uwtable", i32 2}
!111 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!112 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!113 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 25, type: !114, scopeLine: 25, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !116)
!114 = !DISubroutineType(types: !115)
!115 = !{!6}
!116 = !{!117, !120, !121, !122, !124}
!117 = !DILocalVariable(name: "thread", scope: !113, file: !3, line: 26, type: !118)
!118 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !42, line: 27, baseType: !119)
!119 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!120 = !DILocalVariable(name: "first", scope: !113, file: !3, line: 27, type: !6)
!121 = !DILocalVariable(name: "sum", scope: !113, file: !3, line: 27, type: !6)
!122 = !DILocalVariable(name: "i", scope: !123, file: !3, line: 29, type: !6)
!123 = distinct !DILexicalBlock(scope: !113, file: !3, line: 29, column: 3)
!124 = !DILocalVariable(name: "node", scope: !125, file: !3, line: 33, type: !29)
!125 = distinct !DILexicalBlock(scope: !126, file: !3, line: 29, column: 31)
!126 = distinct !DILexicalBlock(scope: !123, file: !3, line: 29, column: 3)
!127 = distinct !DIAssignID()
!128 = !DILocation(line: 0, scope: !113)
!129 = distinct !DIAssignID()
!130 = !DILocation(line: 26, column: 3, scope: !113)
!131 = !DILocation(line: 27, column: 3, scope: !113)
!132 = !DILocation(line: 27, column: 7, scope: !113)
!133 = !{!134, !134, i64 0}
!134 = !{!"int", !135, i64 0}
!135 = !{!"omnipotent char", !136, i64 0}
!136 = !{!"Simple C/C++ TBAA"}
!137 = distinct !DIAssignID()
!138 = !DILocation(line: 28, column: 3, scope: !113)
!139 = !DILocation(line: 0, scope: !123)
!140 = !DILocation(line: 29, column: 3, scope: !123)
!141 = !DILocation(line: 39, column: 16, scope: !113)
!142 = !{!143, !143, i64 0}
!143 = !{!"long", !135, i64 0}
!144 = !DILocation(line: 39, column: 3, scope: !113)
!145 = !DILocation(line: 40, column: 26, scope: !113)
!146 = !{!135, !135, i64 0}
!147 = !DILocation(line: 40, column: 3, scope: !113)
!148 = !DILocation(line: 41, column: 3, scope: !149)
!149 = distinct !DILexicalBlock(scope: !150, file: !3, line: 41, column: 3)
!150 = distinct !DILexicalBlock(scope: !113, file: !3, line: 41, column: 3)
!151 = !DILocation(line: 41, column: 3, scope: !150)
!152 = !DILocation(line: 30, column: 5, scope: !125)
!153 = !DILocation(line: 31, column: 13, scope: !125)
!154 = !{!155, !155, i64 0}
!155 = !{!"any pointer", !135, i64 0}
!156 = !DILocation(line: 31, column: 12, scope: !125)
!157 = !DILocation(line: 31, column: 5, scope: !125)
!158 = !DILocation(line: 32, column: 7, scope: !125)
!159 = distinct !{!159, !157, !160, !161, !162}
!160 = !DILocation(line: 32, column: 39, scope: !125)
!161 = !{!"llvm.loop.mustprogress"}
!162 = !{!"llvm.loop.unroll.disable"}
!163 = !DILocation(line: 0, scope: !125)
!164 = !DILocation(line: 34, column: 18, scope: !125)
!165 = !{!166, !155, i64 8}
!166 = !{!"node", !134, i64 0, !155, i64 8}
!167 = !DILocation(line: 34, column: 10, scope: !125)
!168 = !DILocation(line: 35, column: 18, scope: !125)
!169 = !{!166, !134, i64 0}
!170 = !DILocation(line: 35, column: 9, scope: !125)
!171 = !DILocation(line: 36, column: 5, scope: !125)
!172 = !DILocation(line: 37, column: 5, scope: !125)
!173 = !DILocation(line: 29, column: 27, scope: !126)
!174 = !DILocation(line: 29, column: 21, scope: !126)
!175 = distinct !{!175, !140, !176, !161, !162}
!176 = !DILocation(line: 38, column: 3, scope: !123)
!177 = !DILocation(line: 43, column: 1, scope: !113)
!178 = !DILocation(line: 42, column: 3, scope: !113)
!179 = !DISubprogram(name: "pthread_create", scope: !180, file: !180, line: 202, type: !181, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!180 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!181 = !DISubroutineType(types: !182)
!182 = !{!6, !183, !185, !196, !200}
!183 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !184)
!184 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !118, size: 64)
!185 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !186)
!186 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !187, size: 64)
!187 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !188)
!188 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !42, line: 62, baseType: !189)
!189 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !42, line: 56, size: 448, elements: !190)
!190 = !{!191, !195}
!191 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !189, file: !42, line: 58, baseType: !192, size: 448)
!192 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 448, elements: !193)
!193 = !{!194}
!194 = !DISubrange(count: 56)
!195 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !189, file: !42, line: 59, baseType: !104, size: 64)
!196 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !197, size: 64)
!197 = !DISubroutineType(types: !198)
!198 = !{!199, !199}
!199 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!200 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !199)
!201 = distinct !DISubprogram(name: "put", scope: !3, file: !3, line: 12, type: !197, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !202)
!202 = !{!203, !204, !206}
!203 = !DILocalVariable(name: "argument", arg: 1, scope: !201, file: !3, line: 12, type: !199)
!204 = !DILocalVariable(name: "i", scope: !205, file: !3, line: 13, type: !6)
!205 = distinct !DILexicalBlock(scope: !201, file: !3, line: 13, column: 3)
!206 = !DILocalVariable(name: "node", scope: !207, file: !3, line: 14, type: !29)
!207 = distinct !DILexicalBlock(scope: !208, file: !3, line: 13, column: 31)
!208 = distinct !DILexicalBlock(scope: !205, file: !3, line: 13, column: 3)
!209 = !DILocation(line: 0, scope: !201)
!210 = !DILocation(line: 0, scope: !205)
!211 = !DILocation(line: 13, column: 3, scope: !205)
!212 = !DILocation(line: 23, column: 3, scope: !201)
!213 = !DILocation(line: 14, column: 25, scope: !207)
!214 = !DILocation(line: 0, scope: !207)
!215 = !DILocation(line: 15, column: 23, scope: !207)
!216 = !DILocation(line: 15, column: 21, scope: !207)
!217 = !DILocation(line: 15, column: 17, scope: !207)
!218 = !DILocation(line: 16, column: 5, scope: !207)
!219 = !DILocation(line: 17, column: 18, scope: !207)
!220 = !DILocation(line: 17, column: 11, scope: !207)
!221 = !DILocation(line: 17, column: 16, scope: !207)
!222 = !DILocation(line: 18, column: 10, scope: !207)
!223 = !DILocation(line: 19, column: 5, scope: !207)
!224 = !DILocation(line: 20, column: 5, scope: !207)
!225 = !DILocation(line: 21, column: 5, scope: !207)
!226 = !DILocation(line: 13, column: 27, scope: !208)
!227 = !DILocation(line: 13, column: 21, scope: !208)
!228 = distinct !{!228, !211, !229, !161, !162}
!229 = !DILocation(line: 22, column: 3, scope: !205)
!230 = !DISubprogram(name: "pthread_mutex_lock", scope: !180, file: !180, line: 794, type: !231, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!231 = !DISubroutineType(types: !232)
!232 = !{!6, !233}
!233 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !77, size: 64)
!234 = !DISubprogram(name: "pthread_cond_wait", scope: !180, file: !180, line: 1133, type: !235, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!235 = !DISubroutineType(types: !236)
!236 = !{!6, !237, !239}
!237 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !238)
!238 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)
!239 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !233)
!240 = !DISubprogram(name: "free", scope: !241, file: !241, line: 568, type: !242, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!241 = !DIFile(filename: "/usr/include/stdlib.h", directory: "", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!242 = !DISubroutineType(types: !243)
!243 = !{null, !199}
!244 = !DISubprogram(name: "pthread_mutex_unlock", scope: !180, file: !180, line: 835, type: !231, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!245 = !DISubprogram(name: "pthread_join", scope: !180, file: !180, line: 219, type: !246, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!246 = !DISubroutineType(types: !247)
!247 = !{!6, !118, !248}
!248 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !199, size: 64)
!249 = !DISubprogram(name: "printf", scope: !250, file: !250, line: 356, type: !251, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!250 = !DIFile(filename: "/usr/include/stdio.h", directory: "", checksumkind: CSK_MD5, checksum: "b5a90985555f47bfb88eff5a8f0f5b72")
!251 = !DISubroutineType(types: !252)
!252 = !{!6, !253, null}
!253 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !254)
!254 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!255 = !DISubprogram(name: "__assert_fail", scope: !256, file: !256, line: 69, type: !257, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!256 = !DIFile(filename: "/usr/include/assert.h", directory: "", checksumkind: CSK_MD5, checksum: "ab7dc6991d501750085448b20099a5a0")
!257 = !DISubroutineType(types: !258)
!258 = !{null, !254, !254, !60, !254}
!259 = !DISubprogram(name: "malloc", scope: !241, file: !241, line: 553, type: !260, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!260 = !DISubroutineType(types: !261)
!261 = !{!199, !262}
!262 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !263, line: 18, baseType: !119)
!263 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!264 = !DISubprogram(name: "pthread_cond_signal", scope: !180, file: !180, line: 1121, type: !265, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!265 = !DISubroutineType(types: !266)
!266 = !{!6, !238}
