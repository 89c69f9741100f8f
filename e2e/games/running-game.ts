import type { Console } from '../kit/game/start-agent.ts'

export type RunningGame = {
  /** The port for players. */
  port: number
  console: Console
  stop: () => Promise<void>
}
