-- A product whose units are gift cards. It runs no commands.
alter table products
  add column is_gift_card boolean not null default false,
  drop constraint products_approve_commands_check,
  add constraint products_approve_commands check (
    cardinality(approve_commands) <= 50 and (is_gift_card or cardinality(approve_commands) >= 1)) not valid;
grant update (is_gift_card) on products to quartermaster_app;
