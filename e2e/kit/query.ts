import pg from 'pg'

/** Runs the work with one connection, and closes the connection afterwards. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // If the connection is lost, the query rejects.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs one SQL query, to read what the product stored. */
export async function query<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql, values)).rows)
}

/** The only row of the result. */
export async function queryRow<Row extends object>(databaseUrl: string, sql: string, values?: unknown[]): Promise<Row> {
  const [row] = await query<Row>(databaseUrl, sql, values)
  if (!row) throw new Error(`The query returned no row: ${sql}`)
  return row
}
