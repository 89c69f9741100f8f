import type { Result } from './run-scenario.ts'
import type { Finding, Verdict } from './harness/findings.ts'

const COLOURS: Record<Verdict, number> = { pass: 32, fail: 31, advice: 33, 'not tested': 90 }
const MARKS: Record<Verdict, string> = { pass: 'pass', fail: 'FAIL', advice: 'advice', 'not tested': 'not tested' }
const WIDTH = 100

type Paint = (text: string, colour: number) => string

export function painter(colour: boolean): Paint {
  return colour ? (text, code) => `\u001b[${code}m${text}\u001b[0m` : (text) => text
}

/** One scenario: its verdict, and for one that is not a pass what was seen, why it matters and how to mend it. */
export function resultLines(result: Result, paint: Paint): string[] {
  const { id, title, verdict, findings, why, mend, output } = result
  const head = `${paint(MARKS[verdict].padEnd(10), COLOURS[verdict])} ${id.padEnd(22)} ${title}`
  if (verdict === 'pass') return [head]
  const seen = findings.map((finding) => `${signOf(finding)} ${finding.text}`)
  if (verdict === 'not tested') return [head, ...indent(seen)]
  const printed = lastLines(output)
  return [
    head,
    ...indent([...seen, `why:  ${why}`, `mend: ${mend}`]),
    ...(printed.length > 0 ? indent(['it printed last:', ...printed.map((line) => `  | ${line}`)]) : []),
  ]
}

export function summaryOf(results: readonly Result[]): { counts: Record<Verdict, number>; isGood: boolean } {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, advice: 0, 'not tested': 0 }
  for (const { verdict } of results) counts[verdict] += 1
  return { counts, isGood: counts.fail === 0 }
}

export function summaryLine(results: readonly Result[], paint: Paint): string {
  const { counts, isGood } = summaryOf(results)
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  const text = parts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  return isGood ? paint(`Good: ${text}.`, COLOURS.pass) : paint(`Not yet: ${text}.`, COLOURS.fail)
}

function signOf({ level, ok }: Finding): string {
  if (level === 'note') return '·'
  return ok ? '+' : '-'
}

function lastLines(output: string | undefined): string[] {
  return (output ?? '').split('\n').filter(Boolean).slice(-5)
}

function indent(lines: string[]): string[] {
  return lines.flatMap(wrap).map((line) => `           ${line}`)
}

/** Breaks at blanks; what follows stands under the beginning of the text. */
function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line)
      line = '     '
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
