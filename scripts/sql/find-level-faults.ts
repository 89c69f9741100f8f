import ts from 'typescript'
import { findSql } from './find-sql.ts'
import { callsIn, type NameInSql, tablesIn } from './names-in-sql.ts'

export type SourceText = { path: string; text: string }
type Levels = readonly (readonly string[])[]

/** Files that put all rooms together. */
const TOP = ['app.ts', 'main.ts']

/**
 * The levels hold for SQL too: a room uses its own tables and functions and those of lower rooms. A table belongs to the room of
 * the migration that creates it, a function to the room of the file that creates it.
 */
export function findLevelFaults(sources: SourceText[], levels: Levels): string[] {
  const tables = ownersOf(sources, /\bcreate table (?:if not exists )?(\w+)/g)
  const functions = ownersOf(sources, /\bcreate (?:or replace )?function (\w+)/g)
  return sources.flatMap(({ path, text }) =>
    sqlIn({ path, text }).flatMap((sql) => {
      const lineAt = (at: number) => text.slice(0, sql.from + at).split('\n').length
      const parts = { levels, path, lineAt }
      return [
        ...faultsOf({ ...parts, names: tablesIn(sql.text), owners: tables, kind: 'table' }),
        ...faultsOf({ ...parts, names: callsIn(sql.text), owners: functions, kind: 'function' }),
      ]
    }),
  )
}

function sqlIn({ path, text }: SourceText): { text: string; from: number }[] {
  if (path.endsWith('.sql')) return [{ text, from: 0 }]
  return findSql(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
}

function ownersOf(sources: SourceText[], pattern: RegExp): Map<string, string> {
  const found = sources
    .filter(({ path }) => path.endsWith('.sql'))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map((match) => [match[1] ?? '', roomOf(path)] as const))
  return new Map(found)
}

/** `server/src/<room>/…` or `server/migrations/NNNN_<room>….sql`. */
function roomOf(path: string): string {
  const [, migration, folder] = /^server\/(?:migrations\/\d+_([a-z0-9-]+)|src\/([^/]+))/.exec(path) ?? []
  return migration ?? folder ?? ''
}

type Names = {
  levels: Levels
  path: string
  lineAt: (at: number) => number
  names: NameInSql[]
  owners: Map<string, string>
  kind: 'table' | 'function'
}

function faultsOf({ levels, path, lineAt, names, owners, kind }: Names): string[] {
  const room = roomOf(path)
  const levelOf = (name: string) =>
    TOP.includes(name) ? levels.length : levels.findIndex((rooms) => rooms.includes(name))
  return names.flatMap(({ name, at }) => {
    const owner = owners.get(name)
    if (owner === undefined || owner === room || levelOf(owner) < levelOf(room)) return []
    const place = levelOf(owner) === levelOf(room) ? 'on the same level' : 'on a higher level'
    return [
      `${path}:${lineAt(at)}: ${room} uses the ${kind} ${name} of ${owner}, which is ${place}. Move the SQL to a room above ${owner}.`,
    ]
  })
}
