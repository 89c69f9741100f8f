import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { KillCounts } from '../kit/plan-kills.ts'
import type { Random } from '../kit/random.ts'

/** How much one trial does. Only the money profile has checkouts and duplicates. */
export type Size = KillCounts & { checkouts: number; duplicates: number }

/** One database, from its first sale through all kills until nothing is left to do. */
export type Trial = {
  /** The project, or a copy of it with a mutant. */
  root: string
  cluster: Cluster
  cacheDir: string
  size: Size
  random: Random
  /** Without any progress for this long, the trial ends. */
  timeoutMs: number
  onKill: (done: KillCounts) => void
}

/** The kinds of `quartermaster verify`. */
export type Kind = 'lost' | 'doubled' | 'wrong' | 'late'

/** A broken promise: which check found it, and the details. */
export type Finding = {
  kind: Kind
  check: string
  detail: string
  /** A slow machine could cause it too, so it does not prove that a mutant was noticed. */
  isWeak?: true
}

export type Find = (kind: Kind, check: string, detail: string) => void

export type Outcome = KillCounts & {
  /** The counts of this profile, by name. */
  figures: Record<string, number>
  /** Requests that had to be sent again. */
  repeated: number
  longestOutageMs: number
  /** Failures that were repeated, by code. */
  failures: Map<string, number>
  findings: Finding[]
}
