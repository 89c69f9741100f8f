-- Lists of a store are pages by id, newest first. For each thing an owner filters by there is an index that ends with
-- the id, so that every page, however far back, begins with one descent. None of them is wider than that needs: each is
-- paid for at a sale.

-- Equal and prefix, in one: compared by bytes, whatever the database sorts texts by. Takes the place of an index on the
-- same columns without the id.
drop index checkouts_by_player;
create index checkouts_by_player on checkouts (store_id, game_user_id text_pattern_ops, id);
create index checkouts_by_reference_prefix on checkouts (store_id, reference text_pattern_ops, id) where reference is not null;

-- Nearly everything is paid, so that needs no index; a sale that is paid at once costs this one nothing.
create index checkouts_by_state on checkouts (store_id, state, id) where state <> 'paid';

create index lines_by_product on checkout_lines (store_id, product_id, checkout_id);

-- What was cancelled or taken back is rare; what was given is found by its id.
create index ledger_cancelled on delivery_ledger (store_id, id) where state = 'cancelled';
create index ledger_taken on delivery_ledger (store_id, delivery_type, id) where delivery_type <> 'APPROVE';
