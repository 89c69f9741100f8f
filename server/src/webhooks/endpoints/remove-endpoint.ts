import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'

const BATCH = 5_000

/** Forgets an endpoint with what waits for it and what was tried. The events themselves stay. */
export async function deleteEndpoint(db: Db, key: EndpointKey): Promise<void> {
  await emptyEndpoint(db, key)
  await inStore(db, key.storeId, (tx) => removeEmptied(tx, key))
}

/** Nothing new, so that there is an end to what has to go; then the bulk of it, a part at a time. */
async function emptyEndpoint(db: Db, key: EndpointKey): Promise<void> {
  await disableEndpoint(db, key)
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const) {
    while ((await forget(db, { ...key, table })) === BATCH);
  }
}

/** The endpoint itself, with the little that is left. */
async function removeEmptied(tx: Tx, key: EndpointKey): Promise<void> {
  await lockEndpoint(tx, key, 'for removal')
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const) {
    await tx.deleteFrom(table).where('store_id', '=', key.storeId).where('endpoint_id', '=', key.endpointId).execute()
  }
  await tx
    .deleteFrom('webhook_endpoints')
    .where('store_id', '=', key.storeId)
    .where('id', '=', key.endpointId)
    .execute()
}

async function forget(
  db: Db,
  { storeId, endpointId, table }: EndpointKey & { table: 'webhook_deliveries' | 'webhook_attempts' },
): Promise<number> {
  const { numAffectedRows = 0n } = await inStore(db, storeId, (tx) =>
    sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)}
        where store_id = ${storeId} and endpoint_id = ${endpointId} limit ${BATCH}))`.execute(tx),
  )
  return Number(numAffectedRows)
}
