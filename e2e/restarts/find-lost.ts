import pg from 'pg'
import { type DeliveryId, formatId } from '../../server/src/ids.ts'

/** Which of the elements whose report was answered with success are not in the ledger as processed, or still wait. */
export async function findLost(databaseUrl: string, reported: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const ledger = await idsOf(client, `select id from delivery_ledger where state = 'processed'`)
    const waiting = await idsOf(client, 'select id from pending_deliveries')
    return reported.filter((id) => !ledger.has(id) || waiting.has(id))
  } finally {
    await client.end()
  }
}

async function idsOf(client: pg.Client, query: string): Promise<Set<string>> {
  const { rows } = await client.query<{ id: DeliveryId }>(query)
  return new Set(rows.map(({ id }) => formatId('cmd', id)))
}
