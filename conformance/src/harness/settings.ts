import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games-limits'
import type { ConsoleKind } from '../consoles/parse-line.ts'

export type Settings = {
  /** How long a second of the scenarios lasts; tests of the kit itself play faster. */
  secondMs: number
  /** How long a client may be silent before it counts as stuck. */
  timeoutMs: number
  /** Elements of the long queue, and how many of them an answer holds. */
  longQueue: number
  longPart: number
  console: ConsoleKind
}

export const DEFAULTS: Settings = {
  secondMs: 1_000,
  timeoutMs: 90_000,
  longQueue: 5_000,
  longPart: MAX_COMMANDS_PER_POLL,
  console: 'console',
}
