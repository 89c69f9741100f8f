import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildOpenApiDocuments } from '../../../scripts/build-openapi-documents.ts'
import { findBreakingChanges } from '../../../scripts/openapi-changes/find-breaking-changes.ts'
import type { OpenApiDocument } from '../../../scripts/openapi-changes/openapi-document.ts'
import { updateDocuments } from '../../../scripts/openapi-changes/update-documents.ts'
import { BREAKING, DOCUMENTS, HARMLESS, type Json, type Mutation } from './mutations.ts'
import { everyBreakingChangeOf } from './sweep.ts'

const run = promisify(execFile)
const SCRIPT = resolve('scripts/openapi.ts')

test.each(BREAKING)('breaking: $name ($document)', (mutation) => {
  expect(changesOf(mutation)).not.toEqual([])
})

test.each(HARMLESS)('harmless: $name ($document)', (mutation) => {
  expect(changesOf(mutation)).toEqual([])
})

test('a simple breaking change is found wherever it can be made', () => {
  const changes = everyBreakingChangeOf(DOCUMENTS.sample)
  expect(changes.length).toBeGreaterThan(100)
  const missed = changes.filter(({ document }) => compare(DOCUMENTS.sample, document).length === 0)
  expect(missed.map(({ name }) => name)).toEqual([])
})

test('a breaking change is reported with its operation and its place', () => {
  const [mutation] = BREAKING.filter(({ name }) => name === 'maximum of a request field decreases')
  expect(mutation && changesOf(mutation)).toEqual([
    'POST /api/games/2.0/poll: requestBody content application/json schema properties most maximum: was 1000, is 500',
  ])
})

describe('scripts/openapi.ts', () => {
  test('rejects a breaking change and writes nothing, unless it is accepted', async () => {
    const { folder, path } = await copyDocument('games-2.0')
    // As if the published response had a field that the routes no longer return.
    const published = (await readFile(path, 'utf8')).replaceAll('"deliveryType"', '"kindOfDelivery"')
    await writeFile(path, published)
    const report = /games-2\.0: POST \/api\/games\/2\.0\/poll: .*kindOfDelivery/
    await expect(runScript(folder)).rejects.toThrow(report)
    expect((await update(folder, { check: true })).join('\n')).toMatch(report)
    expect((await update(folder, { check: true })).at(-1)).toContain('break existing clients')
    expect(await readFile(path, 'utf8')).toBe(published)
    expect(await update(folder, { acceptBreakingChanges: true })).toEqual([])
    expect(await readFile(path, 'utf8')).toBe(await readFile('contract/openapi/games-2.0.json', 'utf8'))
  })

  test('writes a harmless change, which --check only reports', async () => {
    const { folder, path } = await copyDocument('games-1.0')
    const current = await readFile(path, 'utf8')
    const published = current.replace('Quartermaster games API 1.0', 'An older title')
    await writeFile(path, published)
    await expect(runScript(folder, '--check')).rejects.toThrow('games-1.0.json does not match the routes')
    expect(await readFile(path, 'utf8')).toBe(published)
    expect(await update(folder)).toEqual([])
    expect(await readFile(path, 'utf8')).toBe(current)
  })

  test('writes the document of a new API, and rejects the removal of a published one', async () => {
    const { folder, path } = await copyDocument('games-1.0')
    const current = await readFile(path, 'utf8')
    await rm(path)
    expect(await update(folder)).toEqual([])
    expect(await readFile(path, 'utf8')).toBe(current)
    await writeFile(join(folder, 'contract/openapi/games-0.9.json'), current)
    expect(await update(folder, { check: true })).toContain('games-0.9: the document was removed')
  })
})

function changesOf({ document, change }: Mutation): string[] {
  const after = structuredClone(DOCUMENTS[document])
  change(after)
  return compare(DOCUMENTS[document], after)
}

function compare(before: Json, after: Json): string[] {
  return findBreakingChanges(before as unknown as OpenApiDocument, after as unknown as OpenApiDocument)
}

/** A folder with a copy of one published document, and its path. The others would only take time. */
async function copyDocument(name: string): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, `contract/openapi/${name}.json`)
  await cp(`contract/openapi/${name}.json`, path)
  return { folder, path }
}

const documents = await buildOpenApiDocuments()

/** The work of the script in this process. A process would have to load the whole server again. */
function update(folder: string, { check = false, acceptBreakingChanges = false } = {}): Promise<string[]> {
  return updateDocuments(join(folder, 'contract/openapi'), documents, { check, acceptBreakingChanges })
}

async function runScript(folder: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [SCRIPT, ...args], { cwd: folder })
  return stdout + stderr
}
