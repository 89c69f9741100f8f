-- As on the ledger.
create policy serving on delivery_attempts as restrictive for insert to quartermaster_gateway
  with check (store_id <> all ((select stopped_stores())::uuid[]));
