import pg from 'pg'

/**
 * A pool that outlives its connections. One that dies is dropped and replaced at the next use: the statement under
 * way rejects, and a listener must stand on every connection, idle or busy, or the loss would end the process.
 */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 3_000, ...config })
  pool.on('error', onLost)
  pool.on('connect', (client) => void client.on('error', onLost))
  return pool
}
