import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Game } from '@quartermaster/sdk'
import type { GameConsole } from '../../../../agent/src/dialects/dialect.ts'
import { openEcon } from '../../../../agent/src/dialects/econ.ts'
import { openOpenttdAdmin } from '../../../../agent/src/dialects/openttd-admin.ts'
import { quake3Rcon } from '../../../../agent/src/dialects/quake3-rcon.ts'
import { startDdnet } from '../../../games/ddnet/ddnet.ts'
import type { RunningGame } from '../../../games/game-trial.ts'
import { startOpenarena } from '../../../games/openarena/openarena.ts'
import { startOpenttd } from '../../../games/openttd/openttd.ts'
import type { Defer } from '../../../kit/run-harness.ts'
import { readOpenttdLine } from '../readers/read-openttd.ts'
import { readQuake3Line } from '../readers/read-quake3.ts'
import { readTeeworldsLine } from '../readers/read-teeworlds.ts'
import { asBytes } from '../readers/reader.ts'

/** An installed game server, and a command whose argument can be read back from it. */
export type RealConsole = {
  game: Game
  start: (folder: string) => Promise<RunningGame>
  open: (settings: RunningGame['console'], defer: Defer) => Promise<GameConsole>
  template: string
  /** Returns the argument as the game read it, or undefined if the game did anything else. */
  readBack: (answer: string, console: GameConsole) => Promise<string | undefined>
  /** Returns what the game and our reader see in a line with any text. If they differ, the reader is wrong. */
  compare: (raw: string, console: GameConsole) => Promise<{ game: unknown; reader: unknown }>
  /** Texts that this game reads in another way than related games, which the reader covers too. */
  notCompared?: RegExp
}

const TIMEOUT_MS = 5_000
const never = new AbortController().signal
const readTeeworldsEcho = (line: string) => /^[\d: -]+ I console: (.*)$/.exec(line)?.[1]
const readQuake3Variable = async (console: GameConsole) =>
  /^"qm_name" is:"([^\n]*?)\^7"/.exec(await console.run('qm_name'))?.[1]

export const REAL_CONSOLES: RealConsole[] = [
  {
    game: 'teeworlds',
    start: startDdnet,
    open: (settings) => openEcon({ ...settings, timeoutMs: TIMEOUT_MS }, never),
    template: 'echo {userId}',
    readBack: async (answer) => readTeeworldsEcho(answer),
    async compare(raw, console) {
      const line = `echo "${raw}"`
      const printed = (await console.run(line)).split('\n')
      const commands = readTeeworldsLine(asBytes(line))
      const [command, text = ''] = commands[0] ?? []
      // The game prints one line for every command.
      if (command !== 'echo') return { game: printed.length, reader: commands.length }
      const echoed = readTeeworldsEcho(printed[0] ?? '')
      return { game: [printed.length, echoed && asBytes(echoed)], reader: [commands.length, text] }
    },
    // The game stops at an empty command, and others do not.
    notCompared: /;\s*(;|#|$)/,
  },
  {
    game: 'quake3',
    start: startOpenarena,
    async open(settings, defer) {
      const relay = await relayUdp(settings.port)
      defer(relay.stop)
      const open = quake3Rcon({ burst: 1_000, intervalMs: 1, minGapMs: 0 })
      return open({ ...settings, port: relay.port, timeoutMs: TIMEOUT_MS }, never)
    },
    template: 'set qm_name {userId}',
    readBack: async (answer, console) => (answer === '' ? readQuake3Variable(console) : undefined),
    async compare(raw, console) {
      const line = `set qm_name x ${raw}`
      await console.run(line)
      return { game: await readQuake3Variable(console), reader: readQuake3Line(line)[0]?.slice(2).join(' ') }
    },
    // The game does not split at `;`, and prints some characters in another way.
    notCompared: /[^ -~]|[;%$^]/,
  },
  {
    game: 'openttd',
    start: startOpenttd,
    open: (settings) => openOpenttdAdmin({ ...settings, timeoutMs: TIMEOUT_MS }, never),
    template: 'echo {userId}',
    readBack: async (answer) => (answer.includes('\n') ? undefined : answer),
    async compare(raw, console) {
      const line = `echo "${raw}"`
      return { game: await console.run(line), reader: readOpenttdLine(line)[0]?.[1] }
    },
  },
]

const ADDRESSES = 200

/**
 * Forwards packets to a game that answers each address only once a second. Every packet gets another address of
 * 127.0.0.0/8, which is this machine.
 */
async function relayUdp(gamePort: number): Promise<{ port: number; stop: () => Promise<void> }> {
  const front = createSocket('udp4')
  const behind = new Set<Socket>()
  let count = 0
  front.on('message', (packet, from) => {
    const socket = createSocket('udp4')
    behind.add(socket)
    socket.on('message', (answer) => front.send(answer, from.port, from.address))
    socket.bind(0, `127.0.0.${2 + (count++ % ADDRESSES)}`, () => socket.send(packet, gamePort, '127.0.0.1'))
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    port: front.address().port,
    stop: async () => {
      for (const socket of [front, ...behind]) socket.close()
    },
  }
}
