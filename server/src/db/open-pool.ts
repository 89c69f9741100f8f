import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { AnswerTimeout } from './preparing-client.ts'

/**
 * A lost connection is replaced at its next use, and its running statement rejects. Every connection needs an error
 * listener, because an unhandled `error` event would end the process.
 */
export function openPool(
  config: pg.PoolConfig & AnswerTimeout,
  onLost: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 3_000, ...config })
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  return pool
}

/** One connection with the rights of the login, for work on the whole database. */
export function openOne(
  config: Pick<pg.PoolConfig, 'connectionString' | 'application_name' | 'options'>,
): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: openPool({ ...config, max: 1 }) }) })
}
