-- squawk-disable-assume-in-transaction
-- Old rows are found store by store, with the primary keys. Space that was freed is used again, so after some weeks every range of
-- these indexes had old and new rows, and a search of old ones read the whole table.
drop index concurrently if exists events_by_id;
drop index concurrently if exists webhook_attempts_by_time;
