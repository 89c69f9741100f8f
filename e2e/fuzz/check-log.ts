import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const ERROR_LEVEL = 50
/** Lines of level "info" report single requests. There are too many to parse them all. */
const INFO_LINE = '{"level":30,'
/** Long enough to occur rarely by chance, and shorter than every secret. */
const PREFIX_LENGTH = 8

/** Reads the log of a server. Every error, and every line that contains a secret, is a fault. */
export async function checkLog(file: string, secrets: string[]): Promise<{ lines: number; faults: string[] }> {
  const faults: string[] = []
  const hasSecret = createSecretFinder(secrets)
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    lines++
    if (line !== '' && !line.startsWith(INFO_LINE) && isError(line)) faults.push(`the server logged: ${line}`)
    // The report does not repeat the secret.
    if (hasSecret(line)) faults.push(`line ${lines} of the log contains a secret`)
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

/** Finds the part after the last underscore, because the part before it is not secret. An index makes it fast. */
function createSecretFinder(secrets: string[]): (line: string) => boolean {
  const byPrefix = new Map<string, string[]>()
  for (const secret of secrets.map((text) => text.slice(text.lastIndexOf('_') + 1))) {
    if (secret.length < PREFIX_LENGTH) throw new Error(`A secret has fewer than ${PREFIX_LENGTH} characters`)
    const prefix = secret.slice(0, PREFIX_LENGTH)
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), secret])
  }
  return (line) => {
    for (let at = 0; at + PREFIX_LENGTH <= line.length; at++) {
      const candidates = byPrefix.get(line.slice(at, at + PREFIX_LENGTH))
      if (candidates?.some((secret) => line.startsWith(secret, at))) return true
    }
    return false
  }
}
