import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import type { Finding } from '../check-database.ts'
import { formatAge } from './format-age.ts'

/** The operator has restored a backup somewhere else, and looked at the result. */
export async function recordRestoreTest(db: AccountsDb): Promise<Date> {
  const { rows } = await sql<{ testedAt: Date }>`
    insert into restore_tests default values returning tested_at as "testedAt"`.execute(db)
  if (!rows[0]) throw new Error('The test of the restore was not recorded')
  return rows[0].testedAt
}

export async function checkRestoreTests(
  db: AccountsDb,
  { maxAgeSeconds }: { maxAgeSeconds: number },
): Promise<Finding> {
  const { rows } = await sql<{ ageSeconds: number | null }>`
    select extract(epoch from now() - max(tested_at))::float8 as "ageSeconds" from restore_tests`.execute(db)
  const age = rows[0]?.ageSeconds ?? null
  return {
    check: 'restore tested',
    ok: age !== null && age <= maxAgeSeconds,
    found: age === null ? 'never' : `${formatAge(age)} ago`,
    advice:
      'Restore the newest backup into an empty place and run `quartermaster verify` there (deploy/backup/test-restore does both), then record it with `quartermaster backup tested`',
  }
}
