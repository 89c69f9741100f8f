import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { KillCounts } from '../kit/kills/plan-kills.ts'
import type { Random } from '../kit/random.ts'
import type { Verification } from '../kit/verify.ts'

/** How much one trial does. Only the money profile opens checkouts. */
export type Size = KillCounts & { checkouts?: number }

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
  onKill: () => void
}

export type Kind = Verification['invariants'][number]['kind']

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
  /** The codes of the requests that failed and were sent again. */
  repeated: string[]
  longestOutageMs: number
  findings: Finding[]
}

/** One line for each check that failed, with the number of findings and the first one. */
export function describeFindings(findings: Finding[]): string[] {
  const groups = Map.groupBy(findings, ({ kind, check }) => `${kind}: ${check}`)
  return [...groups].map(([check, each]) => `${check} (${each.length}), such as ${each[0]?.detail}`)
}

export function countFindings(findings: Finding[]): Record<Kind, number> {
  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length
  return { lost: count('lost'), doubled: count('doubled'), wrong: count('wrong'), late: count('late') }
}
