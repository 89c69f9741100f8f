import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { newId } from '../../src/ids.ts'
import { createMigratedDatabase } from './empty-database.ts'

test('a statement that the gateway plans while its table is empty uses an index, because it keeps the plan when the table is full', async () => {
  const { url, query } = await createMigratedDatabase()
  await query('vacuum analyze pending_deliveries')
  const { gateway, close } = openDatabase({ url, poolSize: 1 })
  onTestFinished(close)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from pending_deliveries where store_id = ${newId()}::uuid and server_id = ${newId()}::uuid`.execute(
    gateway,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index')
  expect(plan).not.toContain('Seq Scan')
})
