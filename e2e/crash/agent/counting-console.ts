import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { formatPacket, listPlayers, RESPONSE, startRconServer } from '../../kit/game/rcon-server.ts'
import type { Random } from '../../kit/random.ts'

/** The stages of a command. */
export type ConsoleEvent = 'arrived' | 'executed' | 'answered'

export type CountingConsole = Awaited<ReturnType<typeof startCountingConsole>>

type Behaviour = 'answer' | 'late' | 'refuse' | 'cut-before' | 'cut-after' | 'cut-in-answer'

const LIST = /^list\b/
const LATE_MS = 60
/** A failed command is retried after several seconds, which is too long for a short trial. */
const FEW_CUTS = 50
const FAILURE = 'Unknown or incomplete command'

/**
 * A game that counts how often each command ran and is never killed, behind an unreliable Source RCON: it answers late,
 * or closes the connection before or after the command ran, or in the middle of the answer.
 */
export async function startCountingConsole(random: Random, wantedCuts: number) {
  const password = 'counting'
  const runs = new Map<string, number>()
  const lines: string[] = []
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

  const server = startRconServer({
    port: 0,
    password,
    run(command, { id, socket }) {
      // Players join and leave all the time, so that polls are aborted too.
      if (LIST.test(command)) return listPlayers(random)
      serve(socket, id, command)
      return undefined
    },
  })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    password,
    /** How often each command ran. */
    runs: runs as ReadonlyMap<string, number>,
    /** Every run, in order. */
    lines: lines as readonly string[],
    cuts: () => cuts,
    /** The listener is called in the middle of a command. If it returns true, the agent was killed. */
    onEvent: (listener: (event: ConsoleEvent) => boolean) => void (notify = listener),
    /** From now on, every command is answered at once. */
    becomeReliable() {
      isReliable = true
      notify = () => false
    },
    stop: () => server.close(),
  }
}
