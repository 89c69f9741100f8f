-- A game server may be served by a process that does not know yet that its store is being moved. The subquery runs once for each statement.
create policy serving on delivery_ledger as restrictive for insert to quartermaster_gateway
  with check (store_id <> all ((select stopped_stores())::uuid[]));
create policy serving_updates on delivery_ledger as restrictive for update to quartermaster_gateway
  using (true) with check (store_id <> all ((select stopped_stores())::uuid[]));
