import { appendFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventually, startTestAgent } from '../../test/start-test-agent.ts'
import { openJournal } from '../journal/journal.ts'
import { encodeRecord, type JournalRecord } from '../journal/record.ts'

test('what was bought runs in order and is reported with the answer of the game', async () => {
  const { store, game, start } = await startTestAgent()
  await start()
  store.sell({ commands: ['give {userId} gold', 'say thanks {userId}'] })

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual(['give steve gold', 'say thanks steve'])
  expect(store.outcomes).toMatchObject([
    { outcome: 'done', done: 2, output: 'ok give steve gold\nok say thanks steve' },
  ])
})

test('a report that is lost is made again, and nothing runs again', async () => {
  const { store, game, start } = await startTestAgent()
  store.refuse('report', 503, 3)
  await start()
  store.sell({ commands: ['give {userId}'] })

  await eventually(() => expect(store.outcomes.length).toBeGreaterThanOrEqual(4))
  expect(game.ran).toEqual(['give steve'])
})

test('an agent that cannot reach its store begins when it can, and says why it waits', async () => {
  const { store, game, lines, start } = await startTestAgent()
  store.refuse('init', 503, 3)
  store.refuse('poll', 503, 3)
  store.sell({ commands: ['give {userId}'] })
  await start()

  await eventually(() => expect(game.ran).toEqual(['give steve']))
  expect(lines.filter((line) => line.includes('Cannot begin'))).toHaveLength(1)
})

test('a connection that is cut while a command runs leaves it in doubt, and it is not run again', async () => {
  const { store, game, start } = await startTestAgent()
  game.manner = (command) => (command.startsWith('second') ? 'run-and-cut' : 'answer')
  await start()
  const id = store.sell({ commands: ['first {userId}', 'second {userId}', 'third {userId}'] })

  await eventually(() => expect(store.held()).toEqual([id]))
  expect(store.outcomes).toMatchObject([{ outcome: 'in_doubt', done: 1 }])
  expect(game.ran).toEqual(['first steve', 'second steve'])

  game.manner = () => 'answer'
  store.sendAgain(id)
  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual(['first steve', 'second steve', 'second steve', 'third steve'])
})

test('a repeatable command runs again when nobody knows whether it ran', async () => {
  const { store, game, start } = await startTestAgent()
  game.manner = () => (game.ran.length === 0 ? 'run-and-cut' : 'answer')
  await start()
  store.sell({ commands: ['rank {userId} vip'], repeatable: true })

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual(['rank steve vip', 'rank steve vip'])
  expect(store.held()).toEqual([])
})

test('a repeatable command that is never answered is given back to the store', async () => {
  const { store, game, start } = await startTestAgent()
  game.manner = () => 'cut'
  await start()
  store.sell({ commands: ['rank {userId} vip'], repeatable: true })

  await eventually(() => expect(store.outcomes[0]).toMatchObject({ outcome: 'failed', done: 0 }))
})

test('deliveries wait for a console that is away, and run once when it is back', async () => {
  const { store, game, lines, start } = await startTestAgent()
  await game.stop()
  await start()
  store.sell({ commands: ['give {userId}'] })
  await eventually(() => expect(lines.join('')).toContain('The console cannot be reached'))
  await game.start()

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual(['give steve'])
  expect(lines.filter((line) => line.includes('cannot be reached'))).toHaveLength(1)
})

test('an answer that means failure is reported with its text, and what is behind it waits', async () => {
  const { store, game, start } = await startTestAgent()
  let broken = true
  game.reply = (command) => (broken && command.startsWith('give') ? 'Unknown item' : 'ok')
  await start()
  store.sell({ commands: ['hello {userId}', 'give {userId}'] })
  store.sell({ commands: ['take {userId}'], deliveryType: 'REFUND' })

  await eventually(() => expect(store.outcomes.length).toBeGreaterThan(2))
  expect(store.outcomes[0]).toMatchObject({ outcome: 'failed', done: 1, output: 'Unknown item' })
  broken = false
  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran.filter((line) => line === 'hello steve')).toHaveLength(1)
  expect(game.ran.slice(-2)).toEqual(['give steve', 'take steve'])
})

test('a command that the console refuses to send is a failure, and does not stop the others', async () => {
  const { store, game, start } = await startTestAgent()
  await start()
  const refused = store.sell({ commands: ['two\nlines {userId}'], gameUserId: 'alex' })
  store.sell({ commands: ['give {userId}'] })

  await eventually(() => expect(game.ran).toEqual(['give steve']))
  await eventually(() =>
    expect(store.outcomes.some(({ id, outcome }) => id === refused && outcome === 'failed')).toBe(true),
  )
})

test('an id that could be more than an id stops its delivery before the first command', async () => {
  const { store, game, start } = await startTestAgent()
  await start()
  const id = store.sell({ commands: ['say somebody bought', 'give {userId}'], gameUserId: 'x; op x' })

  await eventually(() => expect(store.held()).toEqual([id]))
  expect(store.outcomes[0]).toMatchObject({ outcome: 'failed', retry: false })
  expect(game.ran).toEqual([])
})

