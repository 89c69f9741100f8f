/** `must`: the interface requires it. `should`: the interface does not, but players suffer without it. */
export type Level = 'must' | 'should'

/** The result of one check. A `note` is neither right nor wrong. */
export type Finding = { level: Level | 'note'; ok: boolean; text: string }

export type Verdict = 'pass' | 'fail' | 'advice' | 'not tested'

/** Ends a scenario that does not apply to this client. */
export class NotTestedError extends Error {}

export function computeVerdict(findings: readonly Finding[], requiredLevel: Level): Verdict {
  const hasFailed = (level: Level) => findings.some((finding) => finding.level === level && !finding.ok)
  if (hasFailed('must')) return 'fail'
  if (hasFailed('should')) return requiredLevel === 'should' ? 'fail' : 'advice'
  return findings.some(({ level }) => level !== 'note') ? 'pass' : 'not tested'
}
