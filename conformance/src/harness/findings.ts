/** `must`: the interface demands it. `should`: it only demands itself, and players suffer without it. */
export type Level = 'must' | 'should'

/** One thing that was looked at. `note` is neither right nor wrong. */
export type Finding = { level: Level | 'note'; ok: boolean; text: string }

export type Verdict = 'pass' | 'fail' | 'advice' | 'not tested'

/** Ends a scenario that cannot say anything about this client. */
export class NotTestedError extends Error {}

export function verdictOf(findings: readonly Finding[], demand: Level): Verdict {
  const broken = (level: Level) => findings.some((finding) => finding.level === level && !finding.ok)
  if (broken('must')) return 'fail'
  if (broken('should')) return demand === 'should' ? 'fail' : 'advice'
  return findings.some(({ level }) => level !== 'note') ? 'pass' : 'not tested'
}
