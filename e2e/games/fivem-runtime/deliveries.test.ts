import { expect, test } from 'vitest'
import { waitUntil } from '../wait-until.ts'
import { BUYER, startTrial } from './trial.ts'

test('a purchase runs once and is reported as done', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  const id = queue(['give {userId} bread', 'give {source} water'])
  expect(await outcomeOf(id)).toMatchObject({ attempt: 1, outcome: 'done', done: 2 })
  expect(server.ran).toEqual([`give ${BUYER} bread`, 'give 1 water'])
  expect(store.calls.every(({ key }) => key === 'Bearer the-key')).toBe(true)
  await waitUntil('it waits again', () => store.calls.filter(({ path }) => path.endsWith('/poll')).length > 2)
  expect(server.ran).toHaveLength(2)
})

test('an element that is offered again while its report is lost runs once', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  store.losesReports = true
  store.ignoresHolding = true
  const id = queue(['give {userId} bread'])
  const reports = () => store.calls.filter(({ path }) => path.endsWith('/report')).length
  await waitUntil('two reports are lost', () => reports() >= 2)
  store.losesReports = false
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'done' })
  expect(server.ran).toEqual([`give ${BUYER} bread`])
})

test('what an absent player bought waits for him and keeps nobody waiting', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  const late = queue(['give {userId} bread'], { gameUserId: '3c4d' })
  await outcomeOf(queue(['give {userId} water']))
  expect(server.ran).toEqual([`give ${BUYER} water`])
  server.join(2, 'license:3c4d')
  expect(await outcomeOf(late)).toMatchObject({ outcome: 'done' })
  expect(server.ran.at(-1)).toBe('give 3c4d bread')
})

test('a buyer who wrote his id in other letters is found all the same', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  expect(await outcomeOf(queue(['give {source} bread'], { gameUserId: BUYER.toUpperCase() }))).toMatchObject({
    outcome: 'done',
  })
  expect(server.ran).toEqual(['give 1 bread'])
})

test('a player whom the store takes to be there and the game does not is not asked for in a circle', async () => {
  const { server, store, queue } = await startTrial()
  store.ignoresOnline = true
  queue(['give {userId} bread'], { gameUserId: 'license:9z' })
  const polls = () => store.calls.filter(({ path }) => path.endsWith('/poll')).length
  const before = polls()
  await waitUntil('it was polled for', () => polls() > before)
  const begun = performance.now()
  await waitUntil('some time has passed', () => performance.now() - begun > 2_000)
  expect(polls() - before).toBeLessThan(40)
  expect(server.ran).toEqual([])
})

test('who leaves in the middle gets the rest later, and nothing twice', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  const id = queue(['give {userId} bread', `leave ${BUYER}`, 'give {userId} water'])
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'failed', done: 2, reason: 'the player left the game' })
  server.join(5, BUYER)
  await waitUntil('the rest came', () => server.ran.length >= 3)
  expect(server.ran).toEqual([`give ${BUYER} bread`, `leave ${BUYER}`, `give ${BUYER} water`])
})

test('who joins while a poll waits for others is served at once', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  store.waitMostMs = 20_000
  const polls = () => store.calls.filter(({ path, body }) => path.endsWith('/poll') && String(body['online']) !== '')
  await waitUntil('a poll waits for the first player', () => polls().length > 0)
  const id = queue(['give {userId} bread'], { gameUserId: '3c4d' })
  server.join(2, 'license:3c4d')
  const joinedAt = performance.now()
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'done' })
  expect(performance.now() - joinedAt).toBeLessThan(5_000)
})

test('the elements of a player run in their order, also when the first has to wait', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  const first = queue(['give {userId} first'], { conditions: { online: true, delaySeconds: 5, freeSlots: 0 } })
  const second = queue(['give {userId} second'])
  await waitUntil('they are in hand', () => store.calls.some(({ body }) => String(body['holding']).includes(first)))
  expect(server.ran).toEqual([])
  await outcomeOf(second)
  expect(server.ran).toEqual([`give ${BUYER} first`, `give ${BUYER} second`])
})

