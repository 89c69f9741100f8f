create or replace function change_storefront_of_catalog() returns trigger language plpgsql as
$$
begin
  perform mark_storefront_changed(case tg_op when 'DELETE' then old.store_id else new.store_id end);
  return null;
end
$$;

drop trigger if exists change_storefront_of_products on products;
create constraint trigger change_storefront_of_products after insert on products
  deferrable initially deferred for each row execute function change_storefront_of_catalog();
-- A sale changes the stock only. Pages show it when little is left.
drop trigger if exists change_storefront_of_edits on products;
create constraint trigger change_storefront_of_edits after update on products
  deferrable initially deferred for each row
  when (old.version <> new.version or least(old.stock, 10) is distinct from least(new.stock, 10))
  execute function change_storefront_of_catalog();
drop trigger if exists change_storefront_of_categories on categories;
create constraint trigger change_storefront_of_categories after insert or update or delete on categories
  deferrable initially deferred for each row execute function change_storefront_of_catalog();
drop trigger if exists change_storefront_of_variants on product_variants;
create constraint trigger change_storefront_of_variants after insert or update on product_variants
  deferrable initially deferred for each row execute function change_storefront_of_catalog();
drop trigger if exists change_storefront_of_servers on product_servers;
create constraint trigger change_storefront_of_servers after insert or delete on product_servers
  deferrable initially deferred for each row execute function change_storefront_of_catalog();
