-- A client of MTA that was already sent a purchase runs it when the player joins, even after a refund. So the purchase is held.
alter table pending_deliveries
  drop constraint pending_deliveries_hold_reason_check,
  add constraint pending_deliveries_hold_reason_check check (hold_reason in ('failed', 'uncertain', 'withdrawn')),
  drop constraint pending_deliveries_held_after_attempt,
  add constraint pending_deliveries_held_after_attempt
    check (hold_reason is null or hold_reason = 'withdrawn' or attempts > 0);

-- When the client last looked at it (one that looks at one per poll), or started again after it had it (one that can stop at it).
alter table pending_deliveries add column looked_at timestamptz;
grant update (looked_at) on pending_deliveries to quartermaster_gateway;

alter table poll_windows
  add column client_index smallint not null default 0, -- the place in the next list that such a client looks at
  add column quiet_until timestamptz, -- until then, polls get empty responses
  add column showed_new boolean not null default false; -- it last looked at a new sale

-- A report that contradicts what is known is shown to staff until they resolve it.
alter table delivery_ledger
  drop constraint delivery_ledger_late_report_after_cancel,
  add constraint delivery_ledger_late_report_after_dispatch check (late_report_at is null or dispatched_at is not null),
  add column late_report_resolved_at timestamptz;
create index ledger_late_reports on delivery_ledger (store_id, id)
  where late_report_at is not null and late_report_resolved_at is null;
grant update (late_report_resolved_at) on delivery_ledger to quartermaster_app;
