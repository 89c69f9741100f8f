/** The end of the declaration of a function, before its expression. */
export const PURE = 'language sql immutable parallel safe return'

/**
 * A schema `bench` with functions that compute ids and random numbers from a row number, so that every statement can
 * name the same rows. `beginMs` is the time in the ids of rows that exist from the beginning, such as products.
 * All casts are written out: PostgreSQL only inlines an immutable function if everything in it is immutable, and `||` of a number is not.
 */
export function createSqlFunctions({ seed, beginMs }: { seed: number; beginMs: number }): string {
  return `
    create schema bench;
    create function bench.id(ms bigint, kind text, n bigint) returns uuid ${PURE}
      overlay(overlay(lpad(to_hex(ms), 12, '0') || substr(md5('${seed}' || kind || n::text), 1, 20) placing '7' from 13) placing '8' from 17)::uuid;
    create function bench.id(kind text, n bigint) returns uuid ${PURE} bench.id(${beginMs}, kind, n);
    create function bench.chance(kind text, n bigint, below integer) returns integer ${PURE}
      abs(hashtextextended(kind || n::text, ${seed}) % below)::integer;
    create function bench.time(ms bigint) returns timestamptz ${PURE} to_timestamp(ms / 1000::float8);`
}
