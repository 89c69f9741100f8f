import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SOURCE_FOLDER = fileURLToPath(new URL('../../../server/src/', import.meta.url))

export type SourceFiles = ReturnType<typeof readSourceFiles>

const IMPORT = /(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g
/** The routes in `../storefront/storefront-cells.ts`. */
export const STOREFRONT_ROUTES = ['http/storefront/routes.ts', 'http/storefront/api/routes.ts']
/** The management API, the routes in `expected/payments.ts`, and the storefront. */
const ROUTES = ['http/manage/routes.ts', 'http/payments/callbacks.ts', 'http/pay-pages/routes.ts', ...STOREFRONT_ROUTES]

export function readSourceFiles() {
  const texts = new Map<string, string>()
  for (const entry of readdirSync(SOURCE_FOLDER, { recursive: true, withFileTypes: true })) {
    const file = relative(SOURCE_FOLDER, join(entry.parentPath, entry.name))
    if (!entry.isFile() || !/\.(ts|sql)$/.test(file) || /\.test\.ts$|migrations\//.test(file)) continue
    texts.set(file, readFileSync(join(SOURCE_FOLDER, file), 'utf8'))
  }
  const sqlFunctions = [...texts.keys()].filter((file) => file.endsWith('.sql'))
  const uses = new Map([...texts].map(([file, text]) => [file, findUses(file, text, sqlFunctions)]))
  const users = new Map<string, string[]>()
  for (const [file, list] of uses) for (const used of list) users.set(used, [...(users.get(used) ?? []), file])
  return {
    /** By their path below server/src: the TypeScript of the product and its SQL functions. */
    texts,
    /** The files that the routes use. */
    reached: [...findReachable(ROUTES, (file) => uses.get(file) ?? []).keys()],
    /** A file and those that use it, directly or indirectly, with the number of steps in between. */
    dependents: (file: string) => findReachable([file], (used) => users.get(used) ?? []),
  }
}

/** The imports of a file, and the SQL functions that it calls: `erase_player(` is in a file erase-player.sql. */
function findUses(file: string, text: string, sqlFunctions: string[]): string[] {
  const imports = [...text.matchAll(IMPORT)].map(([, path, dynamicPath]) =>
    join(dirname(file), path ?? dynamicPath ?? ''),
  )
  const calls = sqlFunctions.filter(
    (sqlFile) => sqlFile !== file && text.includes(`${basename(sqlFile, '.sql').replaceAll('-', '_')}(`),
  )
  return [...imports, ...calls]
}

function findReachable(first: string[], next: (file: string) => string[]): Map<string, number> {
  const steps = new Map(first.map((file) => [file, 0]))
  // A Map iterates over entries that are added during the iteration, too.
  for (const [file, distance] of steps) for (const one of next(file)) if (!steps.has(one)) steps.set(one, distance + 1)
  return steps
}