test('behind a failure, what the player bought later waits', async () => {
  const { server, store, queue, outcomeOf } = await startTrial()
  server.tell('handler', 'car', 'no')
  const car = queue(['car {userId}'])
  const bread = queue(['give {userId} bread'])
  expect(await outcomeOf(car)).toMatchObject({ outcome: 'failed' })
  server.tell('handler', 'car', 'yes')
  await outcomeOf(bread)
  const done = store.outcomes.filter(({ outcome }) => outcome === 'done')
  expect(done.map(({ id }) => id)).toEqual([car, bread])
})

test('a product that needs free slots waits until there are as many', async () => {
  const { server, store, queue, outcomeOf } = await startTrial({ convars: { qm_free_slots: 'export:inv:freeSlots' } })
  const id = queue(['give {userId} bread'], { conditions: { online: true, delaySeconds: 0, freeSlots: 2 } })
  server.tell('slots', 1)
  await waitUntil('it is in hand', () => store.calls.some(({ body }) => String(body['holding']).includes(id)))
  expect(server.ran).toEqual([])
  server.tell('slots', 2)
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'done' })
})

test('a command that does not exist, or is not permitted, fails for good and says what to do', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  server.tell('command', 'restart', 'forbidden')
  const unknown = await outcomeOf(queue(['gvie {userId} bread']))
  expect(unknown).toMatchObject({ outcome: 'failed', retry: false, done: 0, reason: 'no such command: gvie' })
  const forbidden = await outcomeOf(queue(['restart {userId}']))
  expect(forbidden).toMatchObject({ outcome: 'failed', retry: false })
  expect(forbidden.reason).toContain('add_ace resource.quartermaster command.restart allow')
  expect(server.ran).toEqual([])
})

test('a handler of another resource says how it went', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  server.tell('handler', 'vip', 'yes')
  server.tell('handler', 'car', 'no')
  server.tell('handler', 'house', 'error')
  expect(await outcomeOf(queue(['vip {userId} 30']))).toMatchObject({ outcome: 'done', output: 'the handler says yes' })
  expect(await outcomeOf(queue(['house {userId}']))).toMatchObject({ outcome: 'in_doubt', done: 0 })
  expect(await outcomeOf(queue(['car {userId}']))).toMatchObject({ outcome: 'failed', reason: 'the handler says no' })
  expect(server.handled[0]).toEqual(['vip', '1', `${BUYER},30`])
})

test('an id of a framework is asked of its resource', async () => {
  const { server, queue, outcomeOf } = await startTrial({ convars: { qm_identifier: 'export:framework:getId' } })
  await outcomeOf(queue(['give {userId} bread'], { gameUserId: 'citizen-1' }))
  expect(server.ran).toEqual(['give citizen-1 bread'])
})

test('a long queue arrives in turns, in order, each once', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  const commands = Array.from({ length: 150 }, (_, index) => `give {userId} item${index}`)
  const ids = commands.map((command) => queue([command]))
  await outcomeOf(String(ids.at(-1)))
  expect(server.ran).toEqual(commands.map((command) => command.replace('{userId}', BUYER)))
})

test('an id that could become more than one argument never reaches the console', async () => {
  const { server, queue, outcomeOf } = await startTrial()
  const hostile = ['a;quit', 'a b', 'a" "b', "a'b", 'a\nquit', '$(quit)', '{userId}', '%1', 'ä', 'a'.repeat(101)]
  const conditions = { online: false, delaySeconds: 0, freeSlots: 0 }
  const ids = hostile.map((gameUserId) => queue(['give {userId} bread'], { gameUserId, conditions }))
  const outcomes = await Promise.all(ids.map(outcomeOf))
  expect(outcomes.map(({ outcome, retry, done }) => ({ outcome, retry, done }))).toEqual(
    hostile.map(() => ({ outcome: 'failed', retry: false, done: 0 })),
  )
  expect(server.ran).toEqual([])
})
