-- The gift card that the buyer wants to pay with.
alter table baskets add column gift_card_id uuid;
grant update (gift_card_id) on baskets to quartermaster_app;
alter table products validate constraint products_approve_commands;
alter table gift_cards validate constraint gift_cards_checkout;
alter table gift_card_entries validate constraint gift_card_entries_checkout;
