import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../harness/settings.ts'
import { createQueueV1 } from '../mock-store/queue-v1.ts'
import { createScenarioState } from '../harness/scenario-state.ts'
import { startRconConsole } from './rcon-console.ts'

const AUTH = 3
const COMMAND = 2

test('an authenticated client runs a command once and gets its response', async () => {
  const { state, socket } = await openRcon()
  expect(await request(socket, { id: 7, type: AUTH, body: 'secret' }, 2)).toMatchObject([{ id: 7 }, { id: 7, type: 2 }])
  expect(await request(socket, { id: 8, type: COMMAND, body: 'give steve vip' }, 1)).toEqual([
    { id: 8, type: 0, body: 'ok' },
  ])
  expect(state.console.runs.map(({ sent }) => sent)).toEqual(['give steve vip'])
})

test('list returns the players and does not count as a run', async () => {
  const { state, socket } = await openRcon()
  state.addPlayers('ana', 'bob')
  await request(socket, { id: 1, type: AUTH, body: 'secret' }, 2)
  const [response] = await request(socket, { id: 2, type: COMMAND, body: 'list' }, 1)
  expect(response?.body).toBe('There are 2 of a max of 100 players online: ana, bob')
  expect(state.console.runs).toEqual([])
})

test('nothing runs after a wrong password', async () => {
  const { state, socket } = await openRcon()
  const responses = await request(socket, { id: 1, type: AUTH, body: 'guess' }, 2)
  expect(responses[1]).toMatchObject({ id: -1 })
  socket.write(packet({ id: 2, type: COMMAND, body: 'give steve vip' }))
  await once(socket, 'close')
  expect(state.console.runs).toEqual([])
})

async function openRcon() {
  const state = createScenarioState({
    key: 'key',
    settings: DEFAULT_SETTINGS,
    queue: createQueueV1({ maxCommands: 10, onChange: () => {} }),
    readConsoleFile: () => {},
  })
  const rcon = await startRconConsole({ password: 'secret' })
  rcon.setState(state)
  const socket = connect(rcon.port, '127.0.0.1')
  await once(socket, 'connect')
  onTestFinished(async () => {
    socket.destroy()
    await rcon.close()
  })
  return { state, socket }
}

type Packet = { id: number; type: number; body: string }

async function request(socket: Socket, sent: Packet, responseCount: number): Promise<Packet[]> {
  socket.write(packet(sent))
  let received: Buffer = Buffer.alloc(0)
  const read: Packet[] = []
  while (read.length < responseCount) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    received = Buffer.concat([received, chunk])
    while (received.length >= 4 && received.length >= received.readInt32LE(0) + 4) {
      const end = received.readInt32LE(0) + 4
      read.push({
        id: received.readInt32LE(4),
        type: received.readInt32LE(8),
        body: received.subarray(12, end - 2).toString(),
      })
      received = received.subarray(end)
    }
  }
  return read
}

function packet({ id, type, body }: Packet): Buffer {
  const bytes = Buffer.alloc(14 + Buffer.byteLength(body))
  bytes.writeInt32LE(bytes.length - 4, 0)
  bytes.writeInt32LE(id, 4)
  bytes.writeInt32LE(type, 8)
  bytes.write(body, 12)
  return bytes
}
