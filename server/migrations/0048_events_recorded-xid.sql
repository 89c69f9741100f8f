-- The transaction that recorded an event, so that readers can follow events in the order of commits. Events of before have none.
alter table events add column recorded_xid xid8;
alter table events alter column recorded_xid set default pg_current_xact_id();
create index events_by_recorded_xid on events (recorded_xid) where recorded_xid is not null;
