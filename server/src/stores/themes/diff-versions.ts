import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { diffLines } from './diff-lines.ts'
import { listFiles, requireVersionOfTheme, type ThemeFile } from './theme-version.ts'

export type FileChange = { path: string; change: 'added' | 'removed' | 'changed'; lines: string | null }

type Versions = { storeId: StoreId; from: number; to: number }

/** What differs between two versions. Changed texts have their lines, as `diff` writes them. */
export async function diffVersions(tx: Tx, { storeId, from, to }: Versions): Promise<FileChange[]> {
  for (const number of [from, to]) await requireVersionOfTheme(tx, { storeId, number })
  const [before, after] = [await listFiles(tx, { storeId, number: from }), await listFiles(tx, { storeId, number: to })]
  const changes: FileChange[] = []
  for (const path of [...new Set([...before, ...after].map((file) => file.path))].toSorted()) {
    const [old, current] = [find(before, path), find(after, path)]
    if (old?.hash === current?.hash) continue
    const change = old ? (current ? 'changed' : 'removed') : 'added'
    const texts = async (number: number) => readText(tx, { storeId, number, path })
    const lines = change === 'changed' && isText(path) ? diffLines(await texts(from), await texts(to)) : null
    changes.push({ path, change, lines })
  }
  return changes
}

function find(files: ThemeFile[], path: string): ThemeFile | undefined {
  return files.find((file) => file.path === path)
}

function isText(path: string): boolean {
  return /\.(liquid|json|css|js|md|svg)$/.test(path)
}

type FileKey = { storeId: StoreId; number: number; path: string }

async function readText(tx: Tx, { storeId, number, path }: FileKey): Promise<string> {
  const { rows } = await sql<{ content: Buffer }>`
    select content from theme_files where store_id = ${storeId} and version = ${number} and path = ${path}`.execute(tx)
  return String(rows[0]?.content ?? '')
}
