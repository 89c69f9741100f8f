import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findBreakingChanges } from '../../../scripts/openapi-changes/find-breaking-changes.ts'
import type { OpenApiDocument } from '../../../scripts/openapi-changes/openapi-document.ts'
import { BREAKING, DOCUMENTS, HARMLESS, type Json, type Mutation } from './mutations.ts'
import { everyBreakingChangeOf } from './sweep.ts'

const run = promisify(execFile)
const SCRIPT = resolve('scripts/check-openapi-changes.ts')

test.each(BREAKING)('noticed: $name ($of)', (mutation) => {
  expect(compare(mutation)).not.toEqual([])
})

test.each(HARMLESS)('harmless: $name ($of)', (mutation) => {
  expect(compare(mutation)).toEqual([])
})

test('a change is noticed at every place where it can be made', () => {
  const changes = everyBreakingChangeOf(DOCUMENTS.sample)
  expect(changes.length).toBeGreaterThan(100)
  const unnoticed = changes.filter(({ document }) => found(DOCUMENTS.sample, document).length === 0)
  expect(unnoticed.map(({ name }) => name)).toEqual([])
})

test('what breaks is told with its call and its place', () => {
  const [mutation] = BREAKING.filter(({ name }) => name === 'the greatest number of a request shrinks')
  expect(mutation && compare(mutation)).toEqual([
    'POST /api/games/2.0/poll: requestBody content application/json schema properties most maximum: was 1000, is 500',
  ])
})

describe('the check', () => {
  test('passes on this tree', async () => {
    await expect(check(process.cwd())).resolves.toBe('')
  })

  test('fails when a released document was broken, and when it is gone', async () => {
    const folder = await copyOfDocuments()
    const path = join(folder, 'contract/openapi/games-2.0.json')
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replaceAll('"holding"', '"held"'))
    await expect(check(folder)).rejects.toThrow(/games-2\.0\.json: POST \/api\/games\/2\.0\/poll: .*holding/)
    await rm(path)
    await expect(check(folder)).rejects.toThrow('games-2.0.json: the whole document is gone')
  })

  test('a release takes additions and new versions over, and refuses what breaks', async () => {
    const folder = await copyOfDocuments()
    const current = join(folder, 'contract/openapi')
    const text = await readFile(join(current, 'games-2.0.json'), 'utf8')
    await writeFile(join(current, 'games-3.0.json'), text.replaceAll('"holding"', '"held"'))
    await writeFile(join(current, 'games-2.0.json'), text.replace('Ask what to deliver', 'Ask for work'))
    await check(folder, '--release')
    expect(await readdir(join(current, 'released'))).toContain('games-3.0.json')
    expect(await readFile(join(current, 'released/games-2.0.json'), 'utf8')).toContain('Ask for work')

    await writeFile(join(current, 'games-2.0.json'), text.replaceAll('"holding"', '"held"'))
    await expect(check(folder, '--release')).rejects.toThrow('publish a surface with a new version')
    expect(await readFile(join(current, 'released/games-2.0.json'), 'utf8')).toContain('"holding"')
  })
})

function compare({ of, change }: Mutation): string[] {
  const after = structuredClone(DOCUMENTS[of])
  change(after)
  return found(DOCUMENTS[of], after)
}

function found(before: Json, after: Json): string[] {
  return findBreakingChanges(before as unknown as OpenApiDocument, after as unknown as OpenApiDocument)
}

async function copyOfDocuments(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-openapi-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'contract'))
  await cp('contract/openapi', join(folder, 'contract/openapi'), { recursive: true })
  return folder
}

async function check(folder: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [SCRIPT, ...args], { cwd: folder })
  return stdout + stderr
}
