import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findKeysInLogs } from './find-keys-in-logs.ts'

const KEY = 'qm_srv_aB3dE5gH7jK9mN1pQ3sT5vW7yZ'
const OTHER = 'qm_srv_zZ9yY8xX7wW6vV5uU4tT3sS2rR'

async function scanRun({ keys, log }: { keys: string; log: string }) {
  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-scan-'))
  onTestFinished(() => rm(runDir, { recursive: true }))
  await mkdir(join(runDir, 'logs'))
  await mkdir(join(runDir, 'keys'))
  await writeFile(join(runDir, 'keys', 'a.txt'), keys)
  await writeFile(join(runDir, 'logs', 'a.log'), log)
  return findKeysInLogs(runDir)
}

test('logs without a key pass, and every line and key is counted once', async () => {
  const found = await scanRun({ keys: `${KEY}\n${OTHER}\n${KEY}\n`, log: '{"msg":"one"}\n{"msg":"two"}\n' })
  expect(found).toEqual({ lines: 2, keys: 2, leaks: [] })
})

test('a complete key is found anywhere in a line', async () => {
  const found = await scanRun({ keys: `${OTHER}\n${KEY}\n`, log: `fine\n{"headers":{"authorization":"${KEY}"}}\n` })
  expect(found.leaks).toEqual(['logs/a.log:2'])
})

test('the secret part of a key is found without its prefix', async () => {
  const found = await scanRun({ keys: `${KEY}\n`, log: `x${KEY.slice(KEY.lastIndexOf('_') + 1)}x\n` })
  expect(found.leaks).toEqual(['logs/a.log:1'])
})

test('the beginning of a key, without its last four characters, is not a leak', async () => {
  const found = await scanRun({ keys: `${KEY}\n`, log: `${KEY.slice(0, -4)}\n` })
  expect(found.leaks).toEqual([])
})
