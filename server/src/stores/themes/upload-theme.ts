import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { readArchive } from '../../themes/archive/read-archive.ts'
import { contentHash } from '../../themes/assets.ts'
import { checkFiles } from '../../themes/check/check-files.ts'
import type { ThemeProblem } from '../../themes/isolation/protocol.ts'
import type { ThemeRenderer } from '../../themes/isolation/theme-renderer.ts'
import type { ThemeFiles } from '../../themes/theme-files.ts'
import { ThemeError } from '../../themes/theme-problem.ts'
import { toThemeSource } from '../../themes/theme-source.ts'
import { lockStore } from '../lock-store.ts'
import { requireVersionOfTheme, type ThemeVersion } from './theme-version.ts'

/** Older versions are deleted, except the published one and the one before it. */
const KEPT_VERSIONS = 20
const SHOWN_PROBLEMS = 5

type Upload = { storeId: StoreId; archive: Buffer; alongside: (tx: Tx) => Promise<void> }

/** Stores a theme as a new version, after it has passed the check. No one sees it until it is published. */
export async function uploadTheme(
  { db, renderer }: { db: Db; renderer: ThemeRenderer },
  { storeId, archive, alongside }: Upload,
): Promise<ThemeVersion> {
  const files = await readArchive(archive)
  requireNoProblems(await findProblems(renderer, storeId, files))
  return inStore(db, storeId, async (tx) => {
    await lockStore(tx, { storeId, expectVersion: undefined })
    const number = await insertVersion(tx, storeId, files)
    await deleteOldVersions(tx, storeId)
    await alongside(tx)
    return requireVersionOfTheme(tx, { storeId, number })
  })
}

/** Everything that is wrong with a theme. Its templates run in an isolated process. */
export async function findProblems(
  renderer: ThemeRenderer,
  storeId: string,
  files: ThemeFiles,
): Promise<ThemeProblem[]> {
  const problems = checkFiles(files)
  if (problems.length > 0) return problems
  return renderer.check(storeId, toThemeSource(files)).catch((error: unknown) => {
    if (error instanceof ThemeError) return [error.problem]
    throw error
  })
}

function requireNoProblems(problems: ThemeProblem[]): void {
  if (problems.length === 0) return
  const more = problems.length > SHOWN_PROBLEMS ? `, and ${problems.length - SHOWN_PROBLEMS} more` : ''
  const lines = problems.slice(0, SHOWN_PROBLEMS).map(describeProblem).join('; ')
  throw new AppError('invalid_request', `The theme has problems: ${lines}${more}`, { field: 'body' })
}

export function describeProblem({ file, line, message }: ThemeProblem): string {
  return `${file || 'theme'}${line === null ? '' : `:${line}`}: ${message}`
}

async function insertVersion(tx: Tx, storeId: StoreId, files: ThemeFiles): Promise<number> {
  const manifest = JSON.parse(String(files.get('theme.json'))) as { name: string; version: string; author?: string }
  const { rows } = await sql<{ number: number }>`
    insert into theme_versions (store_id, number, name, label, author, bytes)
    select ${storeId}, coalesce(max(number), 0) + 1, ${manifest.name}, ${manifest.version}, ${manifest.author ?? ''},
      ${[...files.values()].reduce((sum, body) => sum + body.length, 0)}::integer
    from theme_versions where store_id = ${storeId} returning number`.execute(tx)
  const number = rows[0]?.number ?? 1
  for (const [path, content] of files)
    await tx
      .insertInto('theme_files')
      .values({ store_id: storeId, version: number, path, hash: contentHash(content), content })
      .execute()
  return number
}

async function deleteOldVersions(tx: Tx, storeId: StoreId): Promise<void> {
  await sql`
    delete from theme_versions v where v.store_id = ${storeId}
      and v.number not in (select n.number from theme_versions n where n.store_id = v.store_id order by n.number desc limit ${KEPT_VERSIONS})
      and v.number not in (select n.number from theme_versions n where n.store_id = v.store_id and n.published_at is not null
        order by n.published_at desc limit 2)
      and not exists (select from storefronts s where s.store_id = v.store_id and s.theme_version = v.number)`.execute(
    tx,
  )
}
