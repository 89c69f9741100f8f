import type { StoreId } from '../../src/ids.ts'
import { resealer, SEALED_COLUMNS } from '../../src/portable/sealed-columns.ts'
import type { Sealer } from '../../src/seal.ts'
import type { TestStore } from '../store-records.ts'

/** Replaces the placeholders of the planted rows by secrets that can be opened. */
export async function sealPlantedSecrets(
  source: TestStore,
  { storeId, sealer }: { storeId: StoreId; sealer: Sealer },
): Promise<void> {
  const pretended = { ...sealer, open: () => 'whsec_secret' }
  for (const [table, columns] of Object.entries(SEALED_COLUMNS)) {
    const reseal = resealer(table, { storeId, from: pretended, to: sealer })
    const rows = await source.query<{ ctid: string; line: string }>(
      `select ctid::text, row_to_json(t)::text as line from ${table} t where store_id = $1`,
      [storeId],
    )
    for (const { ctid, line } of rows) {
      const sealed = JSON.parse(reseal?.(line) ?? line) as Record<string, string>
      for (const { sealed: column, keyId } of columns)
        await source.query(`update ${table} set ${column} = $2, ${keyId} = $3 where ctid = $1`, [
          ctid,
          sealed[column] === null ? null : Buffer.from((sealed[column] ?? '').slice(2), 'hex'),
          sealed[keyId],
        ])
    }
  }
}
