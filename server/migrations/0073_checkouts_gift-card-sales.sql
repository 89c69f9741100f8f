alter table gift_cards
  add constraint gift_cards_checkout foreign key (store_id, checkout_id) references checkouts (store_id, id) not valid;
alter table gift_card_entries
  add constraint gift_card_entries_checkout foreign key (store_id, checkout_id) references checkouts (store_id, id) not valid;
