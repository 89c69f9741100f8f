import { expect, test } from 'vitest'
import { createTestSetup, eventually } from '../../test/test-setup.ts'
import { openJournal } from '../journal/journal.ts'

test('a purchase runs in order and is reported with the response of the game', async () => {
  const { store, game, startAgent } = await createTestSetup()
  await startAgent()
  store.sell({ commands: ['give {userId} gold', 'say thanks {userId}'] })

  await eventually(() => expect(store.pendingIds()).toEqual([]))
  expect(game.ranCommands).toEqual(['give steve gold', 'say thanks steve'])
  expect(store.outcomes).toMatchObject([
    { outcome: 'done', done: 2, output: 'ok give steve gold\nok say thanks steve' },
  ])
})

test('a lost report is sent again, and no command runs again', async () => {
  const { store, game, startAgent } = await createTestSetup()
  store.failRequests('report', 503, 3)
  await startAgent()
  store.sell({ commands: ['give {userId}'] })

  await eventually(() => expect(store.outcomes.length).toBeGreaterThanOrEqual(4))
  expect(game.ranCommands).toEqual(['give steve'])
})

test('an agent waits for an unavailable store and logs the reason once', async () => {
  const { store, game, logLines, startAgent } = await createTestSetup()
  store.failRequests('init', 503, 3)
  store.failRequests('poll', 503, 3)
  store.sell({ commands: ['give {userId}'] })
  await startAgent()

  await eventually(() => expect(game.ranCommands).toEqual(['give steve']))
  expect(logLines.filter((line) => line.includes('Cannot connect to the store'))).toHaveLength(1)
})

test('a repeatable command runs again if it is unknown whether it ran', async () => {
  const { store, game, startAgent } = await createTestSetup()
  game.behaviourFor = () => (game.ranCommands.length === 0 ? 'run-and-disconnect' : 'respond')
  await startAgent()
  store.sell({ commands: ['rank {userId} vip'], repeatable: true })

  await eventually(() => expect(store.pendingIds()).toEqual([]))
  expect(game.ranCommands).toEqual(['rank steve vip', 'rank steve vip'])
  expect(store.heldIds()).toEqual([])
})

test('a repeatable command that never gets a response is reported as failed', async () => {
  const { store, game, startAgent } = await createTestSetup()
  game.behaviourFor = () => 'disconnect'
  await startAgent()
  store.sell({ commands: ['rank {userId} vip'], repeatable: true })

  await eventually(() => expect(store.outcomes[0]).toMatchObject({ outcome: 'failed', done: 0 }))
})

test('deliveries wait for an unavailable console and run once when it is available', async () => {
  const { store, game, logLines, startAgent } = await createTestSetup()
  await game.stop()
  await startAgent()
  store.sell({ commands: ['give {userId}'] })
  await eventually(() => expect(logLines.join('')).toContain('The console is unavailable'))
  await game.start()

  await eventually(() => expect(store.pendingIds()).toEqual([]))
  expect(game.ranCommands).toEqual(['give steve'])
  expect(logLines.filter((line) => line.includes('console is unavailable'))).toHaveLength(1)
})

test('a command that the console refuses to send fails and does not stop other deliveries', async () => {
  const { store, game, startAgent } = await createTestSetup()
  await startAgent()
  const refused = store.sell({ commands: ['two\nlines {userId}'], gameUserId: 'alex' })
  store.sell({ commands: ['give {userId}'] })

  await eventually(() => expect(game.ranCommands).toEqual(['give steve']))
  await eventually(() =>
    expect(store.outcomes.some(({ id, outcome }) => id === refused && outcome === 'failed')).toBe(true),
  )
})

test('a delivery to an offline player waits in the store until they join', async () => {
  const { store, game, startAgent } = await createTestSetup()
  game.online = ['alex']
  const conditions = { online: true, delaySeconds: 0, freeSlots: 0 }
  await startAgent()
  store.sell({ commands: ['give {userId}'], gameUserId: 'steve', conditions })
  store.sell({ commands: ['give {userId}'], gameUserId: 'alex', conditions })

  await eventually(() => expect(game.ranCommands).toEqual(['give alex']))
  game.online = ['alex', 'Steve']
  await eventually(() => expect(game.ranCommands).toEqual(['give alex', 'give steve']))
  expect(store.polls.every(({ online }) => online?.includes('alex'))).toBe(true)
})

test('a player who leaves during the delay of a delivery gets it when they return', async () => {
  const { store, game, startAgent } = await createTestSetup()
  game.online = ['steve']
  await startAgent()
  store.sell({ commands: ['give {userId}'], conditions: { online: true, delaySeconds: 1, freeSlots: 0 } })
  await eventually(() => expect(store.polls.some(({ holding }) => holding?.length === 1)).toBe(true))
  const pollCount = store.polls.length
  game.online = []
  await eventually(() => expect(store.polls.slice(pollCount).some(({ online }) => online?.length === 0)).toBe(true))
  expect(game.ranCommands).toEqual([])
  game.online = ['steve']
  await eventually(() => expect(game.ranCommands).toEqual(['give steve']))
})

test('a delay affects a delivery and later ones of the same player, but no other player', async () => {
  const { store, game, startAgent } = await createTestSetup()
  await startAgent()
  store.sell({ commands: ['late {userId}'], conditions: { online: false, delaySeconds: 1, freeSlots: 0 } })
  store.sell({ commands: ['later {userId}'] })
  store.sell({ commands: ['now {userId}'], gameUserId: 'alex' })

  await eventually(() => expect(store.pendingIds()).toEqual([]))
  expect(game.ranCommands).toEqual(['now alex', 'late steve', 'later steve'])
})

test('more purchases than the agent queues at once all arrive, in order for each player', async () => {
  const { store, game, startAgent } = await createTestSetup()
  for (let i = 0; i < 220; i++) store.sell({ commands: [`n${i} {userId}`], gameUserId: `p${i % 7}` })
  await startAgent()

  await eventually(() => expect(store.pendingIds()).toEqual([]))
  expect(game.ranCommands).toHaveLength(220)
  for (let player = 0; player < 7; player++) {
    const order = game.ranCommands
      .filter((line) => line.endsWith(` p${player}`))
      .map((line) => Number.parseInt(line.slice(1), 10))
    expect(order).toEqual([...order].sort((a, b) => a - b))
  }
})

test('a second agent cannot use the journal of a running agent', async () => {
  const { journalFile, startAgent } = await createTestSetup()
  const agent = await startAgent()
  await expect(openJournal(journalFile)).rejects.toThrow('Two agents cannot share a journal')
  await agent.stop()
  await (await openJournal(journalFile)).close()
})

test('an agent that is stopped finishes its current delivery and reports it', async () => {
  const { store, game, startAgent } = await createTestSetup()
  const agent = await startAgent()
  store.sell({ commands: ['give {userId}'] })
  await eventually(() => expect(game.ranCommands).toHaveLength(1))
  await agent.stop()

  expect(store.pendingIds()).toEqual([])
  expect(agent.journal.unconfirmed()).toEqual([])
})
