-- squawk-disable-assume-in-transaction
-- Deliveries that wait for nothing but the next poll of their game server. Monitoring finds the oldest of each server with it.
drop index concurrently if exists pending_ready;
create index concurrently if not exists pending_ready on pending_deliveries (store_id, server_id, created_at)
  where hold_reason is null and retry_at is null and not requires_online;
