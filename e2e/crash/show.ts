import type { Finding, Kind } from './finding.ts'
import type { Caught } from './hunt-mutants.ts'
import type { Struck } from './storm.ts'
import type { Outcome } from './trial.ts'

const WIDTH = 30
const MOST_EXAMPLES = 8

/** A bar for a person at a terminal, a line now and then for a log. */
export function showBlow({ kills, dbKills }: Struck, wanted: Struck): void {
  const all = wanted.kills + wanted.dbKills
  const done = kills + dbKills
  const told = `${kills} of ${wanted.kills} kills, ${dbKills} of ${wanted.dbKills} of the database`
  if (process.stdout.isTTY) {
    const filled = Math.round((done / all) * WIDTH)
    process.stdout.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${told}${done === all ? '\n' : ''}`)
  } else if (done % 25 === 0 || done === all) console.log(told)
}

export function showOutcome({ findings, failures, figures, repeated, longestOutageMs }: Outcome): void {
  const counted = Object.entries(figures).map(([name, count]) => `${count} ${name}`)
  console.log(
    `${counted.join(', ')}; ${repeated} orders or calls sent again; ` +
      `longest outage of the database ${(longestOutageMs / 1000).toFixed(1)} s`,
  )
  const codes = [...failures].map(([code, count]) => `${code} ${count}`)
  if (codes.length > 0) console.log(`Failed, and repeated: ${codes.join(', ')}`)
  for (const [told, example] of tally(findings)) console.log(`✗ ${told}\n    ${example}`)
}

export function showMutant({ name, attempts, by }: Caught): void {
  if (by.length === 0) return console.log(`✗ escaped ${attempts} times: ${name}`)
  const checks = [...tally(by).keys()].slice(0, MOST_EXAMPLES)
  console.log(`✓ caught${attempts > 1 ? ` at attempt ${attempts}` : ''}: ${name}\n    ${checks.join('\n    ')}`)
}

/** Each check that failed, how often, with its first example. */
function tally(findings: Finding[]): Map<string, string> {
  const groups = Map.groupBy(findings, ({ kind, check }) => `${kind}: ${check}`)
  return new Map([...groups].map(([told, each]) => [`${told} (${each.length})`, each[0]?.detail ?? '']))
}

type Run = { profile: string; seed: number; seconds: number }

export function summarise(outcome: Outcome, caught: Caught[], { profile, seed, seconds: exact }: Run) {
  const { kills, dbKills, findings } = outcome
  const count = (kind: Kind) => findings.filter((finding) => finding.kind === kind).length
  const found = { lost: count('lost'), doubled: count('doubled'), wrong: count('wrong'), late: count('late') }
  const noticed = caught.filter(({ by }) => by.length > 0).length
  const seconds = Math.round(exact)
  const mutants = caught.length
  return {
    ok: findings.length === 0 && noticed === mutants,
    figures: { profile, kills, dbKills, ...outcome.figures, ...found, mutants, caught: noticed, seed, seconds },
    text:
      `\nLost ${found.lost}, doubled ${found.doubled}, wrong ${found.wrong}, late ${found.late} after ${kills} kills of the ` +
      `process and ${dbKills} of the database; ${noticed} of ${mutants} mutants caught; ${seconds} s, seed ${seed}`,
  }
}
