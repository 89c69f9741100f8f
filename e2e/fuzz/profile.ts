import type { Cluster } from '@quartermaster/local-postgres/cluster'

export type Run = {
  requests: number
  seed: number
  cluster: Cluster
  /** Where logs and whatever else helps to understand a failure is left. */
  runDir: string
}

/** `figures` are printed in this order. A run is good when it has no fault. */
export type Outcome = { figures: Record<string, unknown>; faults: string[] }

/** A profile is a surface: what to send to it, and what to hold the answers against. */
export type Profile = {
  sends: string
  /** How many messages without being told, and with --short. */
  usual: number
  short: number
  run: (run: Run) => Promise<Outcome>
}

export type LocalRun = Pick<Run, 'requests' | 'seed' | 'runDir'> & {
  /** A broken variant, which has to be found out. */
  mutant?: string | undefined
  /** Against what it is meant for, instead of our model of it. */
  real: boolean
}

/** A profile that needs no server of ours. */
export type LocalProfile = Pick<Profile, 'sends' | 'usual' | 'short'> & {
  runLocal: (run: LocalRun) => Promise<Outcome>
}
