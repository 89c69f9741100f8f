import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const ERROR_LEVEL = 50
/** How a line begins that says nothing but that somebody called. */
const QUIET = '{"level":30,'

type LogFindings = {
  lines: number
  /** Lines that a healthy server does not write: errors, warnings of the runtime, stack traces. */
  alarms: string[]
  /** Numbers of the lines that hold a secret; named so, that the report does not leak them again. */
  leaks: number[]
}

/** Reads a server's log line by line: a million requests write more than a string should hold. */
export async function readLog(file: string, secrets: string[] = []): Promise<LogFindings> {
  const findings: LogFindings = { lines: 0, alarms: [], leaks: [] }
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    findings.lines++
    if (line !== '' && !line.startsWith(QUIET) && isAlarm(line)) findings.alarms.push(line)
    if (secrets.some((secret) => line.includes(secret))) findings.leaks.push(findings.lines)
  }
  return findings
}

function isAlarm(line: string): boolean {
  try {
    return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL
  } catch {
    return true
  }
}
