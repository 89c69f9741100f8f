import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from './journal.ts'
import { readJournal } from './read-journal.ts'

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'journal')
}

const taken = (id: string, attempt = 1) =>
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
const one = { id: 'cmd_1', attempt: 1 }

test('what was written is there after a restart', async () => {
  const path = await newPath()
  const journal = await openJournal(path)
  await journal.write(taken('cmd_1'), { ...one, kind: 'begun', step: 0 })
  await journal.write({ ...one, kind: 'ended', step: 0, output: 'ok' }, { ...one, kind: 'begun', step: 1 })
  await journal.close()

  const again = await openJournal(path)
  expect(again.entry('cmd_1')).toMatchObject({ attempt: 1, done: 1, begun: 1, output: 'ok', products: ['VIP'] })
  await again.close()
})

test('a line that was cut short anywhere is dropped, and the next one is whole', async () => {
  const path = await newPath()
  const journal = await openJournal(path)
  await journal.write(taken('cmd_1'))
  const sound = (await stat(path)).size
  await journal.write({ ...one, kind: 'begun', step: 0 })
  await journal.close()
  const whole = await readFile(path)

  for (let length = sound; length < whole.length; length += 9) {
    await writeFile(path, whole.subarray(0, length))
    const cut = await openJournal(path)
    expect(cut.entry('cmd_1')).toMatchObject({ done: 0 })
    expect(cut.entry('cmd_1')).not.toHaveProperty('begun')
    await cut.write({ ...one, kind: 'ended', step: 0, output: '' })
    await cut.close()
    expect((await readJournal(path)).entries.get('cmd_1')).toMatchObject({ done: 1 })
  }
})

test('damage that no crash can cause stops the agent, with what to do', async () => {
  const path = await newPath()
  const journal = await openJournal(path)
  await journal.write(taken('cmd_1'))
  await journal.write(taken('cmd_2'))
  await journal.close()
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('steve', 'stevo'))

  await expect(openJournal(path)).rejects.toThrow('damaged in line 1')
  await writeFile(path, text)
  await (await openJournal(path)).close()
})

test('a large journal is written anew, without what was settled long ago, and keeps all that is not settled', async () => {
  const path = await newPath()
  const journal = await openJournal(path, { keepMost: 3, compactBytes: 5_000 })
  await journal.write(taken('cmd_open'), { ...one, id: 'cmd_open', kind: 'begun', step: 0 })
  for (let i = 0; i < 50; i++) {
    await journal.write(taken(`cmd_${i}`))
    await journal.write({ id: `cmd_${i}`, attempt: 1, kind: 'concluded', outcome: { outcome: 'done' } })
    await journal.write({ id: `cmd_${i}`, attempt: 1, kind: 'settled', status: 'processed' })
  }
  await journal.close()

  expect((await stat(path)).size).toBeLessThan(10_000)
  const { entries } = await readJournal(path)
  expect(entries.get('cmd_open')).toMatchObject({ begun: 0 })
  expect(entries.get('cmd_49')).toMatchObject({ settled: 'processed' })
  expect(entries.has('cmd_1')).toBe(false)
})

test('a higher attempt begins anew, and what comes late from an older one changes nothing', async () => {
  const journal = await openJournal(await newPath())
  await journal.write(taken('cmd_1'), { ...one, kind: 'begun', step: 0 })
  await journal.write({ ...taken('cmd_1', 2), done: 1 })
  await journal.write({ ...one, kind: 'settled', status: 'held' })

  expect(journal.entry('cmd_1')).toMatchObject({ attempt: 2, done: 1 })
  expect(journal.unsettled().map(({ id }) => id)).toEqual(['cmd_1'])
  await journal.close()
})

test('many writes at once are all on disk when they say so', async () => {
  const path = await newPath()
  const journal = await openJournal(path)
  await Promise.all(Array.from({ length: 200 }, (_, i) => journal.write(taken(`cmd_${i}`))))
  expect((await readJournal(path)).entries.size).toBe(200)
  await journal.close()
})

test('the lock of a process that is dead is taken over, that of a living one is not', async () => {
  const path = await newPath()
  const holder = spawn(process.execPath, ['-e', `${HOLD}(${JSON.stringify(import.meta.url)}, ${JSON.stringify(path)})`])
  await once(holder.stdout, 'data')
  await expect(openJournal(path)).rejects.toThrow(`in use by process ${holder.pid}`)

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await (await openJournal(path)).close()
  expect(await readdir(join(path, '..'))).toEqual(['journal'])
})

const HOLD = `(async (test, path) => {
  const { openJournal } = await import(new URL('journal.ts', test))
  await openJournal(path)
  setInterval(() => undefined, 1000)
  console.log('held')
})`

test('a disk that refuses a line is not written to any more', async () => {
  const path = await newPath()
  const journal = await openJournal(path, { compactBytes: 1 })
  await journal.write(taken('cmd_1'))
  // The place where the new file is made is taken by a folder.
  await mkdir(`${path}.new`)
  await expect(journal.write(taken('cmd_2'))).rejects.toThrow('EISDIR')
  await expect(journal.write(taken('cmd_3'))).rejects.toThrow('EISDIR')
  await rm(`${path}.new`, { recursive: true })
  await expect(journal.write(taken('cmd_4'))).rejects.toThrow('EISDIR')
  await journal.close()
})
