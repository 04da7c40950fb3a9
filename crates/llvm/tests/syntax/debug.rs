use trailhound_llvm::{Declare, LocalId, Location, MetadataId, SourceFile};

use crate::{body, read};

const METADATA: &str = r#"
!0 = !DIFile(filename: "a\22, b.c", directory: "/dir", checksumkind: CSK_MD5, checksum: "00")
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !0)
!2 = distinct !DISubprogram(name: "run", linkageName: "_Z3runv", scope: !0, file: !0, line: 7, type: !9, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !1)
!3 = distinct !DILexicalBlock(scope: !2, file: !0, line: 8, column: 3)
!4 = !DILexicalBlockFile(scope: !3, file: !5, discriminator: 2)
!5 = !DIFile(filename: "included.h", directory: "")
!6 = !DILocation(line: 9, column: 12, scope: !4, inlinedAt: !7)
!7 = distinct !DILocation(line: 20, scope: !2)
!8 = !DILocalVariable(name: "count", arg: 1, scope: !3, file: !0, line: 8, type: !9)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "total", scope: !1, file: !0, line: 2, type: !9, isLocal: false)
!12 = !DILexicalBlock(scope: !12, line: 1)
!13 = distinct !DIGlobalVariable(scope: null, file: !0, line: 2, type: !9)
"#;

#[test]
fn locations() {
    let module = read(METADATA);
    let expected = Location {
        line: 9,
        column: 12,
        scope: MetadataId(4),
        inlined_at: Some(MetadataId(7)),
    };
    assert_eq!(module.location(MetadataId(6)), Some(expected));
    let outer = module.location(MetadataId(7)).unwrap();
    assert_eq!((outer.line, outer.column, outer.inlined_at), (20, 0, None));
    assert_eq!(module.location(MetadataId(9)), None);
    assert_eq!(module.location(MetadataId(99)), None);
}

#[test]
fn scopes() {
    let module = read(METADATA);
    let subprogram = module.subprogram_of(MetadataId(4)).unwrap();
    assert_eq!(subprogram.name, "run");
    assert_eq!(subprogram.linkage_name.as_deref(), Some("_Z3runv"));
    assert_eq!(subprogram.line, 7);
    let file = SourceFile {
        directory: "/dir".to_string(),
        name: "a\", b.c".to_string(),
    };
    assert_eq!(subprogram.file.as_ref(), Some(&file));
    assert_eq!(module.scope_file(MetadataId(3)), Some(file));
    assert_eq!(module.scope_file(MetadataId(4)).unwrap().name, "included.h");
    assert_eq!(module.subprogram_of(MetadataId(12)), None);
}

#[test]
fn variables() {
    let module = read(METADATA);
    for id in [10, 11] {
        let total = module.global_variable(MetadataId(id)).unwrap();
        assert_eq!(
            (&*total.name, total.line, total.ty),
            ("total", 2, Some(MetadataId(9)))
        );
    }
    assert_eq!(module.global_variable(MetadataId(13)), None);
    let count = module.local_variable(MetadataId(8)).unwrap();
    assert_eq!((&*count.name, count.line), ("count", 8));
    assert_eq!(module.local_variable(MetadataId(11)), None);
    let text = module.metadata_text(MetadataId(9)).unwrap();
    assert!(text.starts_with("!DIBasicType(") && text.ends_with(')'));
}

#[test]
fn declares_of_allocas_and_values_of_pointers_are_kept_and_other_records_dropped() {
    let old = "  call void @llvm.dbg.declare(metadata i32* %x, metadata !8, metadata !DIExpression()), !dbg !6\n\
               \x20 call void @llvm.dbg.declare(metadata i32* %x, metadata !9, metadata !DIExpression(DW_OP_deref)), !dbg !6\n\
               \x20 call void @llvm.dbg.declare(metadata ptr %p, metadata !9, metadata !DIExpression()), !dbg !6\n\
               \x20 call void @llvm.dbg.declare(metadata !{}, metadata !9, metadata !DIExpression()), !dbg !6\n\
               \x20 tail call void @llvm.dbg.value(metadata i32 %i, metadata !8, metadata !DIExpression()) #4, !dbg !6\n\
               \x20 call void @llvm.dbg.value(metadata ptr %p, metadata !8, metadata !DIExpression()), !dbg !6\n\
               \x20 call void @llvm.dbg.value(metadata ptr %p, metadata !9, metadata !DIExpression(DW_OP_deref)), !dbg !6\n\
               \x20 call void @llvm.dbg.value(metadata ptr null, metadata !9, metadata !DIExpression()), !dbg !6\n\
               \x20 call void @llvm.dbg.value(metadata !DIArgList(i32 %i, i32 %i), metadata !8, metadata !DIExpression()), !dbg !6\n\
               \x20 call void @llvm.dbg.label(metadata !8), !dbg !6";
    let new = "    #dbg_declare(ptr %x, !8, !DIExpression(), !6)\n\
               \x20   #dbg_declare(ptr %x, !9, !DIExpression(DW_OP_deref), !6)\n\
               \x20   #dbg_declare(ptr %p, !9, !DIExpression(), !6)\n\
               \x20   #dbg_declare(ptr poison, !9, !DIExpression(), !6)\n\
               \x20   #dbg_value(i32 %i, !8, !DIExpression(), !6)\n\
               \x20   #dbg_value(ptr %p, !8, !DIExpression(), !6)\n\
               \x20   #dbg_value(ptr %p, !9, !DIExpression(DW_OP_deref), !6)\n\
               \x20   #dbg_value(ptr null, !9, !DIExpression(), !6)\n\
               \x20   #dbg_value(!DIArgList(i32 %i, i32 %i), !8, !DIExpression(), !6)\n\
               \x20   #dbg_assign(i1 undef, !8, !DIExpression(), !9, ptr %x, !DIExpression(), !6)\n\
               \x20   #dbg_label(!8, !6)";
    for records in [old, new] {
        let (_, body) = body(&format!("  %x = alloca i32\n  call void %p()\n{records}"));
        let declare = Declare {
            address: LocalId(8),
            variable: MetadataId(8),
        };
        assert_eq!(body.declares, [declare]);
        let [pointer] = &body.pointers[..] else {
            panic!("{:?}", body.pointers);
        };
        assert_eq!(pointer.variable, MetadataId(8));
        assert_eq!(body.blocks[0].instructions.len(), 3);
    }
}
