/* Records events of one type in the store of this transaction, each with a webhook delivery for every endpoint that receives the
   type, or for one endpoint only. `data` holds the JSON of each event. Callers are the application and trigger functions that
   report what the gateway changed, because the gateway itself may not read events or endpoints. */
create or replace function record_events(store uuid, kind text, ids uuid[], data text[], only_endpoint uuid) returns void
  language plpgsql as
$$
begin
  with recorded as (
    insert into events (store_id, id, type, body)
    select store, event.id, kind, concat('{"type":"', kind, '","timestamp":"', wire_time(now()), '","data":', event.data, '}')
    from unnest(ids, data) as event (id, data)),
  receiving as (
    select w.id from webhook_endpoints w
    where w.store_id = store and w.disabled_at is null
      and case when only_endpoint is null then w.event_types = '{}' or kind = any(w.event_types) else w.id = only_endpoint end
    order by w.id
    -- An endpoint that is being deleted drops out here instead of failing the sale that caused the event.
    for key share)
  insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
  select store, event.id, receiving.id, now() from unnest(ids) as event (id) cross join receiving;
end
$$;
revoke execute on function record_events(uuid, text, uuid[], text[], uuid) from public;
grant execute on function record_events(uuid, text, uuid[], text[], uuid) to quartermaster_app;
