-- Pages show the prices of sales.
drop trigger if exists change_storefront_of_sales on sales;
create constraint trigger change_storefront_of_sales after insert or update on sales
  deferrable initially deferred for each row execute function change_storefront_of_part();
