import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitUntil } from '../wait-until.ts'
import { BUYER, startTrial } from './trial.ts'

test('a command that ran while the server died is in doubt, and is never run again by itself', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  const id = queue(['give {userId} bread', 'crash', 'give {userId} water'])
  await waitUntil('the server has died', server.isDown)
  await server.start()
  const outcome = await outcomeOf(id)
  expect(outcome).toMatchObject({ attempt: 1, outcome: 'in_doubt', done: 1 })
  expect(outcome.reason).toContain('crash')
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'crash'])
})

test('what the owner sends again after a doubt goes on behind what certainly ran', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  const id = queue(['give {userId} bread', 'crash'])
  await waitUntil('the server has died', server.isDown)
  await server.start()
  await outcomeOf(id)
  queue(['give {userId} bread', 'give {userId} water'], { id, attempt: 2, done: 1 })
  await waitUntil('it goes on', () => server.ran.includes(`give ${BUYER} water`))
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'crash', `give ${BUYER} water`])
})

test('a product that may be repeated runs again after a crash', async () => {
  const { server, queue } = await startTrial()
  queue(['give {userId} bread', 'crash'], { repeatable: true })
  await waitUntil('the server has died', server.isDown)
  server.ran.length = 0
  await server.start()
  await waitUntil('it ran again', server.isDown)
  expect(server.ran).toEqual(['crash'])
})

test('a server that dies between run and report only reports', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  store.losesReports = true
  const id = queue(['give {userId} bread'])
  await waitUntil('the report is lost', () => store.calls.some(({ path }) => path.endsWith('/report')))
  await server.kill()
  store.losesReports = false
  await server.start()
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'done', done: 1 })
  expect(server.ran).toEqual([`give ${BUYER} bread`])
})

test('with report_delay_seconds, what was given right before a crash is in doubt: the game may not have saved it', async () => {
  const { server, queue, outcomeOf } = await startTrial({ convars: { qm_report_delay_seconds: 30 } })
  const id = queue(['give {userId} bread'])
  await waitUntil('it has run', () => server.ran.length === 1)
  await waitUntil('it is in the journal', async () => (await journal(server.folder)).includes('"unsaved":true'))
  await server.kill()
  await server.start()
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'in_doubt', done: 1 })
})

test('a journal file that was cut short costs nothing', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  store.losesReports = true
  const id = queue(['give {userId} bread'])
  await waitUntil('the report is lost', () => store.calls.some(({ path }) => path.endsWith('/report')))
  await server.kill()
  const [older] = await byTurn(server.folder)
  await writeFile(join(server.folder, String(older)), '99 12345\n[]')
  store.losesReports = false
  await server.start()
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'done' })
  expect(server.ran).toEqual([`give ${BUYER} bread`])
})

test('nothing runs while the journal cannot be written', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  server.tell('saving', 'fails')
  const id = queue(['give {userId} bread'])
  await waitUntil('it is in hand', () => store.calls.some(({ body }) => String(body['holding']).includes(id)))
  expect(server.ran).toEqual([])
  server.tell('saving', 'works')
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'done' })
  expect(server.printed.join('\n')).toContain('the journal cannot be written')
})

test('the key is neither printed nor written down', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  await outcomeOf(queue(['give {userId} bread']))
  server.tell('type', 'quartermaster', 'status')
  await waitUntil('the status is shown', () => server.printed.some((line) => line.includes('deliveries in the queue')))
  expect(server.printed.join('\n')).not.toContain('the-key')
  expect(await journal(server.folder)).not.toContain('the-key')
})

async function journal(folder: string): Promise<string> {
  const names = await byTurn(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

/** The names of the journal files, the older one first. */
async function byTurn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('journal-'))
  const turns = await Promise.all(
    names.map(async (name) => Number.parseInt(await readFile(join(folder, name), 'utf8'))),
  )
  return names.toSorted((a, b) => (turns[names.indexOf(a)] ?? 0) - (turns[names.indexOf(b)] ?? 0))
}
