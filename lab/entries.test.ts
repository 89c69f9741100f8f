import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ENTRIES } from './entries.ts'

const ROOT = resolve(import.meta.dirname, '..')
const COMMANDS = new Set(['NAME', 'night', 'week', 'all', 'names'])

test('every entry of the lab has a program and a name of its own', () => {
  expect(ENTRIES.filter(({ program }) => !existsSync(join(ROOT, program)))).toEqual([])
  expect(new Set(ENTRIES.map(({ name }) => name)).size).toBe(ENTRIES.length)
})

test('every entry of the lab that a document names exists', async () => {
  const names = new Set([...COMMANDS, ...ENTRIES.map(({ name }) => name)])
  const unknown: string[] = []
  for await (const path of glob('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })) {
    for (const [command, name = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(/npm run lab ([\w-]+)/g)) {
      if (!names.has(name)) unknown.push(`${path}: ${command}`)
    }
  }
  expect(unknown).toEqual([])
})