test('who is not online costs nothing, and is served when they join', async () => {
  const { store, game, start } = await startTestAgent()
  game.online = ['alex']
  const conditions = { online: true, delaySeconds: 0, freeSlots: 0 }
  await start()
  store.sell({ commands: ['give {userId}'], gameUserId: 'steve', conditions })
  store.sell({ commands: ['give {userId}'], gameUserId: 'alex', conditions })

  await eventually(() => expect(game.ran).toEqual(['give alex']))
  game.online = ['alex', 'Steve']
  await eventually(() => expect(game.ran).toEqual(['give alex', 'give steve']))
  expect(store.polls.every(({ online }) => online?.includes('alex'))).toBe(true)
})

test('who leaves while a delivery is delayed gets it when they are back', async () => {
  const { store, game, start } = await startTestAgent()
  game.online = ['steve']
  await start()
  store.sell({ commands: ['give {userId}'], conditions: { online: true, delaySeconds: 1, freeSlots: 0 } })
  await eventually(() => expect(store.polls.some(({ holding }) => holding?.length === 1)).toBe(true))
  const before = store.polls.length
  game.online = []
  await eventually(() => expect(store.polls.slice(before).some(({ online }) => online?.length === 0)).toBe(true))
  expect(game.ran).toEqual([])
  game.online = ['steve']
  await eventually(() => expect(game.ran).toEqual(['give steve']))
})

test('a delay holds a delivery and what the same player bought after it, and nobody else', async () => {
  const { store, game, start } = await startTestAgent()
  await start()
  store.sell({ commands: ['late {userId}'], conditions: { online: false, delaySeconds: 1, freeSlots: 0 } })
  store.sell({ commands: ['later {userId}'] })
  store.sell({ commands: ['now {userId}'], gameUserId: 'alex' })

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual(['now alex', 'late steve', 'later steve'])
})

test('more purchases than fit into a hand, of many players, all arrive, each player in order', async () => {
  const { store, game, start } = await startTestAgent()
  for (let i = 0; i < 220; i++) store.sell({ commands: [`n${i} {userId}`], gameUserId: `p${i % 7}` })
  await start()

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toHaveLength(220)
  for (let player = 0; player < 7; player++) {
    const own = game.ran
      .filter((line) => line.endsWith(` p${player}`))
      .map((line) => Number.parseInt(line.slice(1), 10))
    expect(own).toEqual([...own].sort((a, b) => a - b))
  }
})

const TAKEN = { player: 'steve', type: 'APPROVE', products: ['VIP'], steps: 2, done: 0, repeatable: false } as const

async function leaveBehind(file: string, ...facts: object[]): Promise<void> {
  const known = { id: 'cmd_1', attempt: 1, at: new Date().toISOString() }
  for (const fact of facts) await appendFile(file, encodeRecord({ ...known, ...fact } as JournalRecord))
}

test('a command that was begun in an earlier life and not ended is in doubt, and does not run', async () => {
  const { store, game, journalFile, lines, start } = await startTestAgent()
  const id = store.sell({ commands: ['one {userId}', 'two {userId}'] })
  await leaveBehind(journalFile, { kind: 'taken', ...TAKEN }, { kind: 'begun', step: 0 })
  await start()

  await eventually(() => expect(store.held()).toEqual([id]))
  expect(game.ran).toEqual([])
  expect(lines.join('')).toContain(`npx quartermaster commands settle --command ${id} --as done`)
})

test('a delivery that was half done in an earlier life goes on where it stopped', async () => {
  const { store, game, journalFile, start } = await startTestAgent()
  store.sell({ commands: ['one {userId}', 'two {userId}'] })
  await leaveBehind(
    journalFile,
    { kind: 'taken', ...TAKEN },
    { kind: 'begun', step: 0 },
    { kind: 'ended', step: 0, output: '' },
  )
  await start()

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual(['two steve'])
})

test('a delivery that was done in an earlier life is only reported', async () => {
  const { store, game, journalFile, start } = await startTestAgent()
  store.sell({ commands: ['one {userId}'] })
  await leaveBehind(
    journalFile,
    { kind: 'taken', ...TAKEN, steps: 1 },
    { kind: 'begun', step: 0 },
    { kind: 'ended', step: 0, output: '' },
  )
  await start()

  await eventually(() => expect(store.waiting()).toEqual([]))
  expect(game.ran).toEqual([])
})

test('a second agent on the same journal is refused while the first lives', async () => {
  const { journalFile, start } = await startTestAgent()
  const life = await start()
  await expect(openJournal(journalFile)).rejects.toThrow('One agent serves one journal')
  await life.stop()
  await (await openJournal(journalFile)).close()
})

test('an agent that is stopped ends what it has begun and reports it', async () => {
  const { store, game, start } = await startTestAgent()
  const life = await start()
  store.sell({ commands: ['give {userId}'] })
  await eventually(() => expect(game.ran).toHaveLength(1))
  await life.stop()

  expect(store.waiting()).toEqual([])
  expect(life.journal.unsettled()).toEqual([])
})
