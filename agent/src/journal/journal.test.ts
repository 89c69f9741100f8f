import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from './journal.ts'
import { readJournal } from './read-journal.ts'

async function createJournalPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'journal')
}

const createTakenRecord = (id: string, attempt = 1) =>
  ({
    id,
    attempt,
    kind: 'taken',
    player: 'steve',
    type: 'APPROVE',
    products: ['VIP'],
    repeatable: false,
    steps: 2,
    done: 0,
  }) as const
const FIRST_ATTEMPT = { id: 'cmd_1', attempt: 1 }

test('entries are restored after a restart', async () => {
  const path = await createJournalPath()
  const journal = await openJournal(path)
  await journal.write(createTakenRecord('cmd_1'), { ...FIRST_ATTEMPT, kind: 'begun', step: 0 })
  await journal.write(
    { ...FIRST_ATTEMPT, kind: 'ended', step: 0, output: 'ok' },
    { ...FIRST_ATTEMPT, kind: 'begun', step: 1 },
  )
  await journal.close()

  const reopened = await openJournal(path)
  expect(reopened.entry('cmd_1')).toMatchObject({ attempt: 1, done: 1, begun: 1, output: 'ok', products: ['VIP'] })
  await reopened.close()
})

test('a last line that was cut at any byte is ignored, and the next line is complete', async () => {
  const path = await createJournalPath()
  const journal = await openJournal(path)
  await journal.write(createTakenRecord('cmd_1'))
  const validBytes = (await stat(path)).size
  await journal.write({ ...FIRST_ATTEMPT, kind: 'begun', step: 0 })
  await journal.close()
  const content = await readFile(path)

  for (let length = validBytes; length < content.length; length += 9) {
    await writeFile(path, content.subarray(0, length))
    const reopened = await openJournal(path)
    expect(reopened.entry('cmd_1')).toMatchObject({ done: 0 })
    expect(reopened.entry('cmd_1')).not.toHaveProperty('begun')
    await reopened.write({ ...FIRST_ATTEMPT, kind: 'ended', step: 0, output: '' })
    await reopened.close()
    expect((await readJournal(path)).entries.get('cmd_1')).toMatchObject({ done: 1 })
  }
})

test('damage that a crash cannot cause stops the agent with instructions', async () => {
  const path = await createJournalPath()
  const journal = await openJournal(path)
  await journal.write(createTakenRecord('cmd_1'))
  await journal.write(createTakenRecord('cmd_2'))
  await journal.close()
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('steve', 'stevo'))

  await expect(openJournal(path)).rejects.toThrow('damaged in line 1')
  await writeFile(path, text)
  await (await openJournal(path)).close()
})

test('a large journal is compacted without old confirmed entries and keeps all unconfirmed ones', async () => {
  const path = await createJournalPath()
  const journal = await openJournal(path, { maxConfirmed: 3, compactBytes: 5_000 })
  await journal.write(createTakenRecord('cmd_open'), { ...FIRST_ATTEMPT, id: 'cmd_open', kind: 'begun', step: 0 })
  for (let i = 0; i < 50; i++) {
    await journal.write(createTakenRecord(`cmd_${i}`))
    await journal.write({ id: `cmd_${i}`, attempt: 1, kind: 'concluded', outcome: { outcome: 'done' } })
    await journal.write({ id: `cmd_${i}`, attempt: 1, kind: 'settled', status: 'processed' })
  }
  await journal.close()

  expect((await stat(path)).size).toBeLessThan(10_000)
  const { entries } = await readJournal(path)
  expect(entries.get('cmd_open')).toMatchObject({ begun: 0 })
  expect(entries.get('cmd_49')).toMatchObject({ storeStatus: 'processed' })
  expect(entries.has('cmd_1')).toBe(false)
})

test('a higher attempt starts a new entry, and late records of an older attempt are ignored', async () => {
  const journal = await openJournal(await createJournalPath())
  await journal.write(createTakenRecord('cmd_1'), { ...FIRST_ATTEMPT, kind: 'begun', step: 0 })
  await journal.write({ ...createTakenRecord('cmd_1', 2), done: 1 })
  await journal.write({ ...FIRST_ATTEMPT, kind: 'settled', status: 'held' })

  expect(journal.entry('cmd_1')).toMatchObject({ attempt: 2, done: 1 })
  expect(journal.unconfirmed().map(({ id }) => id)).toEqual(['cmd_1'])
  await journal.close()
})

test('concurrent writes are on disk when they resolve', async () => {
  const path = await createJournalPath()
  const journal = await openJournal(path)
  await Promise.all(Array.from({ length: 200 }, (_, i) => journal.write(createTakenRecord(`cmd_${i}`))))
  expect((await readJournal(path)).entries.size).toBe(200)
  await journal.close()
})

test('the lock of a process that ended is taken over, and the lock of a running process is not', async () => {
  const path = await createJournalPath()
  const holder = spawn(process.execPath, [
    '-e',
    `${HOLD_JOURNAL}(${JSON.stringify(import.meta.url)}, ${JSON.stringify(path)})`,
  ])
  await once(holder.stdout, 'data')
  await expect(openJournal(path)).rejects.toThrow(`in use by process ${holder.pid}`)

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await openJournal(path)).close()
  expect(await readdir(join(path, '..'))).toEqual(['journal'])
})

const HOLD_JOURNAL = `(async (testUrl, path) => {
  const { openJournal } = await import(new URL('journal.ts', testUrl))
  await openJournal(path)
  setInterval(() => undefined, 1000)
  console.log('held')
})`

test('after a failed write nothing more is written', async () => {
  const path = await createJournalPath()
  const journal = await openJournal(path, { compactBytes: 1 })
  await journal.write(createTakenRecord('cmd_1'))
  // A folder blocks the name of the new file, so compaction fails.
  await mkdir(`${path}.new`)
  await expect(journal.write(createTakenRecord('cmd_2'))).rejects.toThrow('EISDIR')
  await expect(journal.write(createTakenRecord('cmd_3'))).rejects.toThrow('EISDIR')
  await rm(`${path}.new`, { recursive: true })
  await expect(journal.write(createTakenRecord('cmd_4'))).rejects.toThrow('EISDIR')
  await journal.close()
})
