/* A time as the APIs show it: UTC, milliseconds, trailing Z. */
create or replace function wire_time(moment timestamptz) returns text
  language sql immutable strict parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
