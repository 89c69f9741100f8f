import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { BUYER, startTrial } from './start-trial.ts'

test('a command that ran while the server crashed is reported as in_doubt and does not run again', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  const id = enqueue(['give {userId} bread', 'crash', 'give {userId} water'])
  await waitFor('the server has crashed', server.isDown)
  await server.start()
  const outcome = await waitForOutcome(id)
  expect(outcome).toMatchObject({ attempt: 1, outcome: 'in_doubt', done: 1 })
  expect(outcome.reason).toContain('crash')
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'crash'])
})

test('a retry after in_doubt continues after the commands that certainly ran', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  const id = enqueue(['give {userId} bread', 'crash'])
  await waitFor('the server has crashed', server.isDown)
  await server.start()
  await waitForOutcome(id)
  enqueue(['give {userId} bread', 'give {userId} water'], { id, attempt: 2, done: 1 })
  await waitFor('the delivery continues', () => server.ran.includes(`give ${BUYER} water`))
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'crash', `give ${BUYER} water`])
})

test('a repeatable product runs again after a crash', async () => {
  const { server, enqueue } = await startTrial()
  enqueue(['give {userId} bread', 'crash'], { repeatable: true })
  await waitFor('the server has crashed', server.isDown)
  server.ran.length = 0
  await server.start()
  await waitFor('the delivery ran again', server.isDown)
  expect(server.ran).toEqual(['crash'])
})

test('a server that crashes between run and report only reports', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  store.losesReports = true
  const id = enqueue(['give {userId} bread'])
  await waitFor('the report is lost', () => store.countCalls('report') > 0)
  await server.kill()
  store.losesReports = false
  await server.start()
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done', done: 1 })
  expect(server.ran).toEqual([`give ${BUYER} bread`])
})

test('with report_delay_seconds, a delivery right before a crash is in_doubt, because the game may not have saved it', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial({ convars: { qm_report_delay_seconds: 30 } })
  const id = enqueue(['give {userId} bread'])
  await waitFor('the delivery ran', () => server.ran.length === 1)
  await waitFor('the journal has the delivery', async () => (await journal(server.folder)).includes('"unsaved":true'))
  await server.kill()
  await server.start()
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'in_doubt', done: 1 })
})

test('a truncated journal file loses no outcome', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  store.losesReports = true
  const id = enqueue(['give {userId} bread'])
  await waitFor('the report is lost', () => store.countCalls('report') > 0)
  await server.kill()
  const [older] = await listJournalFiles(server.folder)
  await writeFile(join(server.folder, String(older)), '99 12345\n[]')
  store.losesReports = false
  await server.start()
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done' })
  expect(server.ran).toEqual([`give ${BUYER} bread`])
})

test('no command runs while the journal cannot be written', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  server.tell('saving', 'fails')
  const id = enqueue(['give {userId} bread'])
  await waitFor('the client holds the delivery', () => store.isListed('holding', id))
  expect(server.ran).toEqual([])
  server.tell('saving', 'works')
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done' })
  expect(server.printed.join('\n')).toContain('the journal cannot be written')
})

test('the key is neither printed nor written to the journal', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  await waitForOutcome(enqueue(['give {userId} bread']))
  server.tell('type', 'quartermaster', 'status')
  await waitFor('the status is shown', () => server.printed.some((line) => line.includes('deliveries in the queue')))
  expect(server.printed.join('\n')).not.toContain('the-key')
  expect(await journal(server.folder)).not.toContain('the-key')
})

async function journal(folder: string): Promise<string> {
  const names = await listJournalFiles(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

/** The names of the journal files, the older one first. */
async function listJournalFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('journal-'))
  const versions = await Promise.all(
    names.map(async (name) => Number.parseInt(await readFile(join(folder, name), 'utf8'))),
  )
  return names.toSorted((a, b) => (versions[names.indexOf(a)] ?? 0) - (versions[names.indexOf(b)] ?? 0))
}
