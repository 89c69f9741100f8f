import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Long enough that chance does not find it in a log, short enough for every secret to have one. */
const SEED = 8

type Finding = { lines: number; keys: number; leaks: string[] }

/**
 * Looks in `logs/` for every key listed in `keys/`.
 *
 * It searches for what follows a key's last underscore: that is the secret, and
 * whoever logs the whole key logs it too. Leaks are named by file and line, so
 * that the report does not leak them again.
 */
export async function findKeysInLogs(runDir: string): Promise<Finding> {
  const keys = new Set((await linesOf(join(runDir, 'keys'))).map(({ text }) => text.trim()).filter(Boolean))
  const secrets = bySeed(keys)
  const lines = await linesOf(join(runDir, 'logs'))
  const leaks = lines
    .filter(({ text }) => holdsSecret(text, secrets))
    .map(({ file, number }) => `${join('logs', file)}:${number}`)
  return { lines: lines.length, keys: keys.size, leaks }
}

/** Thousands of keys times a hundred thousand lines is too much to try one by one. */
function bySeed(keys: Set<string>): Map<string, string[]> {
  const secrets = new Map<string, string[]>()
  for (const key of keys) {
    const secret = key.slice(key.lastIndexOf('_') + 1)
    if (secret.length < SEED) throw new Error(`A key whose secret has ${secret.length} characters is no key`)
    const seed = secret.slice(0, SEED)
    secrets.set(seed, [...(secrets.get(seed) ?? []), secret])
  }
  return secrets
}

function holdsSecret(text: string, secrets: Map<string, string[]>): boolean {
  for (let at = 0; at + SEED <= text.length; at++) {
    const candidates = secrets.get(text.slice(at, at + SEED))
    if (candidates?.some((secret) => text.startsWith(secret, at))) return true
  }
  return false
}

async function linesOf(folder: string): Promise<{ file: string; number: number; text: string }[]> {
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
