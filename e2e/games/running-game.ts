/** A game server that runs, and how to reach it. */
export type RunningGame = {
  /** The port that players connect to. */
  port: number
  console: { dialect: string; host: string; port: number; password: string }
  stop: () => Promise<void>
}
