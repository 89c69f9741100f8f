import type { Stage } from './stage.ts'

/** One real game that is sold to: `play` starts it, sells, reads the effects back from the game, and ends it again. */
export type GameTrial = {
  name: string
  needs: {
    debian: string[]
    /** A folder beside this file that holds a package.json and a lock file of its own. */
    npm?: string
  }
  /** Throws when the game cannot be started; a promise that is broken is a fault in the result. */
  play: (stage: Stage, options: PlayOptions) => Promise<GameResult>
}

export type PlayOptions = {
  /** How many sales are timed. */
  sales: number
  seed: number
  /** Says on standard error how far it is. */
  say: (line: string) => void
}

export type GameResult = {
  name: string
  ok: boolean
  /** From the committed sale to the effect, seen in the game. */
  p50Ms: number
  p95Ms: number
  sales: number
  /** What was shown beside the timed sales, in plain words. */
  shown: string[]
  /** The promises that were broken; empty when `ok`. */
  faults: string[]
}
