/* A new id that begins with the current time, like the ids that the application makes. */
create or replace function new_id() returns uuid
  language sql volatile parallel safe
  return overlay(replace(gen_random_uuid()::text, '-', '')
    placing lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' from 1)::uuid;
