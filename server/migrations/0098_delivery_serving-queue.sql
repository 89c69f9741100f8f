-- As on the ledger: nothing is dispatched by a cell that the store is leaving.
create policy serving on pending_deliveries as restrictive for update to quartermaster_gateway
  using (true) with check (store_id <> all ((select stopped_stores())::uuid[]));
