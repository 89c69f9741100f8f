-- The coupon or code of a creator that the buyer has typed. Whether it can be used is decided when the basket is priced.
alter table baskets add column code text constraint baskets_code_check check (length(code) between 2 and 160);
grant update (code) on baskets to quartermaster_app;
