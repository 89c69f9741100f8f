import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Random } from '../../kit/random.ts'

/** What a moment of the console can be used for: whoever wants to strike is told of it. */
export type Moment = 'arrived' | 'executed' | 'answered'

export type CountingConsole = {
  port: number
  password: string
  /** How often each command ran. */
  runs: ReadonlyMap<string, number>
  /** Every run, in order. */
  lines: readonly string[]
  cuts: () => number
  /** Called in the middle of a command. When it answers true, the agent is dead and nothing more is sent. */
  onMoment: (listener: (moment: Moment) => boolean) => void
  /** From now on every command is answered at once. */
  calmDown: () => void
  stop: () => Promise<void>
}

type Manner = 'answer' | 'late' | 'refuse' | 'cut-before' | 'cut-after' | 'cut-in-answer'

const LOGIN = 3
const COMMAND = 2
const ANSWER = 0
const LIST = /^list\b/
const LATE_MS = 60
/** What fails comes again after seconds; a short trial has no time for that. */
const FEW_CUTS = 50
const FAILURE = 'Unknown or incomplete command'
const PLAYERS = ['alex', 'steve', 'sam', 'kim', 'eve']

/**
 * A game that knows exactly how often each of its commands ran, because it never dies, behind a Source RCON that is as bad
 * as the seed wants: late, cut before or after the command ran, cut in the middle of the answer.
 */
export async function startCountingConsole(random: Random, wantedCuts: number): Promise<CountingConsole> {
  const password = 'counting'
  const runs = new Map<string, number>()
  const lines: string[] = []
  const sockets = new Set<Socket>()
  let cuts = 0
  let isCalm = false
  let strike: (moment: Moment) => boolean = () => false

  function mannerOfNext(): Manner {
    if (isCalm) return 'answer'
    if (cuts < wantedCuts && random.chance(0.25)) {
      cuts++
      return random.pick(['cut-before', 'cut-after', 'cut-after', 'cut-in-answer'])
    }
    if (wantedCuts > FEW_CUTS && random.chance(0.01)) return 'refuse'
    return random.chance(0.3) ? 'late' : 'answer'
  }

  function execute(command: string): string {
    runs.set(command, (runs.get(command) ?? 0) + 1)
    lines.push(command)
    return `Done: ${command}`
  }

  function serve(socket: Socket, id: number, command: string): void {
    if (LIST.test(command)) return void socket.write(packet(id, ANSWER, list(random)))
    if (strike('arrived')) return
    const manner = mannerOfNext()
    if (manner === 'cut-before') return void socket.destroy()
    const answer = packet(id, ANSWER, manner === 'refuse' ? FAILURE : execute(command))
    if (strike('executed')) return
    if (manner === 'cut-after') return void socket.destroy()
    if (manner === 'cut-in-answer') return void socket.end(answer.subarray(0, random.integer(1, answer.length - 1)))
    const send = () => {
      socket.write(answer)
      strike('answered')
    }
    if (manner === 'late') setTimeout(send, random.between(1, LATE_MS))
    else send()
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let isKnown = false
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    onPackets(socket, ({ id, type, text }) => {
      if (type === LOGIN) {
        isKnown = text === password
        socket.write(packet(isKnown ? id : -1, COMMAND, ''))
      } else if (isKnown && type === COMMAND) serve(socket, id, text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    password,
    runs,
    lines,
    cuts: () => cuts,
    onMoment(listener) {
      strike = listener
    },
    calmDown() {
      isCalm = true
      strike = () => false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Somebody comes and somebody goes all the time, so that polls are broken off too. */
function list(random: Random): string {
  const online = PLAYERS.filter(() => random.chance(0.8))
  return `There are ${online.length} of a max of 20 players online: ${online.join(', ')}`
}

function packet(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(`${text}\0\0`)
  const head = Buffer.alloc(12)
  head.writeInt32LE(body.length + 8, 0)
  head.writeInt32LE(id, 4)
  head.writeInt32LE(type, 8)
  return Buffer.concat([head, body])
}

function onPackets(socket: Socket, hear: (packet: { id: number; type: number; text: string }) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0) + 4) {
      const length = rest.readInt32LE(0)
      const text = rest.toString('utf8', 12, length + 2)
      const heard = { id: rest.readInt32LE(4), type: rest.readInt32LE(8), text }
      rest = rest.subarray(length + 4)
      hear(heard)
    }
  })
}
