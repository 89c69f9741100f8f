import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Long enough that it rarely occurs in a log by chance, short enough for every secret. */
const PREFIX_LENGTH = 8

type Finding = { lines: number; keys: number; leaks: string[] }

/**
 * Searches the files in `logs/` for every key listed in `keys/`.
 *
 * The part after the last underscore of a key is the secret, so the search covers that part only. A leak is reported by
 * file and line, so that the report does not contain the secret again.
 */
export async function findKeysInLogs(runDir: string): Promise<Finding> {
  const keys = new Set((await readLines(join(runDir, 'keys'))).map(({ text }) => text.trim()).filter(Boolean))
  const secrets = groupByPrefix(keys)
  const lines = await readLines(join(runDir, 'logs'))
  const leaks = lines
    .filter(({ text }) => containsSecret(text, secrets))
    .map(({ file, number }) => `${join('logs', file)}:${number}`)
  return { lines: lines.length, keys: keys.size, leaks }
}

/** An index of the secret parts by prefix. Searching a hundred thousand lines for each of thousands of keys would take too long. */
export function groupByPrefix(keys: Iterable<string>): Map<string, string[]> {
  const secrets = new Map<string, string[]>()
  for (const key of keys) {
    const secret = key.slice(key.lastIndexOf('_') + 1)
    if (secret.length < PREFIX_LENGTH) {
      throw new Error(`A key has a secret of ${secret.length} characters; at least ${PREFIX_LENGTH} are needed`)
    }
    const prefix = secret.slice(0, PREFIX_LENGTH)
    secrets.set(prefix, [...(secrets.get(prefix) ?? []), secret])
  }
  return secrets
}

export function containsSecret(text: string, secrets: Map<string, string[]>): boolean {
  for (let at = 0; at + PREFIX_LENGTH <= text.length; at++) {
    const candidates = secrets.get(text.slice(at, at + PREFIX_LENGTH))
    if (candidates?.some((secret) => text.startsWith(secret, at))) return true
  }
  return false
}

async function readLines(folder: string): Promise<{ file: string; number: number; text: string }[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const lines = await Promise.all(
    files.map(async ({ name, parentPath }) => {
      const content = await readFile(join(parentPath, name), 'utf8')
      return content
        .split('\n')
        .map((text, index) => ({ file: name, number: index + 1, text }))
        .filter(({ text }) => text !== '')
    }),
  )
  return lines.flat()
}
