import type pg from 'pg'
import { openPool } from '../../db/open-pool.ts'
import type { EndpointId } from '../../ids.ts'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'

export type EndpointLocks = {
  /** Returns the endpoints that could be locked. A lock lasts until it is released or the session ends. */
  acquire(ids: EndpointId[]): Promise<EndpointId[]>
  holds(id: EndpointId): boolean
  release(id: EndpointId): Promise<void>
  close(): Promise<void>
}

type Session = { client: pg.PoolClient; held: Set<EndpointId> }

// Both sides detect a machine that disappeared within about ten seconds.
const KEEP_ALIVE = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * The process that sends to an endpoint holds its lock in a separate database session. The lock ends with the session,
 * and the session ends with the process, so no timeout is needed when a process is killed. After an outage of the database
 * the locks are gone: `holds` returns false, and the next `acquire` opens a new session.
 */
export function openEndpointLocks(url: string, onLost: (error: Error) => void): EndpointLocks {
  const pool = openPool(
    {
      connectionString: url,
      max: 1,
      keepAlive: true,
      keepAliveInitialDelayMillis: 4_000,
      query_timeout: 5_000,
      application_name: 'quartermaster-webhooks',
      options: `-c role=quartermaster_reader ${KEEP_ALIVE}`,
    },
    onLost,
  )
  const oneAtATime = createConcurrencyLimit(1)
  let session: Session | undefined

  function lose(lost: Session): void {
    if (session !== lost) return
    session = undefined
    lost.held.clear()
    lost.client.release(true)
  }

  async function open(): Promise<Session> {
    const client = await pool.connect()
    const opened = { client, held: new Set<EndpointId>() }
    session = opened
    client.once('error', () => lose(opened))
    client.once('end', () => lose(opened))
    return opened
  }

  /** After an error it is unknown which locks the session holds, so it is discarded. */
  async function query<T extends pg.QueryResultRow>(on: Session, text: string, values: unknown[]): Promise<T[]> {
    try {
      return await oneAtATime(async () => (await on.client.query<T>(text, values)).rows)
    } catch (error) {
      lose(on)
      throw error
    }
  }

  return {
    async acquire(ids) {
      const on = session ?? (await open())
      const rows = await query<{ id: EndpointId }>(
        on,
        `select id from unnest($1::uuid[]) as id where pg_try_advisory_lock(${keyOf('id')})`,
        [ids],
      )
      if (session !== on) return []
      for (const { id } of rows) on.held.add(id)
      return rows.map(({ id }) => id)
    },
    holds: (id) => session?.held.has(id) ?? false,
    async release(id) {
      const on = session
      if (!on?.held.delete(id)) return
      await query(on, `select pg_advisory_unlock(${keyOf('$1::uuid')})`, [id])
    },
    async close() {
      if (session) lose(session)
      await pool.end()
    },
  }
}

const keyOf = (id: string) => `hashtextextended('webhook endpoint ' || ${id}::text, 0)`
