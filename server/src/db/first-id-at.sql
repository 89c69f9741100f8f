/* The smallest id that was created at this time. The first 48 bits of an id are its time in milliseconds. */
create or replace function first_id_at(moment timestamptz) returns uuid
  language sql immutable strict parallel safe
  return rpad(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
