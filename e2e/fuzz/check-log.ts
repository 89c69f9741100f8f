import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { containsSecret, groupByPrefix } from '../../server/test/find-keys-in-logs.ts'

const ERROR_LEVEL = 50
/** Lines of level "info" report single requests. There are too many to parse them all. */
const INFO_LINE = '{"level":30,'

/** Reads the log of a server. Every error, and every line that contains a secret, is a fault. */
export async function checkLog(file: string, secrets: string[]): Promise<{ lines: number; faults: string[] }> {
  const faults: string[] = []
  const index = groupByPrefix(secrets)
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines++
    if (line !== '' && !line.startsWith(INFO_LINE) && isError(line)) faults.push(`the server logged: ${line}`)
    // The report does not repeat the secret.
    if (containsSecret(line, index)) faults.push(`line ${lines} of the log contains a secret`)
  }
  if (lines === 0) faults.push('the log of the server is empty')
  return { lines, faults }
}

/** Errors, and everything that is not JSON, such as warnings of Node.js and stack traces. */
function isError(line: string): boolean {
  try {
    return (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL
  } catch {
    return true
  }
}
