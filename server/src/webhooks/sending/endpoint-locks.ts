import type pg from 'pg'
import { openPool } from '../../db/open-pool.ts'
import type { EndpointId } from '../../ids.ts'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'

export type EndpointLocks = {
  /** Those of the endpoints that nobody else holds; they are ours until they are released or the session ends. */
  take(ids: EndpointId[]): Promise<EndpointId[]>
  holds(id: EndpointId): boolean
  release(id: EndpointId): Promise<void>
  close(): Promise<void>
}

type Session = { client: pg.PoolClient; held: Set<EndpointId> }

// A machine that vanished without a word is noticed within some ten seconds, on both sides.
const KEEP_ALIVE = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * Who delivers to an endpoint holds its lock in a database session of its own. The lock ends with the session, and the
 * session with the process, so nothing waits for a time-out when a process is killed. When the database was away, the
 * locks are gone too: `holds` says so, and the next `take` opens a new session.
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
  const oneByOne = createConcurrencyLimit(1)
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

  /** A session of which one does not know what it did is no ground to stand on. */
  async function ask<T extends pg.QueryResultRow>(on: Session, text: string, values: unknown[]): Promise<T[]> {
    try {
      return await oneByOne(async () => (await on.client.query<T>(text, values)).rows)
    } catch (error) {
      lose(on)
      throw error
    }
  }

  return {
    async take(ids) {
      const on = session ?? (await open())
      const rows = await ask<{ id: EndpointId }>(
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
      await ask(on, `select pg_advisory_unlock(${keyOf('$1::uuid')})`, [id])
    },
    async close() {
      if (session) lose(session)
      await pool.end()
    },
  }
}

const keyOf = (id: string) => `hashtextextended('webhook endpoint ' || ${id}::text, 0)`
