import type { Game } from '@quartermaster/sdk'
import type { GameConsole } from '../../../../agent/src/dialects/dialect.ts'
import { openEcon } from '../../../../agent/src/dialects/econ.ts'
import { openOpenttdAdmin } from '../../../../agent/src/dialects/openttd-admin.ts'
import { quake3Rcon } from '../../../../agent/src/dialects/quake3-rcon.ts'
import { startOpenarena } from '../../../games/openarena/openarena.ts'
import { startOpenttd } from '../../../games/openttd/openttd.ts'
import type { RunningGame } from '../../../games/game-trial.ts'
import type { Defer } from '../../../kit/run-harness.ts'
import { relayUdp } from './relay-udp.ts'
import { startTeeworlds } from './start-teeworlds.ts'

/** An installed game server, and a command whose argument can be read back from it. */
export type RealConsole = {
  name: string
  game: Game
  start: (folder: string) => Promise<RunningGame>
  open: (settings: RunningGame['console'], defer: Defer) => Promise<GameConsole>
  template: string
  /** Returns the argument as the game read it, or undefined if the game did anything else. */
  readBack: (answer: string, console: GameConsole) => Promise<string | undefined>
}

const TIMEOUT_MS = 5_000
const never = new AbortController().signal

export const REAL_CONSOLES: RealConsole[] = [
  {
    name: 'teeworlds',
    game: 'teeworlds',
    start: startTeeworlds,
    open: (settings) => openEcon({ ...settings, timeoutMs: TIMEOUT_MS }, never),
    template: 'echo {userId}',
    readBack: async (answer) => /^\[[\d:]+\]\[Console\]: ([^\n]*)$/.exec(answer)?.[1],
  },
  {
    name: 'quake3',
    game: 'quake3',
    start: startOpenarena,
    async open(settings, defer) {
      const relay = await relayUdp(settings.port)
      defer(relay.stop)
      const open = quake3Rcon({ burst: 1_000, intervalMs: 1, minGapMs: 0 })
      return open({ ...settings, port: relay.port, timeoutMs: TIMEOUT_MS }, never)
    },
    template: 'set qm_name {userId}',
    async readBack(answer, console) {
      if (answer !== '') return undefined
      return /^"qm_name" is:"([^\n]*?)\^7"/.exec(await console.run('qm_name'))?.[1]
    },
  },
  {
    name: 'openttd',
    game: 'openttd',
    start: startOpenttd,
    open: (settings) => openOpenttdAdmin({ ...settings, timeoutMs: TIMEOUT_MS }, never),
    template: 'echo {userId}',
    readBack: async (answer) => (answer.includes('\n') ? undefined : answer),
  },
]
