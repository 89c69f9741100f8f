import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { ThemeProblem } from '../../themes/isolation/protocol.ts'

/** Why a page was shown with the built-in theme. */
export type ThemePageError = ThemeProblem & { version: number; template: string; count: number; lastAt: Date }

type Key = { storeId: StoreId; version: number; template: string }

/** A version keeps the last error of each of its pages. */
export async function recordThemeError(
  tx: Tx,
  { storeId, version, template, ...found }: Key & ThemeProblem,
): Promise<void> {
  const { file, line, message } = found
  await sql`
    insert into theme_errors (store_id, version, template, file, line, message)
    select ${storeId}, number, ${template}, ${file.slice(0, 120)}, ${line}::integer, ${message.slice(0, 300)}
    from theme_versions where store_id = ${storeId} and number = ${version}
    on conflict (store_id, version, template) do update set file = excluded.file, line = excluded.line,
      message = excluded.message, count = theme_errors.count + 1, last_at = now()`.execute(tx)
}

/** Newest first. */
export async function listThemeErrors(tx: Tx, storeId: StoreId): Promise<ThemePageError[]> {
  return tx
    .selectFrom('theme_errors')
    .select(['version', 'template', 'file', 'line', 'message', 'count', 'last_at as lastAt'])
    .where('store_id', '=', storeId)
    .orderBy('last_at', 'desc')
    .orderBy('version', 'desc')
    .orderBy('template')
    .limit(100)
    .execute()
}
