import { expect, test } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { BUYER, startTrial } from './start-trial.ts'

test('a purchase runs once and is reported as done', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  const id = enqueue(['give {userId} bread', 'give {source} water'])
  expect(await waitForOutcome(id)).toMatchObject({ attempt: 1, outcome: 'done', done: 2 })
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'give 1 water'])
  expect(store.isAuthorized()).toBe(true)
  await waitFor('the client polls again', () => store.countCalls('poll') > 2)
  expect(server.ran).toHaveLength(2)
})

test('a delivery that is dispatched again after a lost report runs once', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  store.losesReports = true
  store.ignoresHolding = true
  const id = enqueue(['give {userId} bread'])
  await waitFor('two reports are lost', () => store.countCalls('report') >= 2)
  store.losesReports = false
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done' })
  expect(server.ran).toEqual([`give ${BUYER} bread`])
})

test('a delivery for an offline player waits and does not block others', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  const late = enqueue(['give {userId} bread'], { player: '3c4d' })
  await waitForOutcome(enqueue(['give {userId} water']))
  expect(server.ran).toEqual([`give ${BUYER} water`])
  server.join(2, 'license:3c4d')
  expect(await waitForOutcome(late)).toMatchObject({ outcome: 'done' })
  expect(server.ran.at(-1)).toBe('give 3c4d bread')
})

test('ids of players are compared without case', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  store.ignoresOnline = true
  const id = enqueue(['give {source} bread'], { player: BUYER.toUpperCase() })
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done' })
  expect(server.ran).toEqual(['give 1 bread'])
})

test('a delivery for a player who is offline in the game does not cause a loop of polls', async () => {
  const { server, store, enqueue } = await startTrial()
  store.ignoresOnline = true
  enqueue(['give {userId} bread'], { player: 'license:9z' })
  const polls = () => store.countCalls('poll')
  const before = polls()
  await waitFor('the client polls', () => polls() > before)
  const begun = performance.now()
  await waitFor('some time has passed', () => performance.now() - begun > 2_000)
  expect(polls() - before).toBeLessThan(40)
  expect(server.ran).toEqual([])
})

test('a player who leaves during a delivery gets the rest later, and nothing twice', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  const id = enqueue(['give {userId} bread', `leave ${BUYER}`, 'give {userId} water'])
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'failed', done: 2, reason: 'the player left the game' })
  server.join(5, BUYER)
  await waitFor('the rest arrived', () => server.ran.length >= 3)
  expect(server.ran).toEqual([`give ${BUYER} bread`, `leave ${BUYER}`, `give ${BUYER} water`])
})

test('a player who joins during a waiting poll is served at once', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  store.settings.secondMs = 10_000
  await waitFor('a poll waits for the first player', () => store.isListed('online', BUYER))
  const id = enqueue(['give {userId} bread'], { player: '3c4d' })
  server.join(2, 'license:3c4d')
  // The poll itself would end much later than this test.
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done' })
})

test('the deliveries of a player run in order, even if the first has to wait', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  const first = enqueue(['give {userId} first'], { conditions: { online: true, delaySeconds: 5, freeSlots: 0 } })
  const second = enqueue(['give {userId} second'])
  await waitFor('the client holds the deliveries', () => store.isListed('holding', first))
  expect(server.ran).toEqual([])
  await waitForOutcome(second)
  expect(server.ran).toEqual([`give ${BUYER} first`, `give ${BUYER} second`])
})

test('a failed delivery blocks the later ones of its player', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial()
  server.tell('handler', 'car', 'no')
  const car = enqueue(['car {userId}'])
  const bread = enqueue(['give {userId} bread'])
  expect(await waitForOutcome(car)).toMatchObject({ outcome: 'failed' })
  server.tell('handler', 'car', 'yes')
  await waitForOutcome(bread)
  const done = store.outcomes.filter(({ outcome }) => outcome === 'done')
  expect(done.map(({ id }) => id)).toEqual([car, bread])
})

test('a product that needs free slots waits until they are free', async () => {
  const { server, store, enqueue, waitForOutcome } = await startTrial({
    convars: { qm_free_slots: 'export:inv:freeSlots' },
  })
  const id = enqueue(['give {userId} bread'], { conditions: { online: true, delaySeconds: 0, freeSlots: 2 } })
  server.tell('slots', 1)
  await waitFor('the client holds the delivery', () => store.isListed('holding', id))
  expect(server.ran).toEqual([])
  server.tell('slots', 2)
  expect(await waitForOutcome(id)).toMatchObject({ outcome: 'done' })
})

test('an unknown or forbidden command fails without a retry, and the reason says what to do', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  server.tell('command', 'restart', 'forbidden')
  const unknown = await waitForOutcome(enqueue(['gvie {userId} bread']))
  expect(unknown).toMatchObject({ outcome: 'failed', retry: false, done: 0, reason: 'no such command: gvie' })
  const forbidden = await waitForOutcome(enqueue(['restart {userId}']))
  expect(forbidden).toMatchObject({ outcome: 'failed', retry: false })
  expect(forbidden.reason).toContain('add_ace resource.quartermaster command.restart allow')
  expect(server.ran).toEqual([])
})

test('a handler of another resource decides the outcome', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  server.tell('handler', 'vip', 'yes')
  server.tell('handler', 'car', 'no')
  server.tell('handler', 'house', 'error')
  expect(await waitForOutcome(enqueue(['vip {userId} 30']))).toMatchObject({
    outcome: 'done',
    output: 'the handler says yes',
  })
  expect(await waitForOutcome(enqueue(['house {userId}']))).toMatchObject({ outcome: 'in_doubt', done: 0 })
  expect(await waitForOutcome(enqueue(['car {userId}']))).toMatchObject({
    outcome: 'failed',
    reason: 'the handler says no',
  })
  expect(server.handled[0]).toEqual(['vip', '1', `${BUYER},30`])
})

test('the id of a framework is read from its resource', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial({ convars: { qm_identifier: 'export:framework:getId' } })
  await waitForOutcome(enqueue(['give {userId} bread'], { player: 'citizen-1' }))
  expect(server.ran).toEqual(['give citizen-1 bread'])
})

test('a long queue arrives in several polls, in order, each delivery once', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  const commands = Array.from({ length: 150 }, (_, index) => `give {userId} item${index}`)
  const ids = commands.map((command) => enqueue([command]))
  await waitForOutcome(String(ids.at(-1)))
  expect(server.ran).toEqual(commands.map((command) => command.replace('{userId}', BUYER)))
})

test('an id that could become more than one argument never reaches the console', async () => {
  const { server, enqueue, waitForOutcome } = await startTrial()
  const hostile = [
    'a;quit',
    'a b',
    'a" "b',
    "a'b",
    'a\nquit',
    '$(quit)',
    '{userId}',
    '%1',
    'ä',
    'a'.repeat(129),
    '-1',
    'ALL',
    'me',
  ]
  const conditions = { online: false, delaySeconds: 0, freeSlots: 0 }
  const ids = hostile.map((player) => enqueue(['give {userId} bread'], { player, conditions }))
  const outcomes = await Promise.all(ids.map(waitForOutcome))
  expect(outcomes.map(({ outcome, retry, done }) => ({ outcome, retry, done }))).toEqual(
    hostile.map(() => ({ outcome: 'failed', retry: false, done: 0 })),
  )
  expect(server.ran).toEqual([])
})
