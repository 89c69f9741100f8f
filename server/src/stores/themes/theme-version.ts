import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'

/** An uploaded theme. It never changes. */
export type ThemeVersion = {
  number: number
  name: string
  /** The version in theme.json. */
  label: string
  author: string
  bytes: number
  createdAt: Date
  /** The last time. */
  publishedAt: Date | null
}

export type VersionKey = { storeId: StoreId; number: number }

/** Newest first. */
export async function listVersions(tx: Tx, storeId: StoreId): Promise<ThemeVersion[]> {
  return tx
    .selectFrom('theme_versions')
    .select(['number', 'name', 'label', 'author', 'bytes', 'created_at as createdAt', 'published_at as publishedAt'])
    .where('store_id', '=', storeId)
    .orderBy('number', 'desc')
    .execute()
}

export async function requireVersionOfTheme(tx: Tx, { storeId, number }: VersionKey): Promise<ThemeVersion> {
  const found = (await listVersions(tx, storeId)).find((version) => version.number === number)
  if (!found) throw new AppError('not_found', 'No such version of the theme')
  return found
}

export type ThemeFile = { path: string; hash: string; bytes: number }

export async function listFiles(tx: Tx, { storeId, number }: VersionKey): Promise<ThemeFile[]> {
  return tx
    .selectFrom('theme_files')
    .select(['path', 'hash', ({ fn }) => fn<number>('length', ['content']).as('bytes')])
    .where('store_id', '=', storeId)
    .where('version', '=', number)
    .orderBy('path')
    .execute()
}
