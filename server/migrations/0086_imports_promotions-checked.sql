alter table imported_records
  validate constraint imported_records_kind_check,
  validate constraint imported_records_complete;
