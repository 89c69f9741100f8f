import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SOURCE = fileURLToPath(new URL('../../../server/src/', import.meta.url))

export type Sources = {
  texts: Map<string, string>
  /** What the management surface is made of. */
  reached: string[]
  /** Files that import it, directly or not, and itself; with how many steps lie between. */
  dependents: (file: string) => Map<string, number>
}

const IMPORT = /(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g

/** The product's files by name, and who imports whom. */
export function readSources(): Sources {
  const texts = new Map<string, string>()
  for (const entry of readdirSync(SOURCE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue
    const path = join(entry.parentPath, entry.name)
    texts.set(relative(SOURCE, path), readFileSync(path, 'utf8'))
  }
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]))
  const importers = new Map<string, string[]>()
  for (const [file, list] of imports) for (const one of list) importers.set(one, [...(importers.get(one) ?? []), file])
  return {
    texts,
    reached: [...walk('http/manage/routes.ts', (file) => imports.get(file) ?? []).keys()],
    dependents: (file) => walk(file, (one) => importers.get(one) ?? []),
  }
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, still, moving]) => join(dirname(file), still ?? moving ?? ''))
}

function walk(first: string, next: (file: string) => string[]): Map<string, number> {
  const steps = new Map([[first, 0]])
  // A map goes on with what is added to it on the way.
  for (const [file, distance] of steps) for (const one of next(file)) if (!steps.has(one)) steps.set(one, distance + 1)
  return steps
}
