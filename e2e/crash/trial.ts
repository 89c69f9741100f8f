import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Random } from '../kit/random.ts'
import type { Finding } from './finding.ts'
import type { Struck } from './storm.ts'

/** How much is done in one trial. Who sells without payment has no callbacks. */
export type Size = Struck & { checkouts: number; duplicates: number }

/** One database from its first sale through all the kills to rest. */
export type Trial = {
  /** Of the project, or of a copy that was broken on purpose. */
  root: string
  cluster: Cluster
  cacheDir: string
  wanted: Size
  random: Random
  patienceMs: number
  onBlow: (struck: Struck) => void
}

/** What was done, and what is wrong with it in the end. */
export type Outcome = Struck & {
  /** What this profile counts, by name. */
  figures: Record<string, number>
  /** What had to be sent again. */
  repeated: number
  longestOutageMs: number
  /** Failures that were repeated, by code. */
  failures: Map<string, number>
  findings: Finding[]
}
