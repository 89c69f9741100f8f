import type { Finding, Verdict } from './harness/findings.ts'
import type { Result } from './run-scenario.ts'

const COLOURS: Record<Verdict, number> = { pass: 32, fail: 31, advice: 33, 'not tested': 90 }
const LABELS: Record<Verdict, string> = { pass: 'pass', fail: 'FAIL', advice: 'advice', 'not tested': 'not tested' }
const MAX_LINE_LENGTH = 100
const MAX_OUTPUT_LINES = 5

type Paint = (text: string, colour: number) => string

export function createPaint(useColour: boolean): Paint {
  return useColour ? (text, colour) => `\u001b[${colour}m${text}\u001b[0m` : (text) => text
}

/** A pass is one line. Any other result also shows the findings, why they matter, and how to fix the client. */
export function formatResult(result: Result, paint: Paint): string[] {
  const { id, title, verdict, findings, why, fix, output } = result
  const heading = `${paint(LABELS[verdict].padEnd(10), COLOURS[verdict])} ${id.padEnd(22)} ${title}`
  if (verdict === 'pass') return [heading]
  const findingLines = findings.map((finding) => `${getSymbol(finding)} ${finding.text}`)
  if (verdict === 'not tested') return [heading, ...indent(findingLines)]
  const outputLines = (output ?? '').split('\n').filter(Boolean).slice(-MAX_OUTPUT_LINES)
  return [
    heading,
    ...indent([...findingLines, `why:  ${why}`, `fix:  ${fix}`]),
    ...(outputLines.length > 0 ? indent(['last output:', ...outputLines.map((line) => `  | ${line}`)]) : []),
  ]
}

export function summarize(results: readonly Result[]): { counts: Record<Verdict, number>; isGood: boolean } {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, advice: 0, 'not tested': 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return { counts, isGood: counts.fail === 0 }
}

export function formatSummary(results: readonly Result[], paint: Paint): string {
  const { counts, isGood } = summarize(results)
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  const text = parts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  return isGood ? paint(`Passed: ${text}.`, COLOURS.pass) : paint(`Failed: ${text}.`, COLOURS.fail)
}

function getSymbol({ level, ok }: Finding): string {
  if (level === 'note') return '·'
  return ok ? '+' : '-'
}

function indent(lines: string[]): string[] {
  return lines.flatMap(wrap).map((line) => `           ${line}`)
}

/** Wraps at spaces. Further lines are aligned with the text after the label. */
function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= MAX_LINE_LENGTH) {
      lines.push(line)
      line = '     '
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
