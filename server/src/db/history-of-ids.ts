/**
 * Names the history that transaction ids belong to, as eight hexadecimal digits. Ids repeat after a failover, which begins a new timeline, and
 * after a crash of PostgreSQL, which loses the ids of transactions that wrote nothing durable. A crash also resets the statistics.
 */
export const ID_HISTORY = `lpad(upper(to_hex(hashtext(left(pg_walfile_name(pg_current_wal_lsn()), 8)
  || extract(epoch from pg_stat_get_bgwriter_stat_reset_time())))), 8, '0')`
