drop trigger if exists change_storefront_of_products on products;
create constraint trigger change_storefront_of_products after insert on products
  deferrable initially deferred for each row execute function change_storefront_of_part();
-- A sale changes the stock only. Pages show it when little is left.
drop trigger if exists change_storefront_of_edits on products;
create constraint trigger change_storefront_of_edits after update on products
  deferrable initially deferred for each row
  when (old.version <> new.version or least(old.stock, 21) is distinct from least(new.stock, 21))
  execute function change_storefront_of_part();
drop trigger if exists change_storefront_of_categories on categories;
create constraint trigger change_storefront_of_categories after insert or update or delete on categories
  deferrable initially deferred for each row execute function change_storefront_of_part();
drop trigger if exists change_storefront_of_variants on product_variants;
create constraint trigger change_storefront_of_variants after insert or update on product_variants
  deferrable initially deferred for each row execute function change_storefront_of_part();
drop trigger if exists change_storefront_of_servers on product_servers;
create constraint trigger change_storefront_of_servers after insert or delete on product_servers
  deferrable initially deferred for each row execute function change_storefront_of_part();

-- It did the same.
drop function if exists change_storefront_of_catalog();
