import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games/limits'
import type { ConsoleKind } from '../consoles/parse-line.ts'

export type Settings = {
  /** Length of one second in the scenarios. The tests of the kit itself use shorter seconds. */
  secondMs: number
  /** How long a client may send no request before it counts as stuck. */
  timeoutMs: number
  /** Number of deliveries in the scenario `long-queue`. */
  longQueueLength: number
  maxCommandsPerPoll: number
  console: ConsoleKind
}

export const DEFAULT_SETTINGS: Settings = {
  secondMs: 1_000,
  timeoutMs: 90_000,
  longQueueLength: 5_000,
  maxCommandsPerPoll: MAX_COMMANDS_PER_POLL,
  console: 'quotes',
}
