-- Coupons and gift cards are imported too.
alter table imported_records
  add column balance_minor bigint check (balance_minor >= 0), -- of a gift card at the source
  drop constraint imported_records_kind_check,
  add constraint imported_records_kind_check check (kind in ('category', 'product', 'entitlement', 'coupon', 'gift_card')) not valid,
  drop constraint imported_records_complete,
  add constraint imported_records_complete check ((kind in ('category', 'product', 'coupon')) = (version is not null)
    and (kind = 'entitlement') = (until is not null) and (kind = 'entitlement') = (quantity is not null)
    and (kind = 'gift_card') = (balance_minor is not null)) not valid;

grant update (balance_minor) on imported_records to quartermaster_app;
