import { createServer, type AddressInfo, type Socket } from 'node:net'
import { COMMAND, formatPacket, LOG_IN, readPacket, RESPONSE } from '../../kit/game/rcon-server.ts'
import type { Random } from '../../kit/random.ts'

/** The stages of a command. */
export type ConsoleEvent = 'arrived' | 'executed' | 'answered'

export type CountingConsole = {
  port: number
  password: string
  /** How often each command ran. */
  runs: ReadonlyMap<string, number>
  /** Every run, in order. */
  lines: readonly string[]
  cuts: () => number
  /** The listener is called in the middle of a command. If it returns true, the agent was killed. */
  onEvent: (listener: (event: ConsoleEvent) => boolean) => void
  /** From now on, every command is answered at once. */
  becomeReliable: () => void
  stop: () => Promise<void>
}

type Behaviour = 'answer' | 'late' | 'refuse' | 'cut-before' | 'cut-after' | 'cut-in-answer'

const LIST = /^list\b/
const LATE_MS = 60
/** A failed command is retried after several seconds, which is too long for a short trial. */
const FEW_CUTS = 50
const FAILURE = 'Unknown or incomplete command'
const PLAYERS = ['alex', 'steve', 'sam', 'kim', 'eve']

/**
 * A game that counts how often each command ran and is never killed, behind an unreliable Source RCON: it answers late,
 * or closes the connection before or after the command ran, or in the middle of the answer.
 */
export async function startCountingConsole(random: Random, wantedCuts: number): Promise<CountingConsole> {
  const password = 'counting'
  const runs = new Map<string, number>()
  const lines: string[] = []
  const sockets = new Set<Socket>()
  let cuts = 0
  let isReliable = false
  let notify: (event: ConsoleEvent) => boolean = () => false

  function nextBehaviour(): Behaviour {
    if (isReliable) return 'answer'
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
    if (LIST.test(command)) return void socket.write(formatPacket(id, RESPONSE, listPlayers(random)))
    if (notify('arrived')) return
    const behaviour = nextBehaviour()
    if (behaviour === 'cut-before') return void socket.destroy()
    const answer = formatPacket(id, RESPONSE, behaviour === 'refuse' ? FAILURE : execute(command))
    if (notify('executed')) return
    if (behaviour === 'cut-after') return void socket.destroy()
    if (behaviour === 'cut-in-answer') return void socket.end(answer.subarray(0, random.integer(1, answer.length - 1)))
    const send = () => {
      socket.write(answer)
      notify('answered')
    }
    if (behaviour === 'late') setTimeout(send, random.between(1, LATE_MS))
    else send()
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    let isSignedIn = false
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let received: Buffer = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      for (let packet = readPacket(received); packet; packet = readPacket(received)) {
        received = received.subarray(packet.length)
        const { id, type, text } = packet
        if (type === LOG_IN) {
          isSignedIn = text === password
          socket.write(formatPacket(isSignedIn ? id : -1, COMMAND, ''))
        } else if (isSignedIn && type === COMMAND) serve(socket, id, text)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    password,
    runs,
    lines,
    cuts: () => cuts,
    onEvent(listener) {
      notify = listener
    },
    becomeReliable() {
      isReliable = true
      notify = () => false
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Players join and leave all the time, so that polls are aborted too. */
function listPlayers(random: Random): string {
  const online = PLAYERS.filter(() => random.chance(0.8))
  return `There are ${online.length} of a max of 20 players online: ${online.join(', ')}`
}
