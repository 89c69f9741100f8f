import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { lockStore } from '../lock-store.ts'
import { requireVersionOfTheme, type ThemeVersion, type VersionKey } from './theme-version.ts'

/** All pages use this version from now on. */
export async function publishTheme(tx: Tx, { storeId, number }: VersionKey): Promise<ThemeVersion> {
  await lockStore(tx, { storeId, expectVersion: undefined })
  await requireVersionOfTheme(tx, { storeId, number })
  // The clock, because several versions can be published in one transaction of a test.
  await sql`
    update theme_versions set published_at = clock_timestamp() where store_id = ${storeId} and number = ${number}`.execute(
    tx,
  )
  await setVersion(tx, storeId, number)
  return requireVersionOfTheme(tx, { storeId, number })
}

/** Returns to the version that was published before this one, and from the first one to the built-in theme. */
export async function rollbackTheme(tx: Tx, storeId: StoreId): Promise<number | null> {
  await lockStore(tx, { storeId, expectVersion: undefined })
  const { rows } = await sql<{ current: number | null; previous: number | null }>`
    select s.theme_version as current, (
      select v.number from theme_versions v join theme_versions c on c.store_id = v.store_id and c.number = s.theme_version
      where v.store_id = s.store_id and v.published_at < c.published_at order by v.published_at desc limit 1) as previous
    from storefronts s where s.store_id = ${storeId}`.execute(tx)
  const [row] = rows
  if (!row || row.current === null)
    throw new AppError('conflict', 'The store has a built-in theme, so there is nothing to roll back')
  await setVersion(tx, storeId, row.previous)
  return row.previous
}

async function setVersion(tx: Tx, storeId: StoreId, number: number | null): Promise<void> {
  await sql`
    update storefronts set theme_version = ${number}::integer, version = version + 1, revision = revision + 1,
      changed_at = now(), updated_at = now()
    where store_id = ${storeId}`.execute(tx)
}
