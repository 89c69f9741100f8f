-- squawk-disable-assume-in-transaction
drop index concurrently if exists basket_lines_by_fields;
create unique index concurrently if not exists basket_lines_by_fields
  on basket_lines (store_id, basket_id, product_id, variant_id, fields_key) nulls not distinct;
