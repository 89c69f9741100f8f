import type { Finding, Kind, Outcome } from './trial.ts'
import type { TriedMutant } from './try-mutants.ts'

const MAX_CHECKS = 8

export function printOutcome({ failures, repeated, longestOutageMs }: Outcome): void {
  const codes = [...failures].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(`${repeated} requests were sent again${codes === '' ? '' : ` (${codes})`}`)
  console.log(`longest outage of the database: ${(longestOutageMs / 1000).toFixed(1)} s`)
}

export function printMutant({ name, attempts, noticedBy }: TriedMutant): void {
  if (noticedBy.length === 0) return console.log(`✗ not noticed in ${attempts} attempts: ${name}`)
  const checks = describeFindings(noticedBy).slice(0, MAX_CHECKS)
  console.log(`✓ noticed in attempt ${attempts}: ${name}\n    ${checks.join('\n    ')}`)
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
