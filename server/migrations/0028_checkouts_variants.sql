-- The variant that was sold, with its name at the moment of sale. Its price and duration are those of the line.
alter table checkout_lines
  add column variant_id uuid,
  add column variant_name text,
  add constraint checkout_lines_variant foreign key (store_id, variant_id) references product_variants (store_id, id),
  add constraint checkout_lines_variant_named check ((variant_id is null) = (variant_name is null));
