import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { disableEndpoint } from './disable-endpoint.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'

const BATCH = 5_000

/** Deletes an endpoint with its pending events and its attempts. The events themselves stay. */
export async function deleteEndpoint(db: Db, key: EndpointKey): Promise<void> {
  await emptyEndpoint(db, key)
  await inStore(db, key.storeId, (tx) => deleteEmptied(tx, key))
}

/** Disables the endpoint so that no rows are added, then deletes most rows in batches. */
async function emptyEndpoint(db: Db, key: EndpointKey): Promise<void> {
  await disableEndpoint(db, key)
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const) {
    while ((await deleteBatch(db, { ...key, table })) === BATCH);
  }
}

/** Deletes the endpoint and the remaining rows in one transaction. */
async function deleteEmptied(tx: Tx, key: EndpointKey): Promise<void> {
  await lockEndpoint(tx, key, 'for deletion')
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const) {
    await tx.deleteFrom(table).where('store_id', '=', key.storeId).where('endpoint_id', '=', key.endpointId).execute()
  }
  await tx
    .deleteFrom('webhook_endpoints')
    .where('store_id', '=', key.storeId)
    .where('id', '=', key.endpointId)
    .execute()
}

async function deleteBatch(
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
