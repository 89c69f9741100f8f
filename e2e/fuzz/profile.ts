import type { Defer, Result } from '../kit/run-harness.ts'

export type Run = {
  requests: number
  seed: number
  defer: Defer
  /** Only for names: use real game servers. */
  real: boolean
}

/** An interface of the product: what to send to it, and how to check the answers. */
export type Profile = {
  /** The number of messages, and the number with --short. */
  usual: number
  short: number
  run: (run: Run) => Promise<Result>
}
