import pg from 'pg'

// As the product reads them.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool with these PostgreSQL settings on every connection. */
export function openPool(url: string, { max, settings }: { max: number; settings: Record<string, string> }): pg.Pool {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const pool = new pg.Pool({ connectionString: url, max, types, options: options.join(' ') })
  // The pool reports that it has ended before its connections are closed, so a stop of the cluster may still reach them.
  pool.on('error', () => undefined)
  return pool
}
